"""Which places of a module nothing reaches, as far as the module itself tells."""

from __future__ import annotations

import ast
import textwrap
from typing import List, Set, Tuple

import pytest

from mslint.facts.unreached import Unreached

HERE = "HERE"


def called(cls: str, method: str) -> bool:
    return cls != "Net" or method == "set_train"


def why(code: str, *, module: str = "module", shown: bool = False) -> List[Tuple[str, Set[str], Tuple[str, ...]]]:
    """The reasons why nothing reaches the line that says HERE: a definition, the names to look for, the module."""
    code = textwrap.dedent(code)
    tree = ast.parse(code)
    line = next(number for number, text in enumerate(code.splitlines(), 1) if HERE in text)
    found = Unreached(tree, module, shown, called).why(line)
    defined = {each.name for each in ast.walk(tree) if isinstance(each, (ast.FunctionDef, ast.ClassDef))}
    return [(each.name, set(each.used) & defined, each.unless) for each in found]


@pytest.mark.parametrize(
    ("code", "names"),
    [
        ("def f():\n    HERE\n", ("f",)),
        ("class A:\n    def g(self):\n        HERE\n    x = g\n", ("A",)),
        # what uses it is not used either
        ("def f():\n    HERE\n\ndef g():\n    f()\n", ("f", "g")),
        ("class A:\n    def __init__(self):\n        HERE\n\nclass B(A):\n    pass\n", ("A", "B")),
        ("def f():\n    HERE\n\ndef g():\n    f()\n\ndef h():\n    pass\n\nh()\n", ("f", "g")),
        # two that call each other
        ("def f():\n    HERE\n    g()\n\ndef g():\n    f()\n", ("f", "g")),
        ("if True:\n    def f():\n        HERE\n", ("f",)),
        ("def f(net):\n    net.eval()\n    HERE\n", ("f",)),
    ],
)
def test_a_definition_that_the_module_does_nothing_with(code: str, names: Tuple[str, ...]) -> None:
    assert why(code) == [(names[0], set(names), ("module",))]
    assert why(code, module="") == [(names[0], set(names), ())]
    assert why(code, shown=True) == []


@pytest.mark.parametrize(
    "code",
    [
        "HERE\n",
        "def f():\n    HERE\n\nf()\n",
        "def f():\n    HERE\n\ndef g():\n    f()\n\nif __name__ == '__main__':\n    g()\n",
        "def f():\n    HERE\n\nKNOWN = {'f': 1}\n",
        "def f():\n    HERE\n\n__all__ = ['f']\n",
        "class A:\n    def __init__(self):\n        HERE\n\nmake = lambda: A()\n",
        "@register\ndef f():\n    HERE\n",
        "def f():\n    HERE\n\n@register\ndef g():\n    f()\n",
        "def test_f():\n    HERE\n",
        "class TestF:\n    def test(self):\n        HERE\n",
        "class F(unittest.TestCase):\n    def test(self):\n        HERE\n",
        "class F(metaclass=Registry):\n    def __init__(self):\n        HERE\n",
        "try:\n    from a import f\nexcept ImportError:\n    def f():\n        HERE\n\nf()\n",
        "class A:\n    def __init_subclass__(cls):\n        pass\n\nclass B(A):\n    def f(self):\n        HERE\n",
        # what a definition itself runs
        "class A:\n    x = HERE\n",
        "def f(x=HERE):\n    pass\n",
        "class A(HERE):\n    pass\n",
        # names that are not written out
        "def f():\n    HERE\n\nglobals()[name]()\n",
        "def f():\n    HERE\n\neval(name)()\n",
        "class A:\n    def __init__(self, kind):\n        getattr(self, kind)()\n        HERE\n",
    ],
)
def test_what_the_module_itself_reaches(code: str) -> None:
    assert why(code) == []


METHOD = """
    class Net(nn.Cell):
        def construct(self, x):
            return x

        def {name}(self):
            HERE

    net = Net()
    """


def test_a_method_that_nothing_mentions() -> None:
    assert why(METHOD.format(name="freeze")) == [("freeze", {"freeze"}, ("module",))]
    assert why(METHOD.format(name="freeze"), module="") == [("freeze", {"freeze"}, ())]


@pytest.mark.parametrize("name", ["__call__", "set_train"])
def test_methods_that_are_called_by_python_or_mindspore(name: str) -> None:
    assert why(METHOD.format(name=name)) == []


@pytest.mark.parametrize(
    "code",
    [
        METHOD.format(name="freeze") + "net.freeze()\n",
        METHOD.format(name="freeze") + "getattr(net, 'freeze')()\n",
        METHOD.format(name="freeze").replace("Net", "Other"),  # who knows what its base calls
        METHOD.format(name="freeze").replace("def freeze", "@property\n        def freeze"),
    ],
)
def test_methods_that_may_be_called(code: str) -> None:
    code = "\n".join(line[4:] if line.startswith("    ") else line for line in code.splitlines())
    assert why(code) == []


@pytest.mark.parametrize(
    "code",
    [
        "def f():\n    raise NotImplementedError\n    HERE\n\nf()\n",
        "def f():\n    return 1\n    if x:\n        HERE\n\nf()\n",
        "for x in y:\n    continue\n    HERE\n",
    ],
)
def test_what_stands_behind_the_end_of_its_block(code: str) -> None:
    assert why(code) == [("", set(), ())]


def test_a_block_that_may_be_left_is_reached() -> None:
    assert why("def f():\n    if x:\n        return 1\n    HERE\n\nf()\n") == []
    assert why("def f():\n    try:\n        return 1\n    finally:\n        HERE\n\nf()\n") == []
    assert why("def f():\n    HERE\n    return 1\n\nf()\n") == []


def test_a_function_inside_of_another_that_nothing_mentions() -> None:
    assert why("def f():\n    def g():\n        HERE\n    return 1\n\nf()\n") == [("g", set(), ())]
    assert why("def f():\n    def g():\n        HERE\n    return g\n\nf()\n") == []
