"""What of a file's bytes is code: whatever else changes, no program does; must not parse."""

from __future__ import annotations

import re

_TEXTS = (
    rb"\"\"\"(?s:.*?)\"\"\"|'''(?s:.*?)'''|\"[^\"\\\r\n]*(?:\\(?s:.)[^\"\\\r\n]*)*\"|'[^'\\\r\n]*(?:\\(?s:.)[^'\\\r\n]*)*'"
)
# Comments that say something all the same: the encoding, what may not be in it, and what is looked for in the text of a
# module as it stands.
_TELLING = rb"#[^\r\n]*(?:['\"\x80-\xff]|coding|__main__)[^\r\n]*"
_COMMENTS = re.compile(rb"(" + _TEXTS + rb"|" + _TELLING + rb")|#[^\r\n]*")
_ALL_TEXTS = re.compile(_TEXTS + rb"|#[^\r\n]*")
# Stands for a comment in between: no code holds it.
_MARK = b"\0"


def code_in(data: bytes) -> bytes:
    """The lines of a file without comments, as far as the last that holds code; all of it where that is not certain."""
    if _MARK in data:
        return data
    rest = _ALL_TEXTS.sub(b"", data)
    if b"'" in rest or b'"' in rest:  # texts within texts, or none that is closed
        return data
    *lines, last = _COMMENTS.sub(_kept, data).split(_MARK)
    code = b"".join([*(line.rstrip(b" \t") for line in lines), last]).rstrip()
    return data if code.endswith(b"\\") else code


def _kept(match: re.Match[bytes]) -> bytes:
    return match[1] or _MARK
