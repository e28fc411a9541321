# Titles of columns of a decision's tables, by the column's name.
column-conversation = conversation
column-repetition = repetition
column-arm = arm
column-model = model
column-baseline = baseline
column-candidate = candidate
column-measure = measure
column-outcome = outcome
column-reason = reason
column-n = n
column-value = value
column-difference = difference
column-cost_usd = cost
