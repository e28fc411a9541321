# What a corpus is refused for.
corpus-empty = { $path }: corpus vazio
corpus-id-twice = { $path }: o id { $id } aparece duas vezes
corpus-contact-twice = { $path }: { $first } e { $second } têm o mesmo contato; cada conversa tem o seu
corpus-c-ids = o corpus C tem de ter as conversas { $first } a { $last }, em ordem; vieram { $n }
corpus-c-business = o corpus C não tem nenhuma conversa de { $names }
corpus-trap-false = { $id }: diz ter a armadilha { $trap }, e não tem
corpus-trap-place = a armadilha { $trap } não está onde tem de estar; está em { $where }
corpus-conversation = { $id }: { $what }: não serve ao corpus
corpus-trap-unnamed = { $id }: tem a armadilha { $trap }, e não a nomeia
corpus-f5-counts = o corpus F5 tem de ter 64 conversas: as 30 do C, dez sondas de cada tipo e 4 controles; vieram { $n }, com { $probes } sondas
corpus-f5-not-c = o corpus F5 tem de ter as mesmas conversas do C, na mesma ordem
