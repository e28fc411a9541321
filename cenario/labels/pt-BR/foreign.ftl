# Agents that people put under test: over HTTP or as a command.
foreign-name = agente “{ $name }”: use preview, uma URL http(s) ou command: com o programa
foreign-command = “{ $name }”: aspas sem fim no comando
foreign-url = “{ $url }” não é uma URL http ou https
foreign-not-local = { $url } não é desta máquina; só com --permitir-remoto, dito por extenso
foreign-no-program = programa “{ $program }” não encontrado; confira o nome ou o caminho
foreign-timeout = o agente não respondeu em { $seconds } segundos
foreign-status = o agente respondeu HTTP { $status }; esperava 200
foreign-unreachable = não foi possível falar com o agente ({ $detail })
foreign-too-big = a resposta do agente passa de { $limit } bytes
foreign-exit = o programa do agente terminou com { $status }: { $detail }
foreign-shape = a resposta do agente não segue o contrato (data/schemas/agent-answer.schema.json): { $detail }
foreign-sent = { $conversation }: o agente diz que enviou mensagem a um contato de verdade; nada pode ser enviado
