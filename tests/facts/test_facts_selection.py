"""Which branches are never taken, as far as the defaults and the calls of a module tell."""

from __future__ import annotations

import ast
import textwrap
from typing import List, Set, Tuple

import pytest

from mslint.facts.blocks import Blocks
from mslint.facts.selection import Selection

HERE = "HERE"


def never(code: str) -> List[Tuple[str, Set[str], Set[Tuple[str, int]]]]:
    """The conditions that keep the line that says HERE from being reached, with what each rests on."""
    code = textwrap.dedent(code)
    line = next(number for number, text in enumerate(code.splitlines(), 1) if HERE in text)
    tree = ast.parse(code)
    found = Selection(tree, Blocks(tree)).never(line)
    return [(ast.unparse(test), set(rests.given), set(rests.called)) for test, rests in found]


@pytest.mark.parametrize(
    ("parameter", "test"),
    [
        ("flag=False", "flag"),
        ("flag=True", "not flag"),
        ("flag=None", "flag is not None"),
        ("flag='none'", "flag == 'ln'"),
        ("flag='ln'", "flag != 'ln'"),
        ("flag=0", "flag and x"),
        ("flag=True", "not (flag or x)"),
        ("*, flag=False", "flag"),
    ],
)
def test_a_default_that_nobody_changes(parameter: str, test: str) -> None:
    code = f"def f(x, {parameter}):\n    if {test}:\n        HERE\n"
    ((told, given, called),) = never(code)
    assert (told, given, called) == (test, {"flag"}, {("f", 1)})
    assert never(code + "\n\ndef g():\n    f(1)\n") == [(test, {"flag"}, {("f", 1)})]


def test_the_other_branch_is_taken() -> None:
    code = "def f(flag=False):\n    if flag:\n        pass\n    else:\n        HERE\n"
    assert never(code) == []
    assert [each[0] for each in never(code.replace("False", "True"))] == ["flag"]
    chain = "def f(a=1):\n    if a == 1:\n        pass\n    elif a == 2:\n        HERE\n"
    assert [each[0] for each in never(chain)] == ["a == 1", "a == 2"]


@pytest.mark.parametrize(
    "more",
    [
        "def g():\n    f(flag=True)\n",
        "def g():\n    f(True)\n",
        "def g(x):\n    f(x)\n",
        "def g(x):\n    f(*x)\n",
        "def g():\n    f(**{'flag': True})\n",
        "def g():\n    parser.add_argument('--flag')\n",
        "KNOWN = [f]\n",
        "def g(build):\n    build(flag=True)\n",
        "f(False)\n",  # what a script shows is one of several
        "def g(flag):\n    f(flag=flag)\n",
    ],
)
def test_what_may_change_it(more: str) -> None:
    assert never("def f(flag=False):\n    if flag:\n        HERE\n\n" + more) == []


@pytest.mark.parametrize(
    "code",
    [
        "def f(flag=False):\n    flag = g()\n    if flag:\n        HERE\n",
        "def f(flag):\n    if flag:\n        HERE\n",
        "def f(flag=DEFAULT):\n    if flag:\n        HERE\n",
        "def f(flag=False):\n    if flag > x:\n        HERE\n",
        "def f(flag=False):\n    if flag in KNOWN:\n        HERE\n",
        "def f(flag=False, x=1):\n    if flag or x:\n        HERE\n",
        "if FLAG:\n    HERE\n",
        "class Net:\n    def construct(self, flag=False):\n        if flag:\n            HERE\n",
        "class Net:\n    def __call__(self, flag=False):\n        if flag:\n            HERE\n",
    ],
)
def test_what_is_not_known(code: str) -> None:
    assert never(code) == []


NET = """
    class Block(nn.Cell):
        def __init__(self, width, pooled{default}):
            self.pooled = pooled

        def construct(self, x):
            if self.pooled:
                HERE


    class Net(nn.Cell):
        def __init__(self, pool={pool}):
            self.block = Block(3, pool)
    """


def test_through_the_constructor_of_the_network_around_it() -> None:
    told = [("self.pooled", {"pooled", "pool"}, {("Block", -1), ("Net", 0)})]
    assert never(NET.format(default="", pool=False)) == told
    assert never(NET.format(default="=True", pool=False)) == told
    assert never(NET.format(default="", pool=True)) == []
    shorter = NET.replace("Block(3, pool)", "Block(3)").format(default="=False", pool=True)
    assert never(shorter) == [("self.pooled", {"pooled"}, {("Block", 1)})]


@pytest.mark.parametrize(
    "more",
    [
        "def g(net):\n    net.pooled = True\n",
        "class Other(Block):\n    def __init__(self):\n        super().__init__(3, True)\n",
        "class Other(Block):\n    def __init__(self):\n        self.pooled = True\n",
        "def g(net):\n    setattr(net, 'pooled', True)\n",
        "def g():\n    Net(True)\n",
    ],
)
def test_what_may_change_an_attribute(more: str) -> None:
    code = textwrap.dedent(NET.format(default="", pool=False))
    assert never(f"{code}\n\n{more}") == []


def test_attributes_of_the_same_name_of_other_classes() -> None:
    code = textwrap.dedent(NET.format(default="", pool=False))
    assert never(code + "\n\nclass Other:\n    def __init__(self):\n        self.pooled = True\n") != []


def test_an_attribute_that_is_written_down_once() -> None:
    code = (
        "class Net:\n    def __init__(self):\n        self.mode = 'off'\n"
        "        if self.mode == 'on':\n            HERE\n"
    )
    assert [each[0] for each in never(code)] == ["self.mode == 'on'"]
    assert never(code.replace("= 'off'", "= mode")) == []
