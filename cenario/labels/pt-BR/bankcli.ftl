# O que o comando bank imprime.
bankcli-calibrated = { $name }: limiar { $threshold } (menor média { $low } menos { $margin }); execuções { $runs }; banda de ruído [{ $low }; { $high }]
bankcli-within-noise = a banda de ruído é mais larga que a margem: um limiar assim ainda pode reprovar por acaso; use mais repetições ou mais cenários
bankcli-use = para usar, declare antes da próxima medição: cenario bank run { $words }
bankcli-compared = { $candidate } menos { $baseline }, por cenário
bankcli-difference = { $name }: { $difference } { $bounds }, p { $p }; melhor em { $wins }, pior em { $losses }, igual em { $ties }
bankcli-alone = { $n } cenários sem nota em um dos lados ficaram fora
bankcli-validated = { $judge }: { $items } itens, { $people } pessoas; kappa linear { $linear } ({ $strength }), quadrático { $quadratic }, Pearson { $pearson }, erro médio { $error }; entre as pessoas, kappa quadrático { $between }
bankcli-trusted = concorda com as pessoas o bastante para ordenar chatbots por suas notas (kappa linear de 0,6 ou mais)
bankcli-not-trusted = não concorda com as pessoas o bastante: não ordene chatbots por suas notas (kappa linear abaixo de 0,6)
bankcli-left-out = { $few } itens com menos de três pessoas e { $unscored } sem nota do juiz ficaram fora
bankcli-disputed = pessoas discordam por 2 pontos ou mais: { $item }
bankcli-strength-poor = pobre
bankcli-strength-slight = fraca
bankcli-strength-fair = razoável
bankcli-strength-moderate = moderada
bankcli-strength-substantial = substancial
bankcli-strength-almost-perfect = quase perfeita
