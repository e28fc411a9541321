# O que a linha de comando diz de si mesma.
cli-error = erro: { $words }
cli-warning = aviso: { $words }
cli-fault = falha do programa ({ $kind }: { $detail }); com CENARIO_DEBUG=1 ele mostra onde
cli-locale = idioma desconhecido “{ $locale }”; vale pt-BR ou en
cli-unknown-command = comando desconhecido “{ $name }”; seria { $near }?
cli-missing = falta { $option }; veja cenario { $command } --help
cli-unknown-option = não conheço “{ $option }”; veja cenario { $command } --help
cli-bad-value = { $option }: “{ $value }” não serve; veja cenario { $command } --help
cli-repeated = { $option } aparece duas vezes; deixe uma (veja cenario { $command } --help)
cli-wrong-use = { $detail }; veja cenario { $command } --help
cli-options = Opções
cli-arguments = Argumentos
cli-json = imprime JSON, para máquinas
cli-required = (obrigatório)
cli-default = (padrão: { $value })
cli-environment = (ou a variável { $names })
