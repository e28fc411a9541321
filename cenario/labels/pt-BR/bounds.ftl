# Uma medida contra um limite.
bounds-undefined = { $indicator }: a taxa não está definida (nada a contar), então nada se mostra.
bounds-greater = { $indicator }: a da candidata, { $value }, é maior que a da referência, { $limit }.
bounds-not-greater = { $indicator }: a da candidata, { $value }, não é maior que a da referência, { $limit }.
bounds-above-ceiling = { $indicator }: { $value } passa do teto de { $limit }.
bounds-under-ceiling = { $indicator }: { $value } não passa do teto de { $limit }.
