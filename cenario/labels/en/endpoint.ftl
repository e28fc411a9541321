# The endpoints of evaluation G, as they stand in a sentence and in a table.
endpoint-promises = Promises kept
endpoint-deadlines = Equal deadlines
endpoint-intents = Intents kept
endpoint-entities = Entities retained
