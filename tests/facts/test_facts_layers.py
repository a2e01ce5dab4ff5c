"""What follows a layer: every spelling in which networks are put together, and that nothing makes the interpreter fail."""

# ruff: noqa: E501, ISC004  (tables of snippets: one case, one line)

from __future__ import annotations

from typing import Set

import pytest
from hypothesis import given, settings
from programs import networks, programs
from reading import facts_of

from mslint.facts.collect import RawCall
from mslint.facts.module import Facts

HEAD = "from collections import OrderedDict\nfrom mindspore import nn, ops\n"
CONV = "nn.Conv2d(3, 4, 3)"


def verdict(code: str) -> str:
    """norm, preact, unknown, or the names of what takes the output of the marked layer."""
    facts = facts_of(HEAD + code)
    after = facts.layers.followers(marked(facts))
    if after.norm:
        return "norm"
    if after.preact:
        return "preact"
    if after.unknown:
        return "unknown"
    return " ".join(sorted(consumer.short or consumer.kind for consumer in after.consumers))


def marked(facts: Facts) -> RawCall:
    """The call of nn.Conv2d in the marked line."""
    line = next(number for number, text in enumerate(facts.source.lines, 1) if text.endswith("# ?"))
    (found,) = (
        call.raw
        for call in facts.calls
        if call.span.line == line and call.name == "mindspore.nn.Conv2d" and not call.partial
    )
    return found


def net(setup: str, construct: str, before: str = "", parameters: str = "self", inputs: str = "self, x") -> str:
    def body(text: str) -> str:
        return "\n".join(f"        {line}" for line in text.split("\n"))

    return (
        f"{before}class Net(nn.Cell):\n    def __init__({parameters}):\n        super().__init__()\n{body(setup)}\n"
        f"    def construct({inputs}):\n{body(construct)}\n"
    )


CHAINS = {
    "SequentialCell": ("nn.SequentialCell(\n    nn.Conv2d(3, 4, 3),  # ?\n    {next})\n"),
    "SequentialCell of a list": ("nn.SequentialCell([\n    nn.Conv2d(3, 4, 3),  # ?\n    {next}])\n"),
    "SequentialCell of a tuple": ("nn.SequentialCell((\n    nn.Conv2d(3, 4, 3),  # ?\n    {next}))\n"),
    "SequentialCell of a starred list": ("nn.SequentialCell(*[\n    nn.Conv2d(3, 4, 3),  # ?\n    {next}])\n"),
    "SequentialCell of an OrderedDict": ("nn.SequentialCell(OrderedDict([\n    ('a', nn.Conv2d(3, 4, 3)),  # ?\n    ('b', {next})]))\n"),
    "a list first": ("c = nn.Conv2d(3, 4, 3)  # ?\nlayers = [c, {next}]\nnn.SequentialCell(*layers)\n"),
    "a list and append": ("layers = []\nlayers.append(nn.Conv2d(3, 4, 3))  # ?\nlayers.append({next})\nnn.SequentialCell(layers)\n"),
    "a list and extend": ("layers = []\nlayers.append(nn.Conv2d(3, 4, 3))  # ?\nlayers.extend([{next}])\nnn.SequentialCell(layers)\n"),
    "a list and +=": ("layers = [nn.Conv2d(3, 4, 3)]  # ?\nlayers += [{next}]\nnn.SequentialCell(*layers)\n"),
    "the sum of two lists": ("nn.SequentialCell(\n    [nn.Conv2d(3, 4, 3)] +  # ?\n    [{next}])\n"),
    "append to the container": ("s = nn.SequentialCell()\ns.append(nn.Conv2d(3, 4, 3))  # ?\ns.append({next})\n"),
    "a starred part": ("tail = [{next}]\nnn.SequentialCell(\n    nn.Conv2d(3, 4, 3),  # ?\n    *tail)\n"),
    "chains in a chain": ("nn.SequentialCell(\n    nn.SequentialCell(nn.Conv2d(3, 4, 3)),  # ?\n    nn.SequentialCell({next}))\n"),
    "in a function": ("def make():\n    layers = [nn.Conv2d(3, 4, 3)]  # ?\n    layers.append({next})\n    return nn.SequentialCell(*layers)\n"),
    "a comprehension around": ("xs = [nn.SequentialCell(\n    nn.Conv2d(3, 4, 3),  # ?\n    {next}) for _ in range(n)]\n"),
    "a loop around": ("layers = []\nfor i in range(n):\n    layers.append(nn.Conv2d(3, 4, 3))  # ?\n    layers.append({next})\nnn.SequentialCell(layers)\n"),
    "a tuple in a loop": ("layers = []\nfor i in range(n):\n    layers += [nn.Conv2d(3, 4, 3),  # ?\n        {next}]\nnn.SequentialCell(*layers)\n"),
    "a condition around both": ("layers = []\nif a:\n    layers.append(nn.Conv2d(3, 4, 3))  # ?\n    layers.append({next})\nnn.SequentialCell(layers)\n"),
    "a wrapper": ("def conv3x3(i, o):\n    return nn.Conv2d(i, o, 3)  # ?\nnn.SequentialCell(conv3x3(3, 4), {next})\n"),
    "a wrapper of a wrapper": ("def conv(i, o, k):\n    return nn.Conv2d(i, o, k)  # ?\ndef conv3x3(i, o):\n    return conv(i, o, 3)\nnn.SequentialCell(conv3x3(3, 4), {next})\n"),
    "a partial": ("from functools import partial\nC = partial(nn.Conv2d, kernel_size=3)\nnn.SequentialCell(\n    C(3, 4),  # ?\n    {next})\n"),
    "an alias": ("C = nn.Conv2d\nnn.SequentialCell(\n    C(3, 4, 3),  # ?\n    {next})\n"),
    "a class derived from SequentialCell": ("class ConvBN(nn.SequentialCell):\n    def __init__(self):\n        super().__init__(\n            nn.Conv2d(3, 4, 3),  # ?\n            {next})\n"),
    "a class derived from SequentialCell, a list": ("class ConvBN(nn.SequentialCell):\n    def __init__(self):\n        super(ConvBN, self).__init__([\n            nn.Conv2d(3, 4, 3),  # ?\n            {next}])\n"),
}  # fmt: skip

CELLS = {
    "nested calls": net("self.c = nn.Conv2d(3, 4, 3)  # ?\nself.n = {next}", "return self.n(self.c(x))"),
    "one after the other": net("self.c = nn.Conv2d(3, 4, 3)  # ?\nself.n = {next}", "x = self.c(x)\nx = self.n(x)\nreturn x"),
    "construct decides, not __init__": net("self.n = {next}\nself.c = nn.Conv2d(3, 4, 3)  # ?", "x = self.c(x)\nreturn self.n(x)"),
    "other names": net("self.c = nn.Conv2d(3, 4, 3)  # ?\nself.n = {next}", "out = self.c(x)\ny = out\nreturn self.n(y)"),
    "local variable": net("c = nn.Conv2d(3, 4, 3)  # ?\nself.c = c\nself.n = {next}", "return self.n(self.c(x))"),
    "a list of both": net("layers = [nn.Conv2d(3, 4, 3)]  # ?\nlayers.append({next})\nself.s = nn.SequentialCell(*layers)", "return self.s(x)"),
    "CellList, iterated": net("self.s = nn.CellList([nn.Conv2d(3, 4, 3),  # ?\n    {next}])", "for layer in self.s:\n    x = layer(x)\nreturn x"),
    "CellList, args, iterated": net("self.s = nn.CellList(nn.Conv2d(3, 4, 3),  # ?\n    {next})", "for layer in self.s:\n    x = layer(x)\nreturn x"),
    "CellList, enumerate": net("self.s = nn.CellList([nn.Conv2d(3, 4, 3),  # ?\n    {next}])", "for i, layer in enumerate(self.s):\n    x = layer(x)\nreturn x"),
    "CellList, index": net("self.s = nn.CellList([nn.Conv2d(3, 4, 3),  # ?\n    {next}])", "return self.s[1](self.s[0](x))"),
    "CellList, negative index": net("self.s = nn.CellList([nn.Conv2d(3, 4, 3),  # ?\n    {next}])", "return self.s[-1](self.s[-2](x))"),
    "CellList, zip": net("self.cs = nn.CellList([nn.Conv2d(3, 4, 3)])  # ?\nself.ns = nn.CellList([{next}])", "for c, n in zip(self.cs, self.ns):\n    x = n(c(x))\nreturn x"),
    "CellList, zip of many": net("self.cs = nn.CellList([nn.Conv2d(3, 4, 3) for _ in range(n)])  # ?\nself.ns = nn.CellList([{next} for _ in range(n)])", "for c, n in zip(self.cs, self.ns):\n    x = n(c(x))\nreturn x"),
    "CellList, range and index": net("self.cs = nn.CellList([nn.Conv2d(3, 4, 3) for _ in range(4)])  # ?\nself.ns = nn.CellList([{next} for _ in range(4)])", "for i in range(4):\n    x = self.ns[i](self.cs[i](x))\nreturn x"),
    "CellList, append": net("self.s = nn.CellList()\nself.s.append(nn.Conv2d(3, 4, 3))  # ?\nself.s.append({next})", "for layer in self.s:\n    x = layer(x)\nreturn x"),
    "wrapper": net("self.c = conv3x3(3, 4)\nself.n = {next}", "return self.n(self.c(x))", "def conv3x3(i, o):\n    return nn.Conv2d(i, o, 3)  # ?\n"),
    "method that builds": net("self.c = self.conv(3)\nself.n = {next}", "return self.n(self.c(x))") + "    def conv(self, i):\n        return nn.Conv2d(i, 4, 3)  # ?\n",
    "helper method": net("self.c = nn.Conv2d(3, 4, 3)  # ?\nself.n = {next}", "return self.n(self.head(x))") + "    def head(self, x):\n        return self.c(x)\n",
    "helper method behind": net("self.c = nn.Conv2d(3, 4, 3)  # ?\nself.n = {next}", "return self.tail(self.c(x))") + "    def tail(self, x):\n        return self.n(x)\n",
    "nested function": net("self.c = nn.Conv2d(3, 4, 3)  # ?\nself.n = {next}", "def run(y):\n    return self.n(y)\nreturn run(self.c(x))"),
    "local cell around": net("self.b = Block()\nself.n = {next}", "return self.n(self.b(x))", "class Block(nn.Cell):\n    def __init__(self):\n        super().__init__()\n        self.c = nn.Conv2d(3, 4, 3)  # ?\n    def construct(self, x):\n        return self.c(x)\n"),
    "local cell behind": net("self.c = nn.Conv2d(3, 4, 3)  # ?\nself.b = Block()", "return self.b(self.c(x))", "class Block(nn.Cell):\n    def __init__(self):\n        super().__init__()\n        self.n = {next}\n    def construct(self, x):\n        return self.n(x)\n"),
    "attribute of a local base": net("self.n = {next}", "return self.n(self.c(x))", "class Base(nn.Cell):\n    def __init__(self):\n        super().__init__()\n        self.c = nn.Conv2d(3, 4, 3)  # ?\n").replace("class Net(nn.Cell)", "class Net(Base)"),
    "construct of a local base": "class Base(nn.Cell):\n    def construct(self, x):\n        return self.n(self.c(x))\nclass Net(Base):\n    def __init__(self):\n        super().__init__()\n        self.c = nn.Conv2d(3, 4, 3)  # ?\n        self.n = {next}\n",
    "two ways, both the same": net("self.c = nn.Conv2d(3, 4, 3)  # ?\nself.n = {next} if a else {next}", "return self.n(self.c(x))"),
    "condition in construct": net("self.c = nn.Conv2d(3, 4, 3)  # ?\nself.n = {next}", "if self.training:\n    x = self.n(self.c(x))\nelse:\n    x = self.n(self.c(x))\nreturn x"),
    "loop in construct": net("self.c = nn.Conv2d(3, 4, 3)  # ?\nself.n = {next}", "for _ in range(3):\n    x = self.n(self.c(x))\nreturn x"),
    "optional layer, None otherwise": net("self.c = nn.Conv2d(3, 4, 3)  # ?\nself.n = {next} if a else None", "x = self.c(x)\nif self.n is not None:\n    x = self.n(x)\nreturn ops.concat((x, x))"),
    "reshape between": net("self.c = nn.Conv2d(3, 4, 3)  # ?\nself.n = {next}", "return self.n(ops.reshape(self.c(x), (1, -1)))"),
    "a method that keeps the tensor between": net("self.c = nn.Conv2d(3, 4, 3)  # ?\nself.n = {next}", "return self.n(self.c(x).view(1, -1).astype(t))"),
    "identity between": net("self.c = nn.Conv2d(3, 4, 3)  # ?\nself.i = nn.Identity()\nself.n = {next}", "return self.n(self.i(self.c(x)))"),
    "walrus": net("self.c = nn.Conv2d(3, 4, 3)  # ?\nself.n = {next}", "return self.n(y := self.c(x))"),
    "unpacked": net("self.c = nn.Conv2d(3, 4, 3)  # ?\nself.n = {next}", "y, z = self.c(x), x\nreturn self.n(y)"),
    "by keyword": net("self.c = nn.Conv2d(3, 4, 3)  # ?\nself.n = {next}", "return self.n(x=self.c(x))"),
    "insert_child_to_cell": net("self.insert_child_to_cell('c', nn.Conv2d(3, 4, 3))  # ?\nself.n = {next}", "return self.n(self.c(x))"),
    "SequentialCell in a cell": net("self.s = nn.SequentialCell(nn.Conv2d(3, 4, 3))  # ?\nself.n = {next}", "return self.n(self.s(x))"),
    "with around": net("self.c = nn.Conv2d(3, 4, 3)  # ?\nself.n = {next}", "with profile():\n    y = self.c(x)\nreturn self.n(y)"),
    "try around": net("self.c = nn.Conv2d(3, 4, 3)  # ?\nself.n = {next}", "try:\n    y = self.c(x)\nfinally:\n    pass\nreturn self.n(y)"),
}  # fmt: skip

NORMS = ["nn.BatchNorm2d(4)", "nn.GroupNorm(2, 4)", "nn.InstanceNorm2d(4)", "nn.LayerNorm((4,))", "nn.SyncBatchNorm(4)"]
SPELLINGS = {**CHAINS, **CELLS}


@pytest.mark.parametrize("code", SPELLINGS.values(), ids=SPELLINGS.keys())
def test_a_norm_that_follows_is_seen(code: str) -> None:
    assert verdict(code.replace("{next}", "nn.BatchNorm2d(4)")) == "norm"


@pytest.mark.parametrize("code", SPELLINGS.values(), ids=SPELLINGS.keys())
def test_something_else_that_follows_is_seen(code: str) -> None:
    assert "nn.ReLU" in verdict(code.replace("{next}", "nn.ReLU()")).split()


@pytest.mark.parametrize("norm", NORMS)
def test_every_norm_is_one(norm: str) -> None:
    assert verdict(f"nn.SequentialCell(\n    nn.Conv2d(3, 4, 3),  # ?\n    {norm})") == "norm"


KNOWN = {
    "activation between": (net("self.c = nn.Conv2d(3, 4, 3)  # ?\nself.n = nn.BatchNorm2d(4)", "return self.n(ops.relu(self.c(x)))"), "ops.relu"),
    "pooling between": (net("self.c = nn.Conv2d(3, 4, 3)  # ?\nself.p = nn.MaxPool2d(2)\nself.n = nn.BatchNorm2d(4)", "return self.n(self.p(self.c(x)))"), "nn.MaxPool2d"),
    "activation between, in a chain": ("nn.SequentialCell(\n    nn.Conv2d(3, 4, 3),  # ?\n    nn.ReLU(), nn.BatchNorm2d(4))", "nn.ReLU"),
    "addition between": (net("self.c = nn.Conv2d(3, 4, 3)  # ?\nself.n = nn.BatchNorm2d(4)", "return self.n(x + self.c(x))"), "other"),
    "in-place addition between": (net("self.c = nn.Conv2d(3, 4, 3)  # ?\nself.n = nn.BatchNorm2d(4)", "y = self.c(x)\ny += x\nreturn self.n(y)"), "other"),
    "scaling between": (net("self.c = nn.Conv2d(3, 4, 3)  # ?\nself.n = nn.BatchNorm2d(4)", "return self.n(self.c(x) * 2)"), "other"),
    "tensor method between": (net("self.c = nn.Conv2d(3, 4, 3)  # ?\nself.n = nn.BatchNorm2d(4)", "return self.n(self.c(x).mean(2))"), "Tensor.mean"),
    "concatenated": (net("self.c = nn.Conv2d(3, 4, 3)  # ?\nself.n = nn.BatchNorm2d(4)", "return self.n(ops.concat((x, self.c(x))))"), "ops.concat"),
    "another conv": ("nn.SequentialCell(\n    nn.Conv2d(3, 4, 3),  # ?\n    nn.Conv2d(4, 4, 3), nn.BatchNorm2d(4))", "nn.Conv2d"),
    "the norm of another branch": (net("self.c = nn.Conv2d(3, 4, 3)  # ?\nself.n = nn.BatchNorm2d(4)", "return ops.relu(self.c(x)) + self.n(x)"), "ops.relu"),
    "the order of __init__ is not that of construct": (net("self.c = nn.Conv2d(3, 4, 3)  # ?\nself.n = nn.BatchNorm2d(4)", "return ops.relu(self.c(self.n(x)))"), "ops.relu"),
    "activation before, norm before that": ("nn.SequentialCell(\n    nn.BatchNorm2d(3), nn.ReLU(),\n    nn.Conv2d(3, 4, 3),  # ?\n    nn.ReLU())", "preact"),
    "pre-activation in a cell": (net("self.n = nn.BatchNorm2d(3)\nself.r = nn.ReLU()\nself.c = nn.Conv2d(3, 4, 3)  # ?", "return x + self.c(self.r(self.n(x)))"), "preact"),
    "pre-activation with ops": (net("self.n = nn.BatchNorm2d(3)\nself.c = nn.Conv2d(3, 4, 3)  # ?", "return x + self.c(ops.relu(self.n(x)))"), "preact"),
    "pre-activation, addition between": (net("self.n = nn.BatchNorm2d(3)\nself.r = nn.ReLU()\nself.c = nn.Conv2d(3, 4, 3)  # ?", "return ops.relu(self.c(self.r(self.n(x)) + x))"), "ops.relu"),
    "pre-activation, pooling between": (net("self.n = nn.BatchNorm2d(3)\nself.p = nn.MaxPool2d(2)\nself.c = nn.Conv2d(3, 4, 3)  # ?", "return ops.relu(self.c(self.p(ops.relu(self.n(x)))))"), "ops.relu"),
    "only an activation before": (net("self.c = nn.Conv2d(3, 4, 3)  # ?", "return ops.relu(self.c(ops.relu(x)))"), "ops.relu"),
    "a norm without activation before": (net("self.n = nn.BatchNorm2d(3)\nself.c = nn.Conv2d(3, 4, 3)  # ?", "return ops.relu(self.c(self.n(x)))"), "ops.relu"),
    "a norm in one of two branches is enough": (net("self.c = nn.Conv2d(3, 4, 3)  # ?\nself.n = nn.BatchNorm2d(4)", "y = self.c(x)\nif a:\n    y = self.n(y)\nelse:\n    y = ops.relu(y)\nreturn y"), "norm"),
    "a wrapper that is used with and without a norm": ("def conv(i):\n    return nn.Conv2d(i, 4, 3)  # ?\nnn.SequentialCell(conv(3), nn.BatchNorm2d(4))\nnn.SequentialCell(conv(3), nn.ReLU())", "norm"),
    "two layers in one line are two": ("a = nn.SequentialCell(nn.Conv2d(3, 4, 3), nn.BatchNorm2d(4))\nnn.SequentialCell(\n    nn.Conv2d(3, 4, 3),  # ?\n    nn.ReLU())", "nn.ReLU"),
    "end of a chain that is called": (net("self.s = nn.SequentialCell(nn.Conv2d(3, 4, 3))  # ?", "return ops.relu(self.s(x))"), "ops.relu"),
    "a cell of this module that is nobody's chain": (net("self.b = Block()", "return ops.relu(self.b(x))", "class Block(nn.Cell):\n    def __init__(self):\n        super().__init__()\n        self.c = nn.Conv2d(3, 4, 3)  # ?\n    def construct(self, x):\n        return self.c(x)\n"), "ops.relu"),
}  # fmt: skip


@pytest.mark.parametrize(("code", "expected"), KNOWN.values(), ids=KNOWN.keys())
def test_what_stands_between(code: str, expected: str) -> None:
    assert verdict(code) == expected


UNKNOWN = {
    "nobody calls it": net("self.c = nn.Conv2d(3, 4, 3)  # ?", "return x"),
    "it is only built": "c = nn.Conv2d(3, 4, 3)  # ?\n",
    "it is returned": net("self.c = nn.Conv2d(3, 4, 3)  # ?", "return self.c(x)"),
    "the end of a chain": "nn.SequentialCell(nn.ReLU(), nn.Conv2d(3, 4, 3))  # ?\n",
    "into a parameter": net("self.c = nn.Conv2d(3, 4, 3)  # ?\nself.after = after", "return self.after(self.c(x))", parameters="self, after"),
    "into a parameter that is None by default": net("self.c = nn.Conv2d(3, 4, 3)  # ?\nself.after = after", "return self.after(self.c(x))", parameters="self, after=None"),
    "into an imported function": "from layers import head\n" + net("self.c = nn.Conv2d(3, 4, 3)  # ?", "return head(self.c(x))"),
    "into an imported class": "from layers import Head\n" + net("self.c = nn.Conv2d(3, 4, 3)  # ?\nself.h = Head()", "return self.h(self.c(x))"),
    "an imported class in a chain": "from layers import Head\nnn.SequentialCell(\n    nn.Conv2d(3, 4, 3),  # ?\n    Head())\n",
    "given away": "from layers import wrap\nc = wrap(nn.Conv2d(3, 4, 3))  # ?\n",
    "given away in a list": "from layers import wrap\nc = wrap([nn.Conv2d(3, 4, 3)])  # ?\n",
    "a starred unknown behind it": "nn.SequentialCell(\n    nn.Conv2d(3, 4, 3),  # ?\n    *make())\n",
    "tied weights": net("self.c = nn.Conv2d(3, 4, 3)  # ?\nself.c.weight = w", "return ops.relu(self.c(x))"),
    "returned by a function": "def make():\n    return nn.Conv2d(3, 4, 3)  # ?\n",
    "construct that calls itself": net("self.c = nn.Conv2d(3, 4, 3)  # ?", "return self.construct(self.c(x))"),
    "helpers that call each other": net("self.c = nn.Conv2d(3, 4, 3)  # ?", "return self.f(self.c(x))") + "    def f(self, x):\n        return self.g(x)\n    def g(self, x):\n        return self.f(x)\n",
    "chosen by a name": net("self.c = nn.Conv2d(3, 4, 3)  # ?", "return getattr(self, n)(self.c(x))"),
    "no Cell": "class Net:\n    def __init__(self):\n        self.c = nn.Conv2d(3, 4, 3)  # ?\n",
}  # fmt: skip


@pytest.mark.parametrize("code", UNKNOWN.values(), ids=UNKNOWN.keys())
def test_what_cannot_be_told_is_unknown(code: str) -> None:
    assert verdict(code) == "unknown"


def test_a_module_that_takes_too_many_steps_is_left_unknown() -> None:
    functions = "".join(f"def f{n}(x):\n" + f"    x = f{n + 1}(ops.relu(x))\n" * 5 + "    return x\n" for n in range(8))
    facts = facts_of(
        HEAD + net("self.c = nn.Conv2d(3, 4, 3)  # ?", "return ops.relu(self.c(x))") + functions + "f0(Net()(x))\n"
    )
    raw = marked(facts)
    assert facts.layers.exhausted
    assert facts.layers.followers(raw).unknown and not facts.layers.followers(raw).norm


def test_cells_that_build_each_other_come_to_an_end() -> None:
    cells = "".join(
        f"class B{n}(nn.Cell):\n    def __init__(self):\n        super().__init__()\n        self.a = B{n + 1}()\n        self.b = B{n + 1}()\n"
        f"    def construct(self, x):\n        return self.b(self.a(x))\n"
        for n in range(40)
    )
    facts = facts_of(HEAD + cells + "class B40(nn.Cell):\n    def construct(self, x):\n        return x\n")
    assert facts.layers.instances or facts.layers.exhausted


def test_a_chain_of_a_thousand_layers() -> None:
    layers = "    nn.Conv2d(3, 4, 3), nn.BatchNorm2d(4),\n" * 1000
    assert verdict(f"nn.SequentialCell(\n    nn.Conv2d(3, 4, 3),  # ?\n    nn.ReLU(),\n{layers})") == "nn.ReLU"


def followers(code: str) -> Set[str]:
    facts = facts_of(code)
    return {consumer.kind for raw in facts.raw_calls for consumer in facts.layers.followers(raw).consumers}


@pytest.mark.filterwarnings("ignore:Generating overly large repr")
@settings(max_examples=400)
@given(networks)
def test_no_network_makes_it_fail(code: str) -> None:
    facts = facts_of(code)
    assert followers(code) <= {"layer", "function", "other", "return", "unknown"}
    assert not facts.layers.exhausted or len(code) > 1000


@pytest.mark.filterwarnings("ignore:Generating overly large repr")
@settings(max_examples=150)
@given(programs)
def test_no_program_makes_it_fail(code: str) -> None:
    followers(HEAD + code)


BEYOND = {
    "behind a function": ("return self.b(ops.relu(self.c(x)))", [("mindspore.ops.relu", "b")]),
    "behind a function and a name": ("x = ops.tanh(self.c(x))\nreturn self.b(x)", [("mindspore.ops.tanh", "b")]),
    "behind two functions": ("return self.b(ops.exp(ops.relu(self.c(x))))", []),
    "directly": ("return self.b(self.c(x))", []),
    "an addition between": ("return self.b(ops.relu(self.c(x)) + x)", []),
    "in two layers": (
        "x = ops.relu(self.c(x))\nreturn self.b(x), self.d(x)",
        [("mindspore.ops.relu", "b"), ("mindspore.ops.relu", "d")],
    ),
}


@pytest.mark.parametrize("name", BEYOND)
def test_layers_behind_an_activation_that_is_a_function(name: str) -> None:
    construct, wanted = BEYOND[name]
    init = "self.c = nn.Conv2d(3, 4, 3)  # ?\nself.b = nn.Dense(3, 4)\nself.d = nn.Dense(4, 4)"
    facts = facts_of(HEAD + net(init, construct))
    built = {site.raw: facts.results.targets_of(site)[0][-1] for site in facts.calls if facts.results.targets_of(site)}
    found = facts.layers.followers(marked(facts)).beyond
    assert sorted((name, built[raw]) for name, raw in found) == wanted
