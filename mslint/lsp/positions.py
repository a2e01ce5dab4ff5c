"""Counts characters as the client does, and applies its changes to texts; knows nothing of the protocol's types."""

from __future__ import annotations

from typing import NamedTuple, Optional, Sequence, Tuple

from mslint.model import Span
from mslint.source.text import Source

UTF8, UTF16, UTF32 = "utf-8", "utf-16", "utf-32"


class Point(NamedTuple):
    """A place as the client counts: lines from 0, and units of its encoding from 0."""

    line: int
    unit: int


class Change(NamedTuple):
    """A new text for what lies between two points; for the whole where there are none."""

    text: str
    between: Optional[Tuple[Point, Point]] = None


def units(text: str, encoding: str) -> int:
    """How many units of an encoding a text takes."""
    if encoding == UTF32 or text.isascii():
        return len(text)
    if encoding == UTF8:
        return len(text.encode("utf-8", "surrogatepass"))
    return len(text) + sum(char > "\uffff" for char in text)


def characters(text: str, count: int, encoding: str) -> int:
    """How many characters of a text these units are; what lies inside of a character counts as its beginning."""
    if encoding == UTF32 or text.isascii():
        return min(count, len(text))
    taken = 0
    for index, char in enumerate(text):
        taken += units(char, encoding)
        if taken > count:
            return index
    return len(text)


def points(span: Span, lines: Sequence[str], encoding: str) -> Tuple[Point, Point]:
    """A span as the client counts."""
    return _point(span.line, span.column, lines, encoding), _point(span.end_line, span.end_column, lines, encoding)


def _point(line: int, column: int, lines: Sequence[str], encoding: str) -> Point:
    if line > len(lines):
        return Point(len(lines) - 1, units(lines[-1], encoding)) if lines else Point(0, 0)
    return Point(line - 1, units(lines[line - 1][: column - 1], encoding))


def changed(text: str, change: Change, encoding: str) -> str:
    """The text after a change of the client's."""
    if change.between is None:
        return change.text
    start, end = (_offset(text, point, encoding) for point in change.between)
    return text[:start] + change.text + text[max(start, end) :]


def _offset(text: str, point: Point, encoding: str) -> int:
    """Where a point lies in a text; beyond its end, or that of a line, where the text or the line ends."""
    lines = Source("", text).lines
    if point.line >= len(lines):
        return len(text)
    at = 0
    for line in lines[: point.line]:
        at += len(line)
        at += 2 if text.startswith("\r\n", at) else 1
    return at + characters(lines[point.line], point.unit, encoding)
