# Words of every report: blocks, tables, charts, transcripts, the first screen.
report-masked-email = e-mail
report-masked-phone = phone
report-masked-cpf = CPF
report-unit = Unit: { $unit }
report-table = Table
report-empty-table = Nothing to list here.
report-empty-chart = { $title }: there is no number to draw.
report-not-in-use = measured, not in use: does not decide

report-outcome-holds = holds
report-outcome-fails = fails
report-outcome-undecided = not shown
report-outcome-short = short of data
report-outcome-plain = informs

report-chart-limit = limit
report-chart-band = baseline's band
report-chart-limit-is = Limit { $limit }.
report-chart-interval-row = { $name }: { $value }, from { $lower } to { $upper }.
report-chart-band-row = { $name }: baseline { $baseline }, candidate { $candidate }.
report-chart-matrix-row = { $name }: { $cells }.
report-chart-bar-row = { $name }: { $value }.

report-role-user = contact
report-role-assistant = agent
report-role-system = system
report-role-tool = tool
report-role-reply = the agent's reply
report-role-call = call
report-role-veto = veto: { $gate }
report-silence = (silence: nothing would be said to the contact)
report-nothing-said = The record keeps no messages of this execution.
report-call-unknown = a tool that does not exist
report-call-invalid = refused by the server's validation
report-call-landfill = landfill uuid
report-call-result = the tool's answer
report-transcript-title = { $arm }, repetition { $k }
report-transcript-outcome = outcome
report-transcript-reason = reason
report-execution-completed = completed
report-execution-agent-failure = agent failure
report-execution-harness-failure = harness failure (not measured)
report-execution-stopped = stopped
report-cost = cost
report-served = model served

report-yes = yes
report-no = no
report-rows-left-out = { $n ->
    [one] One more row is not shown here.
   *[other] { $n } more rows are not shown here.
 }
report-model = Model
report-proposed = PROPOSTA
report-does-not-decide = { $outcome } (does not decide)

report-kicker = { $title } · evaluation { $code }
report-ruler = Beware: { $reason }
report-more-clauses = { $n ->
    [one] and one more clause, in the table below
   *[other] and { $n } more clauses, in the table below
 }
report-side-baseline = Baseline
report-side-candidate = Candidate
report-side = { $file } (arm { $arm }, model { $model })
report-gain = What it would gain
report-cost-of-answer = What measuring cost
report-next-step = Next step
report-proposed-thresholds = Thresholds that the document calls PROPOSTA
report-use-cost-usd = Cost per execution: { $before } → { $after } ({ $change })
report-use-input-tokens = Input tokens per execution: { $before } → { $after } ({ $change })
report-cost-runs = { $usd } in { $n } executions, { $each } each
report-cost-judges = { $usd } in { $n } judge answers, { $each } each
report-cost-unknown = { $n } of unknown cost

report-clauses = Clauses of the verdict
report-clauses-shows = Each condition of the ruler, with what was measured, the limit and the reason. One clause short of data is enough not to conclude; where none is, one that fails is enough to reject.
report-clauses-note = “—” is a number that does not exist or is not known; it is never zero. PROPOSTA marks a limit that the document still discusses.
report-column-outcome = Outcome
report-column-reason = Reason
report-column-reading = Reading
report-column-value = Value
report-column-bounds = Interval
report-column-limit = Limit
report-column-n = n
report-readings = Calibrated reading
report-readings-shows = What the same data say with known error rates. It stands beside the verdict and does not change it.
report-no-readings = This evaluation has no calibrated reading for these data.
report-flagged = ⚑ marks what deserves attention before trusting the verdict.
report-intervals = Intervals and limits
report-intervals-shows = The dot is the difference measured; the bar, what the data still admit; the dashes, the limit. A bar wholly on the good side of the dashes shows that the candidate is no worse.
report-intervals-title = Intervals and limits: { $model }
report-no-intervals = No clause has an interval to draw.
report-bands = Noise bands
report-bands-shows = The band goes from the lowest to the highest value of the baseline against itself; diamonds are the candidate's repetitions.
report-bands-title = Noise bands: { $model }
report-no-bands = This evaluation has no noise band for these data.
report-agreement = Agreement between repetitions
report-agreement-shows = Share of conversations in which two repetitions call the same tools in the same order: the baseline against itself and against the candidate.
report-agreement-title = Agreement of the tool sequence: { $model }
report-no-agreement = There are not enough repetitions for an agreement matrix.

report-counts = What was compared
report-counts-shows = Executions by arm and outcome. Only completed ones and agent failures are measured.
report-conversations = conversations
report-repetitions = repetitions
report-pairs = Pairs compared: { $model }
report-pairs-n-pairs = pairs
report-pairs-both = both pass
report-pairs-only-candidate = only candidate
report-pairs-only-baseline = only baseline
report-pairs-neither = neither
report-planned = { $model }: the batch stopped before its end (at the spend ceiling or when asked): { $done } of the { $planned } planned executions exist.
report-stopped = { $model }: { $n } executions stopped before their end (at the ceiling or when asked).
report-losses = What was not measured
report-losses-shows = Harness failures, by arm and reason. Each leaves with its pair, so that no arm gains by them.
report-loss-untold = reason not recorded
report-no-losses = Nothing was lost.
report-costs = Cost and use by arm
report-costs-shows = Means per measured execution.
report-costs-note = “—” where some execution of the arm does not tell the number: a partial mean would mislead.
report-cost-title = Cost per execution: { $model }
report-usd-per-execution = US$ per execution
report-use-column-n = executions
report-use-column-cost = cost
report-use-column-input-tokens = input tokens
report-use-column-output-tokens = output tokens
report-use-column-steps = steps
report-use-column-duration = seconds

report-worst = The worst conversations
report-worst-shows = Where the candidate lost most to the baseline, the worst first. Open to read both side by side.
report-worst-more = { $model }: { $n } more conversations in which the candidate did worse are not shown here.
report-no-worse = In no conversation did the candidate do worse than the baseline.
report-worst-summary = { $conversation }, repetition { $k } ({ $model }): score { $fall }, faults { $faults }
report-transcript-named = { $conversation }{ $variant } · { $arm }, repetition { $k }

report-limits = What this does not measure
report-limits-shows = A verdict holds as far as its evaluation reaches.
report-no-limits = The evaluation declares no limits.
report-params = Parameters of the ruler
report-params-shows = The numbers in force and whose they are: the document's, PROPOSTA in the document, or our default.
report-params-param = Parameter
report-params-in-force = In force
report-params-default = Default
report-params-legal = Accepts
report-params-origin = Whose
report-origin-design = document
report-origin-proposal = PROPOSTA
report-origin-ours = our default
report-provenance = Where it comes from
report-provenance-shows = What lets one make this verdict again, and know with which ruler, code and data it was given.
report-ruler-digest = Ruler in force (digest)
report-revision = Code revision
report-version = Version
report-packages = Packages
report-served-models = Models asked for and served
report-served-untold = the record does not tell which model answered
report-files = Files read
report-file = File
report-executions = Executions
report-batch = Batch { $batch }
report-batch-seal = Ruler's seal
report-batch-sealed-at = Sealed at
report-batch-revision = Code revision when measured
report-batch-corpus = Corpus
report-batch-corpus-digest = Corpus digest
report-batch-prices-date = Date of prices
report-batch-ceiling-usd = Ceiling (US$)
report-batch-clock = Fixed clock
report-batch-source = Source file
report-batch-source-sha256 = sha256 of the source
report-batch-format = Source format

report-index = Reports
report-index-empty = No report yet. Make one with “make report ARM=compare”.
report-index-earlier = Earlier ({ $n })
report-discordant = Pairs in which the two sides differ
report-discordant-shows = Only these pairs say which side is better. Those the candidate lost come first.
report-discordant-caption = { $model }: { $n } of { $of } pairs
report-unknown-cost-runs = unknown cost in { $n } executions
report-unknown-cost-judges = unknown cost in { $n } judge answers
report-any-text = text

report-headline-aprova = All deciding clauses hold: { $n } of { $of }.
report-headline-reprova = { $n } of the { $of } clauses of the ruler fail.
report-headline-inconclusivo = { $n } of the { $of } clauses of the ruler cannot be concluded.
