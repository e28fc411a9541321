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

report-yes = sim
report-no = não
report-rows-left-out = { $n ->
    [one] Mais uma linha não mostrada aqui.
   *[other] Mais { $n } linhas não mostradas aqui.
 }
report-model = Modelo
report-proposed = PROPOSTA
report-does-not-decide = { $outcome } (não decide)

report-kicker = { $title } · avaliação { $code }
report-ruler = Atenção: { $reason }
report-more-clauses = { $n ->
    [one] e mais uma cláusula, na tabela abaixo
   *[other] e mais { $n } cláusulas, na tabela abaixo
 }
report-side-baseline = Referência
report-side-candidate = Candidata
report-side = { $file } (braço { $arm }, modelo { $model })
report-gain = O que se ganharia
report-cost-of-answer = O que custou medir
report-next-step = Próximo passo
report-proposed-thresholds = Limiares que o documento chama de PROPOSTA
report-use-cost-usd = Custo por execução: { $before } → { $after } ({ $change })
report-use-input-tokens = Tokens de entrada por execução: { $before } → { $after } ({ $change })
report-cost-runs = { $usd } em { $n } execuções, { $each } por execução
report-cost-judges = { $usd } em { $n } respostas de juiz, { $each } por resposta
report-cost-unknown = { $n } sem custo conhecido

report-clauses = Cláusulas do veredito
report-clauses-shows = Cada condição da régua, com o que foi medido, o limite e o motivo. Uma cláusula em que faltam dados basta para não concluir; se nenhuma falta, uma que falha basta para reprovar.
report-clauses-note = “—” é número que não existe ou não se conhece; nunca é zero. PROPOSTA marca limite que o documento ainda discute.
report-column-outcome = Resultado
report-column-reason = Motivo
report-column-reading = Leitura
report-column-value = Valor
report-column-bounds = Intervalo
report-column-limit = Limite
report-column-n = n
report-readings = Leitura calibrada
report-readings-shows = O que os mesmos dados dizem com taxas de erro conhecidas. Fica ao lado do veredito e não o muda.
report-no-readings = Esta avaliação não tem leitura calibrada para estes dados.
report-flagged = ⚑ marca o que merece atenção antes de confiar no veredito.
report-intervals = Intervalos e limites
report-intervals-shows = O ponto é a diferença medida; a barra, o que os dados ainda admitem; o tracejado, o limite. Uma barra toda do lado bom do tracejado demonstra que a candidata não é pior.
report-intervals-title = Intervalos e limites: { $model }
report-no-intervals = Nenhuma cláusula tem intervalo a desenhar.
report-bands = Bandas de ruído
report-bands-shows = A faixa vai do menor ao maior valor da referência contra ela mesma; os losangos são as repetições da candidata.
report-bands-title = Bandas de ruído: { $model }
report-no-bands = Esta avaliação não tem banda de ruído para estes dados.
report-agreement = Concordância entre repetições
report-agreement-shows = Parcela das conversas em que duas repetições chamam as mesmas ferramentas na mesma ordem: a referência contra ela mesma e contra a candidata.
report-agreement-title = Concordância da sequência de ferramentas: { $model }
report-no-agreement = Não há repetições bastantes para uma matriz de concordância.

report-counts = O que foi comparado
report-counts-shows = Execuções por braço e desfecho. Só as concluídas e as falhas do agente são medidas.
report-conversations = conversas
report-repetitions = repetições
report-pairs = Pares comparados: { $model }
report-pairs-n-pairs = pares
report-pairs-both = os dois passam
report-pairs-only-candidate = só a candidata
report-pairs-only-baseline = só a referência
report-pairs-neither = nenhum
report-planned = { $model }: o lote parou antes do fim (no teto de gasto ou a pedido): há { $done } das { $planned } execuções planejadas.
report-stopped = { $model }: { $n } execuções paradas antes do fim (no teto ou a pedido).
report-losses = O que não foi medido
report-losses-shows = Falhas do arnês, por braço e motivo. Cada uma sai com o seu par, para que nenhum braço ganhe com elas.
report-loss-untold = motivo não registrado
report-no-losses = Nada se perdeu.
report-costs = Custo e uso por braço
report-costs-shows = Médias por execução medida.
report-costs-note = “—” quando alguma execução do braço não diz o número: uma média parcial enganaria.
report-cost-title = Custo por execução: { $model }
report-usd-per-execution = US$ por execução
report-use-column-n = execuções
report-use-column-cost = custo
report-use-column-input-tokens = tokens de entrada
report-use-column-output-tokens = tokens de saída
report-use-column-steps = passos
report-use-column-duration = segundos

report-worst = As piores conversas
report-worst-shows = Onde a candidata mais perdeu para a referência, a pior primeiro. Abra para ler as duas lado a lado.
report-worst-more = { $model }: há mais { $n } conversas em que a candidata foi pior, não mostradas aqui.
report-no-worse = Em nenhuma conversa a candidata foi pior que a referência.
report-worst-summary = { $conversation }, repetição { $k } ({ $model }): nota { $fall }, faltas { $faults }
report-transcript-named = { $conversation }{ $variant } · { $arm }, repetição { $k }

report-limits = O que isto não mede
report-limits-shows = Um veredito vale até onde a avaliação alcança.
report-no-limits = A avaliação não declara limites.
report-params = Parâmetros da régua
report-params-shows = Os números em força e de quem são: do documento, PROPOSTA do documento, ou padrão nosso.
report-params-param = Parâmetro
report-params-in-force = Em força
report-params-default = Padrão
report-params-legal = Aceita
report-params-origin = De quem é
report-origin-design = documento
report-origin-proposal = PROPOSTA
report-origin-ours = padrão nosso
report-provenance = De onde vem
report-provenance-shows = O que permite refazer este veredito e saber com que régua, código e dados ele foi dado.
report-ruler-digest = Régua em força (resumo)
report-revision = Revisão do código
report-version = Versão
report-packages = Pacotes
report-served-models = Modelos pedidos e servidos
report-served-untold = o registro não diz que modelo respondeu
report-files = Arquivos lidos
report-file = Arquivo
report-executions = Execuções
report-batch = Lote { $batch }
report-batch-seal = Lacre da régua
report-batch-sealed-at = Lacrado em
report-batch-revision = Revisão do código na medição
report-batch-corpus = Corpus
report-batch-corpus-digest = Resumo do corpus
report-batch-prices-date = Data dos preços
report-batch-ceiling-usd = Teto (US$)
report-batch-clock = Relógio fixo
report-batch-source = Arquivo de origem
report-batch-source-sha256 = sha256 da origem
report-batch-format = Formato de origem

report-index = Relatórios
report-index-empty = Nenhum relatório ainda. Faça um com “make report ARM=compare”.
report-index-earlier = Anteriores ({ $n })
report-discordant = Pares em que os dois lados diferem
report-discordant-shows = Só estes pares dizem qual lado é melhor. Primeiro os que a candidata perdeu.
report-discordant-caption = { $model }: { $n } de { $of } pares
report-unknown-cost-runs = custo desconhecido em { $n } execuções
report-unknown-cost-judges = custo desconhecido em { $n } respostas de juiz
report-any-text = texto

report-headline-aprova = Cumprem todas as cláusulas que decidem: { $n } de { $of }.
report-headline-reprova = Falham { $n } das { $of } cláusulas da régua.
report-headline-inconclusivo = Em { $n } das { $of } cláusulas da régua não se pode concluir.
