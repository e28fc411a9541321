# The parts of a request that have a fingerprint of their own.
wire-part-system = system
wire-part-tools = tools
wire-part-opening = opening
wire-part-parameters = parameters
