"""The calibrated reading of F5: could the judge have told, and how noisy are the arms."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import polars as pl

from cenario.domain.evaluation import Batch, Params
from cenario.domain.execution import Execution
from cenario.domain.verdict import Reading
from cenario.domain.vote import Vote
from cenario.labels.numbers import as_count, as_number, as_share
from cenario.labels.text import Message, message
from cenario.measures.votes import Tally, contrast, tally
from cenario.stats.agreement import adjusted_agreement_counts, odd_one_out
from cenario.stats.clusters import cluster_mean_interval
from cenario.stats.paired import mcnemar_exact, tango_interval
from cenario.stats.power import (
    at_least_pass_probability,
    exact_pass_probability,
    not_greater_pass_probability,
    pairs_needed,
)
from cenario.stats.proportions import binomial_test

JSON, LINES, AGAIN, DEGRADED = "json", "linhas", "json_b", "degradado"


def calibrated_readings(
    kept: Sequence[Execution],
    again: Sequence[Execution],
    pairs: pl.DataFrame,
    votes: Sequence[Vote],
    params: Params,
) -> tuple[Reading, ...]:
    """Return the readings of one model.

    Parameters
    ----------
    kept, again : sequence of Execution
        Executions of json and linhas that are compared, and those of json_b.
    pairs : DataFrame
        One row a pair json × linhas.
    votes : sequence of Vote
        All votes of the batch, the A/A and degraded contrasts among them.
    """
    main = tally(contrast(votes, JSON, LINES))
    readings = [
        *_judge_readings(main, params),
        *_assay_readings(votes, main, params),
        *_agreement_readings(kept, again),
        _veto_reading(pairs),
        _identical_arm(kept, again, pairs, main, params),
    ]
    return tuple(reading for reading in readings if reading is not None)


def headline_notes(counted: Tally, batch: Batch, params: Params, *, has_control: bool) -> tuple[Message, ...]:
    """Return what must be said in the headline: a judge that shows nothing, judge = judged, no A/A arm."""
    notes = []
    if counted.valid and not counted.decisive:
        notes.append(message("f5-note-all-ties", n=as_count(counted.valid)))
    elif counted.valid and counted.decisive < int(params["min_decisive"] or 0):
        notes.append(
            message("f5-note-few-decisive", n=as_count(counted.decisive), votes=as_count(counted.valid))
        )
    if any(vote.judge == vote.model for vote in batch.votes):
        notes.append(message("f5-note-judge-is-judged"))
    if not has_control:
        notes.append(message("f5-note-no-control"))
    return tuple(notes)


def _judge_readings(main: Tally, params: Params) -> list[Reading | None]:
    if not main.valid:
        return []
    two = tango_interval(main.wins, main.losses, main.valid, level=float(params["level"] or 0.95))
    one = tango_interval(main.wins, main.losses, main.valid, level=0.9)
    margin = float(params["judge_margin"] or 0.1)
    discordance = max(main.decisive / main.valid, 1 / main.valid)
    needed = pairs_needed(margin=margin, discordance=discordance)
    return [
        Reading(
            name="judge_interval",
            value=two.estimate,
            lower=two.lower,
            upper=two.upper,
            n=main.valid,
            unit="share",
            reason=message(
                "f5-reading-interval",
                wins=as_count(main.wins),
                ties=as_count(main.ties),
                losses=as_count(main.losses),
                lower=as_share(two.lower, signed=True),
                one_sided=as_share(one.lower, signed=True),
            ),
            detail={"one_sided_lower": one.lower, "invalid": dict(main.invalid)},
        ),
        Reading(
            name="pairs_needed",
            value=float(needed),
            n=main.valid,
            unit="pairs",
            flagged=needed > main.valid,
            reason=message(
                "f5-reading-needed", needed=as_count(needed), ties=as_share(main.tie_share, decimals=0)
            ),
        ),
        _position(main),
        _both_orders(main, params),
    ]


def _position(main: Tally) -> Reading | None:
    votes = main.first_wins + main.second_wins
    if not votes:
        return None
    test = binomial_test(main.first_wins, votes)
    return Reading(
        name="position_bias",
        value=main.first_wins / votes,
        n=votes,
        unit="share",
        flagged=test.p_value < 0.05,
        reason=message(
            "f5-reading-position",
            first=as_count(main.first_wins),
            second=as_count(main.second_wins),
            p=as_number(test.p_value, decimals=4),
        ),
        detail={"p_value": test.p_value},
    )


def _both_orders(main: Tally, params: Params) -> Reading | None:
    if main.pairs_both_orders < 2:
        return None
    scores = np.array(list(main.scores.values()))
    interval = cluster_mean_interval(scores, list(main.scores), level=float(params["level"] or 0.95))
    hard = main.hard_flips_first + main.hard_flips_second
    test = binomial_test(main.hard_flips_first, hard) if hard else None
    share = main.flips / main.pairs_both_orders
    return Reading(
        name="both_orders",
        value=interval.estimate,
        lower=interval.lower,
        upper=interval.upper,
        n=main.pairs_both_orders,
        unit="share",
        flagged=share > float(params["max_flip_share"] or 0.25),
        reason=message(
            "f5-reading-both-orders",
            n=as_count(main.pairs_both_orders),
            flips=as_count(main.flips),
            first=as_count(main.hard_flips_first),
            hard=as_count(hard),
            lower=as_share(interval.lower, signed=True),
        ),
        detail={"flips": main.flips, "hard_flips": hard, "p_value": test.p_value if test else None},
    )


def _assay_readings(votes: Sequence[Vote], main: Tally, params: Params) -> list[Reading | None]:
    """Return assay sensitivity (ICH E10): a non-inferiority shown by a judge that tells nothing is none."""
    least, most = int(params["min_decisive"] or 0), float(params["max_tie_share"] or 1.0)
    readings: list[Reading | None] = []
    if main.valid:
        tie = main.tie_share or 0.0
        weak = main.decisive < least or tie > most
        readings.append(
            Reading(
                name="assay_sensitivity",
                value=tie,
                n=main.decisive,
                unit="share",
                flagged=weak,
                reason=message(
                    "f5-reading-assay-weak" if weak else "f5-reading-assay-fit",
                    decisive=as_count(main.decisive),
                    least=as_count(least),
                    ties=as_share(tie, decimals=0),
                    most=as_share(most, decimals=0),
                ),
            )
        )
    readings.append(_degraded(tally(contrast(votes, JSON, DEGRADED))))
    readings.append(_symmetric(tally(contrast(votes, JSON, AGAIN))))
    return readings


def _degraded(control: Tally) -> Reading:
    """Return whether the judge catches replies made worse on purpose."""
    if not control.valid:
        return Reading(name="degraded_control", flagged=True, reason=message("f5-reading-degraded-absent"))
    test = (
        binomial_test(control.losses, control.decisive, alternative="greater") if control.decisive else None
    )
    caught = test is not None and test.p_value < 0.05
    return Reading(
        name="degraded_control",
        value=control.losses / control.valid,
        n=control.valid,
        unit="share",
        flagged=not caught,
        reason=message(
            "f5-reading-degraded-caught" if caught else "f5-reading-degraded-missed",
            caught=as_count(control.losses),
            n=as_count(control.valid),
        ),
        detail={"p_value": test.p_value if test else None},
    )


def _symmetric(again: Tally) -> Reading | None:
    if not again.valid:
        return None
    test = binomial_test(again.wins, again.decisive) if again.decisive else None
    p_value = test.p_value if test else 1.0
    return Reading(
        name="aa_votes",
        value=again.tie_share,
        n=again.valid,
        unit="share",
        flagged=p_value < 0.05,
        reason=message(
            "f5-reading-aa-votes",
            wins=as_count(again.wins),
            losses=as_count(again.losses),
            ties=as_share(again.tie_share, decimals=0),
            p=as_number(p_value, decimals=3),
        ),
        detail={"p_value": p_value},
    )


def _runs(kept: Sequence[Execution], again: Sequence[Execution]) -> tuple[list[str], dict[str, list[str]]]:
    by_arm: dict[str, dict[str, str]] = {JSON: {}, LINES: {}, AGAIN: {}}
    for one in (*kept, *again):
        by_arm[one.arm][one.conversation] = "\n".join(one.tool_sequence)
    names = sorted(set.intersection(*(set(cells) for cells in by_arm.values())))
    return names, {arm: [cells[name] for name in names] for arm, cells in by_arm.items()}


def _agreement_readings(kept: Sequence[Execution], again: Sequence[Execution]) -> list[Reading | None]:
    names, runs = _runs(kept, again)
    if not names:
        return [Reading(name="aa_agreement", flagged=True, reason=message("f5-reading-no-noise-ruler"))]
    odd = odd_one_out(runs[JSON], runs[AGAIN], runs[LINES])
    counts = adjusted_agreement_counts(runs[JSON], runs[AGAIN], runs[LINES])
    loss = tango_interval(counts.only_baseline, counts.only_candidate, counts.n_pairs, level=0.9)
    noise = sum(a == b for a, b in zip(runs[JSON], runs[AGAIN], strict=True)) / len(names)
    return [
        Reading(
            name="aa_agreement",
            value=noise,
            n=len(names),
            unit="share",
            reason=message("f5-reading-aa-agreement", share=as_share(noise), n=as_count(len(names))),
        ),
        Reading(
            name="odd_one_out",
            value=odd.test.p_value,
            n=odd.n_one_odd,
            unit="p",
            flagged=odd.test.p_value < 0.05,
            reason=message(
                "f5-reading-odd-one-out", p=as_number(odd.test.p_value, decimals=4), n=as_count(odd.n_one_odd)
            ),
            detail={"upper_loss": -loss.lower},
        ),
    ]


def _veto_reading(pairs: pl.DataFrame) -> Reading | None:
    only_new = int((pairs["veto_linhas"] & ~pairs["veto_json"]).sum())
    only_old = int((pairs["veto_json"] & ~pairs["veto_linhas"]).sum())
    if not only_new + only_old:
        return None
    test = mcnemar_exact(only_new, only_old)
    return Reading(
        name="veto_test",
        value=test.p_value,
        n=only_new + only_old,
        unit="p",
        reason=message("f5-reading-vetoes", p=as_number(test.p_value, decimals=3)),
    )


def _identical_arm(
    kept: Sequence[Execution], again: Sequence[Execution], pairs: pl.DataFrame, main: Tally, params: Params
) -> Reading | None:
    """Return how often this rule would approve an arm identical to json, by the noise seen here.

    The clauses are taken as independent; the A/A agreement stands for the arm's own repeatability.
    """
    names, runs = _runs(kept, again)
    if not names or not main.valid or not pairs.height:
        return None
    noise = sum(a == b for a, b in zip(runs[JSON], runs[AGAIN], strict=True)) / len(names)
    parts = {
        "same_sequence": at_least_pass_probability(
            pairs.height, threshold=float(params["min_same_sequence"] or 0.95), rate=noise
        ),
        "veto_turns": not_greater_pass_probability(float(pairs["veto_json"].sum())),
        "judge": exact_pass_probability(
            main.valid,
            margin=float(params["judge_margin"] or 0.1),
            discordance=main.decisive / main.valid,
            level=float(params["level"] or 0.95),
        )
        if main.decisive
        else 1.0,
    }
    for (kind,), rows in pairs.drop_nulls("probe").group_by("probe", maintain_order=True):
        parts[f"probes_{kind}"] = not_greater_pass_probability(float((~rows["probe_json"]).sum()))
    chance = float(np.prod(list(parts.values())))
    return Reading(
        name="identical_arm",
        value=chance,
        n=pairs.height,
        unit="probability",
        flagged=chance < 0.5,
        reason=message("f5-reading-identical-arm", share=as_share(chance, decimals=0)),
        detail=parts,
    )
