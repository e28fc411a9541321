votes-duplicated = The votes file repeats { $n } vote(s) of one judge on one pair in one order, beginning with conversation { $conversation }; leave one of each.
votes-unknown-pair = There is a vote on conversation { $conversation }, which is not among the executions judged; give this batch's votes.
votes-other-batch = The votes are of batch { $batch }, and the executions are not; give this batch's votes.
votes-one-batch = The pairs to judge must be of one batch and one model; got { $n }. Give one file at a time.
votes-no-pairs = There is no pair to judge: measured executions of baseline and candidate in the same conversation are missing.
votes-no-conversation = Conversation { $conversation } is not in the evaluation's corpus, so there is no transcript to show the judge.
