# Evaluation G: the closing on the economical model.
closing-missing = The execution of conversation { $conversation } in arm { $arm } has no closing: it is not of evaluation G.
closing-clock = Conversation { $conversation } ran without a fixed clock with its zone ({ $clock }); run it again with the corpus's clock.
closing-summaries-differ = The arms of conversation { $conversation } were given different previous summaries: the files are not of one corpus.
closing-title = G: the closing on the economical model
closing-question = Does closing the turn on the economical model lose more than the agent's own model loses from one execution to the next?
closing-gain = About −1.6 ¢ a turn on Sonnet 5 (about −9.5% of the total spend), measured in production and not here.
closing-next-step = If it approves, the next step is switching the binding for 14 days in your own organisation, which covers long context; this report does not replace it, and it has not been done here.
closing-served = The reference arms were served by { $agent } and the shadow by { $shadow }.
closing-served-unproved = The model that served does not prove the arms: reference { $agent }, shadow { $shadow }.
closing-served-other = Model { $asked } was asked for and { $served } answered: the arm is not what it says.
closing-companion = { $what }: one-sided bound { $one_sided }; CR1-t { $cr1 }; naive { $naive }; ICC of the difference { $icc }, design effect { $effect }, { $clusters } clusters.
closing-without-refusals = { $what }, without the { $turns } turns with a refused closing: difference { $value }, lower bound { $lower }.
closing-with-refusals = { $what }, with the items of the { $turns } turns with a refused closing counted as lost: difference { $value }, lower bound { $lower }.
closing-limit-unmeasured = Without a judge this is not measured: lost facts, contradictions, divergent intents, next action and nada_a_declarar.
closing-limit-request = The request is not production's whole: about 1.2 thousand tokens against 9.8 thousand; a model that gets lost in long context passes here and may fail there.
closing-limit-replicas = The 100 scripted closings vary business, name, value and deadline over the same text, and K = 2 repeats the conversation: the naive interval is optimistic, so the bound by script decides. A verdict on the edge of the criterion is no verdict.
closing-limit-corpus = The corpus is invented: it has not the real distribution of conversations.
closing-limit-reference = Each item is the current closing's (or the previous summary's): what the shadow gets right and the current closing did not declare does not count, and a promise said in other words altogether counts as lost, in both arms alike.
closing-no-such = { $path } gives a previous summary to conversation { $id }, which is not in the corpus.
closing-slot = { $path }: { $slot } is no field of the client (at { $place }).
closing-no-economical = No economical model is declared for { $provider }: name one with --economical.
closing-other-provider = The economical model { $model } is not of the agent's own provider ({ $provider }).
closing-same-model = The economical model is the agent's own model ({ $model }): there would be nothing to compare.
closing-arm-not-proved = The wire does not prove the arm: { $fault }
closing-no-answer = { $path }: conversation { $id } has no answer of the agent, and without it there is no turn to close.
closing-own-agent = The closing is asked of the model directly: evaluation G runs no agent from outside ({ $agent }).
closing-block-bounds = Bounds against the margins
closing-shows-bounds = Difference shadow − control of each endpoint, with three 95% intervals. The one by script decides; the naive one takes repetitions of one text as independent, and is too narrow for it.
closing-bounds-title = Difference shadow − control and margin, { $model }
closing-bound-clustered = { $endpoint } · by script (n = { $n })
closing-bound-cr1 = { $endpoint } · CR1-t (n = { $n })
closing-bound-naive = { $endpoint } · naive (n = { $n })
closing-block-scripts = Script by script
closing-shows-scripts = A script far from the others is why the bound by script is wider. The intervals of a single script are for looking only.
closing-scripts-title = { $endpoint } by script: difference shadow − control, { $model }
closing-script-row = { $script } (n = { $n })
closing-no-script = outside the scripts
closing-block-clients = Client by client
closing-shows-clients = The five clients are fixed strata and no sample: no interval is clustered by them.
closing-block-lost = What the shadow lost and the control kept
closing-shows-lost = Each row tells the item, what each arm wrote in its place and why it does not count. Open a turn to read the two closings side by side.
closing-lost-turn = { $conversation }, k = { $k }: { $items }
closing-lost-more = There are { $n } more turns with a lost promise, all in the table.
closing-previous = previous summary
closing-refused-kind = refused: { $kind }
closing-block-refused = Refused closings
closing-shows-refused = Refused is the closing that not even in its third answer came in shape; a failure of the service is no attempt.
closing-column-endpoint = endpoint
closing-column-conversation = conversation
closing-column-repetition = k
closing-column-item = item
closing-column-control_found = in the control
closing-column-shadow_found = in the shadow
closing-column-shadow_how = why
closing-column-tag = client
closing-column-n = items
closing-column-control_share = control keeps
closing-column-shadow_share = shadow keeps
closing-column-difference = difference
closing-column-arm = arm
closing-column-kind = refusal
closing-column-attempts = answers
closing-how-absent = is not there
closing-how-promise_absent = the promise is not there
closing-how-other_deadline = another deadline
closing-how-refused = refused closing
closing-limit-next = Approving here does not switch the binding: the 14-day switch in your own organisation, which covers long context, is still to be done.
closing-short-promises = Promises
closing-short-deadlines = Deadlines
closing-short-intents = Intents
closing-short-entities = Entities
closing-identical = On these data this rule would approve a shadow equal to the control { $share } of the time ({ $n } random swaps of the two): a REPROVA for "not shown" is read beside this number.
