# Load, measure, decide.
engine-selector = “{ $reference }”: what follows # was not understood; legal is { $legal }, joined by &
engine-no-match = “{ $pattern }”: no file of that name
engine-nothing-of = no execution of evaluation { $code } in the files given (there are of: { $seen })
engine-empty-side = { $reference }: no execution; check the file and what follows #
engine-mixed-side = { $reference }: more than one { $name } ({ $found }); choose one with #{ $name }=…
engine-headline = { $outcome }: { $reasons }
engine-and = { $first } { $rest }
engine-no-clause = Nothing was measured.
engine-knob-approved = APROVA: the { $n } models in use approve
engine-knob-rejected = REPROVA: rejected on { $models }; the switch stays off
engine-knob-inconclusive = INCONCLUSIVO: no conclusion on { $models }; the switch stays off
engine-knob-missing = INCONCLUSIVO: a model in use was not measured ({ $models }); the switch stays off
engine-simulated = The model is simulated: this shows how the evaluation works and says nothing of a real model.
engine-torn = { $path }:{ $line }: the last line was half written and was left out.
engine-superseded = { $n ->
    [one] One execution failed because of the harness or stopped, and was run again: the last one counts; what it cost counts too.
   *[other] { $n } executions failed because of the harness or stopped, and were run again: the last ones count; what they cost counts too.
 }
engine-ruler-declared-now = The ruler was declared when the verdict was asked for, not before the measurement: the executions come from outside or from another evaluation.
engine-ruler-younger = The ruler is younger than the measurement (changed: { $parts }); nothing is approved by it.
engine-ruler-absent = { $n ->
    [one] One execution has no manifest: the ruler it was measured by is unknown, and nothing is approved.
   *[other] { $n } executions have no manifest: the ruler they were measured by is unknown, and nothing is approved.
 }
engine-all-hold = All { $n } conditions of the ruler on the change hold, and the data are enough.
