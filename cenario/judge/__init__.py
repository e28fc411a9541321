"""What was measured against what was expected: expectations, probes, votes, scores."""
