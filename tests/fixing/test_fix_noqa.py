"""A comment stands where it silences the line, and where there is none, there can be none."""

from __future__ import annotations

import ast
from typing import Optional

import pytest

from mslint.fixing.edits import apply
from mslint.fixing.noqa import comment
from mslint.source.suppress import read_suppressions
from mslint.source.text import Source

CASES = {
    "a line": ("f(1)\n", 1, "f(1)  # noqa: MSL101\n"),
    "no line end": ("f(1)", 1, "f(1)  # noqa: MSL101"),
    "blanks at the end": ("f(1)  \n", 1, "f(1)  # noqa: MSL101\n"),
    "a comment": ("f(1)  # why\n", 1, "f(1)  # why  # noqa: MSL101\n"),
    "a list": ("f(1)  # noqa: E501\n", 1, "f(1)  # noqa: E501, MSL101\n"),
    "a list and words": ("f(1)  # noqa:E501,W605 because\n", 1, "f(1)  # noqa:E501,W605,MSL101 because\n"),
    "several lines": ("f(\n  1\n)\n", 1, "f(  # noqa: MSL101\n  1\n)\n"),
    "joined lines": ("f \\\n(1)\n", 1, "f \\\n(1)  # noqa: MSL101\n"),
    "joined to nothing": ("f(1) \\\n\n", 1, "f(1) \\\n# noqa: MSL101\n"),
    "text begins": ('f("""\n""")\n', 1, 'f("""\n""")  # noqa: MSL101\n'),
    "inside of a text": ('"""\nf(1)\n"""\n', 2, '"""\nf(1)\n"""  # noqa: MSL101\n'),
    "text that only looks like a list": ('f("# noqa: E501")\n', 1, 'f("# noqa: E501")  # noqa: MSL101\n'),
    "windows": ("f(1)\r\ng(2)\r\n", 1, "f(1)  # noqa: MSL101\r\ng(2)\r\n"),
    "nowhere": ("f(1)\n", 9, None),
    "a text without its end": ('f(1)\nx = """\n', 2, None),
    "before a text without its end": ('f(1)\nx = """\n', 1, 'f(1)  # noqa: MSL101\nx = """\n'),
}


@pytest.mark.parametrize("name", CASES)
def test_where_the_comment_stands(name: str) -> None:
    text, line, wanted = CASES[name]
    source = Source("", text)
    edit = comment(source, line, ["MSL101"])
    result: Optional[str] = None
    if edit is not None:
        result = apply(source, [edit]).text
        assert read_suppressions(Source("", result)).covers("MSL101", "slug", line, line)
        if '= """' not in text:
            assert ast.dump(ast.parse(result)) == ast.dump(ast.parse(text))
    assert result == wanted
