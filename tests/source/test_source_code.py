"""What counts as the code of a file: comments do not, and nothing else is taken for one."""

from __future__ import annotations

import ast
import random
import re

import pytest
from grammar import module
from hypothesis import given, settings
from hypothesis import strategies as st

from mslint.program.nodes import Function, ModuleSummary
from mslint.program.summary import summarize
from mslint.source.code import code_in
from mslint.source.text import MAX_BYTES, Source

BASE = b"x = 1\ny = '# no comment'\n"


@pytest.mark.parametrize(
    "data",
    [
        b"x = 1  # why\ny = '# no comment'\n",
        b"x = 1\ny = '# no comment'# noqa: MSL101",
        b"x = 1\ny = '# no comment'\n\n\t# one\n# two\n\n",
        b"x = 1 #\ny = '# no comment'\n# mslint: ignore[MSL101] of no use",
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
        b"x = 1\ny = '# no comment'\n# 'word'\n",
        b"x = 1\ny = '# no comment'\n# __main__\n",
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
        b"f'{x}' f'{{'  # a\n",
        b'f"}}{x:{"# a\n"}}"\n',
        b"x = \\ # a\n1\n",
        b'x = f"{d["#"]}"  # a\n',
        b"x = 'open  # a\n",
        b"x = '''a # b\n",
        b"x = 1\0  # a\n",
        b"x = 1 \\\n  # a\n",
    ],
)
def test_where_it_is_not_certain_all_counts(data: bytes) -> None:
    assert code_in(data).rstrip() == data.rstrip()


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
    changed = re.sub(r"(?m)$", lambda _: chosen.choice(["", "", "", "  # why", "\t#x", "  # 'a'"]), text)
    if code_in(text.encode()) == code_in(changed.encode()):
        assert _seen(text) == _seen(changed)
