"""The wire to a model: what goes out, what comes back, what it costs."""
