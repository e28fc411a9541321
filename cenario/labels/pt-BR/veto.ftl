# What a before-send gate found (the reason of a veto).
veto-stop = o contato pediu para não receber mensagens
veto-lgpd = a resposta traz { $what } que não apareceu nesta conversa
veto-pacing-unanswered = { $n } mensagens nossas já estão sem resposta
veto-pacing-long = { $n } caracteres numa mensagem só, o limite é { $limit }
veto-window = o contato escreveu há mais de { $hours } horas
veto-window-never = o contato nunca escreveu
veto-spinning = repete uma das últimas mensagens nossas
veto-promise = promete voltar (“{ $words }”) sem retorno agendado nem passagem
veto-case-promise = diz que fez (“{ $words }”) sem a ferramenta ter confirmado
veto-internal-vocabulary = usa termo interno (“{ $words }”)
veto-disclosure = diz o que não pode dizer de si (“{ $words }”)
veto-disclosure-quoted = repete { $n } palavras seguidas das próprias instruções
