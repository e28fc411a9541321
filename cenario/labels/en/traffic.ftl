traffic-twice = { $path }: conversation { $id } stands twice
traffic-agent-name = { $path }: say which sender is the agent with --agent-name; there are: { $senders }
traffic-cut = { $n } conversations: a silence of more than { $hours } hours begins another.
traffic-skipped = { $n } lines are the channel's own, private notes or empty, and were left out.
traffic-moment = { $place }: a date that does not exist
