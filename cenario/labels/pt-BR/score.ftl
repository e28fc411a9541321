score-one-model = é preciso haver conversas completadas de um só modelo; há { $n } modelos
score-input = o arquivo das conversas (de cenario simular, ou de cenario importar --quality)
score-out = o arquivo das notas (JSONL); retomado de onde parou se já existe
score-judge = o juiz, provedor:modelo; sem ele, o declarado
score-judge-missing = diga o juiz com --judge PROVEDOR:MODELO, ou declare judge: no arquivo da avaliação
