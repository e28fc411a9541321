# Rodar um lote: teto, retomada, prova de braço.
runner-ceiling-not-positive = o teto tem de ser maior que zero, veio { $value }
runner-ceiling-reached = parado no teto: gasto { $spent } de { $ceiling }; o próximo pedido poderia passar
runner-token-ceiling-reached = parado no teto: { $spent } de { $ceiling } tokens; o próximo pedido poderia passar
runner-unpriced = um modelo sem preço não cabe num teto em dólares; dê --ceiling-tokens
runner-model-not-declared = o lote não abriu o modelo { $model }
runner-arm-not-proved = braço “{ $arm }” não comprovado no fio: { $fault }; o lote parou e guardou o que havia
runner-no-manifest = { $path }: tem registros e nenhum manifesto; grave o lote em outro arquivo
runner-other-batch = { $path }: o arquivo é de outro lote ({ $name }: { $was }, agora { $now }); use outro arquivo
runner-other-clock = { $path }: o relógio era { $was } e agora é { $now }; use outro arquivo
runner-other-ruler = { $path }: o lote foi selado com outra régua (mudou: { $parts }); use outro arquivo
