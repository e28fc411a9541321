# O comando executar.
run-evaluation = a avaliação: C, F5, G, ou o caminho de um arquivo seu
run-model = o modelo, provedor:modelo; vários com vírgula, um arquivo para cada
run-arm = o braço (um lado da avaliação); vários com vírgula; sem ele, todos
run-agents = um agente por negócio: clinica=<id>,loja=<id>,imobiliaria=<id>,curso=<id> (id declarado ou arquivo .yaml)
run-k = quantas execuções de cada conversa em cada braço; sem ele, o K da avaliação
run-conversations = só estas conversas, com vírgula: C02,C13,C21
run-out = o arquivo JSONL do lote; retomado de onde parou se já existe
run-prices = preços no formato da OpenRouter (/api/v1/models); sem ele, os declarados mais novos
run-ceiling = teto do lote em dólares; obrigatório para o que é pago
run-ceiling-tokens = teto do lote em tokens, para modelos sem preço
run-concurrency = quantas execuções ao mesmo tempo; sem ele, o limite do provedor
run-seed = semente da ordem e de cada execução
run-no-cache = não marca o cache de prompt dos Claude
run-spent = { $money } · { $tokens } tokens
run-agents-form = --agentes: “{ $value }” não é negócio=agente; escreva clinica=<id>,loja=<id>,imobiliaria=<id>,curso=<id>
run-ceiling-form = --teto-usd: “{ $value }” não é um valor em dólares maior que zero
run-stopping = parando: nada novo começa, o que está em andamento termina (Ctrl-C outra vez cancela, e guarda o que foi gasto)
run-ended-done = { $done } de { $planned } execuções, { $failed } falharam no serviço, { $spent }, { $tokens } tokens: { $path }
run-ended-ceiling = parado no teto: { $done } de { $planned } execuções, { $failed } falharam no serviço, { $spent }, { $tokens } tokens: { $path }
run-ended-interrupted = interrompido: { $done } de { $planned } execuções, { $failed } falharam no serviço, { $spent }, { $tokens } tokens: { $path }
run-failed = { $n } execuções falharam no serviço; rode de novo para retomar só elas: { $path }
run-economical = o modelo econômico do braço sombra (avaliação G); sem ele, o do mesmo provedor na tabela
run-corpus = o corpus gravado por corpus-g (avaliação G); sem ele, o declarado
run-agent = o seu agente no lugar do embutido: http://127.0.0.1:… (contrato em data/schemas) ou command:programa argumentos
run-allow-remote = deixa o endereço do agente ser de outra máquina
