"""What an expression evaluates to, and that whatever the module does not say stays unknown."""

# ruff: noqa: E501, ISC004  (tables of snippets: one case, one line)

from __future__ import annotations

import warnings
from typing import Tuple

import pytest
from hypothesis import given
from hypothesis import strategies as st
from reading import site

HEAD = "from mindspore import nn\n"
CALL = "nn.Dropout(p={})  # ?\n"

KNOWN = {
    "float": ("", "0.1", (0.1,)),
    "int": ("", "1", (1,)),
    "int with underscores": ("", "1_000", (1000,)),
    "hexadecimal": ("", "0x10", (16,)),
    "exponent": ("", "1e-3", (0.001,)),
    "bool": ("", "True", (True,)),
    "None": ("", "None", (None,)),
    "string": ("", "'same'", ("same",)),
    "raw string": ("", r"r'\d'", (r"\d",)),
    "implicit concatenation": ("", "'sa' 'me'", ("same",)),
    "negative": ("", "-0.5", (-0.5,)),
    "not": ("", "not True", (False,)),
    "tuple": ("", "(1, -2)", ((1, -2),)),
    "list": ("", "[1, 2]", ([1, 2],)),
    "module constant": ("RATE = 0.1\n", "RATE", (0.1,)),
    "constant of a constant": ("A = 0.1\nB = A\n", "B", (0.1,)),
    "annotated constant": ("RATE: float = 0.1\n", "RATE", (0.1,)),
    "unpacked constants": ("A, B = 0.1, 0.2\n", "B", (0.2,)),
    "one of two constants": ("if a:\n    R = 0.1\nelse:\n    R = 0.2\n", "R", (0.2, 0.1)),
    "arithmetic": ("R = 0.9\n", "1 - R", (0.1,)),
    "nested arithmetic": ("R = 0.25\n", "(R + 0.25) * 2 / 4 // 1 % 3", (0.0,)),
    "small products do not vanish": ("A = 1e-7\n", "A * 1e-7", (1e-14,)),
    "conditional expression": ("", "0.1 if a else 0.2", (0.1, 0.2)),
    "conditional expression, both the same": ("", "0.1 if a else 0.1", (0.1,)),
    "1 and 1.0 are two": ("", "1 if a else 1.0", (1, 1.0)),
    "or": ("R = 0.1\n", "R or 0.2", (0.1, 0.2)),
    "float()": ("R = 1\n", "float(R)", (1.0,)),
    "int()": ("", "int(2.5)", (2,)),
    "class constant": ("class C:\n    RATE = 0.1\n", "C.RATE", (0.1,)),
    "constant in a loop that is set before it": ("R = 0.1\nfor i in x:\n    pass\n", "R", (0.1,)),
}  # fmt: skip

UNKNOWN = {
    "nobody's name": ("", "rate"),
    "a call": ("", "make()"),
    "a tuple with something unknown": ("", "(1, make())"),
    "a starred element": ("X = (1, 2)\n", "(*X, 3)"),
    "a conditional expression, one side unknown": ("", "0.1 if a else make()"),
    "and": ("", "a and 0.1"),
    "augmented": ("R = 0.1\nR += 0.1\n", "R"),
    "augmented under a condition": ("R = 0.1\nif a:\n    R *= 2\n", "R"),
    "loop variable": ("for R in (0.1, 0.2):\n    pass\n", "R"),
    "unpacked from a call": ("R, S = make()\n", "R"),
    "an attribute of an unknown": ("", "args.rate"),
    "an imported name": ("from config import RATE\n", "RATE"),
    "division by zero": ("", "1 / 0"),
    "modulo zero": ("", "1 % 0"),
    "int() of infinity": ("", "int(1e400)"),
    "float() of a huge number": ("", "float(1" + "0" * 400 + ")"),
    "float() of a string": ("", "float('0.1')"),
    "arithmetic of strings": ("", "'a' + 'b'"),
    "arithmetic of bools": ("", "True + 1"),
    "an own float()": ("def float(x): return 0.9\n", "float(0.1)"),
    "a name that gives itself": ("R = R\n", "R"),
    "two names that give each other": ("A = B\nB = A\n", "B"),
    "set again by a global statement": ("R = 0.1\ndef f():\n    global R\n    R = make()\n", "R"),
    "deleted": ("R = 0.1\ndel R\n", "R"),
    "a subscript": ("R = [0.1]\n", "R[0]"),
    "a number of too many digits": ("", "9" * 5000),
    "an f-string": ("", "f'{a}'"),
    "an await": ("async def f():\n    return ", "await x"),
}

PARAMETERS = {
    "default, nobody calls": ("def f(rate=0.1):\n    return nn.Dropout(p=rate)  # ?\n", (0.1,)),
    "default, a caller leaves it out": ("def f(rate=0.1):\n    return nn.Dropout(p=rate)  # ?\nf()\n", (0.1,)),
    "default, a caller gives another": ("def f(rate=0.1):\n    return nn.Dropout(p=rate)  # ?\nf(0.2)\n", (0.2,)),
    "default, a caller gives another by name": ("def f(rate=0.1):\n    return nn.Dropout(p=rate)  # ?\nf(rate=0.2)\n", (0.2,)),
    "no default, a caller gives it": ("def f(rate):\n    return nn.Dropout(p=rate)  # ?\nf(0.2)\n", (0.2,)),
    "through two functions": ("def f(a=0.1):\n    return nn.Dropout(p=a)  # ?\ndef g(b=0.2):\n    return f(b)\n", (0.2,)),
    "no default, nobody calls": ("def f(rate):\n    return nn.Dropout(p=rate)  # ?\n", ()),
    "default, a caller gives something unknown": ("def f(rate=0.1):\n    return nn.Dropout(p=rate)  # ?\nf(make())\n", (0.1,)),
    "default, a caller with a star": ("def f(rate=0.1):\n    return nn.Dropout(p=rate)  # ?\nf(*args)\n", (0.1,)),
    "default, it calls itself with another": ("def f(rate=0.1):\n    f(rate / 2)\n    return nn.Dropout(p=rate)  # ?\n", (0.1,)),
    "no default, one of two callers gives something unknown": (
        "def f(rate):\n    return nn.Dropout(p=rate)  # ?\nf(0.2)\nf(make())\n",
        (),
    ),
    "no default, a caller with two stars": ("def f(rate):\n    return nn.Dropout(p=rate)  # ?\nf(**args)\n", ()),
    "no default, it calls itself": ("def f(rate):\n    f(rate / 2)\n    return nn.Dropout(p=rate)  # ?\n", ()),
    "set again inside": ("def f(rate=0.1):\n    rate = 0.3\n    return nn.Dropout(p=rate)  # ?\n", (0.3,)),
    "keyword-only": ("def f(*, rate=0.1):\n    return nn.Dropout(p=rate)  # ?\n", (0.1,)),
    "star parameter": ("def f(*rate):\n    return nn.Dropout(p=rate)  # ?\n", ()),
    "self.attribute from a default": (
        "class N(nn.Cell):\n    def __init__(self, rate=0.1):\n        self.rate = rate\n        nn.Dropout(p=self.rate)  # ?\n",
        (0.1,),
    ),
    "self.attribute, somebody builds the class": (
        "class N(nn.Cell):\n    def __init__(self, rate=0.1):\n        self.rate = rate\n        nn.Dropout(p=self.rate)  # ?\nN(0.4)\n",
        (0.4,),
    ),
    "self.attribute set in two methods": (
        "class N(nn.Cell):\n    def __init__(self):\n        self.rate = 0.1\n    def more(self):\n        self.rate = 0.2\n"
        "    def build(self):\n        return nn.Dropout(p=self.rate)  # ?\n",
        (0.1, 0.2),
    ),
    "self.attribute augmented": (
        "class N(nn.Cell):\n    def __init__(self):\n        self.rate = 0.1\n        self.rate += 1\n        nn.Dropout(p=self.rate)  # ?\n",
        (),
    ),
    "self.attribute never set here": ("class N(nn.Cell):\n    def build(self):\n        return nn.Dropout(p=self.rate)  # ?\n", ()),
    "class attribute through self": (
        "class N(nn.Cell):\n    rate = 0.1\n    def build(self):\n        return nn.Dropout(p=self.rate)  # ?\n",
        (0.1,),
    ),
    "closure": ("def f():\n    rate = 0.1\n    def g():\n        return nn.Dropout(p=rate)  # ?\n    return g\n", (0.1,)),
}  # fmt: skip


def value_of(code: str) -> Tuple[object, ...]:
    call, _ = site(HEAD + code)
    return call.arguments["p"].value.options


def typed(options: Tuple[object, ...]) -> Tuple[Tuple[str, object], ...]:
    return tuple((type(option).__name__, option) for option in options)


@pytest.mark.parametrize(("before", "expression", "expected"), KNOWN.values(), ids=KNOWN.keys())
def test_known(before: str, expression: str, expected: Tuple[object, ...]) -> None:
    assert typed(value_of(before + CALL.format(expression))) == typed(expected)


@pytest.mark.parametrize(("before", "expression"), UNKNOWN.values(), ids=UNKNOWN.keys())
def test_unknown(before: str, expression: str) -> None:
    assert value_of(before + CALL.format(expression)) == ()


@pytest.mark.parametrize(("code", "expected"), PARAMETERS.values(), ids=PARAMETERS.keys())
def test_parameters_and_attributes(code: str, expected: Tuple[object, ...]) -> None:
    assert sorted(value_of(code), key=repr) == sorted(expected, key=repr)


def test_what_a_caller_could_override_is_never_sure() -> None:
    constant, _ = site(HEAD + "RATE = 0.1\n" + CALL.format("1 - RATE"))
    default, _ = site(HEAD + "def f(rate=0.1):\n    return nn.Dropout(p=1 - rate)  # ?\nf(0.1)\n")
    assert constant.arguments["p"].value.sure
    assert not default.arguments["p"].value.sure
    assert typed(default.arguments["p"].value.options) == typed((0.9,))


def test_too_many_possible_values_are_unknown() -> None:
    ways = "".join(f"if a{n}:\n    R = {n}\n" for n in range(20))
    assert value_of(f"R = 100\n{ways}" + CALL.format("R")) == ()


def test_a_name_that_a_loop_sets_from_itself_is_given_up_at_once() -> None:
    """Each condition multiplies the ways to the value: followed one by one, they would take hours."""
    steps = "".join(f"        if x.a{n}:\n            rate = rate * 1\n" for n in range(25))
    assert value_of(f"def f(x):\n    rate = 1\n    for i in x:\n{steps}        nn.Dropout(p=rate)  # ?\n") == ()


def test_reading_a_string_that_python_frowns_upon_warns_nobody() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert value_of(CALL.format(r"'\d'")) == ("\\d",)


numbers = st.one_of(
    st.integers(-1000, 1000), st.floats(-100, 100, allow_nan=False).map(lambda number: round(number, 3))
)
sums = st.recursive(
    numbers.map(lambda number: f"({number!r})"),
    lambda inner: st.tuples(inner, st.sampled_from("+-*"), inner).map(lambda parts: f"({' '.join(parts)})"),
    max_leaves=3,
)


@given(sums)
def test_arithmetic_is_pythons(expression: str) -> None:
    expected = eval(expression)
    (found,) = value_of(CALL.format(expression))
    assert type(found) is type(expected)
    # 12 digits are kept on the way: what is left of a difference of large numbers may be off by as much.
    assert found == pytest.approx(expected, rel=1e-6, abs=1e-3)
