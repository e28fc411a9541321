# Reasons for a loss that are ours; the harness's own stand as it said them.
loss-pair_lost = its pair was lost in the other arm
