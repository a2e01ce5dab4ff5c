"""Calls of PyTorch's methods on MindSpore's objects: what counts as missing, in which version, and what may bring it."""

# ruff: noqa: E501  (tables of cases)

from __future__ import annotations

from typing import List, Tuple

import pytest
from reading import check, codes, facts_of

from mslint.api.versions import KNOWN, NEWEST, Version
from mslint.facts.methods import methods
from mslint.facts.missing import NEVER, NEWER, REMOVED

HEAD = "import mindspore as ms\nfrom mindspore import Parameter, Tensor, mint, nn, ops\nfrom mindspore.experimental import optim\nx = ops.ones(3)\nnet = nn.Dense(3, 4)\n"


def missing(code: str, version: Version = NEWEST) -> List[Tuple[str, str, str]]:
    return [(method.owner, method.name, method.kind) for method in methods(facts_of(HEAD + code, version))]


LACKING = {
    "a tensor": ("x.cuda()", ("Tensor", "cuda", NEVER)),
    "a parameter": ("Parameter(x).detach()", ("Parameter", "detach", NEVER)),
    "what MindSpore 2.3 had": ("x.backward()", ("Tensor", "backward", REMOVED)),
    "a layer": ("net.eval()", ("nn.Dense", "eval", NEVER)),
    "an optimizer": ("nn.Adam(p).zero_grad()", ("nn.Adam", "zero_grad", NEVER)),
    "an optimizer of mint": ("mint.optim.AdamW(p).step()", ("mint.optim.AdamW", "step", NEVER)),
    "an optimizer of experimental": ("optim.Adam(p).step()", ("experimental.optim.Adam", "step", NEVER)),
    "a module's method on an optimizer": ("nn.Adam(p).modules()", ("nn.Adam", "modules", NEVER)),
    "parameter groups": ("nn.Adam(p).add_param_group(x)", ("nn.Adam", "add_param_group", NEVER)),
    "an own cell": ("class A(nn.Cell):\n    pass\nA().parameters()", ("A", "parameters", NEVER)),
    "through an own base": (
        "class A(nn.Cell):\n    pass\nclass B(A):\n    pass\nB().parameters()",
        ("B", "parameters", NEVER),
    ),
    "size is a number": ("x.size(0)", ("Tensor", "size", "value")),
}


CELL = "class Net(nn.Cell):\n    def __init__(self, f):\n        self.f = f\n        self.names = {}\n"

GUESSED = {
    "what construct is given": "    def construct(self, y):\n        y.detach()",
    "what construct may be given": "    def construct(self, y, z=None):\n        z.detach()",
    "what a method that construct calls is given": "    def construct(self, y):\n        self.g(y)\n    def g(self, y):\n        y.detach()",
    "what something that the cell holds gives": "    def construct(self, y: list):\n        y = self.f(y)\n        y.detach()",
    "a part of it": "    def construct(self, y):\n        y, z = self.f(y)\n        z[0].detach()",
    "in a loop": "    def construct(self, y):\n        for z in y:\n            z.detach()",
    "what MindSpore gives": "    def construct(self, y: list):\n        ops.svd(y)[0].detach()",
    "what another method is given": "    def decode(self, y):\n        y.detach()",
    "what a method of tensors gives": "    def construct(self, y):\n        y.clone()[0].detach()",
    "in a function within": "    def construct(self, y):\n        def g():\n            y.detach()\n        g()",
}


@pytest.mark.parametrize("code", GUESSED.values(), ids=GUESSED.keys())
def test_what_tensors_alone_have_is_asked_of_tensors(code: str) -> None:
    (method,) = methods(facts_of(HEAD + CELL + code))
    assert (method.owner, method.name, method.guessed) == ("Tensor", "detach", True)


NOT_GUESSED = {
    "not what a constructor is given": "    def __call__(self, y):\n        y.detach()",
    "not what a class is given": "    @classmethod\n    def f(cls, y):\n        y.detach()",
    "not what is annotated": "    def construct(self, y: Output):\n        y.detach()",
    "not what has a default": "    def construct(self, y=()):\n        y.detach()",
    "not what containers have": "    def construct(self, y):\n        y.values()\n        y.index(1)\n        y.items()",
    "not what distributions have": "    def construct(self, y):\n        y.mode()",
    "not what the cell holds": "    def construct(self, y):\n        self.f.detach()",
    "not what an own function gives": "    def construct(self, y):\n        g(y).detach()\ndef g(y):\n    return y",
    "not what its own method gives": "    def construct(self, y):\n        self.g(y).detach()\n    def g(self, y):\n        return self.names[y]",
    "not what another package gives": "    def construct(self, y):\n        np.ones(y).detach()",
    "not where a class has it": "    def construct(self, y):\n        y.detach()\nclass Other:\n    def detach(self): pass",
    "no cell": "class Net:\n    def construct(self, y):\n        y.detach()",
}


@pytest.mark.parametrize("code", NOT_GUESSED.values(), ids=NOT_GUESSED.keys())
def test_what_may_be_anything_is_left_alone(code: str) -> None:
    assert missing("import numpy as np\n" + (code if code.startswith("class") else CELL + code)) == []


@pytest.mark.parametrize(("code", "found"), LACKING.values(), ids=LACKING.keys())
def test_what_is_missing(code: str, found: Tuple[str, str, str]) -> None:
    assert missing(code) == [found]


THERE = {
    "MindSpore has it": "x.view(3), x.item(), x.contiguous(), net.state_dict(), net.apply(f)",
    "PyTorch does not have it": "x.no_such_method()",
    "not a call": "f = net.eval",
    "a step of a cell": "net.step()",
    "groups of the other optimizers": "optim.Adam(p).add_param_group(x)\nmint.optim.SGD(p).add_param_group(x)",
    "a function of a module": "ms.ops.cuda()",
    "set anywhere": "net.eval()\nother.eval = f",
    "set by setattr": "net.eval()\nsetattr(other, 'eval', f)",
    "set by setattr in a loop": "net.eval()\nfor name in names:\n    setattr(nn.Cell, name, f)",
    "set by setattr with a name that may be it": "net.eval()\nsetattr(other, f'ev{y}', f)",
    "patched": "nn.Cell.eval = f\nnet.eval()",
    "a package that patches": "import mindnlp.transformers\nnet.eval()",
    "a module that patches": "from tools.monkey_patch import apply\nnet.eval()",
    "a module that patches, from its package": "from tools import monkey_patch\nnet.eval()",
    "a module that is called a patch": "import tools.patch\nnet.eval()",
    "what comes from a patch": "from tools.patch import apply\nnet.eval()",
    "a decorated class": "@register\nclass A(nn.Cell):\n    pass\nA().eval()",
    "a metaclass": "class A(nn.Cell, metaclass=M):\n    pass\nA().eval()",
    "an unknown base": "class A(Mixin, nn.Cell):\n    pass\nA().eval()",
    "no cell": "class A:\n    pass\nA().eval()",
    "the class brings it": "class A(nn.Cell):\n    eval = f\nA().eval()",
    "a base brings it": "class A(nn.Cell):\n    def eval(self): pass\nclass B(A):\n    pass\nB().eval()",
    "a subclass brings it": "class A(nn.Cell):\n    def f(self):\n        self.eval()\nclass B(A):\n    def eval(self): pass",
    "meant for a subclass": "class A(nn.Cell):\n    def construct(self, x):\n        return self.forward(x)",
    "a cell of cells by name": "nn.CellDict({}).eval()",
}


@pytest.mark.parametrize("code", THERE.values(), ids=THERE.keys())
def test_what_is_not_missing(code: str) -> None:
    assert missing(code) == []


@pytest.mark.parametrize(
    "line",
    [
        "from unittest.mock import patch",
        "from unittest import mock",
        "import unittest.mock as patch",
        "from mock import patch",
        "from tools import patch",
        "from image.filters import inject",
    ],
)
def test_a_function_called_patch_brings_nothing(line: str) -> None:
    assert missing(f"{line}\nnet.eval()") == [("nn.Dense", "eval", NEVER)]


def test_a_setattr_of_other_names_brings_nothing() -> None:
    assert missing("net.eval()\nsetattr(other, f'layer{y}', f)\nsetattr(other, 'train', f)") == [
        ("nn.Dense", "eval", NEVER)
    ]


def test_a_module_that_only_sounds_like_patching_brings_nothing() -> None:
    assert missing("from layers.patch_embed import PatchEmbed\nnet.eval()") == [("nn.Dense", "eval", NEVER)]


def test_a_method_that_a_later_version_has() -> None:
    assert missing("net.to('CPU')", KNOWN[0]) == [("nn.Dense", "to", NEWER)]
    assert missing("net.to('CPU')") == []
    found = check(HEAD + "net.to('CPU')\n", target_version=KNOWN[0])
    assert [code for _, code in codes(found) if code in ("MSL112", "MSL902")] == ["MSL902"]


def test_before_the_wheels_nothing_is_known() -> None:
    assert missing("x.cuda()\nnet.eval()", (2, 2)) == []


GUARDED = {
    "hasattr": "if hasattr(net, 'eval'):\n    net.eval()",
    "isinstance": "if isinstance(net, Module):\n    net.eval()",
    "callable": "if callable(f):\n    net.eval()",
    "a version": "if ms.__version__ > '3':\n    net.eval()",
    "a try": "try:\n    net.eval()\nexcept AttributeError:\n    pass",
    "an expected error": "with pytest.raises(AttributeError):\n    net.eval()",
}


@pytest.mark.parametrize("code", GUARDED.values(), ids=GUARDED.keys())
def test_who_looks_first_hears_nothing(code: str) -> None:
    (method,) = methods(facts_of(HEAD + code))
    assert method.guarded


def test_who_does_not_look_is_not_guarded() -> None:
    (method,) = methods(facts_of(HEAD + "if x:\n    net.eval()"))
    assert not method.guarded
