"""What an answer will cost and how likely each verdict is, before a cent is spent."""
