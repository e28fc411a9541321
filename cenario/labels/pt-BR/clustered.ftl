# Paired items that repeat by script, and shares under a ceiling.
clustered-none = { $what }: não há itens em pelo menos dois roteiros para comparar (itens: { $n }).
clustered-shown = { $what }: não inferioridade demonstrada; o limite inferior por roteiro, { $lower }, não fica abaixo da margem { $margin } (diferença { $value }, { $n } itens).
clustered-edge = { $what }: na beira do critério; o limite ingênuo, { $naive }, respeita a margem { $margin } e o limite por roteiro, { $lower }, não. Um veredito na beira não é veredito.
clustered-worse = { $what }: pior demonstrado; até o limite superior por roteiro, { $upper }, fica abaixo da margem { $margin } (diferença { $value }, { $n } itens).
clustered-not-shown = { $what }: não demonstrado; o limite inferior por roteiro, { $lower }, fica abaixo da margem { $margin } (diferença { $value }, { $n } itens; seriam precisos cerca de { $needed }).
clustered-ceiling-none = { $what }: nada a contar.
clustered-ceiling-above = { $what }: { $count } de { $n } ({ $share }), acima do teto de { $ceiling }.
clustered-ceiling-holds = { $what }: { $count } de { $n } ({ $share }), dentro do teto de { $ceiling }.
