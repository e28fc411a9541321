# Where a report takes executions from when nobody says.
sources-none-of-model = no executions of evaluation { $code } by model { $model } are recorded; record some with “cenario run” or give files with --runs
