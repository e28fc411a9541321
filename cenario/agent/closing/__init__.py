"""The closing: what is asked of a model when a turn ends, and how its answer is read."""
