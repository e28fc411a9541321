judge-input = Execuções a julgar (um arquivo .jsonl, de um modelo)
judge-out = Arquivo de votos a escrever (.jsonl)
judge-evaluation = Avaliação (padrão: F5)
judge-model = O juiz, provedor:modelo (padrão: o próprio modelo do lote)
judge-both = Cada par nas duas ordens
judge-again = Quantos pares A/A julgar (padrão nosso: 20)
judge-degraded = Quantos pares com resposta piorada de propósito (padrão nosso: 20)
