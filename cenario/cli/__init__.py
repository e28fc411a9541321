"""The command line: ask the floor below, print, map errors to exit codes."""
