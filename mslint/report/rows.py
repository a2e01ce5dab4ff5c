"""Where a finding stands in the file itself, which is all that platforms know; must not read files."""

from __future__ import annotations

from typing import Callable, Tuple, Union

from mslint.model import Finding, Related
from mslint.words import say

# By the path of a finding, its cell and a line of that: the line of the notebook's file.
RowOf = Callable[[str, int, int], int]


def rows(found: Union[Finding, Related], row_of: RowOf) -> Tuple[int, int]:
    """The first and the last line of a place, in its file."""
    first, last = found.span.line, max(found.span.line, found.span.end_line)
    if found.cell is None:
        return first, last
    begin = row_of(found.path, found.cell, first)
    return begin, max(begin, row_of(found.path, found.cell, last))


def message(finding: Finding, lang: str) -> str:
    """The message; of a finding in a notebook, with the cell and the line that its reader looks for."""
    if finding.cell is None:
        return finding.message
    cell = say(lang, "in-cell", cell=finding.cell, line=finding.span.line)
    return say(lang, "labelled", label=cell, text=finding.message)
