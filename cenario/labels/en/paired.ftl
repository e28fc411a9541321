# What pairs show: one wording for each case.
paired-shown-non-inferior = Shown non-inferior: the lower limit of the difference, { $bound }, is not below { $limit } ({ $level } interval, { $n } pairs).
paired-shown-worse = Shown worse: the upper limit of the difference, { $bound }, is below { $limit } ({ $level } interval, { $n } pairs).
paired-not-shown = Not shown: the lower limit of the difference, { $bound }, is below { $limit } with { $n } pairs ({ $level } interval); if the arms are equal, about { $needed } pairs would be needed.
paired-not-shown-at-all = Not shown: the lower limit of the difference, { $bound }, is below { $limit } with { $n } pairs ({ $level } interval); without a margin, equal arms are never shown to be so.
paired-not-shown-though-many = Not shown: the lower limit of the difference, { $bound }, is below { $limit } with { $n } pairs ({ $level } interval); with so many pairs, equal arms would be shown four times in five: there may be a loss, and more must be measured.
paired-none = No pair was measured in both arms.
paired-outside = the measure has a value outside 0 to 1 ({ $value }): the margin would have no unit; rescale it to 0..1
