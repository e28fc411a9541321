# The small model that runs on this machine.
local-missing = the local model is not installed; run make local-model
local-port = port, of this machine only
local-threads = threads of computation; more than the idle cores makes everything far slower
local-serving = serving on 127.0.0.1:{ $port } until Ctrl-C. In another terminal: LOCAL_BASE_URL=http://127.0.0.1:{ $port }/v1 LOCAL_TOOLS=schema cenario run --evaluation C --model { $model } --k 3 --conversations C02,C13,C21 --out data/runs/c-local.jsonl --ceiling-tokens 2000000
