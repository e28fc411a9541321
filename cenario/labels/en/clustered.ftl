# Paired items that repeat by script, and shares under a ceiling.
clustered-none = { $what }: there are no items in at least two scripts to compare (items: { $n }).
clustered-shown = { $what }: shown non-inferior; the bound by script, { $lower }, is not below the margin { $margin } (difference { $value }, { $n } items).
clustered-edge = { $what }: on the edge of the criterion; the naive bound, { $naive }, keeps the margin { $margin } and the bound by script, { $lower }, does not. A verdict on the edge is no verdict.
clustered-worse = { $what }: shown worse; even the upper bound by script, { $upper }, is below the margin { $margin } (difference { $value }, { $n } items).
clustered-not-shown = { $what }: not shown; the lower bound by script, { $lower }, is below the margin { $margin } (difference { $value }, { $n } items; about { $needed } would be needed).
clustered-ceiling-none = { $what }: nothing to count.
clustered-ceiling-above = { $what }: { $count } of { $n } ({ $share }), above the ceiling of { $ceiling }.
clustered-ceiling-holds = { $what }: { $count } of { $n } ({ $share }), within the ceiling of { $ceiling }.
