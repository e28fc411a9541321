# Figures of the documentation, measured by the project's own slow runs.
measured-missing = data/evidence/{ $path }: missing or of another form: run make evidence
measured-where = Measured on { $day }; { $machine }.
measured-title-performance = Time, beside a peer or a floor in the same run
measured-title-reliability = How often bounds and rules are wrong when the truth is known
measured-table-performance = A ratio is our value over the other's; a difference is ours less the other's. The limit is what the project promises; both sides run in turns on the same machine.
measured-table-paired = Paired binary outcomes, exact sums over all discordant counts. Coverage at no difference, nominal 0.950; wrongly shown: how often the lower limit passes a margin of 0.05 when the candidate is worse by exactly that (nominal 0.025).
measured-table-bands = The user's noise band: how often the mean of K repetitions of an identical arm leaves the range of the K repetitions, for one continuous indicator and for any of five independent ones.
measured-table-clustered = The design of G (20 scripts of 5 conversations and 60 alone, K = 2), simulated, no difference: coverage at nominal 0.950 of the clustered bound that decides, and of the naive one that takes items for independent.
measured-column-name = what
measured-column-ours = ours
measured-column-ours-value = value
measured-column-other = beside
measured-column-other-value = value
measured-column-unit = unit
measured-column-relation = relation
measured-column-value = result
measured-column-limit = limit
measured-column-note = note
measured-column-design = design
measured-column-coverage = coverage
measured-column-wrongly-shown = wrongly shown
measured-column-repetitions = K
measured-column-one-indicator = one indicator
measured-column-five-indicators = five indicators
measured-column-clustered = clustered
measured-column-naive = naive
measured-column-draws = batches
