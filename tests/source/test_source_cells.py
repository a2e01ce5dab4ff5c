"""Cells become one module in which every line stands where it is expected, whatever only IPython understands."""

from __future__ import annotations

import ast
from typing import List, Tuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mslint.model import Edit, Finding, Fix, Related, Severity, Span
from mslint.source.cells import in_cells, module_of
from mslint.source.text import Source
from mslint.syntax.parse import refusal


def module(*cells: str) -> Source:
    return module_of("n.ipynb", list(enumerate(cells, 1)), refusal)


def refused(source: Source) -> List[Tuple[int, int]]:
    assert source.cells is not None
    found = [source.cells.place(Span(error.line, 1, error.line, 2)) for error in source.cells.refused]
    return [(cell, span.line) for cell, span in found]


# What is written in a cell, and what the module holds.
MAGICS = {
    "line magic": ("%matplotlib inline\nx = 1", "pass\nx = 1\n"),
    "line magic in a block": ("if x:\n    %precision 3\n    !ls", "if x:\n    pass\n    pass\n"),
    "shell": ("!pip install 'mindspore\nx = 1", "pass\nx = 1\n"),
    "shell over several lines": ("!pip install \\\n  mindspore \\\n  numpy\nx = 1", "pass\n\n\nx = 1\n"),
    "help": ("?nn.Dense\nnn.Dense?\nnn.Dense??\n%time?\nx = 1", "pass\npass\npass\npass\nx = 1\n"),
    "what a shell says": ("files = !ls\na, b = %sx ls\nd['k'] = !ls", "{f} = g\na, b = g\nd['k'] = g\n"),
    "a timed cell": ("\n%%time\nx = 1", "\npass\nx = 1\n"),
    "a captured and timed cell": ("%%capture out\n%%time\n%cd ..\nx = 1", "pass\npass\npass\nx = 1\n"),
    "a cell of another language": ("%%bash\nls\nfor x in y; do", "\n\n\n"),
    "a file that is written": ("%%writefile net.py\nimport mindspore", "\n\n"),
    "another language inside a timed cell": ("%%time\n%%bash\nls 'x", "pass\n\n\n"),
    "no magic: modulo": ("x = (5\n% 3)\ny = 5 \\\n% 3", "x = (5\n% 3)\ny = 5 \\\n% 3\n"),
    "no magic: text": ('x = """\n%d\n!ls\n"""\n%pwd', 'x = """\n%d\n!ls\n"""\npass\n'),
    "no magic: comparison": ("x != y\nx = a == b\nf(a='!b')", "x != y\nx = a == b\nf(a='!b')\n"),
    "no magic: a question in a comment": ("x = 1  # why?\n# why?", "x = 1  # why?\n# why?\n"),
    "timed statement": ("%time x = f(1)", "x = f(1)\n"),
    "timed shell": ("%time !ls\n%time -o f()", "pass\npass\n"),
    "magic without its sign": ("pip install mindspore\ncd ..\nx = 1", "pass\npass\nx = 1\n"),
    "no magic: names of commands": ("ls = 1\nls -la\nless = ls", "ls = 1\nls -la\nless = ls\n"),
    "indented as a whole": ("    x = 1\n    if x:\n        y = 2", "x = 1\nif x:\n    y = 2\n"),
    "line ends": ("%pwd\r\nx = 1\r\n", "pass\r\nx = 1\r\n"),
    "await": ("await f()", "await f()\n"),
}


@pytest.mark.parametrize("name", MAGICS)
def test_magics_become_harmless(name: str) -> None:
    written, wanted = MAGICS[name]
    source = module(written)
    assert source.text == wanted.replace("{f}", "files").replace("= g\n", "= get_ipython()\n")
    assert not refused(source)
    assert source.cells is not None
    assert [line.line for line in source.cells.lines] == list(range(1, len(source.lines)))
    ast.parse(source.text)


BROKEN = {
    "unclosed bracket": "f(1,",
    "unclosed text": "x = '''\n",
    "a block without its body": "if x:",
    "joined to nothing": "x = 1 \\",
    "nul": "x = '\0'",
    "half a character": "x = '\ud800'",
    "too deep": "x = " + "[" * 2000 + "]" * 2000,
}


@pytest.mark.parametrize("name", BROKEN)
def test_a_broken_cell_costs_itself_only(name: str) -> None:
    source = module("a = 1", BROKEN[name], "b = 2")
    assert [cell for cell, _ in refused(source)] == [2]
    assert source.text.split() == ["a", "=", "1", "b", "=", "2"]


def test_a_statement_does_not_reach_into_the_next_cell() -> None:
    source = module("f(1,", "2)", "if x:", "    y = 1")
    assert [cell for cell, _ in refused(source)] == [1, 2, 3]
    assert source.text.split() == ["y", "=", "1"]


def test_the_place_of_a_refusal_is_that_in_its_cell() -> None:
    assert refused(module("a = 1\nb = 2", "c = 3\nd = (\n")) in ([(2, 2)], [(2, 3)])


def test_columns_of_what_was_moved_are_those_that_are_written() -> None:
    source = module("x = 1", "%time y = f(1)", "    z = f(2)\n    w = 1")
    assert source.cells is not None
    assert source.cells.place(Span(2, 5, 2, 9)) == (2, Span(1, 11, 1, 15))
    assert source.cells.place(Span(3, 5, 3, 9)) == (3, Span(1, 9, 1, 13))
    assert source.cells.place(Span(1, 1, 4, 2)) == (1, Span(1, 1, 1, 6)), "a place ends with its cell"


def finding(fix: Fix) -> Finding:
    related = (Related("n.ipynb", Span(1, 1, 1, 2), ""), Related("a.py", Span(9, 1, 9, 2), ""))
    span = Span(3, 1, 3, 2)
    return Finding("n.ipynb", span, "MSL999", "slug", Severity.ERROR, "message", related=related, fix=fix)


def test_a_finding_moves_with_all_that_belongs_to_it() -> None:
    cells = module("a = 1\nb = 2", "c = 3").cells
    assert cells is not None
    moved = in_cells(finding(Fix("safe", "t", (Edit(Span(3, 1, 3, 2), "d"),))), {"n.ipynb": cells})
    assert (moved.cell, moved.span) == (2, Span(1, 1, 1, 2))
    assert [(other.path, other.cell, other.span.line) for other in moved.related] == [
        ("n.ipynb", 1, 1),
        ("a.py", None, 9),
    ]
    assert moved.fix == Fix("safe", "t", (Edit(Span(1, 1, 1, 2), "d"),))


def test_a_fix_that_reaches_into_another_cell_is_none() -> None:
    cells = module("a = 1\nb = 2", "c = 3").cells
    assert cells is not None
    far = Fix("safe", "t", (Edit(Span(1, 1, 1, 1), "import x\n"), Edit(Span(3, 1, 3, 2), "d")))
    assert in_cells(finding(far), {"n.ipynb": cells}).fix is None


LINES = st.sampled_from(
    [
        "x = 1",
        "if x:",
        "    y = 2",
        "%cd ..",
        "%%time",
        "%%html",
        "!ls",
        "f(",
        ")",
        '"""',
        "x?",
        "",
        "# c",
        "y \\",
        "% 2",
    ]
)


@given(st.lists(st.lists(LINES, max_size=6).map("\n".join), max_size=4))
def test_every_line_of_a_module_comes_from_a_line_of_a_cell(cells: List[str]) -> None:
    source = module(*cells)
    assert source.cells is not None
    assert len(source.lines) == len(source.cells.lines) + 1
    ast.parse(source.text)
    for text, line in zip(source.lines, source.cells.lines):
        written = source.cells.lines_of(line.cell)[line.line - 1]
        assert text in (written, "", "pass", written.lstrip()[: -line.shift or None], written[line.shift :]) or (
            text.strip() == "pass"
        )


def test_a_line_that_stands_elsewhere_takes_no_line_before_it() -> None:
    """The new line would have the indentation of the module, and not that of the cell."""
    cells = module("a = 1\nb = 2", "    if a:\n        c = 3").cells
    assert cells is not None
    line = Fix("unsafe", "t", (Edit(Span(4, 5, 4, 5), "x = 1\n    "),))
    word = Fix("unsafe", "t", (Edit(Span(4, 5, 4, 5), "x = "),))
    assert in_cells(finding(line), {"n.ipynb": cells}).fix is None
    assert in_cells(finding(word), {"n.ipynb": cells}).fix == Fix("unsafe", "t", (Edit(Span(2, 9, 2, 9), "x = "),))


def test_a_fix_that_changes_nothing_in_its_cell_is_none() -> None:
    cells = module("a = 1\nb = 2", "c = 3").cells
    assert cells is not None
    behind = Edit(Span(4, 1, 4, 1), "")
    assert in_cells(finding(Fix("safe", "t", (behind,))), {"n.ipynb": cells}).fix is None
    both = in_cells(finding(Fix("safe", "t", (Edit(Span(3, 1, 3, 2), ""), behind))), {"n.ipynb": cells}).fix
    assert both == Fix("safe", "t", (Edit(Span(1, 1, 1, 2), ""),))
