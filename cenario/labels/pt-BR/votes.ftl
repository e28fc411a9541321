votes-duplicated = O arquivo de votos repete { $n } voto(s) do mesmo juiz sobre o mesmo par na mesma ordem, a começar pela conversa { $conversation }; deixe um de cada.
votes-unknown-pair = Há voto sobre a conversa { $conversation }, que não está nas execuções julgadas; passe os votos deste lote.
votes-other-batch = Os votos são do lote { $batch }, e as execuções não; passe os votos deste lote.
votes-one-batch = Os pares a julgar têm de ser de um lote e um modelo só; vieram { $n }. Passe um arquivo por vez.
votes-no-pairs = Não há par a julgar: faltam execuções medidas da referência e da candidata na mesma conversa.
votes-no-conversation = A conversa { $conversation } não está no corpus da avaliação, então não há transcrição a mostrar ao juiz.
