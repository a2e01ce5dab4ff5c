"""Runs a small function with such a statement in PyNative mode, and makes a graph of it."""

# ruff: noqa: C416, E731, PLC0415, RET503

import contextlib
import linecache

from mindspore import Tensor, jit

# Older Pythons, whose users have no match, must be able to read this file.
MATCH = "def match(x):\n    match x.ndim:\n        case 1:\n            return x + 1\n    return x\n"


def try_(x):
    try:
        y = x + 1
    except ValueError:
        y = x
    return y


def with_(x):
    with contextlib.suppress(ValueError):
        x = x + 1
    return x


def yield_(x):
    yield x + 1


def nonlocal_(x):
    y = x

    def inner():
        nonlocal y
        y = y + 1
        return y

    return inner()


def del_(x):
    y = x + 1
    z = y
    del y
    return z


def walrus(x):
    return (y := x + 1) + y


def class_(x):
    class Inner:
        one = 1

    return x + Inner.one


def while_else(x):
    n = 0
    while n < 2:
        n = n + 1
    else:
        x = x + 1
    return x


def for_else(x):
    for _ in range(2):
        x = x + 1
    else:
        x = x + 2
    return x


def import_(x):
    import math

    return x + math.pi


def set_(x):
    y = {1, 2, 3}
    return x + len(y)


def set_comprehension(x):
    y = {i for i in (1, 2)}
    return x + len(y)


def two_for(x):
    y = [i + j for i in (1, 2) for j in (3, 4)]
    return x + y[0]


def plain(x):
    if x.ndim == 1:
        x = x + 1
    return x


KINDS = {
    "try": (try_, "try ... except"),
    "with": (with_, "with"),
    "yield": (yield_, "yield"),
    "nonlocal": (nonlocal_, "nonlocal"),
    "del": (del_, "del"),
    "walrus": (walrus, ":="),
    "class": (class_, "class"),
    "while-else": (while_else, "while ... else"),
    "for-else": (for_else, "for ... else"),
    "import": (import_, "import"),
    "set": (set_, "{1, 2, 3}"),
    "set comprehension": (set_comprehension, "{i for i in ...}"),
    "two for": (two_for, "[... for i in ... for j in ...]"),
}


def probe(case, lab):
    kind = case.param("kind")
    function, form = KINDS.get(kind, (plain, "if"))
    if kind == "match":
        function, form = _match(), "match"
    x = Tensor([1.0, 2.0])
    wrong = lab.error_of(lambda: function(x)) or lab.error_of(lambda: jit(plain)(x))
    if wrong is not None:  # then an error of the graph says nothing of the statement
        lab.fail("probe-failed", reason=wrong)
    graph = lab.error_of(lambda: jit(function)(x))
    if graph is not None:
        return lab.confirmed(form=form, error=graph)
    return lab.refuted(form=form)


def _match():
    """A function whose source MindSpore can find, though it is in no file."""
    name = "<a function with match>"
    linecache.cache[name] = (len(MATCH), None, MATCH.splitlines(True), name)
    there = {"__name__": __name__}
    exec(compile(MATCH, name, "exec"), there)
    return there["match"]
