"""Takes a code out of the comment that names it, and the comment where nothing is left; changes no code."""

from __future__ import annotations

import re
from typing import Tuple

from mslint.model import Edit, Span
from mslint.source.suppress import MSLINT, NOQA, WORD
from mslint.source.text import Source


def removal(source: Source, span: Span) -> Tuple[Edit, ...]:
    """The edit that takes one code out of its comment, and the comment where nothing is left of it."""
    line = source.lines[span.line - 1]
    for pattern in (NOQA, MSLINT):
        for match in pattern.finditer(line):
            if match.start() >= span.column:
                break
            if match.group("codes") is None and match.start() == span.column - 1 and pattern is MSLINT:
                return _without(source, span.line, match, True)
            if match.group("codes") is None or not match.start("codes") <= span.column - 1 < match.end("codes"):
                continue
            words = list(WORD.finditer(line, match.start("codes"), match.end("codes")))
            index = next((i for i, word in enumerate(words) if word.start() == span.column - 1), None)
            if index is None:
                return ()
            if len(words) > 1:
                start = words[index].start() if index == 0 else words[index - 1].end()
                end = words[1].start() if index == 0 else words[index].end()
                return (Edit(Span(span.line, start + 1, span.line, end + 1), ""),)
            return _without(source, span.line, match, pattern is MSLINT)
    return ()


def _without(source: Source, number: int, match: re.Match[str], with_reason: bool) -> Tuple[Edit, ...]:
    """The edit that takes a whole comment out; what follows, up to the next `#`, is its reason, or another comment."""
    line = source.lines[number - 1]
    following = line.find("#", match.end())
    end = following if following >= 0 else len(line)
    before = line[: match.start()]
    if line[match.end() : end].strip() and not with_reason:
        # A reason, perhaps, or a note that has nothing to do with it: it stays as a comment of its own.
        rest = match.end() + len(line[match.end() : end]) - len(line[match.end() : end].lstrip(" \t:-"))
        return (Edit(Span(number, match.start() + 1, number, rest + 1), "# "),)
    if end < len(line):
        return (Edit(Span(number, match.start() + 1, number, end + 1), ""),)
    last = number == len(source.lines) or (source.cells is not None and source.cells.ends_cell(number))
    if before.strip() or last:
        return (Edit(Span(number, len(before.rstrip()) + 1, number, len(line) + 1), ""),)
    return (Edit(Span(number, 1, number + 1, 1), ""),)
