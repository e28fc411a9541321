# Títulos de colunas das tabelas de uma decisão, pelo nome da coluna.
column-conversation = conversa
column-repetition = repetição
column-arm = braço
column-model = modelo
column-baseline = referência
column-candidate = candidata
column-measure = medida
column-outcome = resultado
column-reason = motivo
column-n = n
column-value = valor
column-difference = diferença
column-cost_usd = custo
