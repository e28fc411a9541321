"""Tables and parameters to clauses of a verdict, each with its reason."""
