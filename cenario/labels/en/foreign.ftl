# Agents that people put under test: over HTTP or as a command.
foreign-name = agent “{ $name }”: use preview, an http(s) URL, or command: with the program
foreign-command = “{ $name }”: quotes without end in the command
foreign-url = “{ $url }” is not an http or https URL
foreign-not-local = { $url } is not this machine; only with --allow-remote, in so many words
foreign-no-program = program “{ $program }” not found; check its name or path
foreign-timeout = the agent did not answer in { $seconds } seconds
foreign-status = the agent answered HTTP { $status }; expected 200
foreign-unreachable = could not talk to the agent ({ $detail })
foreign-too-big = the agent's answer is over { $limit } bytes
foreign-exit = the agent's program ended with { $status }: { $detail }
foreign-shape = the agent's answer does not follow the contract (data/schemas/agent-answer.schema.json): { $detail }
foreign-sent = { $conversation }: the agent says it sent a message to a real contact; nothing may be sent
