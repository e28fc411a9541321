# What a before-send gate found (the reason of a veto).
gate-stop = the contact asked to receive no messages
gate-lgpd = the reply carries { $what } that did not appear in this conversation
gate-pacing-unanswered = { $n } of our messages stand unanswered already
gate-pacing-long = { $n } characters in one message, the limit is { $limit }
gate-window = the contact wrote more than { $hours } hours ago
gate-window-never = the contact never wrote
gate-spinning = repeats one of our last messages
gate-promise = promises to come back (“{ $words }”) with no callback scheduled nor handoff
gate-case-promise = says it did something (“{ $words }”) that no tool confirmed
gate-internal-vocabulary = uses an internal word (“{ $words }”)
gate-disclosure = says of itself what it may not (“{ $words }”)
gate-disclosure-quoted = repeats { $n } words in a row of its own instructions
