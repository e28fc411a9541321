# The names of what is measured, as they stand in a sentence and in a table.
measure-invalid = invalid calls per 100
measure-invalid_format = calls invalid by format per 100 with a format field
measure-nonexistent = nonexistent tools per 100 calls
measure-landfill = landfill uuids per 100 calls
measure-steps = steps per turn
measure-vetoes = vetoes per turn
measure-agreement = agreement of the tool sequence
measure-judge = judge
