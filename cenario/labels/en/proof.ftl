# What the wire shows when an arm is not what it says.
proof-off-dollar-schema = a tool's schema has $schema; arm off is the schema without it
proof-off-no-pattern = arm off sent no field with both pattern and format ({ $tools } tools in the request)
proof-on-pattern = arm on sent pattern beside format in { $nodes } { $nodes ->
    [one] field
   *[other] fields
  }
proof-on-no-format = arm on sent no field with format: there is nothing to prove
proof-history-not-json = the history did not go as JSON
proof-history-not-lines = the history did not go as lines
