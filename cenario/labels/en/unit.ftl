# Units, as read after a number or under a chart.
unit-share = share
unit-difference_of_shares = difference of shares
unit-count = count
unit-usd = US$
unit-per_100_calls = per 100 calls
unit-per_100_format_calls = per 100 calls with a format field
unit-per_turn = per turn
unit-score = points
unit-s = s
unit-pairs = pairs
unit-votes = votes
unit-executions = executions
unit-tokens = tokens
unit-calls_per_arm = calls per arm
unit-draws = draws
unit-probability = probability
unit-p = p
