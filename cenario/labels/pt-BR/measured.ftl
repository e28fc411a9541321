# Números da documentação, medidos pelas execuções longas do próprio projeto.
measured-missing = data/evidence/{ $path }: não existe ou tem outra forma: rode make evidence
measured-where = Medido em { $day }; { $machine }.
measured-title-performance = Tempo, ao lado de um par ou de um piso na mesma execução
measured-title-reliability = Com que frequência limites e regras erram quando a verdade é conhecida
measured-table-performance = A razão é o nosso valor sobre o do outro; a diferença é o nosso menos o do outro. O limite é o que o projeto promete; os dois lados rodam em turnos, na mesma máquina.
measured-table-paired = Resultados binários pareados, somas exatas sobre todas as contagens discordantes. Cobertura sem diferença, nominal 0,950; mostrado por engano: com que frequência o limite inferior passa da margem de 0,05 quando a candidata é pior exatamente nisso (nominal 0,025).
measured-table-bands = A banda de ruído do usuário: com que frequência a média de K repetições de um braço idêntico sai da faixa das K repetições, com um indicador contínuo e com qualquer de cinco independentes.
measured-table-clustered = O desenho de G (20 roteiros de 5 conversas e 60 avulsas, K = 2), simulado, sem diferença: cobertura, nominal 0,950, do limite por roteiro, que decide, e do ingênuo, que toma os itens por independentes.
measured-column-name = o quê
measured-column-ours = nosso
measured-column-ours-value = valor
measured-column-other = ao lado
measured-column-other-value = valor
measured-column-unit = unidade
measured-column-relation = relação
measured-column-value = resultado
measured-column-limit = limite
measured-column-note = nota
measured-column-design = desenho
measured-column-coverage = cobertura
measured-column-wrongly-shown = mostrado por engano
measured-column-repetitions = K
measured-column-one-indicator = um indicador
measured-column-five-indicators = cinco indicadores
measured-column-clustered = por roteiro
measured-column-naive = ingênuo
measured-column-draws = lotes
