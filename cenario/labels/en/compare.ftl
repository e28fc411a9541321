# The evaluation compare: two recorded sides.
compare-title = Comparison of two recordings
compare-question = Does the candidate lose, against the baseline, more than the margin tolerates?
compare-unknown-measure = unknown measure “{ $name }”; the executions have: { $legal }
compare-nothing-in-common = the two sides have no task in common; check that they record the same tasks
compare-copy = { $one } and { $other } are one recording under two names ({ $n } identical conversations); a copy shows nothing
compare-some-copied = { $n } pairs of executions are one recording: part of what is compared is a copy, not another run.
compare-better = Shown better: the whole interval of the difference is above zero.
compare-worse = There is a loss: the whole interval of the difference is below zero.
compare-no-difference = No difference shown: the interval holds zero, and neither gain nor loss can be claimed.
compare-one-sided = One-sided lower bound at { $level }, the other convention; it does not decide.
compare-mcnemar = McNemar's exact test, two-sided, on the discordant pairs.
compare-as-if-independent = The interval if every pair were independent; there are only { $clusters } conversations, so it does not decide.
compare-losses-turn = The verdict would turn if what the harness lost counted as the agent's failure: a few rows decide.
compare-losses-do-not-turn = The verdict would be the same if what the harness lost counted as the agent's failure.
compare-limit-ruler = The executions were there when the margin was declared: choose the margin before looking at the numbers.
compare-limit-measure = Only the measure asked for is compared; nothing is said of cost, time or what it does not see.
compare-limit-sample = The tasks are those recorded: the interval speaks of tasks like them, not of real conversations.
compare-next-step = Where it was not shown, record more tasks or repetitions, up to the number named, and compare again.
compare-baseline = the baseline's recording; FILE.jsonl#k=0 chooses one repetition (also #arm=, #model=)
compare-candidate = the candidate's recording, in the same way
compare-measure = the score to compare (default: reward)
compare-margin = loss tolerated, 0 to 1 (our default: 0.05)
compare-alpha = two-sided error of the interval (our default: 0.05, that is 95%)
