# cenario schemas
schemas-check = check the files against the code (the default)
schemas-write = write the files from the code
schemas-out = the files' folder
schemas-both = choose --check or --write, not both
schemas-differ = they differ from the code: { $paths }; run cenario schemas --write
schemas-equal = { $n } schemas in { $path }, equal to the code
