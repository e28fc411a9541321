"""What a bank's run shows: items and their scores, summaries by dimension, checks without a judge."""
