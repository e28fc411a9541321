"""Executions to tables: what was measured, before any judgement."""
