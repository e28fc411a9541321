"""Proper names: capitalised words that stand where only a name is capitalised.

By rule, with no list of all names: mid-sentence capitals are names; at a sentence's start a word
is one when it is a known given name, or when another capitalised word follows and it is no verb,
role or function word. Names written in lower case are not seen: a limit, and a tested one.
"""

from __future__ import annotations

import re

from cenario.measures.entities.flat import MASK, Board, Found, flatten
from cenario.measures.entities.lexicon import words

_WORD = re.compile(r"[^\W\d_](?:[^\W\d_]|['’-](?=[^\W\d_])){0,40}")
_TITLE = re.compile(r"\b(?:dr|dra|sr|sra|srta|prof|profa)\.")
_LINKS = words("name_links")
_GIVEN = words("given_names")
_NEVER = words("never_names")
_ROLES = words("roles")
_OPENERS = words("sentence_openers")
_VERB_ENDINGS = ("ou", "iu", "ndo", "ado", "ido", "ada", "ida", "ara", "ira", "aram", "eram", "iram")
_MIN_LETTERS = 2


def names(board: Board) -> list[Found]:
    """Find proper names, of people, firms and places alike; the key is the name, flat."""
    text = board.case
    for title in _TITLE.finditer(board.flat):
        text = text[: title.start()] + " " * (title.end() - title.start()) + text[title.end() :]
    words = list(_WORD.finditer(text))
    finds, index = [], 0
    while index < len(words):
        if not _is_capital(words[index][0]):
            index += 1
            continue
        run = _run(words, index, text)
        kept = _trim(words[index : index + run], _opens_sentence(text, words[index].start()))
        if kept:
            start, end = kept[0].start(), kept[-1].end()
            finds.append(Found(start, end, "name", " ".join(flatten(text[start:end]).split())))
        index += run
    return finds


def _is_capital(word: str) -> bool:
    if len(word) < _MIN_LETTERS or not word[0].isupper():
        return False
    return not word.isupper() or flatten(word) in _GIVEN


def _run(words: list[re.Match[str]], first: int, text: str) -> int:
    """Return how many words from `first` on make one name: capitals, joined by spaces or small links."""
    length, at = 1, first + 1
    while at < len(words):
        if (
            text[words[at - 1].end() : words[at].start()].strip(" ")
            or words[at].start() - words[at - 1].end() > 2
        ):
            break
        word = words[at][0]
        if _is_capital(word) or (word.isupper() and len(word) > 1 and words[at - 1][0].isupper()):
            length = at - first + 1
        elif word not in _LINKS:
            break
        at += 1
    return length


def _opens_sentence(text: str, at: int) -> bool:
    before = text[:at].rstrip(" \t\n\"'“‘([<{*-–—>•" + MASK)
    return not before or before[-1] in ".!?:;…" or "\n" in text[len(before) : at]


def _trim(run: list[re.Match[str]], opens: bool) -> list[re.Match[str]]:
    """Drop what is capitalised for another reason: roles, openers and verbs at a start, days, channels."""
    while run:
        word = flatten(run[0][0])
        linked = len(run) > 1 and run[1][0] in _LINKS
        starts_as_word = (
            opens and word not in _GIVEN and (linked or word in _OPENERS or word.endswith(_VERB_ENDINGS))
        )
        if word in _ROLES or word in _NEVER or word in _LINKS or starts_as_word:
            run, opens = run[1:], opens and word in _ROLES and len(run) == 1
            continue
        break
    while run and flatten(run[-1][0]) in _LINKS:
        run = run[:-1]
    if len(run) == 1 and opens and flatten(run[0][0]) not in _GIVEN:
        return []
    return run
