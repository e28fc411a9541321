score-one-model = there must be completed conversations of a single model; there are { $n } models
score-input = the file of conversations (from cenario simulate, or cenario import --quality)
score-out = the file of scores (JSONL); taken up where it stopped if it is there already
score-judge = the judge, provider:model; by default the declared one
score-judge-missing = say the judge with --judge PROVIDER:MODEL, or declare judge: in the evaluation's file
