# Parâmetros recusados.
params-unknown = parâmetro desconhecido “{ $name }” na avaliação { $code }; os que existem: { $legal }
params-illegal = parâmetro { $name }: veio { $value }, vale { $legal }
