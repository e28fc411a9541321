# Unidades, como se leem depois de um número ou sob um gráfico.
unit-share = parcela
unit-difference_of_shares = diferença de parcelas
unit-count = quantidade
unit-usd = US$
unit-per_100_calls = por 100 chamadas
unit-per_100_format_calls = por 100 chamadas com campo de formato
unit-per_turn = por turno
unit-score = pontos
unit-s = s
unit-pairs = pares
unit-votes = votos
unit-executions = execuções
unit-tokens = tokens
unit-calls_per_arm = chamadas por braço
unit-draws = sorteios
unit-probability = probabilidade
unit-p = p
