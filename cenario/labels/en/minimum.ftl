minimum-format_calls = calls with a format field
minimum-pairs = pairs
minimum-votes = valid votes
