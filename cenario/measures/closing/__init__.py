"""The ruler of the closing: what each arm kept of the reference, item by item."""
