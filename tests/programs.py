"""Random programs for hypothesis: text that every supported Python can parse, in as many spellings as possible."""

# ruff: noqa: E501, ISC004  (tables of snippets: one case, one line)

from __future__ import annotations

import textwrap
from typing import List

from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

Text = SearchStrategy[str]

names = st.sampled_from(["x", "nn", "self", "conv", "模型", "变量_1", "é", "_", "data"])
strings = st.sampled_from(["'a'", '"中文，字符"', "'😀'", "b'x'", "r'\\d'", "'a' '中'", '"""多\n行"""', "'\\u4e2d'"])
atoms = st.one_of(names, strings, st.sampled_from(["1", "0.5", "1j", "None", "True", "...", "()", "[]", "{}"]))


def joined(parts: SearchStrategy[List[str]]) -> Text:
    """Parts of a list in one line, or in several, with or without a comma and a comment at the end."""
    lines = parts.map(lambda items: "\n    " + ",  # 注释\n    ".join(items) + ",\n" if items else "")
    return st.one_of(parts.map(", ".join), lines)


def arguments(inner: Text) -> Text:
    plain = st.lists(st.one_of(inner, inner.map(lambda e: f"*({e})")), max_size=3)
    named = st.lists(
        st.tuples(st.sampled_from(["p", "kernel_size", "键"]), inner), max_size=2, unique_by=lambda pair: pair[0]
    )
    stars = st.lists(inner.map(lambda e: f"**({e})"), max_size=1)
    late = st.lists(inner.map(lambda e: f"*({e})"), max_size=1)
    parts = st.tuples(plain, named.map(lambda pairs: [f"{name}={value}" for name, value in pairs]), late, stars)
    return joined(parts.map(lambda groups: [each for group in groups for each in group]))


def compound(inner: Text) -> Text:
    target = st.sampled_from(["i", "i, j", "(i, 项)", "[i, *j]"])
    clause = st.tuples(target, inner).map(lambda pair: f" for {pair[0]} in ({pair[1]})")
    clauses = st.tuples(clause, st.one_of(st.just(""), inner.map(lambda e: f" if ({e})"), clause)).map("".join)
    items = st.lists(inner, max_size=3)
    binary = st.sampled_from(["+", "*", "@", "and", "or", "==", "in", "not in", "is not", "<", "//"])
    # An f-string may hold no quote or backslash of its own before Python 3.12.
    field = names.flatmap(
        lambda n: st.sampled_from(
            [n, f"{n}(1)", f"{n}.f(g(2))!r", f"{n}[0]:>{{w(3)}}", f"[{n}] * 2", f"{n}=", "lambda_(4)"]
        )
    )
    return st.one_of(
        st.tuples(inner, arguments(inner)).map(lambda p: f"({p[0]})({p[1]})"),
        st.tuples(names, arguments(inner)).map(lambda p: f"{p[0]}({p[1]})"),
        st.tuples(names, arguments(inner), arguments(inner)).map(lambda p: f"{p[0]}({p[1]}).方法({p[2]})"),
        st.tuples(names, arguments(inner)).map(lambda p: f"({p[0]}\n  .a({p[1]})\n  .b()\n)"),
        inner.map(lambda e: f"({e})"),
        inner.map(lambda e: f"(({e}).attr)"),
        inner.map(lambda e: f"({e})[0]"),
        inner.map(lambda e: f"({e})[{e}:, ::2]"),
        st.tuples(inner, binary, inner).map(lambda p: f"({p[0]} {p[1]} {p[2]})"),
        st.tuples(joined(items), inner).map(lambda p: f"[{p[0]}] * ({p[1]})"),
        st.tuples(joined(items), inner).map(lambda p: f"({p[1]}) * ([{p[0]}])"),
        st.tuples(inner, inner, inner).map(lambda p: f"({p[0]} if {p[1]} else {p[2]})"),
        inner.map(lambda e: f"(not {e})"),
        inner.map(lambda e: f"-({e})"),
        joined(items).map(lambda e: f"[{e}]"),
        st.lists(st.tuples(inner, inner), max_size=2).map(lambda ps: "{" + ", ".join(f"{a}: {b}" for a, b in ps) + "}"),
        inner.map(lambda e: f"{{**({e}), 'k': {e}}}"),
        inner.map(lambda e: f"{{({e}), 1}}"),
        st.tuples(inner, clauses).map(lambda p: f"[{p[0]}{p[1]}]"),
        st.tuples(inner, clauses).map(lambda p: f"{{{p[0]}: 1{p[1]}}}"),
        st.tuples(names, inner, clauses).map(lambda p: f"{p[0]}({p[1]}{p[2]})"),
        st.tuples(st.sampled_from(["", " x", " x, *y, z=f(1), **k"]), inner).map(lambda p: f"(lambda{p[0]}: {p[1]})"),
        inner.map(lambda e: f"(w := {e})"),
        field.map(lambda e: f"f'前 {{{e}}} 后'"),
        st.tuples(field, names).map(lambda p: f"(f'{{{p[0]}}}' '中' f'{{{p[1]}(5)}}')"),
    )


expressions = st.recursive(atoms, compound, max_leaves=6)

simple = st.one_of(
    expressions,
    expressions.map(lambda e: f"x = {e}"),
    st.tuples(names, expressions).map(lambda p: f"{p[0]} = self.属性 = y = {p[1]}"),
    expressions.map(lambda e: f"a, (b, *c) = {e}"),
    expressions.map(lambda e: f"x: f({e}) = {e}"),
    expressions.map(lambda e: f"self.x: int = {e}"),
    expressions.map(lambda e: f"x: ({e})"),
    expressions.map(lambda e: f"x += {e}"),
    expressions.map(lambda e: f"f({e})[0] = g({e}); h()"),
    expressions.map(lambda e: f"assert {e}, ({e})"),
    expressions.map(lambda e: f"x = \\\n  {e}"),
    expressions.map(lambda e: f"raise ({e}) from ({e})"),
    st.sampled_from(
        ["pass", "import mindspore.nn as nn", "from mindspore import nn", "global g", "del x", "'文档'", "import a.b"]
    ),
)


def indented(body: List[str]) -> str:
    return textwrap.indent("\n".join(body), "    ", lambda line: True)


def blocks(inner: Text) -> Text:
    """Statements with a body. Strings over several lines stand in them, so the bodies are indented by what they are made of."""
    body = st.lists(inner, min_size=1, max_size=3).map(indented)
    decorators = st.lists(
        st.one_of(st.just("@deco"), expressions.filter(one_line).map(lambda e: f"@({e})")), max_size=2
    )
    parameters = st.one_of(
        st.just(""),
        expressions.map(lambda e: f"a, b: f(1) = ({e}), *args, c=g({e}), **kw"),
        st.just("self, 参数=1, /, q=f(2)"),
    )
    return st.one_of(
        st.tuples(decorators, st.sampled_from(["", "async "]), parameters, body).map(
            lambda p: "\n".join([*p[0], f"{p[1]}def 函数({p[2]}) -> h(3):", p[3]])
        ),
        st.tuples(decorators, st.sampled_from(["", "()", "(nn.Cell)", "(f(1), metaclass=g(2), **k)"]), body).map(
            lambda p: "\n".join([*p[0], f"class 网络{p[1]}:", p[2]])
        ),
        st.tuples(expressions, body, expressions, body).map(
            lambda p: f"if {p[0]}:\n{p[1]}\nelif ({p[2]}):\n{p[3]}\nelse:\n{p[3]}"
        ),
        st.tuples(expressions, body).map(lambda p: f"for i, (j, k) in ({p[0]}):\n{p[1]}\nelse:\n    f()"),
        st.tuples(expressions, body).map(lambda p: f"while {p[0]}:\n{p[1]}"),
        st.tuples(expressions, body).map(lambda p: f"with ({p[0]}) as w, f() as (u, v):\n{p[1]}"),
        st.tuples(body, expressions, body).map(
            lambda p: f"try:\n{p[0]}\nexcept ({p[1]}) as e:\n{p[2]}\nfinally:\n    f()"
        ),
        expressions.filter(one_line).map(lambda e: f"if a: f(); g({e})"),
    )


def one_line(text: str) -> bool:
    return "\n" not in text


statements = st.recursive(simple, blocks, max_leaves=5)
programs = st.lists(statements, min_size=1, max_size=5).map(lambda body: "\n".join(body) + "\n")

# Programs that build and run networks: what the layer interpreter has to make sense of, sense or no sense.
_layers = st.sampled_from(
    [
        "nn.Conv2d(3, 4, 3)",
        "nn.BatchNorm2d(4)",
        "nn.ReLU()",
        "nn.Dense(3, 4)",
        "Block()",
        "make(3)",
        "None",
        "nn.SequentialCell()",
        "nn.CellList()",
        "unknown()",
        "[]",
        "{}",
        "nn.Conv2d",
        "norm",
    ]
)


def _cells(inner: Text) -> Text:
    items = st.lists(inner, max_size=3).map(", ".join)
    return st.one_of(
        items.map(lambda e: f"nn.SequentialCell({e})"),
        items.map(lambda e: f"nn.SequentialCell([{e}])"),
        items.map(lambda e: f"nn.CellList([{e}])"),
        items.map(lambda e: f"nn.SequentialCell(*[{e}])"),
        items.map(lambda e: f"[{e}]"),
        inner.map(lambda e: f"OrderedDict([('a', {e}), ('b', {e})])"),
        inner.map(lambda e: f"[{e} for _ in range(3)]"),
        inner.map(lambda e: f"[{e}] * 2"),
        st.tuples(inner, inner).map(lambda p: f"({p[0]} if flag else {p[1]})"),
        st.tuples(inner, inner).map(lambda p: f"({p[0]} or {p[1]})"),
        inner.map(lambda e: f"({e}, {e})[0]"),
        inner.map(lambda e: f"partial({e}, 1)"),
        inner.map(lambda e: f"make({e})"),
        inner.map(lambda e: f"{{'k': {e}}}['k']"),
        inner.map(lambda e: f"(lambda y: {e})(1)"),
    )


_cell = st.recursive(_layers, _cells, max_leaves=5)
_setup = st.one_of(
    st.tuples(st.sampled_from("abcd"), _cell).map(lambda p: f"self.{p[0]} = {p[1]}"),
    _cell.map(lambda e: f"layers = {e}"),
    _cell.map(lambda e: f"layers.append({e})"),
    _cell.map(lambda e: f"layers += [{e}]"),
    _cell.map(lambda e: f"layers.extend({e})"),
    _cell.map(lambda e: f"self.a.append({e})"),
    _cell.map(lambda e: f"self.insert_child_to_cell('a', {e})"),
    _cell.map(lambda e: f"setattr(self, 'b', {e})"),
    _cell.map(lambda e: f"for i in range(2):\n    layers.append({e})"),
    _cell.map(lambda e: f"if flag:\n    self.b = {e}\nelse:\n    return"),
    st.sampled_from(
        [
            "self.c = nn.SequentialCell(*layers)",
            "self.c = layers",
            "self.a, self.b = layers, norm",
            "self.d = self",
            "self.a[0] = self.b",
            "layers[0] = self",
            "self.layers = layers",
            "del self.a",
        ]
    ),
)
_step = st.one_of(
    st.tuples(st.sampled_from("xyz"), st.sampled_from("abcd"), st.sampled_from("xyz")).map(
        lambda p: f"{p[0]} = self.{p[1]}({p[2]})"
    ),
    st.tuples(st.sampled_from("abcd"), st.sampled_from("abcd")).map(lambda p: f"x = self.{p[0]}(self.{p[1]}(x))"),
    st.sampled_from("abcd").map(lambda n: f"for layer in self.{n}:\n    x = layer(x)"),
    st.sampled_from("abcd").map(lambda n: f"for i, layer in enumerate(self.{n}):\n    x = layer(x) + y"),
    st.sampled_from("abcd").map(lambda n: f"for p, q in zip(self.{n}, self.a):\n    x = q(p(x))"),
    st.sampled_from("abcd").map(lambda n: f"x = self.{n}[0](x)"),
    st.sampled_from("abcd").map(lambda n: f"x, y = self.{n}(x), self.{n}.a"),
    st.sampled_from("abcd").map(lambda n: f"if x is None:\n    x = self.{n}(x)\nelse:\n    return x"),
    st.sampled_from("abcd").map(lambda n: f"while x:\n    x = self.{n}(x)"),
    st.sampled_from("abcd").map(lambda n: f"with a() as x:\n    x = self.{n}(x)"),
    st.sampled_from(
        [
            "x = x + y",
            "y = ops.relu(x)",
            "x = self.helper(x)",
            "x = self.construct(x)",
            "x = x.view(1, -1)",
            "return x, y",
            "x = [self.a(i) for i in x]",
            "x = f(self.a, x)",
            "z = self",
            "x = (lambda v: self.a(v))(x)",
            "x += y",
            "x[0] = self.b(y)",
            "x, *y = x",
            "return",
        ]
    ),
)


def _method(name: str, parameters: str, steps: SearchStrategy[List[str]]) -> Text:
    return steps.map(lambda body: f"    def {name}({parameters}):\n" + textwrap.indent("\n".join(body), " " * 8))


_class = st.tuples(
    st.sampled_from(["Block", "Net", "Net2"]),
    st.sampled_from(["nn.Cell", "Block", "Net", "nn.SequentialCell", "nn.Conv2d", "Unknown"]),
    _method("__init__", "self, norm=None, flag=False, layers=None", st.lists(_setup, min_size=1, max_size=5)),
    _method("construct", "self, x, y=None, *z", st.lists(_step, min_size=1, max_size=5)),
    _method("helper", "self, x", st.lists(_step, min_size=1, max_size=2)),
).map(lambda p: f"class {p[0]}({p[1]}):\n{p[2]}\n{p[3]}\n{p[4]}")
_function = _cell.map(lambda e: f"def make(norm=nn.BatchNorm2d, flag=True):\n    return {e}")
_use = st.sampled_from(
    [
        "net = Net()\nnet(x)",
        "Net2(nn.ReLU)(Block()(x))",
        "net = Net(Block)\nnet.a = net\nnet(net)",
        "make()(make())",
        "model = make(Net)",
    ]
)
networks = st.lists(st.one_of(_class, _function, _use), min_size=1, max_size=4).map(
    lambda parts: (
        "from mindspore import nn, ops\nfrom functools import partial\nfrom collections import OrderedDict\n"
        + "\n".join(parts)
        + "\n"
    )
)
