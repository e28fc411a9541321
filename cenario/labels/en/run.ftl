# The run command.
run-evaluation = the evaluation: C, F5, G, or the path of a file of yours
run-model = the model, provider:model; several with commas, a file each
run-arm = the arm (a side of the evaluation); several with commas; without it, all
run-agents = an agent for each business: clinica=<id>,loja=<id>,imobiliaria=<id>,curso=<id> (a declared id or a .yaml file)
run-k = how many executions of each conversation in each arm; without it, the evaluation's K
run-conversations = these conversations only, with commas: C02,C13,C21
run-out = the batch's JSONL file; taken up where it ends if it is there
run-prices = prices of OpenRouter's shape (/api/v1/models); without it, the newest declared
run-ceiling = the batch's ceiling in dollars; required for what is paid for
run-ceiling-tokens = the batch's ceiling in tokens, for models without a price
run-concurrency = how many executions at once; without it, the provider's limit
run-seed = seed of the order and of each execution
run-no-cache = does not mark Claude's prompt cache
run-spent = { $money } · { $tokens } tokens
run-agents-form = --agents: “{ $value }” is not business=agent; write clinica=<id>,loja=<id>,imobiliaria=<id>,curso=<id>
run-ceiling-form = --ceiling-usd: “{ $value }” is not an amount of dollars above zero
run-stopping = stopping: nothing new begins, what is in flight ends (Ctrl-C again cancels, and keeps what was spent)
run-ended-done = { $done } of { $planned } executions, { $failed } failed in the service, { $spent }, { $tokens } tokens: { $path }
run-ended-ceiling = stopped at the ceiling: { $done } of { $planned } executions, { $failed } failed in the service, { $spent }, { $tokens } tokens: { $path }
run-ended-interrupted = interrupted: { $done } of { $planned } executions, { $failed } failed in the service, { $spent }, { $tokens } tokens: { $path }
run-failed = { $n } executions failed in the service; run again to take up just those: { $path }
run-economical = the economical model of the shadow arm (evaluation G); without it, the table's for the same provider
run-corpus = the corpus written by corpus-g (evaluation G); without it, the declared one
run-agent = your own agent in the place of the embedded one: http://127.0.0.1:… (contract in data/schemas) or command:program arguments
run-allow-remote = lets the agent's address be another machine
