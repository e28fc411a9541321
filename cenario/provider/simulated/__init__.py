"""A model that is not one: answers on the real wires, in process, at rates that a profile declares."""
