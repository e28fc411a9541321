draft-not-observed = este turno não mostra o agente ({ $outcome }); só se faz rascunho de um turno que terminou.
draft-several-turns = esta execução tem vários turnos; um cenário nasce de um só.
draft-no-turn = não há turno { $name } nos registros; peça a lista.
draft-no-situation = de { $name } não se sabe a situação de partida: nem o registro nem um corpus a guarda.
draft-corpus-changed = o corpus { $corpus } mudou desde que { $name } foi gravado: a situação de partida já não é a mesma.
draft-talk = Conversa avulsa com o agente embutido.
draft-nothing-known = não há conversa { $name } nos corpora; há { $known }.
