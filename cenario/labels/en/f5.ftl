f5-title = F5 · the lead's history in lines
f5-question = With the history in lines instead of JSON, does the agent still know who said what, when, and who spoke in the group?
f5-gain = about −375 tokens per reading of the history, by the runbook.
f5-next = Turning the knob is an act of its own, by the owner's decision.
f5-limit-invented = The corpus is invented: there is no PII, and no real distribution of conversations either (the design asked for 60 real turns).
f5-limit-counts = Veto rate and probe failures are point comparisons: a harmless change fails each of them up to about 45 % of the time.
f5-limit-judge = The judge is a model: it measures preference between replies, not truth.
f5-limit-proposals = δ = 0.10, "no regression" by probe kind and the minimums of 60 pairs and 60 votes are the runbook's PROPOSTA, awaiting the owner.
f5-veto-turns = turns with a veto
f5-probe-failures-quem-disse = failures in the who-said-what probes
f5-probe-failures-horario = failures in the time probes
f5-probe-failures-grupo = failures in the group-sender probes
f5-note-all-ties = The judge shows nothing: the { $n } votes are ties, so "non-inferior" here is not informative.
f5-note-few-decisive = The judge shows little: only { $n } of { $votes } votes decide for a side.
f5-note-judge-is-judged = The judge is the judged model itself.
f5-note-no-control = No ruler of noise: there is no json_b arm.
f5-reading-interval = Judge: { $wins } wins, { $ties } ties, { $losses } losses; two-sided 95 % lower limit { $lower }, one-sided 95 % { $one_sided }.
f5-reading-needed = With { $ties } of ties, { $needed } pairs are needed for 80 % power if the arms are equal.
f5-reading-position = Position: the reply shown first won { $first } votes, the second { $second } (p = { $p }).
f5-reading-both-orders = In both orders, { $n } pairs: { $flips } changed their vote ({ $first } of { $hard } changes of side went to the one shown first); by the mean of both orders the lower limit is { $lower }.
f5-reading-assay-weak = Weak sensitivity: { $decisive } decisive votes (good: { $least }) and { $ties } of ties (good: up to { $most }), so the judge may not have seen it worse.
f5-reading-assay-fit = Good sensitivity: { $decisive } decisive votes (good: { $least }) and { $ties } of ties (good: up to { $most }).
f5-reading-degraded-absent = There is no degraded control: nothing proves that this judge would see a worse reply.
f5-reading-degraded-caught = The judge recognises replies made worse on purpose: { $caught } of { $n }.
f5-reading-degraded-missed = The judge does NOT recognise replies made worse on purpose: { $caught } of { $n }; "non-inferior" here is not informative.
f5-reading-aa-votes = A/A votes (json × json_b): { $wins } × { $losses }, { $ties } of ties; asymmetry p = { $p }.
f5-reading-no-noise-ruler = No ruler of noise: there is no json_b arm, so the 95 % have nothing to be compared with.
f5-reading-aa-agreement = json agrees with itself (json × json_b) in { $share } of { $n } conversations.
f5-reading-odd-one-out = Among the { $n } conversations in which just one of the three arms differs, linhas differs more often than chance with p = { $p }.
f5-reading-vetoes = Vetoes, exact paired test: p = { $p }.
f5-reading-identical-arm = With this noise, the rule would approve an arm identical to json about { $share } of the time.
