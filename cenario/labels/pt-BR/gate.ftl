# What a before-send gate found (the reason of a veto).
gate-stop = o contato pediu para não receber mensagens
gate-lgpd = a resposta traz { $what } que não apareceu nesta conversa
gate-pacing-unanswered = { $n } mensagens nossas já estão sem resposta
gate-pacing-long = { $n } caracteres numa mensagem só, o limite é { $limit }
gate-window = o contato escreveu há mais de { $hours } horas
gate-window-never = o contato nunca escreveu
gate-spinning = repete uma das últimas mensagens nossas
gate-promise = promete voltar (“{ $words }”) sem retorno agendado nem passagem
gate-case-promise = diz que fez (“{ $words }”) sem a ferramenta ter confirmado
gate-internal-vocabulary = usa termo interno (“{ $words }”)
gate-disclosure = diz o que não pode dizer de si (“{ $words }”)
gate-disclosure-quoted = repete { $n } palavras seguidas das próprias instruções
