"""Edits change what they name and leave every other byte as it is; steps know where a call may be edited."""

from __future__ import annotations

import ast
import codecs
from typing import Callable, List, Optional

import programs
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mslint.fixing.edits import Places, apply, differences, encoded, stretches, touch
from mslint.fixing.mend import edits_of, smallest
from mslint.model import EXPRESSION, STATEMENT, Change, Edit, Span
from mslint.model import LOOP as LOOP_AROUND
from mslint.rulekit.fixes import (
    assign_result,
    begin_with,
    call_assigned,
    call_with,
    insert_line,
    move_to_begin,
    remove_trailing_comma,
    rename_attribute,
    rename_function,
    rename_import,
    repeat_call,
    replace_expression,
)
from mslint.source.text import Source, decode


def whole(source: Source) -> Span:
    return Span(1, 1, len(source.lines), len(source.lines[-1]) + 1)


def edited(text: str, *changes: Change) -> Optional[str]:
    source = Source("a.py", text)
    edits = edits_of(changes, source, lambda name: None)  # type: ignore[arg-type,return-value]
    return apply(source, edits).text if edits else None


def moved(span: Span) -> Change:
    return rename_import(span, ("a.b", "c"), ("a.x", "y"))


def change(span: Span, by: str, *given: object) -> Change:
    return Change(EXPRESSION, span, by, given)


@pytest.mark.parametrize(
    ("call", "after"),
    [
        ("f()", "f(a=1)"),
        ("f(x)", "f(x, a=1)"),
        ("f(x,)", "f(x, a=1,)"),
        ("f(  )", "f(a=1  )"),
        ("f(x, **k)", "f(x, a=1, **k)"),
        ("f(**k)", "f(a=1, **k)"),
        ("f(*x)", "f(*x, a=1)"),
        ("f(x)(y)", "f(x)(y, a=1)"),
        ("f(g(1, [2, 3]), {4: 5})", "f(g(1, [2, 3]), {4: 5}, a=1)"),
        ("f(lambda x, y: x)", "f(lambda x, y: x, a=1)"),
        ("f('), (', \"中\")", "f('), (', \"中\", a=1)"),
        ("f(\n    x,\n    y,\n)", "f(\n    x,\n    y,\n    a=1,\n)"),
        ("f(\n    x,\n    y\n)", "f(\n    x,\n    y,\n    a=1\n)"),
        ("f(\n    x,\n    **k,\n)", "f(\n    x,\n    a=1,\n    **k,\n)"),
        ("f(\n    x,\n    y  # why\n)", "f(\n    x,\n    y, a=1  # why\n)"),
        ("f(\n    x,\n    y,  # why\n)", "f(\n    x,\n    y, a=1,  # why\n)"),
        ("f(x,\n  y)", "f(x,\n  y, a=1)"),
        ("f(  # why\n)", "f(a=1  # why\n)"),
        ("f(x for x in y)", None),
        ("f(x := 1)", None),
        ("f((x := 1))", "f((x := 1), a=1)"),
        ("f(a=2)", None),
        ("f", None),
        ("f(x", None),
    ],
)
def test_an_argument_more(call: str, after: Optional[str]) -> None:
    assert edited(call, change(whole(Source("", call)), "add_argument", "a", "1")) == after


@pytest.mark.parametrize(
    ("call", "which", "after"),
    [
        ("f(x)", 0, "f()"),
        ("f(x,)", 0, "f()"),
        ("f(x, y)", 1, "f(x)"),
        ("f(x, y)", 0, None),  # y would become the first one
        ("f(x, a=1)", "a", "f(x)"),
        ("f(a=1, b=2)", "a", "f(b=2)"),
        ("f(x, a=1, **k)", "a", "f(x, **k)"),
        ("f(*x, y)", 0, None),
        ("f(\n    a=1,\n    b=2,\n)", "a", "f(\n    b=2,\n)"),
        ("f(\n    a=1,  # why\n    b=2,\n)", "a", None),
        ("f(\n    b=2,\n    # why\n    a=1,\n)", "a", None),
        ("f(\n    b=2,\n    a=1,\n)", "a", "f(\n    b=2,\n)"),
        ("f(x)", "a", None),
    ],
)
def test_an_argument_less(call: str, which: object, after: Optional[str]) -> None:
    assert edited(call, change(whole(Source("", call)), "remove_argument", which)) == after


@pytest.mark.parametrize(
    ("step", "call", "after"),
    [
        (lambda s: change(s, "set_value", 0, "2"), "f(  1 )", "f(  2 )"),
        (lambda s: change(s, "set_value", "a", "2"), "f(x, a = 1)", "f(x, a = 2)"),
        (lambda s: change(s, "set_value", "a", "2"), "f(a=(1 +  # why\n  1))", None),
        (lambda s: change(s, "rename_argument", 0, "p"), "f(0.1)", "f(p=0.1)"),
        (lambda s: change(s, "rename_argument", 0, "p"), "f(r := 0.1)", None),  # it bears no keyword
        (lambda s: change(s, "rename_argument", 0, "p"), "f((r := 0.1))", "f(p=(r := 0.1))"),
        (lambda s: change(s, "set_value", 0, "2"), "f(r := 0.1)", None),  # the name would be lost
        (lambda s: change(s, "set_value", 0, "1"), "f(1)", None),  # that changes nothing
        (lambda s: change(s, "rename_argument", 0, "p", "0.9"), "f(0.1, q=1)", "f(p=0.9, q=1)"),
        (lambda s: change(s, "rename_argument", 0, "p"), "f(0.1, 2)", None),
        (lambda s: change(s, "rename_argument", 0, "p"), "f(0.1, *x)", None),
        (lambda s: change(s, "rename_argument", 0, "p"), "f(0.1, p=2)", None),
        (lambda s: change(s, "rename_argument", "old", "new"), "f(x, old = 1)", "f(x, new = 1)"),
        (lambda s: change(s, "rename_argument", "old", "new", "2"), "f(x, old=1)", "f(x, new=2)"),
        (lambda s: change(s, "wrap_value", 0, "(", ",)"), "f(n, 1)", "f((n,), 1)"),
        (lambda s: change(s, "insert_argument", 0, "'pad'"), "f(n)", "f('pad', n)"),
        (lambda s: call_with(s, "sorted"), "os.listdir(x)", "sorted(os.listdir(x))"),
        (lambda s: rename_function(s, "construct"), "def forward(self): ...", "def construct(self): ..."),
        (
            lambda s: rename_function(s, "construct"),
            "def forward(self, forward): ...",
            "def construct(self, forward): ...",
        ),
        (lambda s: rename_attribute(s, "old", "new"), "nn.old", "nn.new"),
        (lambda s: rename_attribute(s, "old", "new"), "old.older", None),
        (lambda s: replace_expression(s, "x < 2"), "x == 1", "x < 2"),
        (lambda s: call_assigned(s, "L"), "x.y = [1]  # why", "x.y = L([1])  # why"),
        (lambda s: call_assigned(s, "L"), "x = y = [1]", None),
        (lambda s: assign_result(s, "x.y"), "x.y.f(1)  # why", "x.y = x.y.f(1)  # why"),
        (lambda s: assign_result(s, "x"), "x.f(\n    1,\n)", "x = x.f(\n    1,\n)"),
        (lambda s: assign_result(s, "x"), "y = x.f(1)", None),
        (lambda s: assign_result(s, "x"), "x.f(); y()", "x = x.f(); y()"),
        (lambda s: assign_result(s, "x[0]"), "x[0].f()", None),
        (lambda s: repeat_call(s), "[f(1)] * n", "[f(1) for _ in range(n)]"),
        (lambda s: repeat_call(s), "[f(_)] * n", "[f(_) for index in range(n)]"),
        (lambda s: repeat_call(s), "[f] * n", None),
        (lambda s: repeat_call(s), "[f(1)] * (n := 3)", None),
        (lambda s: repeat_call(s), "[f(x := 1)] * n", None),
        (lambda s: repeat_call(s), "n * [f(1)]", None),
        (lambda s: repeat_call(s), "[\n    f(1)  # why\n] * 2", None),
        (lambda s: repeat_call(s), "[\n    f(1)\n] * 2", "[\n    f(1) for _ in range(2)\n]"),
        (lambda s: call_assigned(s, "L"), "x = ([1]  # why\n)", "x = (L([1])  # why\n)"),
        (lambda s: call_assigned(s, "L"), "x = (1, 2)", "x = L((1, 2))"),
        (lambda s: remove_trailing_comma(s), "x = f(1),", "x = f(1)"),
        (lambda s: remove_trailing_comma(s), "x = f(1), 2", None),
        (lambda s: remove_trailing_comma(s), "x = (f(1),)", None),
        (moved, "from a.b import c", "from a.x import y as c"),
        (moved, "from a.b import c as d", "from a.x import y as d"),
        (
            moved,
            "from a.b import (\n    d,  # why\n    c,\n    e,\n)",
            "from a.x import y as c\nfrom a.b import (\n    d,  # why\n    e,\n)",
        ),
        (moved, "from a.b import d, c", "from a.x import y as c\nfrom a.b import d"),
        (moved, "from a.b import d, c  # why", "from a.x import y as c\nfrom a.b import d  # why"),
        (moved, "from a.b import (d,\n    c,  # why\n)", None),
        (moved, "from a.b import *", None),
        (moved, "from .a.b import c", None),
        (moved, "import a.b.c as d, e", "import a.x.y as d, e"),
        (moved, "import a.b", None),
        (moved, "from a.b.c.d import e", "from a.x.y.d import e"),
        (
            lambda s: rename_import(s, ("a", "b"), ("a", "c")),
            "from a import (b,  # why\n  d)",
            "from a import (c as b,  # why\n  d)",
        ),
    ],
)
def test_steps(step: object, call: str, after: Optional[str]) -> None:
    span = whole(Source("", call))
    assert edited(call, step(span)) == after  # type: ignore[operator]


LOOP = "def train(data):\n\tfor x in data:\n\t\tif x:\n\t\t\tstep(x)\n"


@pytest.mark.parametrize(
    ("text", "line", "node", "after"),
    [
        (LOOP, 4, LOOP_AROUND, "def train(data):\n\tstep.go()\n\tfor x in data:\n\t\tif x:\n\t\t\tstep(x)\n"),
        (LOOP, 4, STATEMENT, "def train(data):\n\tfor x in data:\n\t\tif x:\n\t\t\tstep.go()\n\t\t\tstep(x)\n"),
        (LOOP.replace("for x", "for step"), 4, LOOP_AROUND, None),  # the name has no value before the loop
        ("def f(): step(x)\n", 1, LOOP_AROUND, None),
        (
            "if a:\n    pass\nelif b:\n    step(x)\n",
            4,
            STATEMENT,
            "if a:\n    pass\nelif b:\n    step.go()\n    step(x)\n",
        ),
    ],
)
def test_a_line_before_a_loop(text: str, line: int, node: str, after: Optional[str]) -> None:
    written = text.split("\n")[line - 1]
    start = written.index("step(x)") + 1
    span = Span(line, start, line, start + len("step(x)"))
    assert edited(text, insert_line(span, "{callee}.go()")._replace(node=node)) == after


def test_a_line_at_the_beginning_of_a_function() -> None:
    text = 'class A:\n    def f(self):\n        """What it does."""\n        a = 1\n        go()\n        b = 2\n'
    head = Span(2, 5, 2, 17)
    put = text.replace("        a = 1", "        go()\n        a = 1")
    assert edited(text, begin_with(head, "go()")) == put
    assert edited(text, move_to_begin(head, "go()")) == put.replace("a = 1\n        go()\n", "a = 1\n")
    assert edited(text.replace("go()\n", "go()  # why\n"), move_to_begin(head, "go()")) is None


def test_comments_stay_with_what_they_speak_of() -> None:
    text = "class A:\n    def f(self):\n        a = 1\n        go()  # why\n"
    assert edited(text, move_to_begin(Span(2, 5, 2, 17), "go()")) is None
    loop = "# all of them\n# twice\nfor x in y:\n    f(x)\n"
    assert edited(loop, insert_line(Span(4, 5, 4, 9), "net.go()")) == f"net.go()\n{loop}"
    inner = "def f():\n    # above\n\n    # all\n    for x in y:\n        f(x)\n"
    done = edited(inner, insert_line(Span(6, 9, 6, 13), "net.go()"))
    assert done == inner.replace("    # all", "    net.go()\n    # all")


@pytest.mark.parametrize(
    ("text", "asked"),
    [
        ("from a.b import (\n    d,  # kept\n    c\n)", lambda s: moved(s)),
        ("(a  # why\n .b.c)", lambda s: rename_attribute(Span(1, 2, 2, 6), "b", "")),
        ("f(1, x=(2,  # two\n 3))", lambda s: change(s, "split_argument", "x", "y", "z")),
    ],
)
def test_no_comment_is_lost(text: str, asked: Callable[[Span], Change]) -> None:
    assert edited(text, asked(whole(Source("", text)))) is None


@pytest.mark.parametrize(
    ("text", "asked", "after"),
    [
        ("f(b - c)", lambda s: change(s, "wrap_value", 0, "1 - ", ""), "f(1 - (b - c))"),
        ("f(b)", lambda s: change(s, "wrap_value", 0, "1 - ", ""), "f(1 - b)"),
        ("f(b - c)", lambda s: change(s, "wrap_value", 0, "(", ",)"), "f((b - c,))"),
        ("f(1)", lambda s: change(s, "set_value", 0, "b if c else d, 2"), "f((b if c else d, 2))"),
    ],
)
def test_values_keep_together(text: str, asked: Callable[[Span], Change], after: str) -> None:
    assert edited(text, asked(whole(Source("", text)))) == after


def test_a_line_is_not_put_before_what_binds_its_name() -> None:
    text = "x = [net(y) for net in nets]\n"
    assert edited(text, insert_line(Span(1, 6, 1, 12), "{callee}.go()")) is None
    text = "if a:\n    elif_out = net(x)\n"
    done = edited(text, insert_line(Span(2, 16, 2, 22), "net.go()"))
    assert done == "if a:\n    net.go()\n    elif_out = net(x)\n"


def test_long_texts_are_compared_to_the_letter() -> None:
    before = "f([" + ", ".join(map(str, range(5000))) + "], x=1)"
    after = before.replace("[0,", "[-1,").replace("x=1", "x=2")
    assert apply(Source("a.py", before), smallest(before, after, (1, 1))).text == after
    lines = "".join(f"a{number} = {number}\n" for number in range(4000))
    changed = lines.replace("a0 = 0\n", "").replace("a3999 = 3999\n", "a3999 = 3999\na0 = 0\n")
    assert apply(Source("a.py", lines), smallest(lines, changed, (1, 1))).text == changed


@pytest.mark.parametrize("count", [100, 300, 450, 600])
def test_what_is_too_deep_for_libcst_is_left_as_it_is(count: int) -> None:
    text = f'f("a", {"1 + " * count}1)'
    done = edited(text, change(whole(Source("", text)), "add_argument", "x", "'same'"))
    assert done == f'{text[:-1]}, x="same")' or (count > 200 and done is None)


@pytest.mark.parametrize(
    ("text", "value", "mended"), [("f'{g(1)}'", "2", True), ("f'{g(1)}'", "'a'", False), ("f'' + g(1)", "'a'", True)]
)
def test_an_f_string_gets_no_quotes_inside(text: str, value: str, mended: bool) -> None:
    column = text.index("g(") + 1
    done = edited(f"{text}\n", change(Span(1, column, 1, column + 4), "add_argument", "x", value))
    assert done == (text.replace("g(1)", f"g(1, x={value})") + "\n" if mended else None)


def test_the_quotes_are_those_of_the_file() -> None:
    assert edited('f("x")', change(Span(1, 1, 1, 7), "add_argument", "a", "'same'")) == 'f("x", a="same")'
    assert edited("f('x')", change(Span(1, 1, 1, 7), "add_argument", "a", "'same'")) == "f('x', a='same')"


calls = st.tuples(st.sampled_from(["f", "nn.Dense", "f(1)", "f[0].g"]), programs.arguments(programs.atoms)).map(
    lambda pair: f"{pair[0]}({pair[1]})"
)


@settings(max_examples=300, deadline=None)
@given(call=calls, pad=st.sampled_from(["", "x = ", "é中 = ", "\t\f"]), end=st.sampled_from(["\n", "\r\n", "\r"]))
def test_every_call_is_read_as_python_reads_it(call: str, pad: str, end: str) -> None:
    text = (pad.strip("\t\f") + call + "\n").replace("\n", end)
    tree = ast.parse(text.replace(end, "\n"))
    node = next(each for each in ast.walk(tree) if isinstance(each, ast.Call))
    source = Source("a.py", text)
    start = len(pad.strip("\t\f")) + 1
    span = Span(1, start, len(source.lines) - 1, len(source.lines[-2]) + 1)
    after = edited(text, change(span, "add_argument", "new_one", "1"))
    if any(not_beside(each) for each in node.args if not bracketed(call, each)):
        return
    assert after is not None
    given_now = next(each for each in ast.walk(ast.parse(after)) if isinstance(each, ast.Call))
    assert [k.arg for k in given_now.keywords if k.arg not in [k.arg for k in node.keywords]] == ["new_one"]
    assert [ast.dump(each) for each in given_now.args] == [ast.dump(each) for each in node.args]
    assert after.count("#") == text.count("#")


def not_beside(argument: ast.expr) -> bool:
    return isinstance(argument, (ast.GeneratorExp, ast.NamedExpr))


def bracketed(call: str, argument: ast.expr) -> bool:
    return isinstance(argument, ast.NamedExpr) and f"({ast.unparse(argument)[1:-1]})" in call


lines = st.lists(st.text(st.characters(blacklist_characters="\r\n\0", blacklist_categories=["Cs"])), min_size=1)


@settings(deadline=None)
@given(lines=lines, end=st.sampled_from(["\n", "\r\n", "\r"]), data=st.data())
def test_what_no_edit_names_stays(lines: List[str], end: str, data: st.DataObject) -> None:
    source = Source("a.py", end.join(lines))
    number = data.draw(st.integers(1, len(lines)))
    start = data.draw(st.integers(1, len(lines[number - 1]) + 1))
    stop = data.draw(st.integers(start, len(lines[number - 1]) + 1))
    after = apply(source, [Edit(Span(number, start, number, stop), "新")]).text
    line = lines[number - 1]
    lines[number - 1] = line[: start - 1] + "新" + line[stop - 1 :]
    assert after == end.join(lines)


def test_edits_that_stand_nowhere_or_overlap_are_refused() -> None:
    places = Places("ab\ncd")
    here = Edit(Span(1, 1, 1, 3), "")
    assert stretches(places, [here, Edit(Span(2, 1, 2, 3), "")]) == [(0, 2), (3, 5)]
    assert stretches(places, [Edit(Span(3, 1, 3, 1), "")]) is None
    assert stretches(places, [Edit(Span(1, 4, 1, 4), "")]) is None  # behind the end of its line
    assert stretches(places, [here, Edit(Span(1, 2, 1, 3), "")]) is None
    assert touch([(0, 2)], [(2, 2)]) and not touch([(0, 2)], [(3, 4)])


@pytest.mark.parametrize(
    "data",
    [
        b"a = 1",
        b"a = 1\r\nb = 2\r\n",
        codecs.BOM_UTF8 + "a = '中'\n".encode(),
        codecs.BOM_UTF8 + "# coding: utf-8-sig\na = '中'\n".encode(),
        "# coding: gbk\na = '中'\r\n".encode("gbk"),
        "# coding: latin-1\na = 'é'\n".encode("latin-1"),
        b"\x0cdef f():\n\x0c\treturn 1\n",
        b"a = 1\r\rb = 2\n",
    ],
)
def test_bytes_come_out_as_they_went_in(data: bytes) -> None:
    assert encoded(decode("a.py", data)) == data


def test_what_an_encoding_cannot_say_is_not_written() -> None:
    assert encoded(Source("a.py", "# coding: latin-1\na = '中'\n", "latin-1")) is None
    assert encoded(Source("a.py", "# coding: gbk\n")) is not None


DECORATED = "def f(self):\n    @a(1)\n    @b\n    class C(step(x)): pass\n"


@pytest.mark.parametrize(
    ("text", "after"),
    [
        (DECORATED, DECORATED.replace("    @a", "    go()\n    @a")),
        ("def f(self): \\\n    a = 1\n", None),  # joined to the line before
    ],
)
def test_a_line_before_a_statement_stands_before_its_decorators(text: str, after: Optional[str]) -> None:
    assert edited(text, begin_with(Span(1, 1, 1, 12), "go()")) == after
    if after is not None:
        ast.parse(after)
        assert edited(text, insert_line(Span(4, 13, 4, 20), "go()")) == after


LINES = st.lists(st.tuples(st.sampled_from(["", "a", "ab", "b", "损", "a b"]), st.sampled_from(["\n", "\r\n"])))


@given(LINES, LINES)
def test_differences_make_one_text_of_another(one: List[tuple[str, str]], other: List[tuple[str, str]]) -> None:
    before, after = ("".join(map("".join, lines)) for lines in (one, other))
    edits = differences(before, after)
    places = Places(before)
    at = [places.stretch(edit.span) for edit in edits]
    assert None not in at, "each stands somewhere"
    text = before
    for stretch, edit in reversed(list(zip(at, edits))):
        assert stretch is not None
        text = text[: stretch[0]] + edit.text + text[stretch[1] :]
    assert text == after


def test_differences_are_small() -> None:
    before = "a = 1  # why\r\nb = 2\r\nc = f(3)\r\n"
    edits = differences(before, before.replace("  # why", "").replace("f(3)", "f(x=3)"))
    assert edits == [Edit(Span(1, 6, 1, 13), ""), Edit(Span(3, 7, 3, 7), "x=")]
