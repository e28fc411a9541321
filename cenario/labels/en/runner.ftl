# Running a batch: ceiling, resuming, proof of arm.
runner-ceiling-not-positive = the ceiling must be above zero, got { $value }
runner-ceiling-reached = stopped at the ceiling: { $spent } of { $ceiling } spent; the next request could pass it
runner-token-ceiling-reached = stopped at the ceiling: { $spent } of { $ceiling } tokens; the next request could pass it
runner-unpriced = a model without a price fits no ceiling in dollars; give --ceiling-tokens
runner-model-not-declared = the batch did not open the model { $model }
runner-arm-not-proved = arm “{ $arm }” is not proved on the wire: { $fault }; the batch stopped and kept what was there
runner-no-manifest = { $path }: has records and no manifest; write the batch to another file
runner-other-batch = { $path }: the file is another batch's ({ $name }: { $was }, now { $now }); use another file
runner-other-clock = { $path }: the clock was { $was } and now is { $now }; use another file
runner-other-ruler = { $path }: the batch was sealed with another ruler (changed: { $parts }); use another file
