# O que só o relatório da avaliação C mostra.
creport-indicator = Indicador
creport-rates = Os números sob as bandas
creport-rates-shows = Cada indicador em cada repetição de cada braço, contadas a partir de 0. “—” é repetição em que nada havia a contar.
creport-upper = Quão ruim a mudança ainda pode ser
creport-upper-shows = O ponto é a diferença medida (candidata menos referência; para a direita é pior) e a ponta da barra é o limite superior unilateral: a regressão que os dados ainda admitem. Não decide.
creport-upper-title = Limites superiores, { $unit }: { $model }
creport-refused = O que a validação do servidor recusou
creport-refused-shows = Por ferramenta, regra e campo, em cada braço. Uma chamada pode ter mais de uma falta.
creport-tool = Ferramenta
creport-rule = Regra
creport-place = Campo
