# A avaliação compare: dois lados gravados.
compare-title = Comparação de duas gravações
compare-question = A candidata perde, diante da referência, mais do que a margem tolera?
compare-unknown-measure = medida desconhecida “{ $name }”; as que as execuções têm: { $legal }
compare-nothing-in-common = os dois lados não têm nenhuma tarefa em comum; confira se são gravações das mesmas tarefas
compare-copy = { $one } e { $other } são a mesma gravação com outro nome ({ $n } conversas idênticas); uma cópia não mostra nada
compare-some-copied = { $n } pares de execuções são a mesma gravação: parte do que se compara é cópia, e não outra execução.
compare-better = Melhor, demonstrado: todo o intervalo da diferença fica acima de zero.
compare-worse = Há perda: todo o intervalo da diferença fica abaixo de zero.
compare-no-difference = Nenhuma diferença demonstrada: o intervalo contém o zero, e não há melhora nem piora a afirmar.
compare-one-sided = Limite inferior unilateral de { $level }, a outra convenção; não decide.
compare-mcnemar = Teste exato de McNemar, bilateral, nos pares discordantes.
compare-as-if-independent = O intervalo se cada par fosse independente; há só { $clusters } conversas, e por isso ele não decide.
compare-losses-turn = O veredito mudaria se o que o arnês perdeu contasse como falha do agente: poucas linhas decidem.
compare-losses-do-not-turn = O veredito seria o mesmo se o que o arnês perdeu contasse como falha do agente.
compare-limit-ruler = As execuções já existiam quando a margem foi declarada: escolha a margem antes de olhar os números.
compare-limit-measure = Só a medida pedida é comparada; nada se diz de custo, tempo ou do que ela não vê.
compare-limit-sample = As tarefas são as gravadas: o intervalo fala de tarefas como elas, não das conversas reais.
compare-next-step = Se não foi demonstrado, grave mais tarefas ou repetições até o número pedido e compare de novo.
compare-baseline = gravação da referência; ARQUIVO.jsonl#k=0 escolhe uma repetição (também #arm=, #model=)
compare-candidate = gravação da candidata, da mesma forma
compare-measure = nota a comparar (padrão: reward)
compare-margin = perda tolerada, de 0 a 1 (padrão nosso: 0.05)
compare-alpha = erro bilateral do intervalo (padrão nosso: 0.05, isto é 95%)
