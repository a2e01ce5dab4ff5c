"""What of a file's bytes is code: whatever else changes, no program does; must not parse."""

from __future__ import annotations

import re

from mslint.source.text import MAX_BYTES

_TEXTS = (
    rb"\"\"\"(?s:.*?)\"\"\"|'''(?s:.*?)'''|\"[^\"\\\r\n]*(?:\\(?s:.)[^\"\\\r\n]*)*\"|'[^'\\\r\n]*(?:\\(?s:.)[^'\\\r\n]*)*'"
)
# Comments that say something all the same: the encoding, what may not be in it, and what is looked for in the text of a
# module as it stands.
_TELLING = rb"#[^\r\n]*(?:['\"\x80-\xff]|coding|__main__)[^\r\n]*"
_COMMENTS = re.compile(rb"(" + _TEXTS + rb"|" + _TELLING + rb")|#[^\r\n]*")
_ALL_TEXTS = re.compile(_TEXTS + rb"|#[^\r\n]*")
# What may hold texts within texts, with what this takes for its end.
_FORMATTED = re.compile(rb"\b(?:[fFtT][rR]?|[rR][fFtT])(" + _TEXTS + rb")")
# Of another encoding, half a character may look like a backslash.
_ENCODED = re.compile(
    rb"(?:[^\r\n]*(?:\r\n|\r|\n))?[^\r\n]*#[^\r\n]*coding[:=][ \t]*(?!utf-?8\b|ascii\b)", re.IGNORECASE
)
# Stands for a comment in between: no code holds it.
_MARK = b"\0"
_BLANK = b" \t\f"


def code_in(data: bytes) -> bytes:
    """The lines of a file without comments, as far as the last that holds code; all of it where that is not certain."""
    if _MARK in data or len(data) > MAX_BYTES or _ENCODED.match(data):
        return data
    rest = _ALL_TEXTS.sub(b"", data)
    if b"'" in rest or b'"' in rest:  # texts within texts, or none that is closed
        return data
    if any(each[1].count(b"{") != each[1].count(b"}") for each in _FORMATTED.finditer(data)):
        return data
    *lines, last = [line.rstrip(_BLANK) for line in _COMMENTS.sub(_kept, data).split(_MARK)]
    if any(line.endswith(b"\\") for line in lines):  # nothing may stand behind one, not even a comment
        return data
    code = b"".join([*lines, last]).rstrip(_BLANK + b"\r\n")
    return data if code.endswith(b"\\") else code


def _kept(match: re.Match[bytes]) -> bytes:
    return match[1] or _MARK
