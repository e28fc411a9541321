"""What crosses the disk: declared files, journals and the warehouse."""
