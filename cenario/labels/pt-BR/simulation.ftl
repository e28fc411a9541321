simulation-not-simulated = { $path }: é tráfego real; simule uma avaliação declarada com kind: simulated
simulation-no-goal = { $source }: uma simulação precisa de ao menos um objetivo (goals) para o cliente
simulation-goal-unknown = { $source }: o corpus { $corpus } não tem a conversa “{ $name }”
simulation-no-new-version = a avaliação não declara a versão nova; declare new: no arquivo, ou diga --agente
