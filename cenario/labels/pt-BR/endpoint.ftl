# The endpoints of evaluation G, as they stand in a sentence and in a table.
endpoint-promises = Promessas mantidas
endpoint-deadlines = Prazos iguais
endpoint-intents = Intenções mantidas
endpoint-entities = Retenção de entidades
