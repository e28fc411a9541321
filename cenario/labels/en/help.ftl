# The first page of help: one line a command, no placeholders (read without the parser).
help-product = cenario: does a change to the agent lose more than the agent loses against itself?
help-usage = Usage: cenario COMMAND [OPTIONS]   (each command goes by its English and its Portuguese name)
help-more = Help on a command: cenario COMMAND --help
help-exit-codes = Exit codes: 0 APROVA or done, 1 REPROVA or gate blocked, 2 INCONCLUSIVO, 3 wrong use or bad data, 4 stopped at the ceiling.
help-locale = Language: --locale pt-BR (the default) or en; or the variable LOCALE.
help-doctor = check that this machine has what is needed
help-schemas = write or check the JSON Schemas of the records
help-import = bring another tool's log (tau-bench, tau2-bench) into a file of executions
help-compare = compare two recordings, in pairs, and give the verdict; nothing is spent
help-scenarios = what a scenario bank holds, and what is wrong with it
help-run = run an evaluation's arms under a spend ceiling and record each execution
help-noise = show how far the recorded agent agrees with itself, repetition by repetition
help-report = make the report of an evaluation: the verdict and its page, reports/CODE.html
help-plan = Say what the answer will cost and how sure it will be, spending nothing
help-close = runs evaluation G (the closing), with the runbook's environment variables
help-corpus-g = writes the corpus of evaluation G as JSON
help-judge = Ask a judge for votes, pair by pair, under a ceiling
