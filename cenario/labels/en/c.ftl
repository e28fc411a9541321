c-title = C · tool schema without the repeated pattern
c-question = Does dropping from the tools' schema the pattern that only repeats the format make the agent fail more than it already fails from one run to the next?
c-gain = −4,014 tokens per step on Nina (−36 % of the tools), by the runbook.
c-next = Turning the knob is an act of its own, by the owner's decision.
c-limit-corpus = The corpus is invented: 30 conversations over four businesses, without the real distribution of conversations.
c-limit-absence = APROVA here is absence of a regression above the band; what supports safety are the upper bounds of the calibrated reading.
c-limit-rule = The band [min, max] and the minimum of calls are the runbook's PROPOSTA, awaiting the owner.
c-reading-self-fire = With these data, this rule would reject an arm identical to the baseline about { $share } of the time.
c-reading-max-t-shown = The permutation test (max-T, six indicators together) shows it worse: p = { $p }, strongest in { $indicator }.
c-reading-max-t-not-shown = The permutation test (max-T, six indicators together) does not show it worse: p = { $p }; the strongest is { $indicator }.
c-reading-upper = { $indicator }: difference { $difference }; the regression could be as large as { $upper } (one-sided 95 % upper bound); p = { $p }.
c-reading-detectable = The smallest difference in invalid calls per 100 that this sample would show with 80 % power is { $difference } (times { $times }).
c-reading-rare = { $indicator }: events too rare for a band (baseline { $off }, candidate { $on }), so the band is not informative; exact p = { $p }.
c-reading-heterogeneous = The baseline's repetitions differ among themselves more than chance explains (p = { $p }): something changed between runs, and the tests above are optimistic.
c-reading-homogeneous = The baseline's repetitions do not differ among themselves more than chance explains (p = { $p }).
c-reading-empty-searches = { $share } of the { $n } searches came back empty; a high share means an agenda without slots, and C loses calls with dates.
c-reading-repetitions = With K = { $repetitions } and { $conversations } conversations, at the rates measured here, the rule would reject an identical arm { $same } of the time and one 1.5 times worse { $worse } (simulated).
c-reading-no-whole-conversation = No conversation has every repetition in both arms, so there is no calibrated reading.
