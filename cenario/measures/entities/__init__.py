"""Entities of a text (names, dates, money, documents), found by rules, the same every time."""
