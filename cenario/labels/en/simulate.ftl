simulate-declaration = the declared evaluation (data/quality/*.yaml); by default the one that ships
simulate-customer = the model that plays the customer, provider:model; by default the declared one, or the agent's
simulate-arm = the version: atual or nova; by default those declared
