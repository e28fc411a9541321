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
