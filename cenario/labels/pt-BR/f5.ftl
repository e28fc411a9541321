f5-title = F5 · histórico do lead em linhas
f5-question = Com o histórico em linhas em vez de JSON, o agente ainda sabe quem disse o quê, a que horas, e quem falou no grupo?
f5-gain = cerca de −375 tokens por leitura do histórico, pelo runbook.
f5-next = A virada do knob é um ato à parte, por decisão do dono.
f5-limit-invented = O corpus é inventado: não há PII, e também não há a distribuição real das conversas (o desenho pedia 60 turnos reais).
f5-limit-counts = Taxa de vetos e falhas de sonda são comparações de ponto: uma mudança inócua reprova cada uma delas até cerca de 45 % das vezes.
f5-limit-judge = O juiz é um modelo: mede preferência entre respostas, não verdade.
f5-limit-proposals = δ = 0,10, "sem regressão" por tipo de sonda e os mínimos de 60 pares e 60 votos são PROPOSTA do runbook, à espera do dono.
f5-veto-turns = turnos com veto
f5-probe-failures-quem-disse = falhas nas sondas de quem disse o quê
f5-probe-failures-horario = falhas nas sondas de horário
f5-probe-failures-grupo = falhas nas sondas de remetente de grupo
f5-note-all-ties = O juiz não mostra nada: os { $n } votos são empate, então "não inferior" aqui não informa.
f5-note-few-decisive = O juiz mostra pouco: só { $n } de { $votes } votos decidem por um dos lados.
f5-note-judge-is-judged = O juiz é o próprio modelo julgado.
f5-note-no-control = Sem régua de ruído: não há o braço json_b.
f5-reading-interval = Juiz: { $wins } vitórias, { $ties } empates, { $losses } derrotas; limite inferior bilateral de 95 % { $lower }, unilateral de 95 % { $one_sided }.
f5-reading-needed = Com { $ties } de empates, são precisos { $needed } pares para 80 % de poder se os braços forem iguais.
f5-reading-position = A posição: a resposta mostrada primeiro ganhou { $first } votos, a segunda { $second } (p = { $p }).
f5-reading-both-orders = Nas duas ordens, { $n } pares: { $flips } mudaram de voto ({ $first } de { $hard } trocas de lado foram para a primeira mostrada); pela média das duas ordens, o limite inferior é { $lower }.
f5-reading-assay-weak = Sensibilidade fraca: { $decisive } votos decisivos (bom: { $least }) e { $ties } de empates (bom: até { $most }), então o juiz talvez não visse uma piora.
f5-reading-assay-fit = Sensibilidade boa: { $decisive } votos decisivos (bom: { $least }) e { $ties } de empates (bom: até { $most }).
f5-reading-degraded-absent = Não há controle degradado: nada prova que este juiz veria uma resposta pior.
f5-reading-degraded-caught = O juiz reconhece respostas pioradas de propósito: { $caught } de { $n }.
f5-reading-degraded-missed = O juiz NÃO reconhece respostas pioradas de propósito: { $caught } de { $n }; "não inferior" aqui não informa.
f5-reading-aa-votes = Votos A/A (json × json_b): { $wins } × { $losses }, { $ties } de empates; assimetria p = { $p }.
f5-reading-no-noise-ruler = Sem régua de ruído: não há o braço json_b, então os 95 % não têm com que se comparar.
f5-reading-aa-agreement = O json concorda com ele mesmo (json × json_b) em { $share } de { $n } conversas.
f5-reading-odd-one-out = Entre as { $n } conversas em que um só dos três braços destoa, o linhas destoa mais que o acaso com p = { $p }.
f5-reading-vetoes = Vetos, teste pareado exato: p = { $p }.
f5-reading-identical-arm = Com este ruído, a regra aprovaria um braço idêntico ao json em cerca de { $share } das vezes.
