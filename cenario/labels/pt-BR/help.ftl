# A primeira página de ajuda: uma linha por comando, sem variáveis (lida sem o interpretador).
help-product = cenario: uma mudança no agente perde mais do que o agente perde contra ele mesmo?
help-usage = Uso: cenario COMANDO [OPÇÕES]   (cada comando aceita o nome em inglês e o em português)
help-more = Ajuda de um comando: cenario COMANDO --help
help-exit-codes = Códigos de saída: 0 APROVA ou feito, 1 REPROVA ou portão fechado, 2 INCONCLUSIVO, 3 uso ou dado errado, 4 parado no teto.
help-locale = Idioma: --locale pt-BR (padrão) ou en; ou a variável LOCALE.
help-doctor = confere se esta máquina tem o que é preciso
help-schemas = grava ou confere os JSON Schemas dos registros
help-import = traz o registro de outra ferramenta (tau-bench, tau2-bench) para um arquivo de execuções
help-compare = compara duas gravações, aos pares, e dá o veredito; nada se gasta
help-scenarios = o que um banco de cenários tem, e o que está errado nele
help-run = executa os braços de uma avaliação, sob um teto de gasto, e grava cada execução
help-noise = mostra quanto o agente gravado concorda com ele mesmo, de repetição a repetição
help-report = faz o relatório de uma avaliação: o veredito e a página, reports/CÓDIGO.html
help-plan = Diz quanto a resposta vai custar e quão segura será, sem gastar nada
help-close = executa a avaliação G (o fechamento), com as variáveis de ambiente do roteiro
help-corpus-g = grava o corpus da avaliação G em JSON
help-judge = Pede a um juiz os votos, par a par, sob um teto
