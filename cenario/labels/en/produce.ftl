# Making a report: the command's options, what it says and what it refuses.
produce-evaluation = code of the evaluation (C, F5, G, gate, bank, simulation, compare) or path of your own .py file
produce-runs = files of executions, with commas or wildcards; without any, those recorded in data/runs, and without those, the embedded simulated run
produce-votes = files of judges' votes and scores
produce-baseline = recording of the baseline, in compare; FILE.jsonl#k=0 chooses one repetition
produce-candidate = recording of the candidate, in compare, in the same way
produce-model = judge only this model
produce-measure = score to compare, in compare
produce-margin = margin, in the stead of the default
produce-alpha = the interval's error, in the stead of the default
produce-param = parameter of the ruler, NAME=VALUE; may be repeated
produce-mask = masks CPF, phone and e-mail in all that is shown (it finds neither names nor addresses)
produce-folder = folder to write to (default: reports)
produce-page-at = { $path }
produce-param-form = “{ $words }”: a parameter is given as NAME=VALUE
produce-bad-code = “{ $code }” cannot be an evaluation's code: use letters, digits, - and _, up to 64
produce-not-taken = { $notebook } does not take { $names }; see its parameters cell
produce-no-verdict = { $notebook } did not write the verdict: the cell study.save_verdict(verdict_path) is missing
produce-usd-each = Measured spend per execution: { $usd }
produce-in-use = Models in use in the installation, comma-separated: the switch turns only if all approve
