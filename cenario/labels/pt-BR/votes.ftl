votes-duplicated = O arquivo de votos repete { $n } voto(s) do mesmo juiz sobre o mesmo par na mesma ordem, a começar pela conversa { $conversation }; deixe um de cada.
votes-unknown-pair = Há voto sobre a conversa { $conversation }, que não está nas execuções julgadas; passe os votos deste lote.
votes-other-batch = Os votos são do lote { $batch }, e as execuções não; passe os votos deste lote.
