# cenario doctor
doctor-python = Python { $have } (3.11 or newer)
doctor-packages = the { $n } packages that everything stands on are installed
doctor-packages-missing = packages are missing: { $names }; run make setup
doctor-folder = { $path } can be written
doctor-folder-not-writable = { $path } cannot be written
doctor-disk = { $free } GB free on the disk
doctor-keys = keys in the environment: { $names }
doctor-no-keys = no provider's key in the environment: only the simulated and the local model; nothing is spent
doctor-corpora = the { $agents } agents and the corpora C ({ $c }) and F5 ({ $f5 }) hold: every trap, course and probe was tried
