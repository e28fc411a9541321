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
