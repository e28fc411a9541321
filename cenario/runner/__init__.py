"""Run an evaluation's arms under a hard ceiling, and write each execution down."""
