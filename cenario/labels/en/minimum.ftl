minimum-format_calls = calls with a format field
minimum-pairs = pairs
minimum-votes = valid votes
minimum-promises = promises
minimum-deadlines = deadlines
minimum-intents = intents
minimum-previous_summaries = turns with a previous summary
minimum-turns = turns
