# What may not pass a ceiling.
ceiling-refused = Fechamentos recusados da sombra
