# What the bank command prints.
bankcli-calibrated = { $name }: threshold { $threshold } (lowest mean { $low } less { $margin }); runs { $runs }; noise band [{ $low }; { $high }]
bankcli-within-noise = the noise band is wider than the margin: such a threshold may still reject by chance; use more repetitions or more scenarios
bankcli-use = to use it, declare it before the next measurement: cenario bank run { $words }
bankcli-compared = { $candidate } less { $baseline }, by scenario
bankcli-difference = { $name }: { $difference } { $bounds }, p { $p }; better on { $wins }, worse on { $losses }, equal on { $ties }
bankcli-alone = { $n } scenarios without a score on one side were left out
bankcli-validated = { $judge }: { $items } items, { $people } people; linear kappa { $linear } ({ $strength }), quadratic { $quadratic }, Pearson { $pearson }, mean error { $error }; among people, quadratic kappa { $between }
bankcli-trusted = it agrees with people enough to order chatbots by its scores (linear kappa of 0.6 or more)
bankcli-not-trusted = it does not agree with people enough: do not order chatbots by its scores (linear kappa below 0.6)
bankcli-left-out = { $few } items with fewer than three people and { $unscored } without the judge's score were left out
bankcli-disputed = people differ by 2 points or more: { $item }
bankcli-strength-poor = poor
bankcli-strength-slight = slight
bankcli-strength-fair = fair
bankcli-strength-moderate = moderate
bankcli-strength-substantial = substantial
bankcli-strength-almost-perfect = almost perfect
