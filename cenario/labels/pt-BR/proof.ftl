# What the wire shows when an arm is not what it says.
proof-off-dollar-schema = o esquema de uma ferramenta leva $schema; o braço off é o esquema sem ele
proof-off-no-pattern = o braço off não mandou nenhum campo com pattern e format ({ $tools } ferramentas no pedido)
proof-on-pattern = o braço on mandou pattern ao lado de format em { $nodes } { $nodes ->
    [one] campo
   *[other] campos
  }
proof-on-no-format = o braço on não mandou nenhum campo com format: não há o que provar
proof-history-not-json = o histórico não foi em JSON
proof-history-not-lines = o histórico não foi em linhas
