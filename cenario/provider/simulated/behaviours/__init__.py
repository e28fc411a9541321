"""What the simulated model does, one file a purpose; the wire alone says which."""
