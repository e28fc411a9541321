# Finding an evaluation.
evaluation-unknown = unknown evaluation “{ $code }”; there are: { $legal }, or the path of a .py file
evaluation-not-defined = { $path }: the file defines no EVALUATION (a cenario.domain.evaluation.Evaluation)
evaluation-does-not-run = { $path }: the file does not run ({ $detail })
