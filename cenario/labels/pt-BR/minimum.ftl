minimum-format_calls = chamadas com campo de formato
minimum-pairs = pares
minimum-votes = votos válidos
minimum-promises = promessas
minimum-deadlines = prazos
minimum-intents = intenções
minimum-previous_summaries = turnos com resumo anterior
minimum-turns = turnos
