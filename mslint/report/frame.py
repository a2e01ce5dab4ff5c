"""Choose and draw the lines of a finding, with its span underlined as a terminal shows it; must not read files."""

from __future__ import annotations

import unicodedata
from typing import Callable, Iterator, List, NamedTuple, Sequence, Tuple

from mslint.model import Span
from mslint.words import say

Paint = Callable[[str], str]

TAB = 4
WIDEST = 120  # display columns of source that are shown of one line
LEAD = 40  # how many of them stand before the span, where a line is longer
WHOLE = 4  # a span of up to so many lines is shown whole


def shown_as(char: str, column: int) -> str:
    """What stands for one character of source at a display column (from 0) of the frame."""
    if char == "\t":
        return " " * (TAB - column % TAB)
    if char in "\f\v":
        return " "
    # Control and direction characters would act on the terminal instead of being seen.
    return "?" if unicodedata.category(char) in ("Cc", "Cf", "Cs", "Zl", "Zp") else char


def width(text: str) -> int:
    """Columns that a terminal gives to a text."""
    return len(text) if _plain(text) else sum(map(char_width, text))


def _plain(text: str) -> bool:
    """Whether every character is shown as it is, in one column: nearly all lines of code are."""
    return text.isascii() and text.isprintable()


def char_width(char: str) -> int:
    if unicodedata.combining(char) or unicodedata.category(char) in ("Mn", "Me"):
        return 0
    return 2 if unicodedata.east_asian_width(char) in "WF" else 1


def padded(text: str, columns: int) -> str:
    """A text and as many blanks as fill these columns."""
    return text + " " * (columns - width(text))


class Line(NamedTuple):
    """One line of a frame, in three parts; `number` is 0 where `before` says that lines are left out."""

    number: int
    before: str
    span: str = ""
    after: str = ""
    marked: bool = False  # also where the span is empty


def cut_line(number: int, line: str, start: int, end: int, marked: bool) -> Line:
    """A line around its span; `start` and `end` are offsets into the line, from 0, `end` exclusive."""
    pieces: Sequence[str] = line
    offsets: Sequence[int] = range(len(line) + 1)
    if not _plain(line):
        pieces, offsets = _drawn(line)
    start = min(start, len(line))
    end = min(max(end, start), len(line))
    first, last = _window(offsets, start)
    before, after = ("..." if first else ""), ("..." if last < len(line) else "")
    if start == end and end < len(line) and marked:
        end = start + 1
    end = min(end, last)
    before, span, after = (
        before + "".join(pieces[first:start]),
        "".join(pieces[start:end]),
        "".join(pieces[end:last]) + after,
    )
    return Line(number, before, span, after, marked)


def _drawn(line: str) -> Tuple[List[str], List[int]]:
    """What stands for each character of a line, and the columns between them."""
    pieces: List[str] = []
    offsets = [0]
    for char in line:
        piece = shown_as(char, offsets[-1])
        pieces.append(piece)
        offsets.append(offsets[-1] + width(piece))
    return pieces, offsets


def _window(offsets: Sequence[int], start: int) -> Tuple[int, int]:
    """The first and the last (exclusive) character of a line that are shown."""
    count = len(offsets) - 1
    if offsets[count] <= WIDEST:
        return 0, count
    first = 0
    while offsets[start] - offsets[first] > LEAD:
        first += 1
    last = first
    while last < count and offsets[last + 1] - offsets[first] <= WIDEST:
        last += 1
    return first, last


def chosen(lines: Sequence[str], span: Span, lang: str) -> Iterator[Line]:
    """The lines of a code frame; nothing where the span does not lie in `lines`, as when a file changed meanwhile."""
    if not 1 <= span.line <= len(lines):
        return
    end_line = min(span.end_line, len(lines))
    marked = range(span.line, end_line + 1)
    shown = list(marked) if len(marked) <= WHOLE else [span.line, span.line + 1, end_line]
    before = [span.line - 1] if span.line > 1 and lines[span.line - 2].strip() else []
    after = [end_line + 1] if end_line < len(lines) and lines[end_line].strip() else []
    previous = 0
    for number in before + shown + after:
        if number - previous > 1 and previous:
            yield Line(0, say(lang, "lines-left-out", count=number - previous - 1))
        previous = number
        line = lines[number - 1]
        indent = len(line) - len(line.lstrip())
        start = span.column - 1 if number == span.line else indent
        end = span.end_column - 1 if number == span.end_line else len(line.rstrip())
        if number in marked:
            # The last line of a span may hold none of it, where the span ends at a line's beginning.
            yield cut_line(number, line, start, end, start < end or number == span.line)
        else:
            yield cut_line(number, line, 0, 0, False)


def frame(lines: Sequence[str], span: Span, lang: str, paint: Paint = str) -> Iterator[str]:
    """The same as text, with a gutter of line numbers and the span underlined."""
    drawn = list(chosen(lines, span, lang))
    gutter = max((len(str(line.number)) for line in drawn), default=0)
    for line in drawn:
        yield f"{line.number or '':{gutter}} | {line.before}{line.span}{line.after}".rstrip()
        if line.marked:
            yield f"{'':{gutter}} | {paint(' ' * width(line.before) + '^' * max(width(line.span), 1))}"
