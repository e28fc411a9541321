gate-title = Gate: does the agent still do what must not regress?
gate-question = Does each scenario promoted to gate still meet its expectations, in every execution of every input?
gate-all-met = { $n ->
    [one] The expectation was met.
   *[other] All { $n } expectations were met.
}
gate-and = { $first } { $rest }
gate-turn-not-ended = The turn did not end: { $reason }
gate-threshold = Threshold in force: { $minimum } of the executions of each input (our default; parameter minimo).
gate-no-gate = No scenario measured here is a gate: nothing blocks. Promote to gate what must not regress.
gate-strays = { $n } executions ({ $which } is the first) name a version of a scenario that the file does not carry: there is no ruler to judge them by.
gate-not-measured = Scenario { $id } (version { $version }): not measured.
gate-ruler-younger = Scenario { $id } was declared ({ $at }) after the measurement began; a ruler written after describes the result instead of judging it.
gate-failed = Scenario { $id }: { $k }/{ $n } executions met everything (by input: { $inputs }). First failure: { $why }
gate-missing = Scenario { $id }: { $k }/{ $n } executions met everything, but { $missing } of the { $planned } asked for are missing.
gate-path-stands = Scenario { $id }: { $k }/{ $n }, the path stands: with fewer than three repetitions this is no frequency.
gate-passed = Scenario { $id }: { $k }/{ $n } executions met everything (Wilson 95%: { $low } to { $high }).
gate-diverges = Scenario { $id }: equivalent inputs did not lead to the same decision (by input: { $inputs }; p = { $p }). The agent memorised a sentence, it did not understand the intent.
gate-understood = Scenario { $id }: the equivalent inputs led to the same (by input: { $inputs }; p = { $p }).
gate-axis-inferences = inferences
gate-axis-loops = loops
gate-within = Scenario { $id }: at most { $most } { $axis } in one execution, within the ceiling of { $ceiling }.
gate-exceeded = Scenario { $id }: { $n ->
    [one] one execution passed
   *[other] { $n } executions passed
} the ceiling of { $ceiling } { $axis } (the largest used { $most }).
gate-axis-unknown = Scenario { $id }: the agent did not say how many { $axis } it used, and there is a ceiling of { $ceiling }.
gate-limit-ruler = A scenario judges the state of the world at the end of the turn, never the path to it.
gate-limit-frequency = With three repetitions, 3/3 still admits a success rate well below 100%; Wilson's interval beside it says how far. It takes executions as independent.
gate-limit-inputs = With three repetitions of two inputs the smallest possible p is 0.1: the divergence test hardly ever decides alone. So the table stands beside it, and an input that always passes against one that never does is divergence already.
gate-limit-last = Of each version the last measurement counts; earlier ones stay in the history. To measure again until it passes is not to measure.
gate-next-step = Publish, or mend what is blocked and measure again. To become a gate, to cease to be one and to leave are acts of their own, with who and when.
gate-cli-runs = files of executions to read; with none, the gate scenarios run now
gate-cli-model = the agent's model, provider:model; with none, the embedded simulated one
gate-cli-all = run every declared scenario, not only the gates (only the gates block)
gate-cli-minimum = share of the executions of each input that must meet everything (our default: 1)
gate-cli-alpha = error of the test of divergence between inputs (our default: 0.05)
gate-cli-sealed = judge only by the ruler that each file carries, without looking at the scenarios now
gate-cli-out = folder to write the measurement in
gate-cli-junit = where to write JUnit XML for the CI
gate-cli-verdict = where to write the verdict as JSON
gate-cli-edited = No answer from the gate: { $ids } changed after it was declared; declare the new version and measure.
gate-cli-open = The gate is open.
gate-cli-closed = The gate is closed by { $by }.
gate-cli-unknown = No answer from the gate: there is something to measure.
gate-matrix = Scenario × input × repetition
gate-matrix-shows = Each row is one way of saying the same; each column k is an execution. Two rows of one scenario that differ say that one sentence was understood and the other was not.
gate-matrix-note = ✓ met everything · ✗ did not · ? could not be judged · … lost by the harness. What could not be judged is not in k/n.
gate-failures = What failed, and why
gate-failures-shows = Every execution that did not meet its ruler, gates first.
gate-nothing-failed = Nothing failed.
gate-transcripts = The conversations that failed
gate-transcripts-shows = { $shown } of { $n } executions that did not meet the ruler, gates first.
gate-rulers = The rulers in force
gate-rulers-shows = What each scenario asks, since when, and who made it a gate. The version is the digest of all it asks: change what it asks, and the version changes.
gate-history = Measurements
gate-history-shows = Each version and each measurement of it. A ruler changed afterwards is another version: the old measurement keeps its result, and the new version needs another.
gate-column-gate = Gate
gate-column-scenario = Scenario
gate-column-input = Input
gate-column-k = k
gate-column-why = Why
gate-column-version = Version
gate-column-declared = Declared at
gate-column-inputs = Inputs
gate-column-expectations = Expectations
gate-column-repetitions = Repetitions
gate-column-budget = Budget
gate-column-measured = Measurement
gate-column-result = Met
gate-column-standing = Standing
gate-is-gate = gate
gate-promoted = gate, by { $by } at { $at }
gate-no-budget = not declared
gate-unmeasured = not measured
gate-in-force = in force
gate-replaced = earlier
gate-measured-before = Scenario { $id } had been measured before in this very version and failed ({ $shares }); the last measurement counts, and the failure stays in the history.
