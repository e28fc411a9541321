# O que o diário (JSONL) recusa ou avisa.
journal-empty = { $path }: nenhuma execução inteira no arquivo; confira se a gravação terminou
journal-not-jsonl = { $path }:{ $line }: não é um arquivo de execuções (uma linha de JSON por registro); se é de outra ferramenta, use “cenario importar”
journal-not-ours = { $path }:{ $line }: a linha não diz o que é (kind: manifest, execution, vote ou score); se é de outra ferramenta, use “cenario importar”
journal-line-too-long = { $path }:{ $line }: linha acima do limite de { $limit } bytes
journal-sent = { $path }:{ $line }: a execução diz que uma mensagem saiu de verdade (sent: true); uma avaliação nunca envia, e este registro não é aceito
journal-arm-not-proved = { $path }:{ $line }: o fio não prova o braço “{ $arm }” (arm_proved: false); rode de novo essa execução
journal-duplicate = { $place }: a mesma execução já está em { $earlier } ({ $key }); uma cópia não é uma repetição
journal-torn = { $path }:{ $line }: última linha gravada pela metade ({ $size } bytes), deixada de fora; só ela se perde
journal-torn-aside = { $path }:{ $line }: última linha gravada pela metade, posta à parte em { $path }.torn; só ela se perde
journal-locked = { $path }: outro processo está gravando este arquivo; espere ou escolha outro nome
journal-cannot-write = { $path }: não foi possível gravar ({ $detail })
