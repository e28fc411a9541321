"""One execution of an agent in one arm, as it is kept: one JSON line, format version 1.

Absent means unknown or not applicable, never zero. Raw arguments are kept as they came,
before any validation could discard them.
"""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from cenario.domain.closing import ClosingRecord
from cenario.domain.conversation import Conversation
from cenario.domain.quality import QualityEvaluation
from cenario.domain.record import Record, version_1
from cenario.domain.scenario import Scenario

Outcome = Literal["completed", "agent_failure", "harness_failure", "stopped"]
Effect = Literal["read", "consequence"]
Mode = Literal["preview", "recorded", "remote", "command", "direct"]
Role = Literal["system", "user", "assistant", "tool"]

TASK_TAG = "task"
"""The tag that holds a digest of what was asked, where an imported file tells it: two files may call
different tasks by the same number."""


class Usage(Record, frozen=True, kw_only=True):
    """Tokens of one model call. Each is None where the provider did not say."""

    input_tokens: Annotated[
        int | None, Meta(description="Input tokens read at full price (cache excluded)")
    ] = None
    cache_read_tokens: Annotated[int | None, Meta(description="Input tokens read from the cache")] = None
    cache_write_tokens: Annotated[int | None, Meta(description="Input tokens written to the cache")] = None
    output_tokens: Annotated[int | None, Meta(description="Tokens generated")] = None


class Fault(Record, frozen=True, kw_only=True):
    """One reason for which the server's own validation refuses a call."""

    rule: Annotated[str, Meta(description="The validator's rule, e.g. missing, uuid_parsing, datetime_type")]
    path: Annotated[str, Meta(description="Where in the arguments, dotted; empty for the whole")] = ""
    format: Annotated[bool, Meta(description="Whether the rule is that of a format field")] = False


class ToolCall(Record, frozen=True, kw_only=True):
    """One tool call as the model made it. Flags are None where nobody validated."""

    name: Annotated[str, Meta(description="The tool's name as the model wrote it")]
    arguments: Annotated[str, Meta(description="The raw arguments, verbatim")] = ""
    known: Annotated[bool | None, Meta(description="Whether the tool exists for this agent")] = None
    valid: Annotated[bool | None, Meta(description="Whether the server's own validation accepts it")] = None
    faults: Annotated[tuple[Fault, ...], Meta(description="Why it does not")] = ()
    has_format_field: Annotated[
        bool | None,
        Meta(description="Whether the tool has a field with a format (uuid, date, date-time, e-mail)"),
    ] = None
    landfill_uuid: Annotated[
        bool | None, Meta(description="Whether an argument is a nil or max uuid, masked or not")
    ] = None
    effect: Annotated[Effect | None, Meta(description="What the tool leaves: read, or a consequence")] = None
    resource: Annotated[str | None, Meta(description="The declared resource that the call touches")] = None
    result: Annotated[str | None, Meta(description="What the tool answered")] = None
    error: Annotated[str | None, Meta(description="The tool's own failure, where it failed")] = None
    empty: Annotated[bool | None, Meta(description="Whether a search answered with nothing")] = None


class Step(Record, frozen=True, kw_only=True):
    """One inference (a model call) and the tool calls it asked for."""

    calls: Annotated[tuple[ToolCall, ...], Meta(description="Tool calls in the order made")] = ()
    usage: Annotated[Usage | None, Meta(description="Tokens of the answer kept; None if not reported")] = None
    attempts: Annotated[int, Meta(description="Requests sent for this inference, retries included", ge=1)] = 1
    cost_usd: Annotated[
        float | None, Meta(description="US dollars of every attempt; None without a price")
    ] = None
    duration_s: Annotated[float | None, Meta(description="Seconds from request to answer")] = None
    stop_reason: Annotated[str | None, Meta(description="Why the model stopped, in its provider's word")] = (
        None
    )
    purpose: Annotated[str, Meta(description="turn, or what an auxiliary call was for")] = "turn"


class Veto(Record, frozen=True, kw_only=True):
    """A before-send gate that held the reply back."""

    gate: Annotated[str, Meta(description="The gate's name, e.g. promise")]
    reason: Annotated[str, Meta(description="What it found")] = ""


class ChatMessage(Record, frozen=True, kw_only=True):
    """One message of the transcript."""

    role: Annotated[Role, Meta(description="Who: user is the contact, assistant the agent")]
    text: Annotated[str, Meta(description="What was said, verbatim")] = ""
    name: Annotated[str | None, Meta(description="The sender or the tool")] = None
    at: Annotated[str | None, Meta(description="When, ISO 8601 with offset")] = None


class ProcedureRun(Record, frozen=True, kw_only=True):
    """A named procedure that ran in this turn, and how it ended."""

    name: Annotated[str, Meta(description="The procedure's name")]
    state: Annotated[str, Meta(description="The state it ended in")]
    fields: Annotated[dict[str, str], Meta(description="What each field received, as JSON text")] = {}


class EndState(Record, frozen=True, kw_only=True):
    """The world at the end of the turn: what expectations judge."""

    replied: Annotated[bool | None, Meta(description="Whether something was said to the contact")] = None
    work: Annotated[
        Literal["open", "closed"] | None, Meta(description="Whether the work is open or closed")
    ] = None
    origin: Annotated[
        Literal["contact", "scheduled_return"], Meta(description="What this turn came from")
    ] = "contact"
    follow_up_at: Annotated[str | None, Meta(description="When a scheduled return will fire, ISO 8601")] = (
        None
    )
    handed_off: Annotated[bool | None, Meta(description="Whether the conversation went to a person")] = None
    procedures: Annotated[tuple[ProcedureRun, ...], Meta(description="Named procedures that ran")] = ()
    sources: Annotated[tuple[str, ...], Meta(description="Named sources that were read")] = ()
    touched: Annotated[tuple[str, ...], Meta(description="Resources touched, failed attempts included")] = ()
    ended_by: Annotated[
        Literal["reply", "silence", "goal", "limit", "human", "error"] | None,
        Meta(description="What ended the conversation"),
    ] = None


class Wire(Record, frozen=True, kw_only=True):
    """Fingerprint of what really went out: digests (sha256, 16 hex digits) of each part of the requests."""

    system: Annotated[str, Meta(description="Digest of the system text")] = ""
    tools: Annotated[str, Meta(description="Digest of the tool schemas")] = ""
    opening: Annotated[str, Meta(description="Digest of the first user message")] = ""
    parameters: Annotated[
        str, Meta(description="Digest of the other parameters (model, limits, temperature)")
    ] = ""
    requests: Annotated[int, Meta(description="Requests seen on the wire")] = 0


class Source(Record, frozen=True, kw_only=True):
    """The foreign file that an imported execution comes from."""

    file: Annotated[str, Meta(description="The file's name, without its folder")]
    sha256: Annotated[str, Meta(description="Digest of the whole file")]
    position: Annotated[str, Meta(description="Where in it: a row, a sample, a line")]
    format: Annotated[str, Meta(description="The importer's name")]


class Execution(Record, frozen=True, kw_only=True, tag_field="kind", tag="execution"):
    """One execution. The key is (evaluation, model, arm, conversation, variant, repetition)."""

    format_version: Annotated[Literal[1], Meta(description="Version of this format")] = msgspec.field(
        default_factory=version_1
    )
    batch: Annotated[str, Meta(description="The batch whose manifest opens the file", min_length=1)]
    evaluation: Annotated[str, Meta(description="Code of the evaluation, e.g. C", min_length=1)]
    arm: Annotated[str, Meta(description="The arm (braço): one side of the evaluation", min_length=1)]
    model: Annotated[str, Meta(description="The model asked for, provider:model", min_length=1)]
    model_served: Annotated[str | None, Meta(description="The model that answered, in its own word")] = None
    conversation: Annotated[str, Meta(description="The conversation, task or case", min_length=1)]
    cluster: Annotated[str | None, Meta(description="What it shares with others; None: itself alone")] = None
    variant: Annotated[str | None, Meta(description="Which equivalent input, paraphrase or personality")] = (
        None
    )
    repetition: Annotated[int, Meta(description="k, counted from 0", ge=0)]
    agent: Annotated[str | None, Meta(description="The agent (persona) that ran")] = None
    clock: Annotated[str | None, Meta(description="The fixed clock of the turn, ISO 8601 with offset")] = None
    mode: Annotated[Mode, Meta(description="How it ran; preview never sends")] = "preview"
    sent: Annotated[bool, Meta(description="Whether a message left for a real contact; refused if true")] = (
        False
    )
    seal: Annotated[str | None, Meta(description="Digest of the ruler in force when it ran")] = None
    wire: Annotated[Wire | None, Meta(description="Fingerprint of what went out")] = None
    arm_proved: Annotated[bool | None, Meta(description="Whether the wire proves the arm")] = None
    outcome: Annotated[Outcome, Meta(description="Only completed and agent_failure are measured")]
    outcome_reason: Annotated[str | None, Meta(description="Why it failed or stopped, one line")] = None
    steps: Annotated[tuple[Step, ...], Meta(description="Inferences in order, with their tool calls")] = ()
    loops: Annotated[int | None, Meta(description="Loops of the agent (model call and tool round)")] = None
    cost_usd: Annotated[float | None, Meta(description="US dollars of everything above; None if unknown")] = (
        None
    )
    in_doubt_usd: Annotated[
        float | None,
        Meta(description="US dollars, at worst, of attempts whose bill never came; apart from cost_usd"),
    ] = None
    duration_s: Annotated[float | None, Meta(description="Seconds from start to end")] = None
    reply: Annotated[str | None, Meta(description="What would be said to the contact; None: silence")] = None
    vetoes: Annotated[tuple[Veto, ...], Meta(description="Gates that held a reply back")] = ()
    end_state: Annotated[EndState | None, Meta(description="The world at the end of the turn")] = None
    closing: Annotated[
        ClosingRecord | None, Meta(description="The turn's closing; None where none was asked for")
    ] = None
    scores: Annotated[dict[str, float | None], Meta(description="Scores by name; null: not evaluated")] = {}
    messages: Annotated[tuple[ChatMessage, ...], Meta(description="The transcript")] = ()
    started_at: Annotated[str | None, Meta(description="ISO 8601, UTC")] = None
    ended_at: Annotated[str | None, Meta(description="ISO 8601, UTC")] = None
    seed: Annotated[int | None, Meta(description="The seed it ran with")] = None
    source: Annotated[Source | None, Meta(description="The foreign file it was imported from")] = None
    situation: Annotated[
        Conversation | None, Meta(description="Where it started, whole, where no corpus has it")
    ] = None
    tags: Annotated[
        dict[str, str], Meta(description="Facts of the evaluation's own, e.g. business, goal")
    ] = {}

    @property
    def key(self) -> tuple[str, str, str, str, str | None, int]:
        """What makes this execution itself: done once, it is not done again."""
        return (self.evaluation, self.model, self.arm, self.conversation, self.variant, self.repetition)

    @property
    def calls(self) -> tuple[ToolCall, ...]:
        """Every tool call, in the order made."""
        return tuple(call for step in self.steps for call in step.calls)

    @property
    def tool_sequence(self) -> tuple[str, ...]:
        """The ordered names of the tools called."""
        return tuple(call.name for call in self.calls)

    @property
    def is_measured(self) -> bool:
        """Whether the agent, and not the harness, is what this execution shows."""
        return self.outcome in ("completed", "agent_failure")


class Manifest(Record, frozen=True, kw_only=True, tag_field="kind", tag="manifest"):
    """The line that opens a batch: the ruler, sealed before the first execution."""

    format_version: Annotated[Literal[1], Meta(description="Version of this format")] = msgspec.field(
        default_factory=version_1
    )
    batch: Annotated[str, Meta(description="The batch's name", min_length=1)]
    evaluation: Annotated[str, Meta(description="Code of the evaluation", min_length=1)]
    seal: Annotated[str, Meta(description="Digest of evaluation, params, corpus, criteria and prices")]
    sealed_at: Annotated[str, Meta(description="When, ISO 8601 UTC")]
    parts: Annotated[dict[str, str], Meta(description="Digest of each part of the ruler, by name")] = {}
    params: Annotated[
        dict[str, str | int | float | bool | None], Meta(description="Parameters in force")
    ] = {}
    arms: Annotated[tuple[str, ...], Meta(description="The arms planned")] = ()
    models: Annotated[tuple[str, ...], Meta(description="The models planned")] = ()
    planned: Annotated[int | None, Meta(description="How many executions are planned in this file")] = None
    repetitions: Annotated[int | None, Meta(description="K planned")] = None
    ceiling_usd: Annotated[
        float | None, Meta(description="The batch's spend ceiling; None: not a paid run")
    ] = None
    ceiling_tokens: Annotated[int | None, Meta(description="The batch's token ceiling, if one was given")] = (
        None
    )
    prices_date: Annotated[str | None, Meta(description="Date of the price file")] = None
    corpus: Annotated[str | None, Meta(description="The corpus's name")] = None
    clock: Annotated[str | None, Meta(description="The fixed clock, ISO 8601 with offset")] = None
    seed: Annotated[int | None, Meta(description="Seed of the schedule")] = None
    revision: Annotated[str | None, Meta(description="The code's revision; +dirty where it was changed")] = (
        None
    )
    packages: Annotated[dict[str, str], Meta(description="Versions of what ran")] = {}
    simulated: Annotated[bool, Meta(description="Whether the model was simulated")] = False
    source: Annotated[Source | None, Meta(description="The foreign file, where this is an import")] = None
    rulers: Annotated[
        tuple[Scenario, ...], Meta(description="The scenarios measured here, as declared when it began")
    ] = ()
    quality: Annotated[
        QualityEvaluation | None, Meta(description="The evaluation of quality, as declared when it began")
    ] = None
