"""How each kind of evaluation is recorded, one file each."""
