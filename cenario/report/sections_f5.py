"""What only evaluation F5 shows: probes with what was expected and said, votes, pairs side by side."""

from __future__ import annotations

from collections.abc import Mapping

from cenario.domain.conversation import Conversation
from cenario.domain.evaluation import Batch
from cenario.domain.execution import Execution
from cenario.domain.vote import Vote
from cenario.labels import numbers
from cenario.labels.text import text as label
from cenario.measures.probes import check_probe
from cenario.report.blocks import Block
from cenario.report.parts import Column, Folded, Mark, Pair, Part, Prose, Table
from cenario.report.study import Study, section
from cenario.report.transcript import transcript_of
from cenario.store.corpus import corpus_path, load_corpus

__all__ = ["pairs", "probes", "votes_cast"]

JSON, LINES = "json", "linhas"
ARMS = (JSON, LINES, "json_b")
MOST_PAIRS = 8
"""Pairs shown side by side, our default."""

Answered = Mapping[tuple[str, str], Execution]


@section
def probes(study: Study) -> Block:
    """Show each probe: its kind, what the answer must and must not say, and what each arm answered."""
    corpus = {each.id: each for each in load_corpus(corpus_path("f5")) if each.probe is not None}
    parts: list[Part] = []
    for batch in study.batches:
        answered = _answered(batch)
        told = [corpus[name] for name in sorted(corpus) if any((name, arm) in answered for arm in ARMS)]
        rows = [_probe_row(each, answered) for each in told]
        columns = ("probe", "kind", "must", "must-not", "json", "linhas", "json-b")
        parts.append(
            Table(
                caption=batch.model,
                columns=[
                    Column(title=label(f"f5report-{name}"), wide=name not in ("probe", "kind"))
                    for name in columns
                ],
                rows=rows,
                marks=[_probe_mark(each, answered) for each in told],
                notes=(label("f5report-probes-note"),),
            )
        )
    return Block(
        key="probes", title=label("f5report-probes"), shows=label("f5report-probes-shows"), parts=parts
    )


def _probe_row(conversation: Conversation, answered: Answered) -> tuple[str, ...]:
    rule = conversation.probe
    assert rule is not None  # noqa: S101 - only probes come here
    kind = (
        label("f5report-kind-controle")
        if rule.control
        else label(f"f5report-kind-{rule.kind.replace('_', '-')}")
    )
    return (
        conversation.id,
        kind,
        "\n".join(" | ".join(group) for group in rule.must),
        "; ".join(rule.must_not) or numbers.NOTHING,
        *(_answer(conversation, answered.get((conversation.id, arm))) for arm in ARMS),
    )


def _answer(conversation: Conversation, execution: Execution | None) -> str:
    """Return whether the answer passes, what it lacks or should not say, and the answer itself."""
    if execution is None or conversation.probe is None:
        return numbers.NOTHING
    if not execution.is_measured:
        return label("report-execution-harness-failure")
    check = check_probe(execution.reply, conversation.probe)
    reply = label("report-silence") if execution.reply is None else execution.reply
    if check.passed:
        return f"✓ {reply}"
    said = [label("f5report-missing", words=each) for each in check.missing]
    said += [label("f5report-forbidden", words=each) for each in check.forbidden]
    return f"✗ {reply}\n({'; '.join(said)})"


def _probe_mark(conversation: Conversation, answered: Answered) -> Mark:
    execution = answered.get((conversation.id, LINES))
    if execution is None or conversation.probe is None or not execution.is_measured:
        return "plain"
    return "holds" if check_probe(execution.reply, conversation.probe).passed else "fails"


@section
def votes_cast(study: Study) -> Block:
    """Show every vote: which reply was shown first, which won, and the judge's own words."""
    parts: list[Part] = []
    for batch in study.batches:
        said = sorted(
            batch.votes, key=lambda v: (v.candidate != LINES, v.candidate, v.conversation, v.first or "")
        )
        columns = ("probe", "contrast", "judge", "first", "winner", "reason")
        table = Table(
            caption=batch.model,
            columns=[Column(title=label(f"f5report-{name}"), wide=name == "reason") for name in columns],
            rows=[_vote_row(vote) for vote in said],
            marks=[_vote_mark(vote) for vote in said],
        )
        parts.append(
            Folded(summary=label("f5report-votes-all", n=len(said), model=batch.model), parts=(table,))
        )
    return Block(key="votes", title=label("f5report-votes"), shows=label("f5report-votes-shows"), parts=parts)


def _vote_row(vote: Vote) -> tuple[str, ...]:
    arms = {"baseline": vote.baseline, "candidate": vote.candidate, "tie": label("f5report-tie")}
    winner = label("f5report-no-vote", why=vote.invalid or "?") if vote.winner is None else arms[vote.winner]
    return (
        vote.conversation,
        f"{vote.baseline} × {vote.candidate}",
        vote.judge,
        arms.get(vote.first or "", "—"),
        winner,
        vote.reason or numbers.NOTHING,
    )


def _vote_mark(vote: Vote) -> Mark:
    marks: dict[str | None, Mark] = {"baseline": "fails", "candidate": "holds", "tie": "plain", None: "short"}
    return marks[vote.winner]


@section
def pairs(study: Study, most: int = MOST_PAIRS) -> Block:
    """Show pairs of answers side by side, those that tell most against the lines first."""
    parts: list[Part] = []
    for batch in study.batches:
        answered = _answered(batch)
        lost = {
            v.conversation for v in batch.votes if v.candidate == LINES and v.drawn and v.winner == "baseline"
        }
        names = sorted(
            {name for name, arm in answered if arm == JSON} & {n for n, arm in answered if arm == LINES}
        )
        ranked = sorted((-_against(answered, name, lost), name) for name in names)
        told = [name for weight, name in ranked if weight < 0]
        parts += [_side_by_side(batch, answered, name, voted_down=name in lost) for name in told[:most]]
        if len(told) > most:
            parts.append(Prose(text=label("f5report-pairs-more", n=len(told) - most, model=batch.model)))
    return Block(
        key="pairs",
        title=label("f5report-pairs"),
        shows=label("f5report-pairs-shows"),
        parts=parts or [Prose(text=label("f5report-pairs-none"))],
    )


def _against(answered: Answered, name: str, lost: set[str]) -> int:
    """Return how much the pair tells against the lines: a probe lost, a vote lost, another tool sequence."""
    old, new = answered[name, JSON], answered[name, LINES]
    probe = (old.scores.get("probe") or 0.0) > (new.scores.get("probe") or 0.0)
    return 4 * probe + 2 * (name in lost) + (old.tool_sequence != new.tool_sequence) + bool(new.vetoes)


def _side_by_side(batch: Batch, answered: Answered, name: str, *, voted_down: bool) -> Folded:
    old, new = answered[name, JSON], answered[name, LINES]
    told = []
    if (old.scores.get("probe") or 0.0) > (new.scores.get("probe") or 0.0):
        told.append(label("f5report-probe-lost"))
    if voted_down:
        told.append(label("f5report-vote-lost"))
    if old.tool_sequence != new.tool_sequence:
        told.append(label("f5report-other-sequence"))
    if new.vetoes:
        told.append(label("f5report-vetoed"))
    return Folded(
        summary=f"{name} ({batch.model}): {', '.join(told)}",
        parts=(Pair(left=transcript_of(old, title=JSON), right=transcript_of(new, title=LINES)),),
    )


def _answered(batch: Batch) -> Answered:
    return {(each.conversation, each.arm): each for each in batch.executions if each.repetition == 0}
