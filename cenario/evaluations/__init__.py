"""One declared file each: a module here that defines ``EVALUATION`` is an evaluation, found by its name."""
