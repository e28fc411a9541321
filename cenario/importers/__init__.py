"""Other tools' logs, one file a format: a module here that defines ``IMPORTER`` is one, found by its name."""
