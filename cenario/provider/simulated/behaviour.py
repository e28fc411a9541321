"""What a behaviour of the simulated model is, and how the one for a request is found.

A behaviour is a file in ``behaviours/`` that defines ``BEHAVIOUR``. The one that claims the
request answers it: nothing but the wire (system, tools, schema, messages) may tell it.
"""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache

from cenario.provider.simulated import behaviours
from cenario.provider.simulated.answers import Answer
from cenario.provider.simulated.courses import Courses
from cenario.provider.simulated.profiles import Profile
from cenario.provider.simulated.view import View, seeded

__all__ = ["Behaviour", "Scene", "choose", "load_behaviours"]


@dataclass(frozen=True, slots=True)
class Scene:
    """What a behaviour answers from: the request, the profile, and the conversations it knows."""

    view: View
    profile: Profile
    courses: Courses

    def happens(self, fault: str, *names: object, conditions: tuple[str, ...] = (), case: str = "") -> bool:
        """Draw whether `fault` happens here.

        Parameters
        ----------
        fault
            The rate's name in the profile.
        *names
            What tells this occasion from another of the same execution (a position, a try).
        conditions
            What the wire carries, by the profile's ``when``.
        case
            The conversation; how hard it is, is the same in every execution.
        """
        rate = self.profile.rate(fault, conditions)
        if rate <= 0:
            return False
        spread = self.profile.spread
        rate *= _factor(seeded(case, fault, "case").gauss(0, 1), spread.conversation)
        rate *= _factor(self.view.draws(fault, "execution").gauss(0, 1), spread.execution)
        return self.view.draws(fault, *names).random() < rate


def _factor(deviate: float, spread: float) -> float:
    """Return a log-normal factor of mean 1."""
    return float(2.718281828459045 ** (spread * deviate - spread * spread / 2))


@dataclass(frozen=True, slots=True, kw_only=True)
class Behaviour:
    """One purpose: which requests it claims, and how it answers them.

    `priority`: the highest is asked first; the agent's turn claims all that nobody else does.
    """

    name: str
    claims: Callable[[View], bool]
    answer: Callable[[Scene], Answer]
    priority: int = 0


@cache
def load_behaviours() -> tuple[Behaviour, ...]:
    """Return every behaviour, the first to be asked first."""
    names = [module.name for module in pkgutil.iter_modules(behaviours.__path__)]
    found = [importlib.import_module(f"{behaviours.__name__}.{name}").BEHAVIOUR for name in names]
    return tuple(sorted(found, key=lambda behaviour: (-behaviour.priority, behaviour.name)))


def choose(view: View) -> Behaviour:
    """Return the behaviour that claims the request."""
    return next(behaviour for behaviour in load_behaviours() if behaviour.claims(view))
