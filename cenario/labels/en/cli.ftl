# What the command line says of itself.
cli-error = error: { $words }
cli-warning = warning: { $words }
cli-fault = a fault of the program ({ $kind }: { $detail }); with CENARIO_DEBUG=1 it shows where
cli-locale = unknown language “{ $locale }”; legal is pt-BR or en
cli-unknown-command = unknown command “{ $name }”; did you mean { $near }?
cli-missing = { $option } is missing; see cenario { $command } --help
cli-unknown-option = “{ $option }” is not known; see cenario { $command } --help
cli-bad-value = { $option }: “{ $value }” will not do; see cenario { $command } --help
cli-repeated = { $option } stands twice; keep one (see cenario { $command } --help)
cli-wrong-use = { $detail }; see cenario { $command } --help
cli-options = Options
cli-arguments = Arguments
cli-json = print JSON, for machines
cli-required = (required)
cli-default = (default: { $value })
cli-environment = (or the variable { $names })
