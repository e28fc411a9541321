"""A pair's transcript as the judge sees it: neither of the history formats under test.

Each message becomes a numbered entry between fences that carry a code drawn so that it stands nowhere
in the text: what a contact or an agent wrote can neither close a fence nor open another.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterable, Sequence

from cenario.domain.conversation import Conversation, HistoryMessage
from cenario.labels.text import text

CODE_LENGTH = 12
ALPHABET = "ABCDEFGHJKMNPQRSTUVWXYZ23456789"
_CONTROLS = re.compile(r"[\x00-\x08\x0b-\x1f\x7f\x85\u2028\u2029]")


def draw_code(texts: Iterable[str], *, seed: int, name: str) -> str:
    """Return a code that stands in none of `texts`, drawn from `seed` and `name`."""
    given = list(texts)
    rng = random.Random(f"{seed}:{name}:code")  # noqa: S311 - reproducible on purpose
    while True:
        code = "".join(rng.choice(ALPHABET) for _ in range(CODE_LENGTH))
        if not any(code in one for one in given):
            return code


def neutral_transcript(conversation: Conversation, code: str) -> str:
    """Return the history and the message that opens the turn, fenced with `code`.

    Times are told in words relative to nothing (date and hour), senders by their side; no JSON,
    no line prefix of either format.
    """
    entries = [_entry(number, message, code) for number, message in enumerate(conversation.history, start=1)]
    last = fenced(conversation.message, code, text("vote-entry-now", number=len(entries) + 1))
    return "\n".join([*entries, last])


def fenced(body: str, code: str, title: str) -> str:
    """Return `body` between fences that carry `code`; control characters become spaces."""
    clean = _CONTROLS.sub(" ", body)
    return f"<<{code} {title}>>\n{clean}\n<<{code} fim>>"


def reply_block(reply: str | None, tools: Sequence[str], code: str, letter: str) -> str:
    """Return one of the two replies, with the acts it took, as the judge compares them."""
    acts = ", ".join(tools) if tools else text("vote-no-acts")
    said = reply if reply is not None else text("vote-silence")
    body = f"{text('vote-acts', acts=acts)}\n{text('vote-said')}\n{said}"
    return fenced(body, code, text("vote-reply", letter=letter))


def _entry(number: int, message: HistoryMessage, code: str) -> str:
    who = text(f"vote-sender-{message.sender}")
    name = _CONTROLS.sub(" ", message.name or "").replace(code, "").strip()
    day, _, hour = message.at.partition("T")
    when = text("vote-when", day=day, hour=hour[:5])
    shown = message.text if message.media is None else f"{text(f'vote-media-{message.media}')} {message.text}"
    title = text("vote-entry", number=number, who=f"{who} {name}".strip(), when=when)
    return fenced(shown, code, title)
