# What an agent under test, or its declaration, is refused or fails for.
agent-none-declared = { $folder }: nenhum agente declarado; esperava arquivos .yaml
agent-file-name = { $file }: o agente se chama “{ $id }”; o nome do arquivo tem de ser o mesmo
agent-capability-missing = { $source }: falta capacidade: { $names }; o agente tem de ter exatamente as listadas
agent-capability-extra = { $source }: capacidade a mais: { $names }; o agente tem de ter exatamente as listadas
agent-capability-repeated = { $source }: capacidade repetida; deixe cada uma uma vez
agent-agenda-empty = { $source }: tem agenda, e nenhum horário livre; declare hours
agent-agenda-lacks = { $source }: a agenda não tem { $names }; declare em event_types
agent-funnel-empty = { $source }: tem funil, e nenhuma etapa; declare stages
agent-unknown = agente “{ $name }” desconhecido; os declarados são { $known }
agent-wrong-business = o agente “{ $agent }” não atende a conversa { $conversation }, que é de { $business }
agent-needs-model = o agente “{ $agent }” precisa de um modelo; passe provedor:modelo
agent-knob-unknown = chave “{ $name }” desconhecida; as que existem são { $known }
agent-knob-value = chave { $name }: “{ $value }” não existe; use { $legal }
agent-clock = o relógio “{ $clock }” não é um instante com fuso, como 2026-11-04T10:00:00-03:00
agent-first-message = { $conversation }: o primeiro turno abre com a mensagem da própria conversa
agent-no-message = { $conversation }: do segundo turno em diante é preciso dizer a mensagem do contato
agent-loops = passou do limite de { $limit } voltas sem responder
