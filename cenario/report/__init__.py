"""What people read: blocks of data turned into trusted HTML, one look, every text escaped."""
