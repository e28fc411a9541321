"""The agent under test."""
