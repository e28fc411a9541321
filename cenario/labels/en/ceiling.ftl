# What may not pass a ceiling.
ceiling-refused = Refused closings of the shadow
