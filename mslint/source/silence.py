"""Finds the comment that would silence a finding; must not write it."""

from __future__ import annotations

import re
from typing import Optional

from mslint.model import Edit, Span
from mslint.source.suppress import read_suppressions
from mslint.source.text import Source

_LIST = re.compile(r"#\s*noqa:\s?[A-Z]+[0-9]+(?:[,\s]+[A-Z]+[0-9]+)*", re.IGNORECASE)


def silencing(text: str, code: str, slug: str, span: Span) -> Optional[Edit]:
    """The insertion after which a comment in this text silences a rule at a place; None where there is none.

    It stands on the first line of the place if it can, where flake8 looks too, else on the last one."""
    lines = Source("", text).lines
    for number in dict.fromkeys((span.line, span.end_line)):
        if not 1 <= number <= len(lines) or lines[number - 1].endswith("\\"):
            continue
        line = lines[number - 1]
        lists = list(_LIST.finditer(line))
        column, addition = len(line.rstrip()), f"  # noqa: {code}"
        if lists:
            column, addition = lists[-1].end(), f", {code}"
        edit = Edit(Span(number, column + 1, number, column + 1), addition)
        new = "\n".join((*lines[: number - 1], line[:column] + addition + line[column:], *lines[number:]))
        # Inside of a string it would be no comment.
        if read_suppressions(Source("", new)).covers(code, slug, number, number):
            return edit
    return None
