# Words of every report: blocks, tables, charts, transcripts, the first screen.
report-masked-email = e-mail
report-masked-phone = telefone
report-masked-cpf = CPF
report-unit = Unidade: { $unit }
report-table = Tabela
report-empty-table = Nada a listar aqui.
report-empty-chart = { $title }: não há número para desenhar.
report-not-in-use = medido, fora de uso: não decide

report-outcome-holds = cumpre
report-outcome-fails = falha
report-outcome-undecided = não demonstrado
report-outcome-short = faltam dados
report-outcome-plain = informa

report-chart-limit = limite
report-chart-band = banda da referência
report-chart-limit-is = Limite { $limit }.
report-chart-interval-row = { $name }: { $value }, de { $lower } a { $upper }.
report-chart-band-row = { $name }: referência { $baseline }, candidata { $candidate }.
report-chart-matrix-row = { $name }: { $cells }.
report-chart-bar-row = { $name }: { $value }.

report-role-user = contato
report-role-assistant = agente
report-role-system = sistema
report-role-tool = ferramenta
report-role-reply = resposta do agente
report-role-call = chamada
report-role-veto = veto: { $gate }
report-silence = (silêncio: nada seria dito ao contato)
report-nothing-said = O registro não guarda mensagens desta execução.
report-call-unknown = ferramenta que não existe
report-call-invalid = recusada pela validação do servidor
report-call-landfill = uuid de aterro
report-call-result = resposta da ferramenta
report-transcript-title = { $arm }, repetição { $k }
report-transcript-outcome = desfecho
report-transcript-reason = motivo
report-execution-completed = concluída
report-execution-agent-failure = falha do agente
report-execution-harness-failure = falha do arnês (não medida)
report-execution-stopped = parada
report-cost = custo
report-served = modelo servido
