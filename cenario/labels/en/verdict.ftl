# A verdict on a terminal.
verdict-pairs = { $n } pairs: only the candidate { $won }, only the baseline { $lost }, both { $both }, neither { $neither }
verdict-dropped = left out of { $arm }: { $n } ({ $reason })
verdict-limits = What this does not measure, and how far it holds:
