"""Puts edits into a text and leaves every other character as it is; knows no rule and no file."""

from __future__ import annotations

import codecs
import os
import re
from dataclasses import replace
from typing import Iterable, List, Optional, Sequence, Tuple

from mslint.model import Edit, Span
from mslint.source.text import Source, Unreadable, decode

_LINE_END = re.compile(r"\r\n|\r|\n")
_LINE = re.compile(r"[^\r\n]*(?:\r\n|\r|\n)|[^\r\n]+\Z")
Stretch = Tuple[int, int]


class Places:
    """Where lines and columns are in a text."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._starts = [0, *(match.end() for match in _LINE_END.finditer(text))]
        first = _LINE_END.search(text)
        self.line_end = first.group() if first is not None else "\n"

    def offset(self, line: int, column: int) -> Optional[int]:
        """The index of a place; None where the text has no such place."""
        if not 1 <= line <= len(self._starts) or column < 1:
            return None
        start = self._starts[line - 1]
        end = self._starts[line] if line < len(self._starts) else len(self._text) + 1
        return start + column - 1 if start + column - 1 < end else None

    def stretch(self, span: Span) -> Optional[Stretch]:
        start, end = self.offset(span.line, span.column), self.offset(span.end_line, span.end_column)
        return (start, end) if start is not None and end is not None and start <= end else None


def stretches(places: Places, edits: Sequence[Edit]) -> Optional[List[Stretch]]:
    """Where the edits stand, in order; None where one of them stands nowhere or two overlap."""
    found = [places.stretch(edit.span) for edit in edits]
    known = [each for each in found if each is not None]
    if len(known) != len(edits) or known != sorted(known):
        return None
    return None if any(one[1] > other[0] for one, other in zip(known, known[1:])) else known


def touch(ones: Sequence[Stretch], others: Sequence[Stretch]) -> bool:
    """Whether two fixes must not be made at once: what they change overlaps, or lies side by side."""
    return any(one[0] <= other[1] and other[0] <= one[1] for one in ones for other in others)


def apply(source: Source, edits: Iterable[Edit]) -> Source:
    """The source with the edits, which do not overlap; line ends in their texts become those of the file."""
    places = Places(source.text)
    placed: List[Tuple[Stretch, int, str]] = []
    for number, edit in enumerate(edits):
        at = places.stretch(edit.span)
        if at is not None:
            placed.append((at, number, edit.text.replace("\n", places.line_end)))
    placed.sort()
    parts: List[str] = []
    done = 0
    for (start, end), _, text in placed:
        parts += [source.text[done:start], text]
        done = end
    parts.append(source.text[done:])
    return replace(source, text="".join(parts))


def encoded(source: Source) -> Optional[bytes]:
    """The bytes of a source; None where its encoding cannot say it, or does not say the same when it is read again."""
    try:
        data = source.text.encode(source.encoding if source.encoding != "utf-8-sig" else "utf-8")
    except Exception:  # codecs fail in ways of their own
        return None
    data = codecs.BOM_UTF8 + data if source.bom else data
    try:
        again = decode(source.path, data)
    except Unreadable:
        return None
    return data if again.text == source.text else None


def differences(before: str, after: str) -> List[Edit]:
    """Small edits that make one text of another, in their order."""
    import difflib  # wanted only in an editor

    old, new = _LINE.findall(before), _LINE.findall(after)
    edits: List[Edit] = []
    for kind, first, last, new_first, new_last in difflib.SequenceMatcher(None, old, new).get_opcodes():
        if kind != "equal":
            one, other = "".join(old[first:last]), "".join(new[new_first:new_last])
            begun = _shared(one, other, "\r\n")
            ended = _shared(one[begun:][::-1], other[begun:][::-1], "\n\r")
            start = behind((first + 1, 1), one[:begun])
            end = behind((first + 1, 1), one[: len(one) - ended])
            edits.append(Edit(Span(*start, *end), other[begun : len(other) - ended]))
    return edits


def _shared(one: str, other: str, pair: str) -> int:
    """How many characters two texts begin with alike; what is one line end, the pair, is not torn apart."""
    shared = len(os.path.commonprefix([one, other]))
    torn = shared > 0 and pair in (one[shared - 1 : shared + 1], other[shared - 1 : shared + 1])
    return shared - 1 if torn else shared


def behind(at: Tuple[int, int], text: str) -> Tuple[int, int]:
    """The place behind a text that begins at a line and column."""
    ends = list(_LINE_END.finditer(text))
    return (at[0] + len(ends), len(text) - ends[-1].end() + 1) if ends else (at[0], at[1] + len(text))
