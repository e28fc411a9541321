"""The first screen: question, verdict, why in a sentence each, what it would gain, what it cost."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal

from cenario.domain.execution import Execution
from cenario.domain.verdict import Clause, ModelVerdict, Verdict, VerdictOutcome
from cenario.engine import Judgement
from cenario.labels import numbers
from cenario.labels.text import Message
from cenario.labels.text import text as label
from cenario.report.accounts import unfinished
from cenario.report.blocks import Block
from cenario.report.parts import Headline, Mark, ModelLine
from cenario.report.quantities import WORDLESS, param_words, quantity, sentence, unit_words
from cenario.report.spending import ArmUse, Spending, spent_on_judges, spent_on_runs, use_by_arm

_SIMULATED = "engine-simulated"
_ORDER: dict[Mark, int] = {"short": 0, "fails": 1, "undecided": 2, "holds": 3}
_MOST_REASONS, _FEW = 6, 2
_TELLING: Mapping[VerdictOutcome, tuple[str, ...]] = {
    "APROVA": ("holds",),
    "REPROVA": ("fails",),
    "INCONCLUSIVO": ("short", "undecided"),
}


def first_screen(judgement: Judgement) -> Block:
    """Return the block that opens the page."""
    verdict, evaluation = judgement.verdict, judgement.evaluation
    simulated = [str(note) for note in verdict.notes if note.code == _SIMULATED]
    warnings = [str(note) for note in verdict.notes if note.code != _SIMULATED]
    notes = {model: decision.notes for model, decision in judgement.decisions.items()}
    headline = _headline(verdict, notes)
    said = headline if len(verdict.models) == 1 else ""
    part = Headline(
        first_line=" ".join(simulated) or None,
        title=label("report-kicker", title=evaluation.title, code=evaluation.code),
        question=str(evaluation.question),
        outcome=verdict.outcome,
        headline=headline,
        warnings=[*_held_by_age(verdict.models), *_unfinished(judgement), *warnings],
        models=[_model(model, said, notes.get(model.model, ())) for model in verdict.models],
        facts=_facts(judgement),
    )
    return Block(key="verdict", parts=(part,))


def _headline(verdict: Verdict, notes: Mapping[str, Sequence[Message]]) -> str:
    """Return why, in few words: the reasons where they are few, else how many; then what was noted."""
    told = sentence(str(verdict.headline).removeprefix(f"{verdict.outcome}: "))
    if len(verdict.models) != 1:
        return told
    [model] = verdict.models
    deciding = [clause for clause in model.clauses if clause.decides]
    telling = [clause for clause in deciding if clause.outcome in _TELLING[verdict.outcome]]
    if len(telling) > _FEW:
        told = label(f"report-headline-{verdict.outcome.lower()}", n=len(telling), of=len(deciding))
    unsaid = [
        sentence(note) for note in notes.get(model.model, ()) if str(note).casefold() not in told.casefold()
    ]
    return " ".join([told, *unsaid])


def _held_by_age(models: Sequence[ModelVerdict]) -> list[str]:
    """Return, once, why the ruler holds the verdict back: it is younger than the measurement."""
    held = [str(c.reason) for m in models for c in m.clauses if c.name == "ruler" and c.outcome != "holds"]
    return [label("report-ruler", reason=reason) for reason in dict.fromkeys(held)]


def _unfinished(judgement: Judgement) -> list[str]:
    pairs = zip(judgement.loaded.batches, judgement.verdict.models, strict=True)
    return [line for batch, model in pairs for line in unfinished(batch, model.counts)]


def _model(model: ModelVerdict, said: str, notes: Sequence[Message]) -> ModelLine:
    clauses = sorted((c for c in model.clauses if c.decides), key=lambda c: (_ORDER[c.outcome], c.of_data))
    unsaid = [c for c in clauses if c.name != "ruler" and str(c.reason).casefold() not in said.casefold()]
    shown = unsaid if len(unsaid) <= _MOST_REASONS else unsaid[: _MOST_REASONS - 1]
    reasons: list[tuple[Mark, str]] = [(c.outcome, _reason(c)) for c in shown]
    if len(shown) < len(unsaid):
        reasons.append(("plain", label("report-more-clauses", n=len(unsaid) - len(shown))))
    reasons += [("plain", sentence(note)) for note in notes if str(note).casefold() not in said.casefold()]
    return ModelLine(
        model=model.model, outcome=model.outcome, headline="", reasons=reasons, in_use=model.in_use
    )


def _reason(clause: Clause) -> str:
    words = sentence(clause.reason)
    return f"{words} ({label('report-proposed')})" if clause.proposed else words


def _facts(judgement: Judgement) -> list[tuple[str, str]]:
    evaluation, verdict = judgement.evaluation, judgement.verdict
    facts = _sides(judgement)
    gains = [str(evaluation.gain)] if evaluation.gain else []
    batches = judgement.loaded.batches
    for batch in batches:
        lines = _gain(judgement, batch.executions)
        gains += [batch.model, *lines] if lines and len(batches) > 1 else lines
    if gains:
        facts.append((label("report-gain"), "\n".join(gains)))
    facts.append((label("report-cost-of-answer"), _cost(judgement)))
    if evaluation.next_step:
        facts.append((label("report-next-step"), str(evaluation.next_step)))
    if verdict.proposed:
        named = [_param(judgement, name) for name in verdict.proposed]
        facts.append((label("report-proposed-thresholds"), "\n".join(named)))
    return facts


def _sides(judgement: Judgement) -> list[tuple[str, str]]:
    sides = judgement.loaded.sides
    return [
        (
            label(f"report-side-{role}"),
            label("report-side", file=side["file"], arm=side["arm"], model=side["model"]),
        )
        for role, side in sides.items()
        if role in ("baseline", "candidate")
    ]


def _param(judgement: Judgement, name: str) -> str:
    param = next(p for p in judgement.evaluation.params if p.name == name)
    value = judgement.params[name]
    number = isinstance(value, (int, float)) and not isinstance(value, bool)
    written = quantity(value, param.unit) if number else str(value)  # type: ignore[arg-type]
    words = "" if param.unit in WORDLESS else f" {unit_words(param.unit)}"
    return f"{param_words(name)}: {written}{words}"


def _gain(judgement: Judgement, executions: Sequence[Execution]) -> list[str]:
    """Return what the candidate uses beside the baseline, as measured, where both say."""
    roles = {arm.role: arm.name for arm in judgement.evaluation.arms}
    uses = {use.arm: use for use in use_by_arm(executions)}
    baseline = uses.get(roles.get("baseline", "baseline"))
    candidate = uses.get(roles.get("candidate", "candidate"))
    if baseline is None or candidate is None:
        return []
    return [line for name in ("cost_usd", "input_tokens") if (line := _change(name, baseline, candidate))]


def _change(name: str, baseline: ArmUse, candidate: ArmUse) -> str | None:
    before, after = getattr(baseline, name), getattr(candidate, name)
    if before is None or after is None:
        return None
    write = numbers.money if name == "cost_usd" else numbers.number
    decimals = 4 if name == "cost_usd" else 0
    change = numbers.share(after / before - 1, signed=True) if before else numbers.NOTHING
    return label(
        f"report-use-{name.replace('_', '-')}",
        before=write(before, decimals=decimals),
        after=write(after, decimals=decimals),
        change=change,
    )


def _cost(judgement: Judgement) -> str:
    lines = [_spending("runs", spent_on_runs(judgement))]
    judges = spent_on_judges(judgement)
    if judges.n:
        lines.append(_spending("judges", judges))
    return "\n".join(lines)


def _spending(kind: Literal["runs", "judges"], spending: Spending) -> str:
    if spending.usd is None:
        return label(f"report-unknown-cost-{kind}", n=numbers.count(spending.n))
    said = label(
        f"report-cost-{kind}",
        usd=numbers.money(spending.usd),
        n=numbers.count(spending.n),
        each=numbers.money(spending.usd_each, decimals=4),
    )
    if not spending.n_unknown:
        return said
    return f"{said}; {label('report-cost-unknown', n=numbers.count(spending.n_unknown))}"
