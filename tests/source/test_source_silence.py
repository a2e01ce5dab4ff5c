"""A comment is offered only where it would silence, and stands where flake8 looks if it can."""

from __future__ import annotations

import ast
from typing import Optional

import pytest

from mslint.model import Span
from mslint.source.silence import silencing
from mslint.source.suppress import read_suppressions
from mslint.source.text import Source

CASES = {
    "a line": ("f(1)\n", 1, 1, "f(1)  # noqa: MSL101\n"),
    "no line end": ("f(1)", 1, 1, "f(1)  # noqa: MSL101"),
    "blanks at the end": ("f(1)  \n", 1, 1, "f(1)  # noqa: MSL101  \n"),
    "a comment": ("f(1)  # why\n", 1, 1, "f(1)  # why  # noqa: MSL101\n"),
    "a list": ("f(1)  # noqa: E501\n", 1, 1, "f(1)  # noqa: E501, MSL101\n"),
    "a list and words": ("f(1)  # noqa:E501,W605 because\n", 1, 1, "f(1)  # noqa:E501,W605, MSL101 because\n"),
    "several lines": ("f(\n  1\n)\n", 1, 3, "f(  # noqa: MSL101\n  1\n)\n"),
    "joined lines": ("f \\\n(1)\n", 1, 2, "f \\\n(1)  # noqa: MSL101\n"),
    "text begins": ('f("""\n""")\n', 1, 2, 'f("""\n""")  # noqa: MSL101\n'),
    "text that only looks like a list": ('f("# noqa: E501")\n', 1, 1, None),
    "inside of a text": ('"""\nf(1)\n"""\n', 2, 2, None),
    "joined to nothing": ("f(1) \\\n", 1, 1, None),
    "windows": ("f(1)\r\ng(2)\r\n", 1, 1, "f(1)  # noqa: MSL101\r\ng(2)\r\n"),
    "nowhere": ("f(1)\n", 9, 9, None),
}


@pytest.mark.parametrize("name", CASES)
def test_where_the_comment_stands(name: str) -> None:
    text, first, last, wanted = CASES[name]
    edit = silencing(text, "MSL101", "slug", Span(first, 1, last, 2))
    result: Optional[str] = None
    if edit is not None:
        at, line = 0, 1
        while line < edit.span.line:
            at = text.index("\n", at) + 1
            line += 1
        at += edit.span.column - 1
        result = text[:at] + edit.text + text[at:]
        assert read_suppressions(Source("", result)).covers("MSL101", "slug", first, last)
        assert ast.dump(ast.parse(result)) == ast.dump(ast.parse(text))
    assert result == wanted
