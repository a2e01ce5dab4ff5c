"""Parsing: whatever the text, there is a tree or one clear reason, and the process lives."""

# ruff: noqa: E501, ISC004  (tables of snippets: one case, one line)

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Dict, Tuple

import pytest
from hypothesis import given
from hypothesis import strategies as st
from reading import codes
from running import environment, mslint

from mslint.config import Settings
from mslint.engine import check_source
from mslint.model import FileResult
from mslint.source.text import Source, Unreadable
from mslint.syntax import nodes
from mslint.syntax.parse import MAX_DEPTH, parse

N = 10_000
FINDING = "from mindspore import nn\nnn.Dropout(0.1)\n"

# Each of them fails with RecursionError where calls go down a tree of it, and ends the process (SIGSEGV) where libcst gets
# it unguarded, which it would behind newer grammar.
DEEP = {
    "round brackets": "x = " + "(" * N + "1" + ")" * N,
    "square brackets": "x = " + "[" * N + "]" * N,
    "dictionaries": "x = " + "{1: " * N + "1" + "}" * N,
    "unclosed brackets": "x = " + "(" * N,
    "calls in calls": "x = " + "f(" * N + ")" * N,
    "chained additions": "x = 1" + " + 1" * N,
    "chained powers": "x = 1" + " ** 1" * N,
    "chained and": "x = a" + " and a" * N,
    "chained or in a call": "f(a" + " or a" * N + ")",
    "chained calls": "x = f" + "()" * N,
    "chained methods": "x = f" + ".a()" * N,
    "chained attributes": "x = f" + ".a" * N,
    "chained subscripts": "x = f" + "[0]" * N,
    "elif": "if a: pass\n" + "elif a: pass\n" * N,
    "lambdas": "x = " + "lambda: " * N + "1",
    "lambdas with parameters": "x = " + "lambda a, b: " * N + "1",
    "not": "x = " + "not " * N + "1",
    "minus": "x = " + "-" * N + "1",
    "conditional expressions": "x = " + "1 if a else " * N + "1",
    "await": "async def f():\n    " + "await " * N + "x",
    "walrus": "x = " + "(a := " * N + "1" + ")" * N,
    "dotted decorator": "@a" + ".a" * N + "\ndef f(): pass",
    "dotted base": "class A(a" + ".a" * N + "): pass",
    "continued lines": "x = 1" + " \\\n + 1" * N,
    "brackets in an f-string": "x = f'{" + "(" * N + "1" + ")" * N + "}'",
    "attributes in an f-string": "x = f'{a" + ".a" * N + "}'",
}
# The same text behind grammar that is newer than Python 3.9: there `ast` cannot measure it.
NEWER = "match x:\n    case 1: pass\ntype Alias = int\n"

LONG = {
    "dotted import": "import a" + ".a" * N,
    "dotted from import": "from a" + ".a" * N + " import b",
    "arguments": "f(" + "a, " * N + "1)",
    "comparisons": "x = 1" + " < 1" * N,
    "list": "x = [" + "a.b, " * N + "]",
    "dictionary": "x = {" + "'a': b.c(1), " * N + "}",
    "statements": "x = 1\n" * N,
    "functions": "def f(): return f()\n" * (N // 2),
    "targets": "a = " * 500 + "1",
    "decorators": "@a\n" * 1000 + "def f(): pass",
    "comments": "# (((( lambda lambda\n" * N,
    "string": "x = '" + "(" * N + "'",
    "text": 'x = """' + "((((\n" * N + '"""',
}


@pytest.fixture(scope="module")
def outcomes(tmp_path_factory: pytest.TempPathFactory) -> Dict[str, Tuple[str, ...]]:
    """The codes that one run of the command line gives each of the texts; one process that dies fails all of them."""
    folder = tmp_path_factory.mktemp("deep")
    texts = {
        **{f"deep {name}": FINDING + text for name, text in DEEP.items()},
        **{f"newer {name}": NEWER + FINDING + text for name, text in DEEP.items()},
        **{f"long {name}": FINDING + text for name, text in LONG.items()},
        **{f"newer long {name}": NEWER + FINDING + text for name, text in LONG.items()},
    }
    for name, text in texts.items():
        (folder / f"{name}.py").write_text(text + "\n", encoding="utf-8")
    run = mslint("--output-format", "json", "--isolated", ".", cwd=folder)
    assert run.returncode == 1, (run.returncode, run.stderr[-2000:])
    assert run.stderr == ""
    document = json.loads(run.stdout)
    assert document["errors"] == []
    found: Dict[str, Tuple[str, ...]] = dict.fromkeys(texts, ())
    for finding in document["findings"]:
        found[Path(finding["path"]).stem] += (finding["code"],)
    return found


@pytest.mark.parametrize("name", DEEP)
def test_too_deep_is_one_finding(outcomes: Dict[str, Tuple[str, ...]], name: str) -> None:
    assert outcomes[f"deep {name}"] == ("MSL001",)


@pytest.mark.parametrize("name", DEEP)
def test_too_deep_behind_newer_grammar_is_one_finding(outcomes: Dict[str, Tuple[str, ...]], name: str) -> None:
    assert outcomes[f"newer {name}"] == ("MSL001",)


@pytest.mark.parametrize("name", LONG)
def test_long_is_not_deep(outcomes: Dict[str, Tuple[str, ...]], name: str) -> None:
    assert outcomes[f"long {name}"] == ("MSL101",)
    if name not in (
        "comparisons",
        "targets",
        "dotted import",
        "dotted from import",
    ):  # those look deep where only tokens can be counted
        assert outcomes[f"newer long {name}"] == ("MSL101",)


def result_of(text: str) -> FileResult:
    from reading import catalog

    return check_source(Source("snippet.py", text), Settings(), catalog())


@pytest.mark.parametrize("depth", [50, 300, 600, MAX_DEPTH - 10])
def test_what_is_not_too_deep_is_checked(depth: int) -> None:
    """On both sides of the depth from which on the tree is made on a thread with a larger stack."""
    deep = f"x = 1{' + a' * depth}\ny = {'not ' * (depth // 4)}a\nz = a{'[0]' * depth}\n"
    assert codes(result_of(FINDING + deep)) == [(2, "MSL101")]


def test_the_limit_is_where_the_sentence_says() -> None:
    parse(Source("a.py", "x = a" + ".a" * (MAX_DEPTH - 10)))
    with pytest.raises(Unreadable) as caught:
        parse(Source("a.py", "x = a" + ".a" * (MAX_DEPTH + 10)))
    assert caught.value.key == "parse-too-deep"


def test_too_deep_is_told_where_only_tokens_were_counted() -> None:
    with pytest.raises(Unreadable) as caught:
        parse(Source("a.py", "a b\n\n\nx = 1" + " + 1" * N))  # no Python at all, so that every version has to count
    assert (caught.value.line, caught.value.key) == (4, "parse-too-deep")


NEW_GRAMMAR = {
    "match": "match x:\n    case [a, *b] if a: pass\n    case {'k': 1, **rest}: pass\n    case C(x=1) | None: pass\n",
    "except*": "try:\n    pass\nexcept* ValueError as e:\n    pass\n",
    "bracketed with": "with (open(a) as b, open(c) as d):\n    pass\n",
    "star in an index": "def f(*args: *Ts): return x[*a]\n",
    "type alias": "type Pair[T] = tuple[T, T]\n",
    "type parameters": "def first[T: int](xs: list[T]) -> T: return xs[0]\nclass Box[T]: pass\n",
    "PEP 701 f-string": "x = f'{d['a']}'\n",
    "PEP 701 nested f-string": "x = f'{f'{1}'}'\n",
}


@pytest.mark.parametrize("text", NEW_GRAMMAR.values(), ids=NEW_GRAMMAR.keys())
def test_grammar_newer_than_the_running_python_is_checked(text: str) -> None:
    result = result_of(f"from mindspore import nn\n{text}d = nn.Dropout(0.1)\n")
    assert [(f.code, f.span.line, f.span.column) for f in result.findings] == [("MSL101", text.count("\n") + 2, 5)]


@pytest.mark.skipif(sys.version_info >= (3, 12), reason="this Python knows all of the grammar")
def test_a_large_dictionary_beside_newer_grammar_is_not_deep() -> None:
    rows = "".join(f"    'k{n}': nn.Dropout(p=cfg.a.b - {n} * 2.5 if n else -1.0),\n" for n in range(2000))
    assert codes(result_of(f"{FINDING}type A = int\nx = {{\n{rows}}}\n")) == [(2, "MSL101")]


BROKEN = {
    "Python 2 print": ("import mindspore\n\nprint 'a'\n", 3),
    "Python 2 backticks": ("import mindspore\nx = `y`\n", 2),
    "Python 2 exec": ("import mindspore\nexec 'a'\n", 2),
    "Python 2 number": ("import mindspore\nx = 0777\n", 2),
    "unclosed bracket": ("import mindspore\nx = f(1,\n", 2),
    "unclosed string": ("import mindspore\nx = 'a\n", 2),
    "unexpected indentation": ("import mindspore\n  x = 1\n", 2),
    "missing indentation": ("import mindspore\ndef f():\nx = 1\n", 3),
    "mixed tabs and spaces": ("import mindspore\nif a:\n\tx = 1\n        y = 1\n", 4),
    "conflict markers": ("import mindspore\n<<<<<<< HEAD\nx = 1\n", 2),
    "merge rest": ("import mindspore\nx = 1\n=======\n", 3),
    "notebook magic": ("import mindspore\n%matplotlib inline\n", 2),
    "text": ("本文件用于 mindspore\n", 1),
}


@pytest.mark.parametrize(("text", "line"), BROKEN.values(), ids=BROKEN.keys())
def test_what_is_no_python_is_one_finding_with_its_place(text: str, line: int) -> None:
    (finding,) = result_of(text).findings
    assert (finding.code, finding.slug) == ("MSL001", "unreadable-file")
    assert abs(finding.span.line - line) <= (
        1 if "unclosed" in finding.message or "never closed" in finding.message or "EOF" in finding.message else 0
    )
    assert finding.span.column >= 1


def test_a_null_character_in_the_text_is_one_finding() -> None:
    """Bytes with NUL are refused when they are decoded; flake8 and editors hand over text."""
    (finding,) = result_of("import mindspore\r\nx = '\0'\n").findings
    assert (finding.code, finding.span.line, finding.span.column) == ("MSL001", 2, 6)


SHAPES = {
    "CRLF": ("from mindspore import nn\r\n\r\nnn.Dropout(0.1)\r\n", 3, 1),
    "lone CR": ("from mindspore import nn\r\rnn.Dropout(0.1)\r", 3, 1),
    "mixed line ends": ("from mindspore import nn\r\n\r\n\n\rnn.Dropout(0.1)\n", 5, 1),
    "form feed between": ("from mindspore import nn\n\x0c\nnn.Dropout(0.1)\n", 3, 1),
    "form feed in a line": ("from mindspore import nn\n\x0cnn.Dropout(0.1)\n", 2, 2),
    "tabs": ("from mindspore import nn\nif a:\n\tif b:\n\t\tnn.Dropout(0.1)\n", 4, 3),
    "tab before": ("from mindspore import nn\nx =\tnn.Dropout(0.1)\n", 2, 5),
    "no line end": ("from mindspore import nn\nnn.Dropout(0.1)", 2, 1),
    "blank end": ("from mindspore import nn\nnn.Dropout(0.1)\n\n   \n\t", 2, 1),
    "comment without line end": ("from mindspore import nn\nnn.Dropout(0.1)\n# end", 2, 1),
    "Chinese before": ("from mindspore import nn\n名称 = '中文', nn.Dropout(0.1)\n", 2, 12),
    "beyond the basic plane": ("from mindspore import nn\nx = '😀', nn.Dropout(0.1)\n", 2, 10),
    "combining character": ("from mindspore import nn\nx = 'e\u0301', nn.Dropout(0.1)\n", 2, 11),
    "line separator in a string": ("from mindspore import nn\nx = '\u2028\x85\x1c'\nnn.Dropout(0.1)\n", 3, 1),
    "vertical tab in a string": ("from mindspore import nn\nx = '\x0b'\nnn.Dropout(0.1)\n", 3, 1),
    "continued line": ("from mindspore import nn\nx = \\\n  nn.Dropout(0.1)\n", 3, 3),
    "10,000 lines before": ("from mindspore import nn\n" + "x = 1\n" * 10_000 + "nn.Dropout(0.1)\n", 10_002, 1),
}


@pytest.mark.parametrize(("text", "line", "column"), SHAPES.values(), ids=SHAPES.keys())
def test_the_shape_of_a_text_does_not_move_findings(text: str, line: int, column: int) -> None:
    (finding,) = result_of(text).findings
    assert (finding.code, finding.span.line, finding.span.column) == ("MSL101", line, column)


@pytest.mark.parametrize(
    "text", ["", "\n", "\r\n", " ", "\x0c", "# mindspore", "pass", "\\\n", "\ufeff", "'mindspore'"]
)
def test_next_to_nothing(text: str) -> None:
    assert result_of(text).findings == () or [f.code for f in result_of(text).findings] == ["MSL001"]


def test_empty_is_fine() -> None:
    assert result_of("").findings == () and result_of("\n").findings == () and result_of("# mindspore").findings == ()


LOWERED = """
import sys
from mslint.config import Settings
from mslint.engine import check_source
from mslint.rulekit.catalog import load_catalog
from mslint.source.text import Source
catalog = load_catalog()
head = "from mindspore import nn\\nnn.Dropout(0.1)\\n"
check_source(Source("a.py", head), Settings(), catalog)
sys.setrecursionlimit({limit})
for text in ("x = 1" + " + a" * 120, "x = " + "(" * 80 + "1" + ")" * 80, "if a: pass\\n" + "elif a: pass\\n" * 80, ""):
    print(*(finding.code for finding in check_source(Source("a.py", head + text + "\\n"), Settings(), catalog).findings))
"""


@pytest.mark.parametrize("limit", [120, 200, 400])
def test_a_recursion_limit_that_somebody_lowered(limit: int, tmp_path: Path) -> None:
    """What runs out of it is a finding or is done all the same, never a traceback."""
    command = [sys.executable, "-c", LOWERED.format(limit=limit)]
    run = subprocess.run(
        command, capture_output=True, env=dict(environment()), cwd=str(tmp_path), text=True, timeout=120
    )
    assert run.returncode == 0, run.stderr[-2000:]
    lines = run.stdout.splitlines()
    assert len(lines) == 4 and set(lines) <= {"MSL001", "MSL101"} and lines[-1] == "MSL101"


@given(st.text(st.sampled_from("()[]{}'\"\\#:=,.;@ \n\r\t\x0cab1\u4e2dfif else lambda"), max_size=60))
def test_any_text_gives_a_tree_or_a_reason(text: str) -> None:
    try:
        parsed = parse(Source("a.py", text))
    except Unreadable as error:
        assert error.line >= 1 and error.column >= 1
        assert error.line <= text.count("\n") + text.count("\r") + 2
    else:
        assert isinstance(parsed.tree, nodes.Module) and parsed.source.text == text
