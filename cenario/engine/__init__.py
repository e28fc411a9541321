"""The straight line: load what was recorded, measure it, decide, in one call."""

from cenario.engine.judgement import Judgement, judge
from cenario.engine.loading import Loaded, RunRef, load, load_sides

__all__ = ["Judgement", "Loaded", "RunRef", "judge", "load", "load_sides"]
