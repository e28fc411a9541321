# Evaluation G: the closing on the economical model.
closing-missing = A execução da conversa { $conversation } no braço { $arm } não tem fechamento: não é da avaliação G.
closing-clock = A conversa { $conversation } foi executada sem um relógio fixo com fuso ({ $clock }); rode de novo com o relógio do corpus.
closing-summaries-differ = Os braços da conversa { $conversation } receberam resumos anteriores diferentes: os arquivos não são do mesmo corpus.
closing-title = G: o fechamento no modelo econômico
closing-question = O fechamento do turno no modelo econômico perde mais que o próprio modelo do agente perde de uma execução para a outra?
closing-gain = Cerca de −1,6 ¢ por turno no Sonnet 5 (cerca de −9,5% do gasto total), medido em produção e não aqui.
closing-next-step = Se aprovar, o próximo passo é a virada do binding por 14 dias na própria organização, que cobre o contexto longo; este relatório não a substitui, e ela não foi feita aqui.
closing-served = Os braços da referência foram servidos por { $agent } e a sombra por { $shadow }.
closing-served-unproved = O modelo que serviu não prova os braços: referência { $agent }, sombra { $shadow }.
closing-served-other = Pediu-se o modelo { $asked } e respondeu { $served }: o braço não é o que diz ser.
closing-companion = { $what }: limite unilateral { $one_sided }; CR1-t { $cr1 }; ingênuo { $naive }; ICC da diferença { $icc }, efeito de delineamento { $effect }, { $clusters } agrupamentos.
closing-without-refusals = { $what }, sem os { $turns } turnos com fechamento recusado: diferença { $value }, limite inferior { $lower }.
closing-with-refusals = { $what }, contando como perdidos os itens dos { $turns } turnos com fechamento recusado: diferença { $value }, limite inferior { $lower }.
closing-limit-unmeasured = Sem juiz, não se mede: fatos perdidos, contradições, intenções divergentes, próxima ação e nada_a_declarar.
closing-limit-request = O pedido não é o de produção inteiro: cerca de 1,2 mil tokens contra 9,8 mil; um modelo que se perde em contexto longo passa aqui e pode falhar lá.
closing-limit-replicas = Os 100 fechamentos de roteiro variam negócio, nome, valor e prazo sobre o mesmo texto, e K = 2 repete a conversa: o intervalo ingênuo é otimista, e por isso decide o limite por roteiro. Um veredito na beira do critério não é veredito.
closing-limit-corpus = O corpus é inventado: não há a distribuição real das conversas.
closing-limit-reference = Cada item é do fechamento atual (ou do resumo anterior): o que a sombra acerta e o atual não declarou não conta, e promessa dita com outras palavras por inteiro conta como perdida, nos dois braços igualmente.
closing-no-such = { $path } dá um resumo anterior à conversa { $id }, que não está no corpus.
closing-slot = { $path }: { $slot } não é um campo do cliente (em { $place }).
closing-no-economical = Não há modelo econômico declarado para { $provider }: diga qual com --economico.
closing-other-provider = O modelo econômico { $model } não é do mesmo provedor do agente ({ $provider }).
closing-same-model = O modelo econômico é o próprio modelo do agente ({ $model }): não haveria o que comparar.
closing-arm-not-proved = O fio não prova o braço: { $fault }
closing-no-answer = { $path }: a conversa { $id } não tem a resposta que o agente deu, e sem ela não há turno a fechar.
closing-own-agent = O fechamento é pedido direto ao modelo: a avaliação G não roda um agente de fora ({ $agent }).
closing-block-bounds = Limites contra as margens
closing-shows-bounds = Diferença sombra − controle de cada desfecho, com três intervalos de 95%. Decide o de por roteiro; o ingênuo trata as repetições do mesmo texto como independentes, e por isso é estreito demais.
closing-bounds-title = Diferença sombra − controle e margem, { $model }
closing-bound-clustered = { $endpoint } · por roteiro (n = { $n })
closing-bound-cr1 = { $endpoint } · CR1-t (n = { $n })
closing-bound-naive = { $endpoint } · ingênuo (n = { $n })
closing-block-scripts = Roteiro a roteiro
closing-shows-scripts = Um roteiro longe dos outros é a razão de o limite por roteiro ser mais largo. Os intervalos de um roteiro só servem para olhar.
closing-scripts-title = { $endpoint } por roteiro: diferença sombra − controle, { $model }
closing-script-row = { $script } (n = { $n })
closing-no-script = fora dos roteiros
closing-block-clients = Cliente a cliente
closing-shows-clients = Os cinco clientes são estratos fixos, e não uma amostra: nenhum intervalo é agrupado por eles.
closing-block-lost = O que a sombra perdeu e o controle manteve
closing-shows-lost = Cada linha diz o item, o que cada braço escreveu no lugar e por que não conta. Abra um turno para ler os dois fechamentos lado a lado.
closing-lost-turn = { $conversation }, k = { $k }: { $items }
closing-lost-more = Há mais { $n } turnos com promessa perdida, todos na tabela.
closing-previous = resumo anterior
closing-refused-kind = recusado: { $kind }
closing-block-refused = Fechamentos recusados
closing-shows-refused = Recusado é o fechamento que nem na terceira resposta veio na forma; falha do serviço não conta como tentativa.
closing-column-endpoint = desfecho
closing-column-conversation = conversa
closing-column-repetition = k
closing-column-item = item
closing-column-control_found = no controle
closing-column-shadow_found = na sombra
closing-column-shadow_how = por quê
closing-column-tag = cliente
closing-column-n = itens
closing-column-control_share = controle mantém
closing-column-shadow_share = sombra mantém
closing-column-difference = diferença
closing-column-arm = braço
closing-column-kind = recusa
closing-column-attempts = respostas
closing-how-absent = não está lá
closing-how-promise_absent = a promessa não está lá
closing-how-other_deadline = outro prazo
closing-how-refused = fechamento recusado
closing-limit-next = Aprovar aqui não vira o binding: falta a virada de 14 dias na própria organização, que cobre o contexto longo e não foi feita.
closing-short-promises = Promessas
closing-short-deadlines = Prazos
closing-short-intents = Intenções
closing-short-entities = Entidades
closing-identical = Com estes dados, esta régua aprovaria uma sombra igual ao controle em { $share } das vezes ({ $n } trocas sorteadas entre os dois): uma REPROVA por "não demonstrado" se lê ao lado deste número.
