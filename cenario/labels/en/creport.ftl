# What only the report of evaluation C shows.
creport-indicator = Indicator
creport-rates = The numbers under the bands
creport-rates-shows = Each indicator in each repetition of each arm, counted from 0. “—” is a repetition in which there was nothing to count.
creport-upper = How bad the change may yet be
creport-upper-shows = The dot is the difference measured (candidate minus baseline; to the right is worse) and the end of the bar is the one-sided upper bound: the regression that the data still admit. It does not decide.
creport-upper-title = Upper bounds, { $unit }: { $model }
creport-refused = What the server's validation refused
creport-refused-shows = By tool, rule and field, in each arm. A call may have more than one fault.
creport-tool = Tool
creport-rule = Rule
creport-place = Field
