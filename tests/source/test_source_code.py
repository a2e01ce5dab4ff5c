"""What counts as the code of a file: comments do not, and nothing else is taken for one."""

from __future__ import annotations

import ast
import random
import re
import sys
from typing import Optional

import pytest
from grammar import module
from hypothesis import given, settings
from hypothesis import strategies as st

from mslint.program.nodes import Function, ModuleSummary
from mslint.program.summary import summarize
from mslint.source.code import code_in, on_one_line
from mslint.source.text import MAX_BYTES, Source

BASE = b"x = 1\ny = '# no comment'\n"


@pytest.mark.parametrize(
    "data",
    [
        b"x = 1  # why\ny = '# no comment'\n",
        b"x = 1\ny = '# no comment'# noqa: MSL101",
        b"x = 1\ny = '# no comment'\n\n\t# one\n# two\n\n",
        b"x = 1 #\ny = '# no comment'\n# mslint: ignore[MSL101] of no use",
        b"x = 1\ny = '# no comment'\n# 'word', it's __main__\n",
        "x = 1  # 注释\ny = '# no comment'\n".encode(),
    ],
)
def test_comments_are_none_of_it(data: bytes) -> None:
    assert code_in(data) == code_in(BASE)


@pytest.mark.parametrize(
    "data",
    [
        b"\nx = 1\ny = '# no comment'\n",
        b"# a line more\nx = 1\ny = '# no comment'\n",
        b"x = 1\ny = '# another'\n",
        b"# coding: gbk\nx = 1\ny = '# no comment'\n",
        b"x = 1\ny = '# no comment'\n# \xff\n",
        b"x = 1\ny = '# no comment' \\\n# a\n",
        b"x = \\\n1\ny = '# no comment'\n",
        b"x = 1\ny = '# no comment'\n\x0b",
        b"x = 1\ny = '# no comment'\n" + b"# x\n" * (MAX_BYTES // 4),
    ],
)
def test_what_says_something_is(data: bytes) -> None:
    assert code_in(data) != code_in(BASE)


@pytest.mark.parametrize(
    "data",
    [
        b"# coding: gbk\na = '\xd5\\'  # x\n",
        b'f"""{ """# a\n""" }"""  # a\n',
        b'f"}}{x:{"# a\n"}}"\n',
        b"x = \\ # a\n1\n",
        b'x = f"{d["#"]}"  # a\n',
        b"""x = f"{'}' + d["# one"]}"  # a\n""",
        b"""f"{x:'} {y['}'] + d["# a"]}"  # a\n""",
        b'x = f"""{y # } """\n}"""  # a\n',
        b"""x = f\"\"\"{f'{'}\"\"\"'}'}\"\"\"  # a\n""",
        b"# coding: ascii\nx = 1  # a\n",
        b"# coding: utf-8x\nx = 1  # a\n",
        b"x = 'open  # a\n",
        b"x = '''a # b\n",
        b"x = 1\0  # a\n",
        b"x = 1 \\\n  # a\n",
    ],
)
def test_where_it_is_not_certain_all_counts(data: bytes) -> None:
    assert code_in(data).rstrip() == data.rstrip()


@pytest.mark.parametrize(
    "data",
    [
        b'x = """w \\"""\n# one\n"""\n',
        b"x = '''\\\\\\'''\n# one\n'''\n",
        b"x = f\"it's {a['b']:>3} {{ # one\"\n",
        b'x = f"""{a["b"]} {{\n# one\n"""\n',
    ],
)
def test_what_looks_like_a_comment_in_a_text_is_none(data: bytes) -> None:
    code = code_in(data + b"y = 2  # two\n")
    assert b"# one" in code
    assert b"# two" not in code


@pytest.mark.parametrize("head", ["# -*- coding: utf-8 -*-", "# vim: set fileencoding=utf8 :", "# coding:\tUTF-8"])
def test_the_usual_encoding_may_be_named(head: str) -> None:
    assert code_in(f"{head}\nx = 1  # a\n".encode()) == b"\nx = 1"


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("a", "a"),
        ("'a  # b'", "'a  # b'"),
        ("(1 +  # c\n    2)", "(1 + 2)"),
        ("(1 +\r\n    2)", "(1 + 2)"),
        ("a.b \\\n .c", "a.b .c"),
        ("f(a  ,\tb)", "f(a , b)"),
        ("f(\n    'a  b',  # one's\n    # two\n)", "f( 'a  b', )"),
        ('{"#": "\\"#"}  # a', '{"#": "\\"#"}'),
        ("f'{a }  #{{'  # b", "f'{a }  #{{'"),
        ("f('''a # b\n  c''', 'd  e')", "f('a # b\\n  c', 'd  e')"),
        ("'a\\\n b'", "'a b'"),
        ("f'''{x}\n'''", None),
        ("x = 'open  # a", None),
        ("(a  # b", None),
    ],
)
def test_an_expression_on_one_line(text: str, line: Optional[str]) -> None:
    assert on_one_line(text) == line


@pytest.mark.skipif(sys.version_info < (3, 12), reason="older Pythons have no texts of the same quotes within texts")
def test_texts_within_texts_are_left_as_they_are() -> None:
    text = 'f"{d["#  a"]}  {x}" + g(f"{f"{y}  "}",  # b\n 1)'
    assert on_one_line(text) == 'f"{d["#  a"]}  {x}" + g(f"{f"{y}  "}", 1)'


def _seen(text: str) -> object:
    """All that programs can see of a module; None where it cannot be parsed."""
    try:
        tree = ast.parse(text)
    except (SyntaxError, ValueError, RecursionError):
        return None
    summary = summarize(Source("m.py", text), tree)
    return _plain(summary), ast.dump(tree, include_attributes=True)


def _plain(node: object) -> object:
    if isinstance(node, (Function, ModuleSummary)):
        return [_plain(part) for part in node.__reduce__()[1]]  # type: ignore[attr-defined]
    if isinstance(node, tuple):
        return [type(node).__name__, *map(_plain, node)]
    return sorted(node) if isinstance(node, frozenset) else repr(node)


@settings(max_examples=150, deadline=None)
@given(st.integers(0, 10**6), st.integers(0, 10**6))
def test_what_has_the_same_code_is_the_same_to_programs(seed: int, other: int) -> None:
    """Comments at random ends of lines: in texts they are no comments, and then the code is another."""
    text = module(seed)
    chosen = random.Random(other)
    # At the end of any line, in the middle of texts and behind a backslash too.
    ends = ["", "", "", "  # why", "\t#x", "  # it's 'a'", "  # 注释"]
    changed = re.sub(r"(?m)$", lambda _: chosen.choice(ends), text)
    if code_in(text.encode()) == code_in(changed.encode()):
        assert _seen(text) == _seen(changed)
