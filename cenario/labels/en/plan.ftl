plan-unknown-constant = Unknown constant: { $name }. The ones there are: { $known }.
plan-negative-constant = Constant { $name } may not be negative; got { $value }.
plan-empty-pilot = The pilot has no measured execution, so there is no spend per execution; run the pilot before projecting.
