# A figure against a limit.
bounds-undefined = { $indicator }: the rate is undefined (nothing to count), so nothing is shown.
bounds-greater = { $indicator }: the candidate's, { $value }, is greater than the baseline's, { $limit }.
bounds-not-greater = { $indicator }: the candidate's, { $value }, is not greater than the baseline's, { $limit }.
bounds-above-ceiling = { $indicator }: { $value } is above the ceiling of { $limit }.
bounds-under-ceiling = { $indicator }: { $value } is not above the ceiling of { $limit }.
