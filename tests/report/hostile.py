"""What a contact or a model may write to hurt a page or its reader."""

from __future__ import annotations

HOSTILE = (
    "<script>alert(1)</script> ]]> --> </style></title></svg> <img src=x onerror=alert(2)> "
    '<a href="javascript:alert(3)">x</a> \' onmouseover=alert(4) {{ 7*7 }} {% raw %} $x^2$ \\(y\\) '
    "\u202egnp.exe\u202c \u200b\u2066\ufeff\x1b[31m\x00\x07\ud800\u2028\U000e0041"
)
"""Markup, closers of every container, template and math marks, bidi marks, hidden and broken characters."""

NAMED = ("⟨U+202E⟩", "⟨U+202C⟩", "⟨U+200B⟩", "⟨U+2066⟩", "⟨U+FEFF⟩", "⟨U+001B⟩", "⟨U+0000⟩", "⟨U+0007⟩",
         "⟨U+D800⟩", "⟨U+2028⟩", "⟨U+E0041⟩")  # fmt: skip

WRITABLE = HOSTILE.replace("\ud800", "")
"""The same without half a character, which no file in UTF-8 can hold."""

WRITABLE_NAMED = tuple(name for name in NAMED if name != "⟨U+D800⟩")
