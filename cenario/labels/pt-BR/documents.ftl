# What a declared file is refused for.
documents-missing = { $path }: arquivo não encontrado; confira o caminho
documents-unreadable = { $path }: não foi possível ler ({ $detail })
documents-too-big = { $path }: passa do limite de { $limit } bytes; divida o arquivo
documents-not-utf8 = { $place }: não está em UTF-8; grave o arquivo em UTF-8
documents-empty = { $path }: arquivo vazio
documents-not-json = { $place }: JSON inválido ({ $detail })
documents-not-yaml = { $place }: YAML inválido ({ $detail })
documents-not-finite = { $place }: { $value } não é um número de JSON; use null onde não há número
documents-too-deep = { $path }: aninhado demais para um arquivo declarado
documents-duplicate-key = { $place }: a chave “{ $key }” aparece duas vezes; deixe uma
documents-key-not-text = { $place }: a chave tem de ser texto, veio { $key }
documents-alias = { $place }: âncoras e apelidos (& e *) não são aceitos; escreva o valor por extenso
documents-tag = { $place }: etiquetas (“{ $tag }”) não são aceitas; escreva só o valor
documents-field-missing = { $place }: falta o campo { $field }
documents-field-unknown = { $place }: campo desconhecido { $field }; confira a grafia ou retire
documents-field-type = { $place }: { $field }: esperava { $expected }, veio { $received }
documents-field-invalid = { $place }: { $field }: { $detail }
