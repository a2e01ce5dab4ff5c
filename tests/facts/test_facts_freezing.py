"""Where requires_grad is set, and on what."""

from __future__ import annotations

import pytest
from reading import facts_of

from mslint.facts.freezing import settings_of_attribute, stopped_layers

HEAD = "from mindspore import Tensor, nn, ops\nnet = nn.SequentialCell(nn.Dense(3, 4))\n"


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("net.requires_grad = False", "cell net"),
        ("net[0].requires_grad = False", "cell net"),
        ("for each in net.cells():\n    each.requires_grad = False", "cell net"),
        ("for name, each in net.cells_and_names():\n    each.requires_grad = False", "cell net"),
        ("for each in net.get_parameters():\n    each.requires_grad = False", "other net"),
        ("for name, each in net.parameters_and_names():\n    each.requires_grad = False", "other net"),
        ("net[0].weight.requires_grad = False", "other net"),
        ("x = Tensor([1])\nx.requires_grad = False", "tensor x"),
        ("def f(model):\n    model.requires_grad = False", "other model"),
        ("class A(nn.Cell):\n    def f(self):\n        self.requires_grad = False", "cell own self"),
    ],
)
def test_what_it_is_set_on(code: str, expected: str) -> None:
    (found,) = settings_of_attribute(facts_of(HEAD + code), "requires")
    kind = "cell" if found.cell else "tensor" if found.tensor else "other"
    assert " ".join([kind, *(["own"] if found.own else []), found.source]) == expected


@pytest.mark.parametrize("code", ["net.requires_grad = flag", "net.other = False", "requires_grad = False"])
def test_what_is_no_setting(code: str) -> None:
    assert not list(settings_of_attribute(facts_of(HEAD + code), "requires"))


def test_layers_in_stop_gradient() -> None:
    code = HEAD + "fc = nn.Dense(3, 4)\ny = ops.stop_gradient(fc(x))\nz = ops.stop_gradient(nn.ReLU()(x))\n"
    assert [layer for _, layer in stopped_layers(facts_of(code))] == ["fc"]
