# O que se mostra aos pares: uma redação para cada caso.
paired-shown-non-inferior = Não inferior, demonstrado: o limite inferior da diferença, { $bound }, não fica abaixo de { $limit } (intervalo de { $level }, { $n } pares).
paired-shown-worse = Pior, demonstrado: o limite superior da diferença, { $bound }, fica abaixo de { $limit } (intervalo de { $level }, { $n } pares).
paired-not-shown = Não demonstrado: o limite inferior da diferença, { $bound }, fica abaixo de { $limit } com { $n } pares (intervalo de { $level }); se os braços são iguais, seriam necessários cerca de { $needed } pares.
paired-not-shown-at-all = Não demonstrado: o limite inferior da diferença, { $bound }, fica abaixo de { $limit } com { $n } pares (intervalo de { $level }); sem margem, braços iguais nunca se demonstram.
paired-not-shown-though-many = Não demonstrado: o limite inferior da diferença, { $bound }, fica abaixo de { $limit } com { $n } pares (intervalo de { $level }); com tantos pares, braços iguais se demonstrariam quatro vezes em cinco: pode haver perda, e é preciso medir mais.
paired-none = Nenhum par medido nos dois braços.
paired-outside = a medida tem valor fora de 0 a 1 ({ $value }): a margem não teria unidade; reescale-a para 0 a 1
