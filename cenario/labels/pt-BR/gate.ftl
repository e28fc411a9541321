gate-title = Portão: o agente ainda faz o que não pode regredir?
gate-question = Cada cenário promovido a portão continua cumprindo as suas expectativas, em toda execução de toda entrada?
gate-all-met = { $n ->
    [one] A expectativa foi cumprida.
   *[other] As { $n } expectativas foram cumpridas.
}
gate-and = { $first } { $rest }
gate-turn-not-ended = O turno não terminou: { $reason }
gate-threshold = Exigência em vigor: { $minimum } das execuções de cada entrada (padrão nosso; parâmetro minimo).
gate-no-gate = Nenhum cenário medido aqui é portão: nada barra. Promova a portão aquilo que não pode regredir.
gate-strays = { $n } execuções ({ $which } é a primeira) dizem uma versão de cenário que o arquivo não traz: não há régua pela qual julgá-las.
gate-not-measured = Cenário { $id } (versão { $version }): não medida.
gate-ruler-younger = Cenário { $id } foi declarado ({ $at }) depois que a medição começou; régua escrita depois descreve o resultado em vez de julgá-lo.
gate-failed = Cenário { $id }: { $k }/{ $n } execuções cumpriram tudo (por entrada: { $inputs }). Primeira falha: { $why }
gate-missing = Cenário { $id }: { $k }/{ $n } execuções cumpriram tudo, mas faltam { $missing } das { $planned } pedidas.
gate-path-stands = Cenário { $id }: { $k }/{ $n }, caminho de pé: com menos de três repetições isto não é uma frequência.
gate-passed = Cenário { $id }: { $k }/{ $n } execuções cumpriram tudo (Wilson 95%: de { $low } a { $high }).
gate-diverges = Cenário { $id }: entradas equivalentes não levaram à mesma decisão (por entrada: { $inputs }; p = { $p }). O agente decorou uma frase, não entendeu a intenção.
gate-understood = Cenário { $id }: as entradas equivalentes levaram ao mesmo (por entrada: { $inputs }; p = { $p }).
gate-axis-inferences = inferências
gate-axis-loops = voltas
gate-within = Cenário { $id }: no máximo { $most } { $axis } em uma execução, dentro do teto de { $ceiling }.
gate-exceeded = Cenário { $id }: { $n ->
    [one] uma execução passou
   *[other] { $n } execuções passaram
} do teto de { $ceiling } { $axis } (a maior gastou { $most }).
gate-axis-unknown = Cenário { $id }: o agente não informou quantas { $axis } gastou, e há um teto de { $ceiling }.
gate-limit-ruler = Um cenário julga o estado do mundo ao fim do turno, nunca o caminho até ele.
gate-limit-frequency = Com três repetições, 3/3 ainda admite uma taxa de acerto bem menor que 100%; o intervalo de Wilson ao lado diz quanto. Ele supõe execuções independentes.
gate-limit-inputs = Com três repetições de duas entradas o menor p possível é 0,1: o teste de divergência quase nunca decide sozinho. Por isso a tabela fica ao lado, e uma entrada que sempre passa contra outra que nunca passa já é divergência.
gate-limit-last = De cada versão vale a última medição; as anteriores ficam no histórico. Medir de novo até passar não é medir.
gate-next-step = Publicar, ou corrigir o que está barrado e medir de novo. Virar portão, deixar de ser e sair são atos à parte, com quem e quando.
gate-cli-runs = arquivos de execuções a ler; sem nenhum, os cenários de portão rodam agora
gate-cli-model = modelo do agente, provedor:modelo; sem nenhum, o simulado embutido
gate-cli-all = roda todos os cenários declarados, não só os de portão (só os de portão barram)
gate-cli-minimum = parcela das execuções de cada entrada que tem de cumprir tudo (padrão nosso: 1)
gate-cli-alpha = erro do teste de divergência entre entradas (padrão nosso: 0,05)
gate-cli-sealed = julga só pela régua que cada arquivo traz, sem olhar os cenários de agora
gate-cli-out = pasta onde gravar a medição
gate-cli-junit = onde gravar o JUnit XML para o CI
gate-cli-verdict = onde gravar o veredito em JSON
gate-cli-edited = Portão sem resposta: { $ids } mudou depois de declarado; declare a nova versão e meça.
gate-cli-open = Portão aberto.
gate-cli-closed = Portão fechado por { $by }.
gate-cli-unknown = Portão sem resposta: falta medir.
gate-matrix = Cenário × entrada × repetição
gate-matrix-shows = Cada linha é uma forma de dizer a mesma coisa; cada coluna k é uma execução. Duas linhas de um mesmo cenário que diferem dizem que uma frase foi entendida e a outra não.
gate-matrix-note = ✓ cumpriu tudo · ✗ não cumpriu · ? não se pôde julgar · … perdida pelo arnês. O que não se pôde julgar fica fora de k/n.
gate-failures = O que falhou, e por quê
gate-failures-shows = Cada execução que não cumpriu a sua régua, as de portão primeiro.
gate-nothing-failed = Nada falhou.
gate-transcripts = As conversas que falharam
gate-transcripts-shows = { $shown } de { $n } execuções que não cumpriram a régua, as de portão primeiro.
gate-rulers = As réguas em vigor
gate-rulers-shows = O que cada cenário pede, desde quando, e quem o fez portão. A versão é o resumo de tudo o que ele pede: mudou o que pede, mudou a versão.
gate-history = Medições
gate-history-shows = Cada versão e cada medição dela. Uma régua mudada depois é outra versão: a medição antiga guarda o seu resultado, e a versão nova precisa de outra.
gate-column-gate = Portão
gate-column-scenario = Cenário
gate-column-input = Entrada
gate-column-k = k
gate-column-why = Por quê
gate-column-version = Versão
gate-column-declared = Declarado em
gate-column-inputs = Entradas
gate-column-expectations = Expectativas
gate-column-repetitions = Repetições
gate-column-budget = Orçamento
gate-column-measured = Medição
gate-column-result = Cumpriram
gate-column-standing = Situação
gate-is-gate = portão
gate-promoted = portão, por { $by } em { $at }
gate-no-budget = não declarado
gate-unmeasured = não medida
gate-in-force = em vigor
gate-replaced = anterior
gate-measured-before = O cenário { $id } já tinha sido medido nesta mesma versão e falhado ({ $shares }); vale a última medição, e a falha continua no histórico.
