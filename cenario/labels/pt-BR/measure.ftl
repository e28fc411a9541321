# The names of what is measured, as they stand in a sentence and in a table.
measure-invalid = chamadas inválidas por 100
measure-invalid_format = chamadas inválidas por formato por 100 com campo de formato
measure-nonexistent = ferramentas inexistentes por 100 chamadas
measure-landfill = uuids de aterro por 100 chamadas
measure-steps = passos por turno
measure-vetoes = vetos por turno
measure-agreement = concordância da sequência de ferramentas
measure-judge = juiz
