simulation-not-simulated = { $path }: this is real traffic; simulate an evaluation declared with kind: simulated
simulation-no-goal = { $source }: a simulation needs at least one goal (goals) for the customer
simulation-goal-unknown = { $source }: corpus { $corpus } has no conversation “{ $name }”
simulation-no-new-version = the evaluation declares no new version; declare new: in the file, or give --agent
