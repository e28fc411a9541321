# Notebooks: o que há de errado em um, e as palavras em volta de uma página pronta.
notebook-missing = { $path }: esse notebook não existe
notebook-unreadable = { $path }: não pode ser lido: { $reason }
notebook-not-json = { $path }: não é um notebook (não é JSON)
notebook-not-a-notebook = { $path }: não é um notebook do formato 4
notebook-language = { $path }: está escrito em { $language }; só notebooks em Python podem ser executados
notebook-no-parameters-cell = { $notebook }: nenhuma célula tem a etiqueta "parameters": etiquete a célula que os contém
notebook-two-parameters-cells = { $notebook }: as células { $cells } têm todas a etiqueta "parameters": deixe-a em uma só
notebook-parameters-syntax = { $notebook }: a célula de parâmetros não é Python válido (linha { $line })
notebook-parameters-statement = { $notebook }: célula de parâmetros, linha { $line }: ali só cabe "nome: tipo = valor"
notebook-parameter-twice = { $notebook }: o parâmetro { $name } é atribuído duas vezes na célula de parâmetros
notebook-parameter-default = { $notebook }: parâmetro { $name }: o valor na célula tem de ser um literal
notebook-parameter-annotation = { $notebook }: parâmetro { $name }: não pode ser do tipo { $written }; use str, int, float, bool, None, list[…], dict[str, …] ou Literal[…]
notebook-parameter-type = { $notebook }: o parâmetro { $name } tem de ser { $written }, veio { $value }
notebook-parameter-unknown = { $notebook }: não tem o parâmetro { $name }; tem: { $known }
notebook-parameter-misspelt = { $notebook }: não tem o parâmetro { $name }; seria { $near }? Tem: { $known }
notebook-cell-failed = { $notebook }: a célula [{ $cell }] ({ $source }) falhou: { $kind }: { $reason }
notebook-said = { $reason }
notebook-timeout = { $notebook }: uma célula demorou mais do que pode
notebook-kernel-died = { $notebook }: o Python que o executava parou: { $reason }
notebook-running = executando { $notebook }: célula { $cell } de { $cells }
notebook-unsafe = um bloco da página contém { $what }: nada foi escrito
notebook-skip = Ir para o conteúdo
notebook-show-code = Mostrar o código
notebook-picture = Figura produzida pelo notebook
notebook-document-methods = cenario: método
notebook-document-performance = cenario: desempenho
notebook-document-reliability = cenario: confiabilidade
