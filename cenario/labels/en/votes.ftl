votes-duplicated = The votes file repeats { $n } vote(s) of one judge on one pair in one order, beginning with conversation { $conversation }; leave one of each.
votes-unknown-pair = There is a vote on conversation { $conversation }, which is not among the executions judged; give this batch's votes.
votes-other-batch = The votes are of batch { $batch }, and the executions are not; give this batch's votes.
