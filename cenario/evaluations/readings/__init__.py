"""The calibrated reading beside each rule: what the same data say with error rates known."""
