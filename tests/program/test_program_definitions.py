"""The code of functions is made of their lines alone, when somebody asks: it is the one that stands in the module."""

# ruff: noqa: E501  (tables of snippets: one case, one line)

from __future__ import annotations

import ast
from pathlib import Path
from typing import Iterator, Tuple

import pytest
from grammar import module
from hypothesis import given, settings
from programs import programs

from mslint.program.summary import definition
from mslint.source.text import Source

ROOT = Path(__file__).resolve().parents[2]


def functions(text: str) -> Iterator[Tuple[str, str]]:
    """Each function of a text as it is there, and as it is made again."""
    lines = Source("a.py", text).lines
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            again = definition(lines, node.lineno, node.end_lineno or 0, node.col_offset > 0)
            assert again is not None, f"line {node.lineno}"
            node.decorator_list.clear()
            again.decorator_list.clear()
            yield ast.dump(node, include_attributes=True), ast.dump(again, include_attributes=True)


def assert_same(text: str) -> int:
    seen = 0
    for there, again in functions(text):
        assert there == again
        seen += 1
    return seen


ODD = {
    "one line": "def f(): return 1",
    "in a class on one line": "class A:\n    def f(self): return '''\n中文\n'''",
    "tabs": "if a:\n\tif b:\n\t\tdef f():\n\t\t\treturn x\n",
    "decorated": "@a(\n  1)\n@b\nasync def f(x=(\n1)):\n  await x\n",
    "lines that stand further left": "class A:\n    def f(self):\n        x = [\n1,\n2]\n# a comment\n        return f'''\n{x}'''\n",
    "continued": "if a: \\\n  x = 1\n\\\ndef f():\n  return 1\n",
    "form feed": "\x0cdef f():\n  return 1\n\x0c\ndef g():\n  return 2\n",
    "other line ends": "class A:\r\n    def f(self):\r\n        return 1\r\n",
    "functions in functions": "def f():\n    def g():\n        def h():\n            yield 1\n        return h\n    return g\n",
    "behind a semicolon": "x = 1; y = 2\ndef f(): x = 1; return x\n",
}


@pytest.mark.parametrize("text", ODD.values(), ids=ODD.keys())
def test_odd_functions(text: str) -> None:
    assert assert_same(text)


@pytest.mark.parametrize("path", sorted(ROOT.glob("mslint/[f-s]*/*.py"))[1::3], ids=lambda path: path.name)
def test_functions_of_real_code(path: Path) -> None:
    assert_same(path.read_text(encoding="utf-8"))


@pytest.mark.filterwarnings("ignore:Generating overly large repr")
@settings(max_examples=100)
@given(programs)
def test_functions_of_any_program(text: str) -> None:
    assert_same(text)


def test_functions_of_odd_programs() -> None:
    seen = 0
    for seed in range(200):
        text = module(seed)
        try:
            ast.parse(text)
        except (SyntaxError, ValueError):
            continue
        seen += assert_same(text)
    assert seen > 50
