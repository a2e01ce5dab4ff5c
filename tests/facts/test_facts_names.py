"""What a name stands for at a place, and how certain that is."""

# ruff: noqa: E501, ISC004  (tables of snippets: one case, one line)

from __future__ import annotations

from typing import Optional

import pytest
from reading import callee, facts_of

BN = "mindspore.nn.BatchNorm2d"
DROP = "mindspore.nn.Dropout"

KNOWN = {
    "module": ("import mindspore\nmindspore.nn.Dropout(0.1)  # ?", DROP),
    "module alias": ("import mindspore as ms\nms.nn.Dropout(0.1)  # ?", DROP),
    "submodule": ("import mindspore.nn\nmindspore.nn.Dropout(0.1)  # ?", DROP),
    "submodule alias": ("import mindspore.nn as layers\nlayers.Dropout(0.1)  # ?", DROP),
    "from import": ("from mindspore import nn\nnn.Dropout(0.1)  # ?", DROP),
    "from import alias": ("from mindspore import nn as N\nN.Dropout(0.1)  # ?", DROP),
    "the class itself": ("from mindspore.nn import Dropout as D\nD(0.1)  # ?", DROP),
    "where it is defined": ("from mindspore.nn.layer.basic import Dropout\nDropout(0.1)  # ?", DROP),
    "imported in a function": ("def f():\n    from mindspore import nn\n    return nn.Dropout(0.1)  # ?", DROP),
    "imported below the use, in a function": ("def f():\n    return nn.Dropout(0.1)  # ?\nfrom mindspore import nn", DROP),
    "mint is kept apart": ("from mindspore import mint\nmint.nn.Dropout(0.1)  # ?", "mindspore.mint.nn.Dropout"),
    "mint.nn under the name nn": ("from mindspore.mint import nn\nnn.Dropout(0.1)  # ?", "mindspore.mint.nn.Dropout"),
    "ops": ("import mindspore.ops as P\nP.Dropout(0.1)  # ?", "mindspore.ops.Dropout"),
    "module-level alias": ("from mindspore import nn\nBN = nn.BatchNorm2d\nBN(3)  # ?", BN),
    "alias of an alias": ("from mindspore import nn\nA = nn.BatchNorm2d\nB = A\nB(3)  # ?", BN),
    "alias of the package": ("import mindspore as ms\nlayers = ms.nn\nlayers.BatchNorm2d(3)  # ?", BN),
    "alias with an annotation": ("from mindspore import nn\nBN: type = nn.BatchNorm2d\nBN(3)  # ?", BN),
    "two aliases at once": ("from mindspore import nn\nBN, D = nn.BatchNorm2d, nn.Dropout\nD(3)  # ?", DROP),
    "class-level alias through self": (
        "from mindspore import nn\nclass Net(nn.Cell):\n    norm = nn.BatchNorm2d\n    def build(self):\n        return self.norm(3)  # ?",
        BN,
    ),
    "class-level alias through the class": (
        "from mindspore import nn\nclass Net(nn.Cell):\n    norm = nn.BatchNorm2d\nNet.norm(3)  # ?",
        BN,
    ),
    "class-level alias of a local base": (
        "from mindspore import nn\nclass Base(nn.Cell):\n    norm = nn.BatchNorm2d\n"
        "class Net(Base):\n    def build(self):\n        return self.norm(3)  # ?",
        BN,
    ),
    "attribute set in __init__": (
        "from mindspore import nn\nclass Net(nn.Cell):\n    def __init__(self):\n        self.norm = nn.BatchNorm2d\n"
        "    def build(self):\n        return self.norm(3)  # ?",
        BN,
    ),
    "partial": ("from functools import partial\nfrom mindspore import nn\nD = partial(nn.Dropout, p=0.1)\nD()  # ?", DROP),
    "partial of a partial": (
        "import functools\nfrom mindspore import nn\nA = functools.partial(nn.Conv2d, kernel_size=3)\n"
        "B = functools.partial(A, stride=2)\nB(3, 4)  # ?",
        "mindspore.nn.Conv2d",
    ),
    "partial under another name": (
        "import functools as ft\nfrom mindspore import nn\np = ft.partial\nD = p(nn.Dropout, p=0.1)\nD()  # ?",
        DROP,
    ),
    "both ways of a condition agree": (
        "import mindspore\nif mindspore.__version__ > '2':\n    from mindspore.nn import Dropout\nelse:\n"
        "    from mindspore.nn.layer.basic import Dropout\nDropout(0.1)  # ?",
        DROP,
    ),
    "closure": ("from mindspore import nn\ndef f():\n    D = nn.Dropout\n    def g():\n        return D(0.1)  # ?\n    return g", DROP),
    "a function does not see the class around it": (
        "from mindspore import nn\nD = nn.Dropout\nclass C:\n    D = nn.BatchNorm2d\n    def f(self):\n        return D(0.1)  # ?",
        DROP,
    ),
    "a class body sees itself": ("from mindspore import nn\nD = nn.Dropout\nclass C:\n    D = nn.BatchNorm2d\n    x = D(3)  # ?", BN),
    "x = f(x) reads the old x": ("from mindspore.nn import Dropout\nDropout = Dropout(0.1)  # ?", DROP),
    "the latest assignment before": ("from mindspore import nn\nD = nn.BatchNorm2d\nD = nn.Dropout\nD(0.1)  # ?\nD = 3", DROP),
    "the branch decides": (
        "from mindspore import nn\nif a:\n    D = nn.Dropout\n    D(0.1)  # ?\nelse:\n    D = nn.BatchNorm2d",
        DROP,
    ),
    "walrus": ("from mindspore import nn\nif (D := nn.Dropout) is not None:\n    D(0.1)  # ?", DROP),
    "global": (
        "from mindspore import nn\nD = None\ndef f():\n    global D\n    D = nn.Dropout\ndef g():\n    return D(0.1)  # ?",
        f"{DROP}?",
    ),
    "nonlocal": (
        "from mindspore import nn\ndef f():\n    D = None\n    def g():\n        nonlocal D\n        D = nn.Dropout\n"
        "    def h():\n        return D(0.1)  # ?\n    return g, h",
        f"{DROP}?",
    ),
    "an instance": ("from mindspore import nn\nd = nn.Dropout(0.1)\nd(x)  # ?", f"instance of {DROP}"),
    "what a call gives": ("from mindspore import nn\ngetattr(nn, name)(0.1)  # ?", "instance of builtins.getattr"),
    "a local class called like the API": ("from mindspore import nn\nclass Dropout(nn.Cell): pass\nDropout(0.1)  # ?", "local Dropout"),
    "a local function": ("def Dropout(p): pass\nDropout(0.1)  # ?", "local Dropout"),
    "a builtin": ("len(x)  # ?", "builtins.len"),
    "another package": ("from mindone.nn import Dropout\nDropout(0.1)  # ?", "mindone.nn.Dropout"),
    "torch": ("from torch import nn\nnn.Dropout(0.1)  # ?", "torch.nn.Dropout"),
    "relative import": ("from .layers import nn\nnn.Dropout(0.1)  # ?", ".layers.nn.Dropout"),
    "relative import of a package called mindspore": ("from . import mindspore\nmindspore.nn.Dropout(0.1)  # ?", ".mindspore.nn.Dropout"),
    "try, and None where it fails": (
        "try:\n    from mindspore.nn import Dropout\nexcept ImportError:\n    Dropout = None\nDropout(0.1)  # ?",
        f"{DROP}?",
    ),
    "a parameter's default": ("from mindspore import nn\ndef f(norm=nn.BatchNorm2d):\n    return norm(3)  # ?", f"{BN}?"),
    "star import": ("from mindspore.nn import *\nDropout(0.1)  # ?", f"{DROP}?"),
    "star import, unknown one before": ("from layers import *\nfrom mindspore.nn import *\nDropout(0.1)  # ?", f"{DROP}?"),
    "unaffected by a deleted other name": ("from mindspore import nn\ndel other\nnn.Dropout(0.1)  # ?", DROP),
    "a comprehension's variable stays inside": (
        "from mindspore import nn\nD = nn.Dropout\nxs = [D for D in names]\nD(0.1)  # ?",
        DROP,
    ),
    "a lambda's parameter stays inside": ("from mindspore import nn\nD = nn.Dropout\nf = lambda D: D\nD(0.1)  # ?", DROP),
    "one way of a conditional expression is None": (
        "from mindspore import nn\nD = nn.Dropout if rate else None\nD(rate)  # ?",
        f"{DROP}?",
    ),
}  # fmt: skip

UNKNOWN = {
    "mint or nn": "try:\n    from mindspore import mint\n    nn = mint.nn\nexcept ImportError:\n    from mindspore import nn\nnn.Dropout(0.1)  # ?",
    "mint.nn or nn by import": "try:\n    from mindspore.mint import nn\nexcept ImportError:\n    from mindspore import nn\nnn.Dropout(0.1)  # ?",
    "assigned": "from mindspore import nn\nnn = make()\nnn.Dropout(0.1)  # ?",
    "assigned in one branch": "from mindspore import nn\nif a:\n    nn = make()\nnn.Dropout(0.1)  # ?",
    "assigned by unpacking": "from mindspore import nn\nnn, other = make()\nnn.Dropout(0.1)  # ?",
    "assigned by starred unpacking": "from mindspore import nn\n*nn, other = make()\nnn.Dropout(0.1)  # ?",
    "parameter": "from mindspore import nn\ndef f(nn):\n    return nn.Dropout(0.1)  # ?",
    "star parameter": "from mindspore import nn\ndef f(*nn):\n    return nn.Dropout(0.1)  # ?",
    "keyword-only parameter": "from mindspore import nn\ndef f(*, nn):\n    return nn.Dropout(0.1)  # ?",
    "lambda's parameter": "from mindspore import nn\nf = lambda nn: nn.Dropout(0.1)  # ?",
    "loop variable": "from mindspore import nn\nfor nn in xs:\n    nn.Dropout(0.1)  # ?",
    "loop variable, after the loop": "from mindspore import nn\nfor nn in xs:\n    pass\nnn.Dropout(0.1)  # ?",
    "tuple loop variable": "from mindspore import nn\nfor i, nn in xs:\n    nn.Dropout(0.1)  # ?",
    "with": "from mindspore import nn\nwith make() as nn:\n    nn.Dropout(0.1)  # ?",
    "with a tuple": "from mindspore import nn\nwith make() as (nn, b):\n    nn.Dropout(0.1)  # ?",
    "except": "from mindspore import nn\ntry:\n    pass\nexcept E as nn:\n    nn.Dropout(0.1)  # ?",
    "walrus": "from mindspore import nn\n(nn := make())\nnn.Dropout(0.1)  # ?",
    "walrus in a comprehension": "from mindspore import nn\nx = [(nn := y) for y in ys]\nnn.Dropout(0.1)  # ?",
    "comprehension variable": "from mindspore import nn\nx = [nn.Dropout(0.1)  # ?\n     for nn in xs]",
    "second comprehension variable": "from mindspore import nn\nx = [nn.Dropout(0.1)  # ?\n     for y in ys for nn in y]",
    "augmented": "from mindspore import nn\nnn += 1\nnn.Dropout(0.1)  # ?",
    "deleted": "from mindspore import nn\ndel nn\nnn.Dropout(0.1)  # ?",
    "deleted in a tuple": "from mindspore import nn\ndel (nn, x)\nnn.Dropout(0.1)  # ?",
    "set to something else by a global statement": (
        "from mindspore import nn\nD = nn.Dropout\ndef f():\n    global D\n    D = nn.BatchNorm2d\nD(0.1)  # ?"
    ),
    "set to something else by a nonlocal statement": (
        "from mindspore import nn\ndef f():\n    D = nn.Dropout\n    def g():\n        nonlocal D\n        D = nn.BatchNorm2d\n"
        "    g()\n    return D(0.1)  # ?"
    ),
    "set by a global statement": "from mindspore import nn\ndef f():\n    global nn\n    nn = make()\ndef g():\n    return nn.Dropout(0.1)  # ?",
    "reassigned in a loop": "from mindspore import nn\nD = nn.Dropout\nfor i in xs:\n    D(0.1)  # ?\n    D = make()",
    "reassigned in a while loop": "from mindspore import nn\nD = nn.Dropout\nwhile x:\n    D(0.1)  # ?\n    D = make()",
    "rebound under a condition": "from mindspore import nn\nD = nn.Dropout\nif a:\n    D = nn.BatchNorm2d\nD(0.1)  # ?",
    "later rebound, seen by a function": "from mindspore import nn\ndef f():\n    return nn.Dropout(0.1)  # ?\nnn = make()",
    "two ways of a conditional expression": "from mindspore import nn\nD = nn.Dropout if a else nn.BatchNorm2d\nD(0.1)  # ?",
    "or": "from mindspore import nn\nD = norm or nn.Dropout\nD(0.1)  # ?",
    "an own class in one branch": "from mindspore import nn\nDropout = nn.Dropout\nif a:\n    class Dropout: pass\nDropout(0.1)  # ?",
    "another parameter default": "from mindspore import nn\ndef f(norm=None):\n    return norm(3)  # ?",
    "attribute set twice": (
        "from mindspore import nn\nclass Net(nn.Cell):\n    def __init__(self, a):\n        self.norm = nn.BatchNorm2d\n"
        "        if a:\n            self.norm = make()\n    def build(self):\n        return self.norm(3)  # ?"
    ),
    "attribute of an unknown": "net.Dropout(0.1)  # ?",
    "a subscript": "from mindspore import nn\nxs = [nn.Dropout]\nxs[0](0.1)  # ?",
    "nobody's name": "Dropout(0.1)  # ?",
    "star import of something else after mindspore's": "from mindspore.nn import *\nfrom layers import *\nDropout(0.1)  # ?",
    "star import of something else": "from layers import *\nDropout(0.1)  # ?",
    "an own decorator hides the function": "from mindspore import nn\n@wrap\ndef Dropout(p): pass\nDropout(0.1)(x)  # ?",
    "a call that gives itself": "x = x()\nx()  # ?",
    "two names that give each other": "a = b\nb = a\na()  # ?",
}

MATCH = """
from mindspore import nn
match command:
    case {pattern}:
        nn.Dropout(0.1)  # ?
"""


@pytest.mark.parametrize(("code", "expected"), KNOWN.values(), ids=KNOWN.keys())
def test_known(code: str, expected: str) -> None:
    assert callee(code) == expected


@pytest.mark.parametrize("code", UNKNOWN.values(), ids=UNKNOWN.keys())
def test_unknown(code: str) -> None:
    assert callee(code) is None


@pytest.mark.parametrize(
    ("pattern", "expected"),
    [
        ("nn", None), ("[a, nn]", None), ("[*nn]", None), ("{'k': nn}", None), ("{**nn}", None), ("C(x=nn)", None),
        ("1 as nn", None), ("[1] | [nn]", None), ("nn.Cell()", DROP), ("other", DROP), ("'nn'", DROP),
    ],
)  # fmt: skip
def test_match_patterns_bind(pattern: str, expected: Optional[str]) -> None:
    assert callee(MATCH.format(pattern=pattern)) == expected


def test_the_number_of_names_in_a_chain_is_no_matter() -> None:
    """A long chain of aliases is given up, not followed for ever."""
    lines = ["from mindspore import nn", "a0 = nn.Dropout", *(f"a{n + 1} = a{n}" for n in range(100)), "a100(0.1)  # ?"]
    assert callee("\n".join(lines)) is None
    assert callee("\n".join([*lines[:6], "a4(0.1)  # ?"])) == DROP


REPEATED = {
    "functions": "def f(): return f()\n",
    "assignments": "f = make()\ndef g(): return f()\n",
    "conditions": "if a:\n    f = make()\nf()\n",
    "attributes": "",
}


@pytest.mark.parametrize("kind", REPEATED)
def test_generated_code_that_binds_one_name_thousands_of_times(kind: str) -> None:
    """Each use could be any of the bindings: followed one by one, ten thousand of them take minutes."""
    if kind == "attributes":
        methods = "".join(
            f"    def m{n}(self):\n        self.f = nn.Dropout\n        return self.f(0.1)\n" for n in range(3000)
        )
        code = f"from mindspore import nn\nclass N(nn.Cell):\n{methods}"
    else:
        code = REPEATED[kind] * 8000
    facts = facts_of(code)
    assert len(facts.calls) <= 24_000


def test_a_hundred_bindings_are_still_followed() -> None:
    ways = "".join(f"if a{n}:\n    D = nn.Dropout\n" for n in range(90))
    assert callee(f"from mindspore import nn\nD = nn.Dropout\n{ways}D(0.1)  # ?\n") == DROP


@pytest.mark.parametrize(
    ("line", "there"),
    [
        ("nn.Dense = Mine", True),
        ("ms.nn.Dense = Mine", True),
        ("setattr(nn, 'Dense', Mine)", True),
        ("nn.__dict__['Dense'] = Mine", True),
        ("vars(nn)['Dense'] = Mine", True),
        ("nn.__dict__.update(Dense=Mine)", True),
        ("for name in names:\n    setattr(nn, name, Mine)", True),
        ("sys.modules['mindspore.nn'] = Mine", True),
        ("patch('mindspore.nn.Dense', Mine)", True),
        ("mock.patch.object(nn, 'Dense', Mine)", True),
        ("nn.Conv2d = Mine", False),
        ("setattr(nn, 'Conv2d', Mine)", False),
        ("setattr(other, 'Dense', Mine)", False),
        ("for name in names:\n    setattr(ms, name, Mine)", False),
        ("nn.Dense.construct = Mine", False),
        ("layer = nn.Dense(3, 4)\nlayer.Dense = Mine", False),
    ],
)
def test_what_a_module_sets_is_nobodys(line: str, there: bool) -> None:
    """A call of it is a call of what nobody knows; one place sees to it for every rule."""
    head = "import sys\nfrom unittest import mock\nfrom unittest.mock import patch\nimport mindspore as ms\nfrom mindspore import nn\n"
    facts = facts_of(f"{head}{line}\nmade = nn.Dense(3, 4)\n")
    assert ("mindspore.nn.Dense" in facts.patched) is there
    assert ("mindspore.nn.Dense" in [call.name for call in facts.calls[-1:]]) is not there
