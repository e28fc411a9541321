"""One request as it really left the process, parsed: what a proof of arm may look at."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class WireRequest:
    """A request's body as seen by the transport, and the answer's model once it came."""

    provider: str
    body: Mapping[str, object]
    model_asked: str
    model_served: str | None = None
    digests: Mapping[str, str] = field(default_factory=dict)
