# O modelo pequeno que roda nesta máquina.
local-missing = o modelo local não está instalado; rode make local-model
local-port = porta, só desta máquina
local-threads = linhas de execução; mais que os núcleos livres deixa tudo muito mais lento
local-serving = servindo em 127.0.0.1:{ $port } até Ctrl-C. Noutro terminal: LOCAL_BASE_URL=http://127.0.0.1:{ $port }/v1 LOCAL_TOOLS=schema cenario executar --avaliacao C --modelo { $model } --k 3 --conversas C02,C13,C21 --saida data/runs/c-local.jsonl --teto-tokens 2000000
