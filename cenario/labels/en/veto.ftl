# What a before-send gate found (the reason of a veto).
veto-stop = the contact asked to receive no messages
veto-lgpd = the reply carries { $what } that did not appear in this conversation
veto-pacing-unanswered = { $n } of our messages stand unanswered already
veto-pacing-long = { $n } characters in one message, the limit is { $limit }
veto-window = the contact wrote more than { $hours } hours ago
veto-window-never = the contact never wrote
veto-spinning = repeats one of our last messages
veto-promise = promises to come back (“{ $words }”) with no callback scheduled nor handoff
veto-case-promise = says it did something (“{ $words }”) that no tool confirmed
veto-internal-vocabulary = uses an internal word (“{ $words }”)
veto-disclosure = says of itself what it may not (“{ $words }”)
veto-disclosure-quoted = repeats { $n } words in a row of its own instructions
