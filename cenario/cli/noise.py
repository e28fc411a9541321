"""``cenario noise``: how far the recorded agent wanders from itself, before anything is compared with it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any

from cenario.cli.output import print_json
from cenario.cli.running import option
from cenario.domain.execution import Execution
from cenario.engine import RunRef
from cenario.engine.loading import expand
from cenario.errors import BadInputError, message
from cenario.labels import numbers
from cenario.labels.text import text
from cenario.measures.noise import Noise, measure_noise
from cenario.stats.agreement import Agreement
from cenario.store import journal

__all__ = ["run"]


def run(
    run_file: Annotated[str, option("noise-runs")],
    *more: Annotated[str, option("noise-more")],
    measure: Annotated[str | None, option("noise-measure", "--measure", "--medida")] = None,
    json: Annotated[bool, option("cli-json", "--json")] = False,
) -> int:
    """Show each model's arm against itself."""
    found = measure_noise(_executions([run_file, *more]), score=measure)
    if json:
        print_json({"format_version": 1, "groups": [document(noise) for noise in found]})
    else:
        for noise in found:
            _show(noise)
    return 0


def _executions(runs: Sequence[str]) -> list[Execution]:
    """Return what the references name, each execution once."""
    found: dict[tuple[object, ...], Execution] = {}
    for reference in map(RunRef.parse, runs):
        for execution in journal.read_many(expand([reference.path])).executions:
            if reference.picks(execution):
                if execution.key in found:
                    key = journal.named(execution)
                    raise BadInputError(
                        message("journal-duplicate", place=reference, earlier=", ".join(runs), key=key)
                    )
                found[execution.key] = execution
    if not found:
        raise BadInputError(message("engine-empty-side", reference=", ".join(runs) or "—"))
    return list(found.values())


def document(noise: Noise) -> dict[str, Any]:
    """Return the noise as plain values; what is not defined is null."""
    return {
        "model": noise.model,
        "arm": noise.arm,
        "repetitions": list(noise.repetitions),
        "n_conversations": noise.n_conversations,
        "measures": [
            {
                "name": name,
                "values": list(values),
                "lower": noise.bands[name].lower if name in noise.bands else None,
                "upper": noise.bands[name].upper if name in noise.bands else None,
                "mean": noise.bands[name].mean if name in noise.bands else None,
            }
            for name, values in noise.values.items()
        ],
        "agreement": {name: _pairs(noise, found) for name, found in noise.agreement.items()},
        "pass_hat_k": None
        if noise.pass_hat is None
        else [{"k": p.k, "estimate": p.estimate, "n_tasks": p.n_tasks} for p in noise.pass_hat],
        "lost": {str(k): reasons for k, reasons in noise.lost.items()},
    }


def _pairs(noise: Noise, agreement: Agreement) -> list[dict[str, Any]]:
    return [
        {
            "first": noise.repetitions[pair.first],
            "second": noise.repetitions[pair.second],
            "n_equal": pair.n_equal,
            "n": pair.n,
            "share": pair.share,
        }
        for pair in agreement.pairs
    ]


def _show(noise: Noise) -> None:
    print(
        text(
            "noise-head",
            model=noise.model,
            arm=noise.arm,
            n=len(noise.repetitions),
            conversations=numbers.count(noise.n_conversations),
        )
    )
    for name, values in noise.values.items():
        shown = "  ".join(numbers.number(value, decimals=3) for value in values)
        band = noise.bands.get(name)
        limits = "" if band is None else text("noise-band", **_limits(band.lower, band.upper))
        print(f"  {name:<16} {shown}  {limits}".rstrip())
    for name, agreement in noise.agreement.items():
        pairs = "  ".join(
            f"{p['first']}-{p['second']} {p['n_equal']}/{p['n']}" for p in _pairs(noise, agreement)
        )
        share = numbers.share(agreement.n_equal / agreement.n if agreement.n else None)
        print("  " + text("noise-agreement", name=name, pairs=pairs, share=share))
    for p in noise.pass_hat or ():
        print(f"  pass^{p.k} = {numbers.number(p.estimate, decimals=4)}")
    for k, reasons in noise.lost.items():
        for reason, n in reasons.items():
            print("  " + text("noise-lost", k=k, n=n, reason=reason))


def _limits(lower: float, upper: float) -> dict[str, str]:
    return {"lower": numbers.number(lower, decimals=3), "upper": numbers.number(upper, decimals=3)}
