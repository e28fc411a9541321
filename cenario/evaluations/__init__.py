"""One declared file an evaluation, found by its name."""
