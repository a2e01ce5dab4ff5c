"""Our tree and the places in it: made of `ast` or of libcst, they are the same, whatever the program."""

# ruff: noqa: E501, ISC004  (tables of snippets: one case, one line)

from __future__ import annotations

import ast
import io
import tokenize
from pathlib import Path
from typing import Any, Dict, List, Tuple

import libcst as cst
import pytest
from grammar import module
from hypothesis import given, settings
from libcst.metadata import MetadataWrapper, PositionProvider
from programs import programs
from reading import catalog, facts_of
from trees_compared import differences

from mslint.api.versions import NEWEST
from mslint.facts.module import Facts
from mslint.model import Span
from mslint.source.code import on_one_line
from mslint.source.text import Source
from mslint.syntax import nodes
from mslint.syntax.lower import lower
from mslint.syntax.newer import Lowering, read
from mslint.syntax.parse import ParsedModule, parse

ROOT = Path(__file__).resolve().parents[2]


def both(text: str) -> Tuple[Facts, Facts]:
    """The facts of a text, once with the tree that is made of `ast`'s and once with that made of libcst's."""
    parsed = parse(Source("a.py", text))
    assert parsed.module is not None, "the program is not Python"
    other = ParsedModule(parsed.source, read(text))
    return tuple(Facts(each, catalog().tables, NEWEST) for each in (parsed, other))  # type: ignore[return-value]


def trees_differ(text: str) -> List[Tuple[object, object]]:
    return list(differences(Source("a.py", text), lower(ast.parse(text)), read(text)))


@pytest.mark.filterwarnings("ignore:Generating overly large repr")
@settings(max_examples=400)
@given(programs)
def test_both_ways_give_the_same_tree(text: str) -> None:
    assert not trees_differ(text)


@pytest.mark.parametrize("path", sorted(ROOT.glob("mslint/[f-s]*/*.py"))[::3], ids=lambda path: path.name)
def test_both_ways_give_the_same_tree_of_real_code(path: Path) -> None:
    assert not trees_differ(path.read_text(encoding="utf-8"))


def test_both_ways_give_the_same_tree_of_odd_code() -> None:
    """Of what a grammar writes, as far as the running Python can read it."""
    seen = 0
    for seed in range(300):
        text = module(seed)
        try:
            tree = ast.parse(text)
        except (SyntaxError, ValueError):
            continue
        seen += 1
        found = list(differences(Source("a.py", text), lower(tree), read(text)))
        assert not found, (seed, found[:3])
    assert seen > 100


class Kept(Lowering):
    """Remembers of which node of libcst each of ours was made."""

    def __init__(self, places: Any) -> None:
        super().__init__(places)
        self.made_of: Dict[nodes.Node, Any] = {}

    def _node(self, node: Any) -> Any:
        made = super()._node(node)
        self.made_of[made] = node
        return made


def test_a_text_of_several_lines_is_told_on_one() -> None:
    for facts in both('x = f("""a  # b\n  c""",  # d\n  e)\n'):
        (call,) = facts.raw_calls
        assert facts.code(call.node) == "f('a  # b\\n  c', e)"


def tokens_of(code: str) -> str:
    """A piece of code without blanks and comments; texts of several lines as others of the same value."""
    found = tokenize.generate_tokens(io.StringIO(f"({code}\n)").readline)
    told = [
        repr(ast.literal_eval(each.string)) if each.type == tokenize.STRING and "\n" in each.string else each.string
        for each in found
        if each.type != tokenize.COMMENT
    ]
    return "".join("".join(told).split())[1:-1]


@pytest.mark.filterwarnings("ignore:Generating overly large repr")
@settings(max_examples=200)
@given(programs)
def test_the_text_of_an_expression_has_its_own_brackets(text: str) -> None:
    """As libcst, which keeps every bracket at its expression, has it; without comments."""
    whole = cst.parse_module(text)
    kept = Kept(MetadataWrapper(whole, unsafe_skip_copy=True).resolve(PositionProvider))
    theirs = kept.module(whole)
    facts = Facts(parse(Source("a.py", text)), catalog().tables, NEWEST)
    pending: List[Tuple[nodes.Node, nodes.Node]] = [(facts._tree, theirs)]
    while pending:
        mine, other = pending.pop()
        if isinstance(mine, nodes.FormattedString) or mine.__class__ is nodes.Param:
            continue
        asked = isinstance(mine, nodes.Expression) and not isinstance(mine, (nodes.StarredElement, nodes.Name))
        if asked and other in kept.made_of and not isinstance(mine, nodes.GeneratorExp):
            piece = whole.code_for_node(kept.made_of[other])
            if on_one_line(piece) is not None:  # one that has fields stays as it is
                assert "".join(facts.code(mine).split()) == tokens_of(piece)
        pending.extend(zip(mine.children, other.children))


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


@pytest.mark.parametrize("usual", [True, False], ids=["ast", "libcst"])
@pytest.mark.parametrize(("text", "expected"), PLACES.values(), ids=PLACES.keys())
@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"], ids=["LF", "CRLF", "CR"])
def test_places_are_counted_in_characters_from_one(text: str, expected: Tuple[int, ...], usual: bool, end: str) -> None:
    facts = both(text.replace("\n", end))[0 if usual else 1]
    assert facts.span(facts.raw_calls[0].node) == Span(*expected)


@pytest.mark.parametrize("usual", [True, False], ids=["ast", "libcst"])
@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("@deco\n@deco(1,\n  2)\nclass 网络(A):  \n    x = 1\n", (4, 1, 4, 13)),
        ("class A: pass\n", (1, 1, 1, 14)),
        ("if a:\n    @deco\n    class A(\n        B,\n    ):\n        pass\n", (3, 5, 3, 13)),
    ],
)
def test_of_a_class_only_its_first_line_is_underlined(text: str, expected: Tuple[int, ...], usual: bool) -> None:
    facts = both(text)[0 if usual else 1]
    assert facts.class_span(facts.classes[0]) == Span(*expected)


@pytest.mark.parametrize("usual", [True, False], ids=["ast", "libcst"])
def test_of_a_function_only_its_first_line_is_underlined(usual: bool) -> None:
    facts = both("class A:\n    @property\n    async def 函数(self):\n        return 1\n")[0 if usual else 1]
    assert facts.function_span(facts.functions[0]) == Span(3, 5, 3, 24)


def test_calls_in_f_strings_stand_where_they_are_written() -> None:
    facts = facts_of("x = f'{f(1)} {g(2):>{h(3)}}' + i(4)\n")
    assert [facts.span(call.node).column for call in facts.raw_calls] == [8, 15, 22, 32]


def test_surrogates_in_a_string_do_not_break_columns() -> None:
    facts = facts_of("x = '\\ud800 中', f(1)\n")
    assert facts.span(facts.raw_calls[0].node).column == 17
