# Errors of the statistics floor: what was expected and what came.
stats-out-of-range = { $name }: expected { $legal }, received { $received }
stats-too-few = { $name }: at least { $needed } are needed and there are { $received }; measure more before stating a number
