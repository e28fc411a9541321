# Fazer um relatório: opções do comando, o que ele diz e o que recusa.
produce-evaluation = código da avaliação (C, F5, G, gate, bank, simulation, compare) ou caminho do seu arquivo .py
produce-runs = arquivos de execuções, com vírgulas ou curingas; sem eles, os gravados em data/runs, e sem nenhum, a execução simulada embutida
produce-votes = arquivos de votos e notas de juízes
produce-baseline = gravação da referência, em compare; ARQUIVO.jsonl#k=0 escolhe uma repetição
produce-candidate = gravação da candidata, em compare, da mesma forma
produce-model = julga só este modelo
produce-measure = nota a comparar, em compare
produce-margin = margem, no lugar da padrão
produce-alpha = erro do intervalo, no lugar do padrão
produce-param = parâmetro da régua, NOME=VALOR; pode repetir
produce-mask = esconde CPF, telefone e e-mail de tudo o que se mostra (não acha nomes nem endereços)
produce-folder = pasta onde gravar (padrão: reports)
produce-page-at = { $path }
produce-param-form = “{ $words }”: um parâmetro se dá como NOME=VALOR
produce-bad-code = “{ $code }” não serve de código de avaliação: use letras, números, - e _, até 64
produce-not-taken = { $notebook } não recebe { $names }; veja a célula de parâmetros
produce-no-verdict = { $notebook } não gravou o veredito: falta a célula study.save_verdict(verdict_path)
produce-usd-each = Gasto medido por execução: { $usd }
produce-in-use = Modelos em uso na instalação, separados por vírgula: o interruptor só vira se todos aprovam
