plan-unknown-constant = Constante desconhecida: { $name }. As que existem: { $known }.
plan-negative-constant = A constante { $name } não pode ser negativa; veio { $value }.
plan-empty-pilot = O piloto não tem nenhuma execução medida, então não há gasto por execução; rode o piloto antes de projetar.
