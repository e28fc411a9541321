"""Every word shown to a person, Portuguese first, and how numbers are written."""
