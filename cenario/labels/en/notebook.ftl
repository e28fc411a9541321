# Notebooks: what is wrong with one, and the words around a rendered page.
notebook-missing = { $path }: no such notebook
notebook-unreadable = { $path }: cannot be read: { $reason }
notebook-not-json = { $path }: is not a notebook (not JSON)
notebook-not-a-notebook = { $path }: is not a notebook of format 4
notebook-language = { $path }: is written in { $language }; only Python notebooks can be run
notebook-no-parameters-cell = { $notebook }: no cell is tagged "parameters": tag the cell that holds them
notebook-two-parameters-cells = { $notebook }: cells { $cells } are all tagged "parameters": leave the tag on one
notebook-parameters-syntax = { $notebook }: the parameters cell is not valid Python (line { $line })
notebook-parameters-statement = { $notebook }: the parameters cell, line { $line }: only "name: type = value" may stand there
notebook-parameter-twice = { $notebook }: parameter { $name } is assigned twice in the parameters cell
notebook-parameter-default = { $notebook }: parameter { $name }: its value in the cell must be a literal
notebook-parameter-annotation = { $notebook }: parameter { $name }: cannot be of type { $written }; use str, int, float, bool, None, list[…], dict[str, …] or Literal[…]
notebook-parameter-type = { $notebook }: parameter { $name } must be { $written }, got { $value }
notebook-parameter-unknown = { $notebook }: has no parameter { $name }; it has: { $known }
notebook-parameter-misspelt = { $notebook }: has no parameter { $name }; did you mean { $near }? It has: { $known }
notebook-cell-failed = { $notebook }: cell [{ $cell }] ({ $source }) failed: { $kind }: { $reason }
notebook-said = { $reason }
notebook-timeout = { $notebook }: a cell took longer than it may
notebook-kernel-died = { $notebook }: the Python that ran it stopped: { $reason }
notebook-running = running { $notebook }: cell { $cell } of { $cells }
notebook-unsafe = a block of the page holds { $what }: nothing was written
notebook-skip = Skip to the content
notebook-show-code = Show code
notebook-picture = Picture produced by the notebook
notebook-document-methods = cenario: method
notebook-document-performance = cenario: performance
notebook-document-reliability = cenario: reliability
