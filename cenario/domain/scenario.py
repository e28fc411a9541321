"""A scenario (cenário): a situation, and what must be true when the turn ends. The ruler.

An expectation asserts the state of the world at the end of the turn and never the path to it:
nothing here can ask for a step or an order of steps. A prohibition has no inverse, and a collected
field is compared by the type its declaration gives it.
"""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from cenario.domain.conversation import Conversation
from cenario.domain.record import Record, version_1

FieldType = Literal["text", "number", "boolean", "date", "datetime", "list"]
Status = Literal["draft", "declared", "withdrawn"]
ActName = Literal["declared", "promoted", "demoted", "withdrawn"]
Name = Annotated[str, Meta(min_length=1, max_length=120)]
Ceiling = Annotated[int, Meta(ge=0)]
ScenarioId = Annotated[str, Meta(pattern=r"^[a-z0-9][a-z0-9-]{1,62}[a-z0-9]$")]


class ReplyExpectation(Record, frozen=True, kw_only=True, tag_field="kind", tag="resposta"):
    """Resposta: there was, or was not, a speech to the contact."""

    spoke: Annotated[bool, Meta(description="true: must answer; false: must stay silent")]


class WorkExpectation(Record, frozen=True, kw_only=True, tag_field="kind", tag="trabalho"):
    """Trabalho: the work was left open, or closed."""

    state: Annotated[Literal["open", "closed"], Meta(description="How the work must be left")]


class ProcedureExpectation(Record, frozen=True, kw_only=True, tag_field="kind", tag="procedimento"):
    """Procedimento: a named procedure ended in a state, or did not run. Exactly one of the two."""

    procedure: Annotated[Name, Meta(description="The procedure's name")]
    state: Annotated[str | None, Meta(description="The state it must end in")] = None
    absent: Annotated[bool, Meta(description="true: it must not have run")] = False


class CollectedExpectation(Record, frozen=True, kw_only=True, tag_field="kind", tag="coletado"):
    """Coletado: a field of a procedure received a value, compared by the field's declared type."""

    procedure: Annotated[Name, Meta(description="The procedure's name")]
    field: Annotated[Name, Meta(description="The field's name; a list field is refused")]
    value: Annotated[bool | int | float | str, Meta(description="The value it must have received")]


class FollowUpExpectation(Record, frozen=True, kw_only=True, tag_field="kind", tag="follow-up"):
    """Follow-up: a return was scheduled against the contact's silence."""


class ResumptionExpectation(Record, frozen=True, kw_only=True, tag_field="kind", tag="retomada"):
    """Retomada: this turn came from a scheduled return."""


class HandoffExpectation(Record, frozen=True, kw_only=True, tag_field="kind", tag="transferencia"):
    """Transferência: the conversation was handed to a person."""


class GroundingExpectation(Record, frozen=True, kw_only=True, tag_field="kind", tag="embasamento"):
    """Embasamento: the speech rested on a named source, whatever its wording."""

    source: Annotated[Name, Meta(description="The source's name")]


class ProhibitionExpectation(Record, frozen=True, kw_only=True, tag_field="kind", tag="proibicao"):
    """Proibição: a resource that leaves a consequence was not touched, not once."""

    resource: Annotated[Name, Meta(description="The resource's name; it must be declared with a consequence")]


Expectation = (
    ReplyExpectation
    | WorkExpectation
    | ProcedureExpectation
    | CollectedExpectation
    | FollowUpExpectation
    | ResumptionExpectation
    | HandoffExpectation
    | GroundingExpectation
    | ProhibitionExpectation
)

EXPECTATION_KINDS = (
    "resposta",
    "trabalho",
    "procedimento",
    "coletado",
    "follow-up",
    "retomada",
    "transferencia",
    "embasamento",
    "proibicao",
)
"""The nine kinds, as a declaration writes them."""


class ProcedureField(Record, frozen=True, kw_only=True):
    """A field of a procedure."""

    name: Annotated[Name, Meta(description="The field's name")]
    type: Annotated[FieldType, Meta(description="How its value is compared")]


class Procedure(Record, frozen=True, kw_only=True):
    """A procedure that the scenario names: its states and typed fields."""

    name: Annotated[Name, Meta(description="The procedure's name")]
    states: Annotated[tuple[Name, ...], Meta(description="States it can end in", min_length=1)]
    fields: Annotated[tuple[ProcedureField, ...], Meta(description="What it collects")] = ()


class Resource(Record, frozen=True, kw_only=True):
    """A resource that the agent can touch. Without a declared effect it cannot be forbidden."""

    name: Annotated[Name, Meta(description="The resource's name")]
    effect: Annotated[Literal["read", "consequence"] | None, Meta(description="What touching it leaves")] = (
        None
    )


class Budget(Record, frozen=True, kw_only=True):
    """Ceilings on what a turn may consume; an axis that nobody wrote is not a ceiling of zero."""

    inferences: Annotated[Ceiling | None, Meta(description="Most model calls, retries included")] = None
    loops: Annotated[Ceiling | None, Meta(description="Most loops of the agent")] = None


class Origin(Record, frozen=True, kw_only=True):
    """The observed turn that a scenario was made from."""

    batch: Annotated[str, Meta(description="The batch it was observed in")]
    conversation: Annotated[str, Meta(description="The conversation")]
    arm: Annotated[str, Meta(description="The arm")]
    repetition: Annotated[int, Meta(description="k, counted from 0")]
    situation: Annotated[str, Meta(description="Digest of the situation and conversation, verbatim")]


class Promotion(Record, frozen=True, kw_only=True):
    """Who made a scenario a gate, and when: an explicit act."""

    by: Annotated[Name, Meta(description="Who")]
    at: Annotated[str, Meta(description="When, ISO 8601 UTC")]


class Scenario(Record, frozen=True, kw_only=True):
    """A scenario as declared: the ruler.

    In its file, `status`, `declared_at`, `gate` and `promotion` only repeat what the ledger of acts
    says. Its identity is the digest of what it asks, see `content`.
    """

    format_version: Annotated[Literal[1], Meta(description="Version of this format")] = msgspec.field(
        default_factory=version_1
    )
    id: Annotated[ScenarioId, Meta(description="Stable id: lower case, digits and hyphens")]
    title: Annotated[Name, Meta(description="What it is about, one line")]
    status: Annotated[Status, Meta(description="Only a declared scenario is a ruler")] = "draft"
    declared_at: Annotated[str | None, Meta(description="When it became a ruler, ISO 8601 UTC")] = None
    situation: Annotated[Conversation, Meta(description="Where it starts: contact, history, and origin")]
    inputs: Annotated[
        tuple[Annotated[str, Meta(min_length=1, max_length=4000)], ...],
        Meta(description="Equivalent ways of saying the same thing", min_length=1, max_length=50),
    ]
    expectations: Annotated[
        tuple[Expectation, ...], Meta(description="What must be true when the turn ends", max_length=50)
    ] = ()
    suggested: Annotated[
        tuple[Expectation, ...], Meta(description="Of a draft: seen in the observed turn, not yet declared")
    ] = ()
    repetitions: Annotated[int, Meta(description="How many times each input runs", ge=1, le=1000)] = 3
    budget: Annotated[Budget | None, Meta(description="Ceilings; absent: only competence is measured")] = None
    gate: Annotated[bool, Meta(description="Whether it blocks a publication")] = False
    promotion: Annotated[Promotion | None, Meta(description="The act that made it a gate")] = None
    procedures: Annotated[tuple[Procedure, ...], Meta(description="Procedures it names")] = ()
    resources: Annotated[tuple[Resource, ...], Meta(description="Resources it names, with their effect")] = ()
    origin: Annotated[Origin | None, Meta(description="The observed turn it was made from")] = None

    @property
    def content(self) -> dict[str, object]:
        """What the digest covers: all that changes what is measured or how it is judged.

        Title, dates, status and gate are left out: promoting a ruler does not make it another one.
        """
        return {
            "situation": msgspec.to_builtins(self.situation),
            "inputs": list(self.inputs),
            "expectations": msgspec.to_builtins(self.expectations),
            "repetitions": self.repetitions,
            "budget": msgspec.to_builtins(self.budget),
            "procedures": msgspec.to_builtins(self.procedures),
            "resources": msgspec.to_builtins(self.resources),
        }


class Act(Record, frozen=True, kw_only=True, tag_field="kind", tag="act"):
    """Something that somebody did to a scenario; one line of the ledger, never changed."""

    format_version: Annotated[Literal[1], Meta(description="Version of this format")] = msgspec.field(
        default_factory=version_1
    )
    act: Annotated[ActName, Meta(description="What was done")]
    scenario: Annotated[ScenarioId, Meta(description="To which scenario")]
    version: Annotated[str, Meta(description="Digest of its content", pattern=r"^[0-9a-f]{64}$")]
    by: Annotated[Name, Meta(description="Who did it")]
    at: Annotated[str, Meta(description="When, ISO 8601 UTC")]
    ruler: Annotated[Scenario | None, Meta(description="Of a declaration: the version, whole")] = None
    reason: Annotated[Name | None, Meta(description="Why, in a line")] = None
