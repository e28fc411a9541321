minimum-format_calls = chamadas com campo de formato
minimum-pairs = pares
minimum-votes = votos válidos
