# The agent against itself.
noise-one-repetition = { $model }, arm { $arm }: there is one repetition, and one shows no noise; record the same conversations again
noise-head = { $model }, arm { $arm }: { $n } repetitions of { $conversations } conversations
noise-band = band [{ $lower }; { $upper }]
noise-agreement = agreement of { $name }: { $pairs } (in all { $share })
noise-lost = left out of k={ $k }: { $n } ({ $reason })
noise-runs = file of executions; #arm=, #model= and #k= choose a part
noise-measure = the score that agreement and pass^k are read from (default: reward)
noise-more = more files
