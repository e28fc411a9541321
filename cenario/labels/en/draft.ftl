draft-not-observed = this turn does not show the agent ({ $outcome }); a draft is only made of a turn that ended.
draft-several-turns = this execution has several turns; a scenario is born of one.
draft-no-turn = there is no turn { $name } in the journals; ask for the list.
draft-no-situation = where { $name } started is not known: neither its journal nor a corpus keeps it.
draft-corpus-changed = corpus { $corpus } has changed since { $name } was recorded: where it started is no longer the same.
draft-talk = A talk with the embedded agent, by itself.
draft-nothing-known = there is no conversation { $name } in the corpora; there are { $known }.
