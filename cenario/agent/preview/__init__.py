"""The embedded agent: a real small agent over an in-memory world, which never sends."""
