"""The command line: one file a command, declared in `commands`."""
