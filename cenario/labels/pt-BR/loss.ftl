# Motivos de perda que são nossos; os do arnês vão como ele os disse.
loss-pair_lost = o par se perdeu no outro braço
