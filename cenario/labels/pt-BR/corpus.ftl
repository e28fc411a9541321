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
