"""What fixes of rules write where an example of a page does not show it, and where they must not be made."""

from __future__ import annotations

import ast

import pytest

from mslint.fixing.edits import apply
from mslint.rulekit.catalog import load_catalog
from mslint.selftest import findings, fixed
from mslint.source.text import Source


def made(code: str, text: str) -> str:
    """The text after all safe and unsafe fixes of a rule."""
    catalog = load_catalog(whole=True)
    after, outcome = fixed(text, catalog.rules[code], catalog)
    ast.parse(after)
    assert not outcome.discarded, "a fix that is offered must be one that can be made"
    return after


NETWORK = """import mindspore as ms
from mindspore import nn, ops


class Other:
    def __init__(self):
        self.layers = []
        self.layers.sort()


class Net(nn.Cell):
    def __init__(self, depth):
        super().__init__()
        self.layers = [nn.Dense(3, 3) for _ in range(depth)]

    def construct(self, x):
        {use}
        return x
"""


@pytest.mark.parametrize(
    ("use", "works"),
    [
        ("pass", True),
        ("for layer in self.layers: x = layer(x)", True),
        ("x = [layer(x) for layer in self.layers]", True),
        ("for i, layer in enumerate(self.layers): x = layer(x)", True),
        ("x = self.layers[0](x) + self.layers[-1](x)", True),
        ("x = self.layers[0].weight + len(self.layers)", True),
        ("self.layers.append(nn.Dense(3, 3))", True),
        ("self.layers.extend([nn.Dense(3, 3)])", True),
        ("x = [*self.layers][0](x)", True),
        ("x = x if self.layers else -x", True),
        ("self.layers.extend(nn.Dense(3, 3) for _ in range(2))", False),
        ("self.layers.pop()(x)", False),
        ("x = self.layers.index(x)", False),
        ("self.layers.sort(key=id)", False),
        ("for layer in self.layers.copy(): x = layer(x)", False),
        ("for layer in self.layers[1:]: x = layer(x)", False),
        ("for layer in self.layers + [ops.relu]: x = layer(x)", False),
        ("for layer in self.layers * 2: x = layer(x)", False),
        ("self.layers += (x,)", False),
        ("x = isinstance(self.layers, list)", False),
        ("layers = self.layers", False),
        ("return self.layers", False),
    ],
)
def test_a_list_becomes_a_cell_list_where_that_can_do_what_is_asked_of_it(use: str, works: bool) -> None:
    before = NETWORK.format(use=use)
    after = before.replace(
        "[nn.Dense(3, 3) for _ in range(depth)]", "nn.CellList([nn.Dense(3, 3) for _ in range(depth)])"
    )
    assert made("MSL501", before) == (after if works else before)


def test_what_is_added_to_a_list_after_it_was_assigned_would_be_lost() -> None:
    text = NETWORK.replace("[nn.Dense(3, 3) for _ in range(depth)]", "layers").format(use="pass")
    listed = text.replace(
        "        self.layers = layers", "        layers = [nn.Dense(3, 3)]\n        self.layers = layers"
    )
    assert made("MSL501", listed) == listed.replace("self.layers = layers", "self.layers = nn.CellList(layers)")
    later = listed.replace("self.layers = layers\n", "self.layers = layers\n        layers.append(nn.Dense(3, 3))\n")
    assert made("MSL501", later) == later


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("nn.Conv2d(3, 8, 3, padding=(1, 1))", 'nn.Conv2d(3, 8, 3, padding=1, pad_mode="pad")'),
        ("nn.Conv2d(3, 8, 3, padding=(1, 2))", 'nn.Conv2d(3, 8, 3, padding=(1, 1, 2, 2), pad_mode="pad")'),
        ("nn.Conv2d(3, 8, 3, padding=[1, 2])", 'nn.Conv2d(3, 8, 3, padding=(1, 1, 2, 2), pad_mode="pad")'),
        (
            "nn.Conv2d(3, 8, 3, has_bias=True, padding=(one, 2))",
            'nn.Conv2d(3, 8, 3, has_bias=True, padding=(one, one, 2, 2), pad_mode="pad")',
        ),
        ("nn.Conv2d(3, 8, 3, 1, (0, 1))", 'nn.Conv2d(3, 8, 3, 1, "pad", (0, 0, 1, 1))'),
        ("nn.Conv2d(3, 8, 3, 1, 'pad', (0, 1))", "nn.Conv2d(3, 8, 3, 1, 'pad', (0, 0, 1, 1))"),
        (
            'nn.Conv3d(3, 8, 3, pad_mode="same", padding=(0, 1, 2))',
            'nn.Conv3d(3, 8, 3, pad_mode="pad", padding=(0, 0, 1, 1, 2, 2))',
        ),
        ("nn.Conv1d(3, 8, 3, padding=(1,))", 'nn.Conv1d(3, 8, 3, padding=1, pad_mode="pad")'),
        ("nn.Conv1d(3, 8, 3, padding=(1, 2))", ""),
        ("nn.Conv2d(3, 8, 3, padding=(1, 1, 2))", ""),
        ("nn.Conv2d(3, 8, 3, padding=BOTH)", ""),
        ("nn.Conv2d(3, 8, 3, padding=(*BOTH, 1))", ""),
        ("nn.MaxPool2d(3, 2, padding=(1, 1))", 'nn.MaxPool2d(3, 2, padding=(1, 1), pad_mode="pad")'),
    ],
)
def test_a_padding_by_dimension_becomes_one_by_side(before: str, after: str) -> None:
    text = f'from mindspore import nn\n\nBOTH = (1, 1)\none = int(input())\nname = "name"\nlayer = {before}\n'
    assert made("MSL104", text) == text.replace(before, after or before)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("nn.Adam(params, betas=(0.9, 0.99))", "nn.Adam(params, beta1=0.9, beta2=0.99)"),
        ("nn.Adam(params, betas=pair)", ""),
        ("nn.Adam(params, betas=(0.9, 0.99), beta2=0.9)", ""),
        ("nn.Lamb(params, lr=0.1)", "nn.Lamb(params, learning_rate=0.1)"),
        ("nn.LSTM(3, 4, bias=False, has_bias=True)", ""),
    ],
)
def test_a_keyword_of_pytorch_becomes_the_keywords_here(before: str, after: str) -> None:
    text = f"from mindspore import nn\n\n\ndef make(params, pair):\n    return {before}\n"
    assert made("MSL111", text) == text.replace(before, after or before)


GONE = "mindspore.dataset.transforms.py_transforms"
THERE = "mindspore.dataset.transforms"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (f"from {GONE} import Compose, OneHotOp\n", ""),
        (f"from {GONE} import Compose\n", f"from {THERE} import Compose\n"),
        (
            f"from {GONE} import OneHotOp\nfrom {GONE} import Compose as C\n",
            f"from {GONE} import OneHotOp\nfrom {THERE} import Compose as C\n",
        ),
        (f"from {GONE} import *\n", ""),
        (f"import {GONE} as P\n\nmade = P.Compose([])\n", f"import {THERE} as P\n\nmade = P.Compose([])\n"),
        (f"import {GONE} as P\n\nmade = P.Compose([P.OneHotOp(10)])\n", ""),
        (f"from {THERE} import py_transforms as P\n\nmade = P.OneHotOp(10)\n", ""),
        (f"import mindspore\n\nmade = {GONE}.OneHotOp(10)\n", ""),
        (f"import mindspore\n\nmade = {GONE}.Compose([])\n", f"import mindspore\n\nmade = {THERE}.Compose([])\n"),
    ],
)
def test_an_import_moves_only_to_where_its_names_are(before: str, after: str) -> None:
    assert made("MSL901", before) == (after or before)


def test_a_method_is_shown_with_the_calls_that_would_miss_it_and_left_to_who_knows_the_other_files() -> None:
    text = """from mindspore import nn


class Base(nn.Cell):
    def forward(self, x):
        return x


class Net(Base):
    def forward(self, x):
        def twice():
            return super(Net, self).forward(x)

        return super().forward(x) + twice()
"""
    catalog = load_catalog(whole=True)
    assert made("MSL113", text) == text
    edits = [each.fix.edits for each in findings(catalog.rules["MSL113"], text, catalog) if each.fix is not None]
    shown = apply(Source("example.py", text), tuple(edit for each in edits for edit in each)).text
    assert shown == text.replace("forward", "construct")
