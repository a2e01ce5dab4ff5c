"""What of a file's bytes is code: whatever else changes, no program does; must not parse."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import List, Pattern

from mslint.source.text import MAX_BYTES

_TEXTS = (
    rb"\"\"\"(?s:.*?)\"\"\"|'''(?s:.*?)'''|\"[^\"\\\r\n]*(?:\\(?s:.)[^\"\\\r\n]*)*\"|'[^'\\\r\n]*(?:\\(?s:.)[^'\\\r\n]*)*'"
)
# Texts, comments and quotes of texts that never end. Every alternative begins with a written character: then `re` looks
# for these alone.
_PIECES = re.compile(_TEXTS + rb"|#([^\r\n]*)|\"|'")
# In comments that say something all the same: the encoding, what may not be in it, and what is looked for in the text
# of a module as it stands.
_TELLING = re.compile(rb"['\"\x80-\xff]|coding|__main__")
# What begins a text that may hold texts in turn, with what this takes for its end.
_FORMATTED = re.compile(rb"(?:[fFtT][rR]?|[rR][fFtT])\Z")
# Of another encoding, half a character may look like a backslash.
_ENCODED = re.compile(
    rb"(?:[^\r\n]*(?:\r\n|\r|\n))?[^\r\n]*#[^\r\n]*coding[:=][ \t]*(?!utf-?8\b|ascii\b)", re.IGNORECASE
)
_BLANK = b" \t\f"
(_OPEN,) = b"{"
_NO_BRACES = bytes(set(range(256)).difference(b"{}"))


def code_in(data: bytes) -> bytes:
    """The lines of a file without comments, as far as the last that holds code; all of it where that is not certain."""
    if b"\0" in data or len(data) > MAX_BYTES or _ENCODED.match(data):
        return data
    lines: List[bytes] = []
    done = 0
    for piece in _PIECES.finditer(data):
        begin, end = piece.span()
        if piece.lastindex is not None:
            if _TELLING.search(data, begin, end) is None:
                line = data[done:begin].rstrip(_BLANK)
                if line.endswith(b"\\"):  # nothing may stand behind one, not even a comment
                    return data
                lines.append(line)
                done = end
        elif end == begin + 1 or (  # texts within texts, or one that is not closed
            _FORMATTED.search(data, max(0, begin - 2), begin) and not _balanced(data[begin:end])
        ):
            return data
    code = b"".join([*lines, data[done:]]).rstrip(_BLANK + b"\r\n")
    return data if code.endswith(b"\\") else code


def without_comments(text: str) -> str:
    """A piece of code without its comments."""
    return _texts_and_comments().sub(lambda piece: "" if piece[0].startswith("#") else piece[0], text)


@lru_cache(maxsize=1)
def _texts_and_comments() -> Pattern[str]:
    return re.compile(_TEXTS.decode("ascii") + r"|#[^\r\n]*")


def _balanced(text: bytes) -> bool:
    """Whether all braces that are opened are closed, and none before."""
    depth = 0
    for brace in text.translate(None, _NO_BRACES):
        depth += 1 if brace == _OPEN else -1
        if depth < 0:
            return False
    return depth == 0
