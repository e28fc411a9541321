# Where a report takes executions from when nobody says.
sources-none = no executions of evaluation { $code } are recorded, and it has no embedded simulated run; record some with “cenario run --evaluation { $code }” or give files with --runs
