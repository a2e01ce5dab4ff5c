"""The places of nodes: pairing with `ast` and libcst's own provider tell the same, whatever the program."""

# ruff: noqa: E501, ISC004  (tables of snippets: one case, one line)

from __future__ import annotations

from typing import Dict, List, Tuple

import pytest
from hypothesis import given, settings
from programs import programs
from reading import catalog, facts_of

from mslint.api.versions import NEWEST
from mslint.facts.module import Facts
from mslint.model import Span
from mslint.source.text import Source
from mslint.syntax.parse import ParsedModule, parse
from mslint.syntax.positions import KINDS


def both(text: str) -> Tuple[Facts, Facts]:
    """The facts of a text, once with the outline of its `ast` tree and once without."""
    parsed = parse(Source("a.py", text))
    assert parsed.outline is not None, "the program is not Python"
    without = ParsedModule(parsed.source, parsed.tree, None)
    return tuple(Facts(each, catalog().tables, NEWEST) for each in (parsed, without))  # type: ignore[return-value]


def spans(facts: Facts) -> Dict[str, List[Span]]:
    """All places by kind; of a definition, the line that findings underline."""
    found = {
        kind: [facts.positions.span(kind, index) for index in range(len(nodes))]
        for kind, nodes in facts.positions._counted().items()
        if kind not in ("ClassDef", "FunctionDef")
    }
    found["ClassDef"] = [facts.class_span(cls) for cls in facts.classes]
    found["FunctionDef"] = [facts.function_span(function) for function in facts.functions]
    return found


@pytest.mark.filterwarnings("ignore:Generating overly large repr")
@settings(max_examples=400)
@given(programs)
def test_paired_places_are_those_of_libcst(text: str) -> None:
    paired, provided = both(text)
    for kind, nodes in paired.positions._counted().items():
        assert len(paired.positions._outline.nodes[kind]) == len(nodes), f"{kind}: the counts differ"  # type: ignore[union-attr]
    assert spans(paired) == spans(provided)


def test_every_kind_is_counted() -> None:
    paired, _ = both(
        "import a\nclass A:\n    def f(self):\n        x: int = 1\n        y = [1] * 2\n        x += f(a.b.c) < 1\n"
    )
    assert {kind: len(nodes) for kind, nodes in paired.positions._counted().items()} == {
        "Call": 1, "ClassDef": 1, "FunctionDef": 1, "Assign": 1, "AnnAssign": 1, "AugAssign": 1, "BinOp": 1,
        "Attribute": 1, "Import": 1, "Compare": 1,
    }  # fmt: skip
    assert set(paired.positions._counted()) == set(KINDS.values())


PLACES = {
    "simple": ("f(1)\n", (1, 1, 1, 5)),
    "after Chinese": ("x = '中文' + f(1)\n", (1, 12, 1, 16)),
    "Chinese inside": ("f('中文', 键=1)\n", (1, 1, 1, 13)),
    "beyond the basic plane": ("x = '😀😀', f(1)\n", (1, 11, 1, 15)),
    "several lines": ("f(\n    1,  # 注释\n    '中文')\n", (1, 1, 3, 10)),
    "in brackets": ("x = (f)(1)\n", (1, 5, 1, 11)),
    "outer brackets do not count": ("x = ((f(1)))\n", (1, 7, 1, 11)),
    "continued line": ("x = \\\n  f(1)\n", (2, 3, 2, 7)),
    "after a tab": ("if a:\n\tf(1)\n", (2, 2, 2, 6)),
    "in a decorator": ("@f(1)\nclass A: pass\n", (1, 2, 1, 6)),
    "in a default": ("def g(a, b=f(1)): pass\n", (1, 12, 1, 16)),
    "in an annotation": ("def g(a: f(1)) -> None: pass\n", (1, 10, 1, 14)),
    "in a comprehension": ("[a for b in f(1)]\n", (1, 13, 1, 17)),
    "in a slice": ("a[f(1):]\n", (1, 3, 1, 7)),
    "in a keyword": ("class A(b, metaclass=f(1)): pass\n", (1, 22, 1, 26)),
    "after a form feed": ("x = \x0cf(1)\n", (1, 6, 1, 10)),
}


@pytest.mark.parametrize("outline", [True, False], ids=["paired", "provided"])
@pytest.mark.parametrize(("text", "expected"), PLACES.values(), ids=PLACES.keys())
@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"], ids=["LF", "CRLF", "CR"])
def test_places_are_counted_in_characters_from_one(
    text: str, expected: Tuple[int, ...], outline: bool, end: str
) -> None:
    facts = both(text.replace("\n", end))[0 if outline else 1]
    assert facts.positions.span("Call", 0) == Span(*expected)


@pytest.mark.parametrize("outline", [True, False], ids=["paired", "provided"])
@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("@deco\n@deco(1,\n  2)\nclass 网络(A):  \n    x = 1\n", (4, 1, 4, 13)),
        ("class A: pass\n", (1, 1, 1, 14)),
        ("if a:\n    @deco\n    class A(\n        B,\n    ):\n        pass\n", (3, 5, 3, 13)),
    ],
)
def test_of_a_class_only_its_first_line_is_underlined(text: str, expected: Tuple[int, ...], outline: bool) -> None:
    facts = both(text)[0 if outline else 1]
    assert facts.class_span(facts.classes[0]) == Span(*expected)


@pytest.mark.parametrize("outline", [True, False], ids=["paired", "provided"])
def test_of_a_function_only_its_first_line_is_underlined(outline: bool) -> None:
    facts = both("class A:\n    @property\n    async def 函数(self):\n        return 1\n")[0 if outline else 1]
    assert facts.function_span(facts.functions[0]) == Span(3, 5, 3, 24)


def test_counts_that_differ_fall_back_to_libcst() -> None:
    """Were pairing wrong for some grammar, places would still be right."""
    paired, provided = both("g(1)\nx = f(2)\n")
    assert paired.positions._outline is not None
    paired.positions._outline.nodes["Call"].pop()
    assert paired.positions.twin("Call", 1) is None
    assert paired.positions.span("Call", 1) == Span(2, 5, 2, 9) == provided.positions.span("Call", 1)
    assert paired.positions.twin("Assign", 0) is not None, "the other kinds are paired all the same"


def test_calls_in_f_strings_are_nobodys() -> None:
    facts = facts_of("x = f'{f(1)} {g(2):>{h(3)}}' + i(4)\n")
    assert len(facts.raw_calls) == 1
    assert facts.positions.span("Call", 0).column == 32


def test_surrogates_in_a_string_do_not_break_columns() -> None:
    facts = facts_of("x = '\\ud800 中', f(1)\n")
    assert facts.positions.span("Call", 0).column == 17
