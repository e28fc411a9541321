"""How likely each verdict of G is, before it is run: by simulation over the corpus's own items.

Each arm loses promises, deadlines, intents and facts at given rates, independently; facts of one
fragment of a summary are lost together, and a promise takes its deadline with it. No script is worse
for one arm than another unless `script_spread` says so: with it, the odds of APROVA fall.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import cache

import numpy as np

from cenario.agent.protocol import CLOCK
from cenario.domain.closing import Closing
from cenario.measures.closing.ruler import ENDPOINTS, Endpoint, compare_closings
from cenario.stats.checks import Bools, Floats, Ints
from cenario.stats.clustered_shown import clustered_shown
from cenario.store.closing_corpus import declared_corpus

FRAGMENT = "; "
"""What parts a summary into facts that are kept or lost together."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ClosingDesign:
    """What one conversation offers to be kept or lost."""

    cluster: str
    deadlines: tuple[bool, ...]
    """One a promise: whether it has a deadline."""
    intents: int
    entities: tuple[tuple[int, ...], ...]
    """One an entity of the previous summary: the fragments of a good summary that hold it."""
    fragments: int


@dataclass(frozen=True, slots=True, kw_only=True)
class LossRates:
    """How often an arm loses an item or a whole closing, 0..1."""

    promise: float = 0.0
    deadline: float = 0.0
    intent: float = 0.0
    fact: float = 0.0
    refusal: float = 0.0


@dataclass(frozen=True, slots=True, kw_only=True)
class ClosingRule:
    """What decides: margins by endpoint, the ceiling of refusals, the confidence."""

    margins: dict[Endpoint, float] = field(
        default_factory=lambda: {"promises": 0.03, "deadlines": 0.05, "intents": 0.05, "entities": 0.02}
    )
    max_refused: float = 0.03
    level: float = 0.95


@dataclass(frozen=True, slots=True, kw_only=True)
class VerdictOdds:
    """The share of simulated batches with each verdict, and with each endpoint shown."""

    approve: float
    reject: float
    inconclusive: float
    shown: dict[Endpoint, float]
    items: dict[Endpoint, float]
    """Mean items a batch."""
    draws: int

    @property
    def standard_error(self) -> float:
        """Monte Carlo standard error of `approve`."""
        return float(np.sqrt(self.approve * (1 - self.approve) / self.draws))


def design_of(
    closing: Closing, previous_summary: str | None, *, cluster: str, clock: datetime
) -> ClosingDesign:
    """Return what a conversation offers, from a good closing of it."""
    fragments = closing.rolling_summary.rstrip(".").split(FRAGMENT)
    pieces = [
        [
            fate.kept
            for fate in compare_closings(
                None, _only(closing, fragment), previous_summary=previous_summary, clock=clock
            )
        ]
        for fragment in fragments
    ]
    n_entities = len(pieces[0])
    return ClosingDesign(
        cluster=cluster,
        deadlines=tuple(promise.deadline is not None for promise in closing.promises),
        intents=len(closing.intents),
        entities=tuple(
            tuple(at for at, piece in enumerate(pieces) if piece[entity]) for entity in range(n_entities)
        ),
        fragments=len(fragments),
    )


@cache
def corpus_designs() -> tuple[ClosingDesign, ...]:
    """Return what each conversation of the declared corpus offers; one without a good closing, an intent."""
    clock = datetime.fromisoformat(CLOCK)
    alone = ClosingDesign(cluster="", deadlines=(), intents=1, entities=(), fragments=1)
    return tuple(
        replace(alone, cluster=f"#{one.id}")
        if one.course_closing is None
        else design_of(
            one.course_closing, one.previous_summary, cluster=one.cluster or f"#{one.id}", clock=clock
        )
        for one in declared_corpus()
    )


def _only(closing: Closing, fragment: str) -> Closing:
    return Closing(
        commitments=closing.commitments,
        objections=closing.objections,
        next_action=closing.next_action,
        rolling_summary=f"{fragment}.",
        declaration=closing.declaration,
    )


def verdict_odds(
    designs: Sequence[ClosingDesign],
    *,
    repetitions: int,
    control: LossRates,
    shadow: LossRates,
    rng: np.random.Generator,
    rule: ClosingRule | None = None,
    script_spread: float = 0.0,
    draws: int = 2000,
) -> VerdictOdds:
    """Return the odds of each verdict.

    Parameters
    ----------
    designs : sequence of ClosingDesign
        One a conversation.
    repetitions : int
        K.
    control, shadow : LossRates
        Of the agent's model (the reference loses as the control does) and of the economical one.
    rng : numpy.random.Generator
        Source of the draws.
    rule : ClosingRule, optional
        The user's, where not given.
    script_spread : float, default 0
        Standard deviation of the log of the shadow's loss rates between scripts (mean 1).
    draws : int, default 2000
        Simulated batches.

    Notes
    -----
    The minimums are taken as met: see `VerdictOdds.items`.
    """
    rule = rule or ClosingRule()
    every = [design for design in designs for _ in range(repetitions)]
    names: dict[str, int] = {}
    scripts = np.array([names.setdefault(design.cluster, len(names)) for design in every])
    harm = np.exp(script_spread * rng.standard_normal((draws, len(names))) - script_spread**2 / 2)
    arms = [
        _Arm(every, scripts, rates, rng, draws, harm if spread else None)
        for rates, spread in ((control, False), (control, False), (shadow, True))
    ]
    shown: dict[Endpoint, Bools] = {}
    naive: dict[Endpoint, Bools] = {}
    items: dict[Endpoint, float] = {}
    for endpoint in ENDPOINTS:
        kept = [arm.kept(endpoint, arms[0]) for arm in arms[1:]]
        present = arms[0].present(endpoint)
        clusters = arms[0].clusters(endpoint)
        found = clustered_shown(
            (kept[1] - kept[0]) * present, present, clusters, margin=rule.margins[endpoint], level=rule.level
        )
        shown[endpoint], naive[endpoint] = found.clustered, found.naive
        items[endpoint] = float(present.sum(axis=1).mean())
    refused = arms[2].refused.sum(axis=1) > rule.max_refused * len(every) * (1 + 1e-12)
    fails = refused | np.any([~shown[e] & ~naive[e] for e in ENDPOINTS], axis=0)
    approves = ~refused & np.all([shown[e] for e in ENDPOINTS], axis=0)
    return VerdictOdds(
        approve=float(approves.mean()),
        reject=float(fails.mean()),
        inconclusive=float((~fails & ~approves).mean()),
        shown={e: float(shown[e].mean()) for e in ENDPOINTS},
        items=items,
        draws=draws,
    )


class _Arm:
    """What one arm lost in each draw."""

    def __init__(
        self,
        every: Sequence[ClosingDesign],
        scripts: Ints,
        rates: LossRates,
        rng: np.random.Generator,
        draws: int,
        harm: Floats | None,
    ) -> None:
        self._every, self._scripts = every, scripts
        turns = np.arange(len(every))
        self._promise_turn = np.repeat(turns, [len(design.deadlines) for design in every])
        self._has_deadline = np.array([has for d in every for has in d.deadlines], dtype=bool)
        self._intent_turn = np.repeat(turns, [design.intents for design in every])
        self._fragment_turn = np.repeat(turns, [design.fragments for design in every])
        self._entity_turn = np.repeat(turns, [len(design.entities) for design in every])

        def lost(rate: float, turn: Ints) -> Bools:
            chance = np.full((draws, len(turn)), rate)
            if harm is not None:
                chance = np.minimum(chance * harm[:, scripts[turn]], 1.0)
            return rng.random((draws, len(turn))) < chance

        self.refused = lost(rates.refusal, turns)
        self._promise = ~lost(rates.promise, self._promise_turn)
        self._shifted = lost(rates.deadline, self._promise_turn)
        self._intent = ~lost(rates.intent, self._intent_turn)
        self._fragment = ~lost(rates.fact, self._fragment_turn)

    def clusters(self, endpoint: Endpoint) -> Ints:
        """Return the cluster of each item, numbered from 0 without gaps."""
        turn = self._turn(endpoint)
        _, numbered = np.unique(self._scripts[turn], return_inverse=True)
        return numbered

    def _turn(self, endpoint: Endpoint) -> Ints:
        turns: dict[Endpoint, Ints] = {
            "promises": self._promise_turn,
            "deadlines": self._promise_turn[self._has_deadline],
            "intents": self._intent_turn,
            "entities": self._entity_turn,
        }
        return turns[endpoint]

    def present(self, endpoint: Endpoint) -> Floats:
        """Return the items that this arm, as the reference, has: an entity is the previous summary's."""
        if endpoint == "entities":
            return np.ones((len(self.refused), len(self._entity_turn)))
        own = {"promises": self._promise, "deadlines": self._promise, "intents": self._intent}[endpoint]
        if endpoint == "deadlines":
            own = own[:, self._has_deadline]
        return (own & ~self.refused[:, self._turn(endpoint)]).astype(np.float64)

    def kept(self, endpoint: Endpoint, reference: _Arm) -> Floats:
        """Return the items of the reference that this arm keeps; a shifted deadline meets only another."""
        if endpoint == "promises":
            found = self._promise
        elif endpoint == "intents":
            found = self._intent
        elif endpoint == "deadlines":
            same = self._shifted == reference._shifted
            found = (self._promise & same)[:, self._has_deadline]
        else:
            found = self._entities()
        return (found & ~self.refused[:, self._turn(endpoint)]).astype(np.float64)

    def _entities(self) -> Bools:
        starts = np.concatenate([[0], np.cumsum([design.fragments for design in self._every])])
        columns = [
            self._fragment[:, [starts[turn] + at for at in places]].any(axis=1)
            for turn, design in enumerate(self._every)
            for places in design.entities
        ]
        return np.stack(columns, axis=1) if columns else np.zeros((len(self.refused), 0), dtype=bool)
