"""Transcripts: who said what, each tool call with its raw arguments, what was wrong, side by side."""

from __future__ import annotations

from cenario.domain.execution import ChatMessage, Execution, Fault, Role, ToolCall
from cenario.labels import numbers
from cenario.labels.text import text as label
from cenario.report.escape import escape
from cenario.report.parts import Pair, Said, SaidCall, Side, Transcript
from cenario.report.quantities import arm_words

_SIDES: dict[Role, Side] = {"user": "contact", "assistant": "agent", "system": "other", "tool": "other"}


def transcript_of(execution: Execution, *, title: str | None = None) -> Transcript:
    """Return what `execution` shows of its conversation: messages, calls, reply and vetoes.

    Calls stand after the agent's message of their step where the record has one message a step,
    and after all messages where it does not (a record keeps no other order between the two).
    """
    lines = _in_order(execution)
    last = next((m.text for m in reversed(execution.messages) if m.role == "assistant"), None)
    if execution.reply is not None and execution.reply != last:
        lines.append(Said(who=label("report-role-reply"), side="agent", text=execution.reply))
    elif execution.reply is None and execution.mode == "preview":
        lines.append(Said(who=label("report-role-reply"), text=label("report-silence")))
    lines += [
        Said(who=label("report-role-veto", gate=veto.gate), text=veto.reason) for veto in execution.vetoes
    ]
    return Transcript(
        title=title or label("report-transcript-title", arm=arm_words(execution.arm), k=execution.repetition),
        lines=lines,
        facts=_facts(execution),
    )


def _in_order(execution: Execution) -> list[Said]:
    answers = {call.result for call in execution.calls if call.result is not None}
    messages = [m for m in execution.messages if not (m.role == "tool" and m.text in answers)]
    spoken = sum(message.role == "assistant" for message in messages)
    if spoken != len(execution.steps):
        return [*map(message_line, messages), *map(call_line, execution.calls)]
    lines: list[Said] = []
    steps = iter(execution.steps)
    for message in messages:
        if message.role != "assistant":
            lines.append(message_line(message))
            continue
        if message.text:
            lines.append(message_line(message))
        lines += map(call_line, next(steps).calls)
    return lines


def _facts(execution: Execution) -> list[tuple[str, str]]:
    facts = [
        (label("report-transcript-outcome"), label(f"report-execution-{execution.outcome.replace('_', '-')}"))
    ]
    if execution.outcome_reason:
        facts.append((label("report-transcript-reason"), execution.outcome_reason))
    facts += [(name, numbers.number(value, decimals=3)) for name, value in execution.scores.items()]
    if execution.cost_usd is not None:
        facts.append((label("report-cost"), numbers.money(execution.cost_usd, decimals=4)))
    if execution.model_served and execution.model_served != execution.model:
        facts.append((label("report-served"), execution.model_served))
    return facts


def message_line(message: ChatMessage) -> Said:
    """Return one message as a line of a transcript."""
    who = label(f"report-role-{message.role}")
    return Said(
        who=f"{who} ({message.name})" if message.name else who,
        side=_SIDES[message.role],
        text=message.text,
        at=message.at,
    )


def call_line(call: ToolCall) -> Said:
    """Return one tool call as a line of a transcript, with what was wrong with it."""
    faults = [_fault(fault) for fault in call.faults]
    if call.known is False:
        faults.insert(0, label("report-call-unknown"))
    if call.valid is False and not faults:
        faults.append(label("report-call-invalid"))
    if call.landfill_uuid:
        faults.append(label("report-call-landfill"))
    if call.error:
        faults.append(call.error)
    return Said(
        who=label("report-role-call"),
        call=SaidCall(name=call.name, arguments=call.arguments, result=call.result, faults=faults),
    )


def _fault(fault: Fault) -> str:
    return f"{fault.path}: {fault.rule}" if fault.path else fault.rule


def transcript_html(transcript: Transcript) -> str:
    """Return one transcript, folded behind its title."""
    return (
        f'<details class="cn-transcript"><summary>{escape(transcript.title)}</summary>'
        f"{_body(transcript)}</details>"
    )


def pair_html(pair: Pair) -> str:
    """Return two transcripts side by side, open."""
    sides = "".join(
        f'<div class="cn-side"><h4>{escape(side.title)}</h4>{_body(side)}</div>'
        for side in (pair.left, pair.right)
    )
    return f'<div class="cn-pair">{sides}</div>'


def _body(transcript: Transcript) -> str:
    facts = "".join(f"<span><b>{escape(name)}</b> {escape(value)}</span>" for name, value in transcript.facts)
    head = f'<p class="cn-said-facts">{facts}</p>' if facts else ""
    lines = "".join(_line_html(line) for line in transcript.lines)
    return (
        f'{head}<ol class="cn-said">{lines}</ol>'
        if lines
        else f"{head}<p>{escape(label('report-nothing-said'))}</p>"
    )


def _line_html(line: Said) -> str:
    at = f" <time>{escape(line.at)}</time>" if line.at else ""
    who = f'<span class="cn-who">{escape(line.who)}{at}</span>'
    if line.call is None:
        return (
            f'<li class="cn-{line.side}">{who}<div class="cn-text" dir="auto">{escape(line.text)}</div></li>'
        )
    call = line.call
    faults = "".join(f'<li class="cn-fails">✗ {escape(fault)}</li>' for fault in call.faults)
    found = f"<ul>{faults}</ul>" if faults else ""
    answer = (
        f'<div class="cn-result"><span class="cn-who">{escape(label("report-call-result"))}</span>'
        f'<pre tabindex="0">{escape(call.result)}</pre></div>'
        if call.result is not None
        else ""
    )
    return (
        f'<li class="cn-call">{who} <code>{escape(call.name)}</code>'
        f'<pre tabindex="0">{escape(call.arguments)}</pre>{found}{answer}</li>'
    )
