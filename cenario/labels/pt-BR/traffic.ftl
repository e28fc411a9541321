traffic-twice = { $path }: a conversa { $id } aparece duas vezes
traffic-agent-name = { $path }: diga qual remetente é o agente com --agent-name; os que há: { $senders }
traffic-cut = { $n } conversas: um silêncio de mais de { $hours } horas começa outra.
traffic-skipped = { $n } linhas são do próprio canal, notas privadas ou vazias, e ficaram de fora.
traffic-moment = { $place }: data que não existe
