"""Gradients of scaled losses, and the sums that they go into before they are unscaled."""

from __future__ import annotations

from typing import List

import pytest
from trees import program

from mslint.program.scaled import scaled_gradients

CODE = """
import mindspore as ms
from mindspore import ops

def step(net, x, scale, scaler):
    forward = lambda x: {loss}
    {gradient}
    norm = ops.norm(g)
    loss = net(x) + norm
    return loss

step(abs, 1, 2, 3)
"""


def sums(loss: str, gradient: str) -> List[str]:
    one = program({"train.py": CODE.format(loss=loss, gradient=gradient)})
    return ["+".join(sorted(each.of_gradients)) for found in scaled_gradients(one) for each in found.sums]


@pytest.mark.parametrize(
    ("loss", "gradient", "expected"),
    [
        ("net(x) * scale", "g = ms.grad(forward)(x)", ["norm"]),
        ("scaler.scale(net(x))", "value, g = ms.value_and_grad(forward)(x)", ["norm"]),
        ("net(x) * scale", "h = ms.grad(forward)(x)\n    g = ops.abs(h)", ["norm"]),
        ("net(x)", "g = ms.grad(forward)(x)", []),
        ("net(x * scale)", "g = ms.grad(forward)(x)", []),
        ("net(x) * scale", "g = ms.grad(forward)(x) / scale", []),
        ("net(x) * scale", "g = ms.grad(forward)(x)\n    g = scaler.unscale(g)", []),
        ("net(x) * scale", "h = ms.grad(forward)(x)\n    g = x", []),
    ],
)
def test_sums_of_what_still_carries_the_scale(loss: str, gradient: str, expected: List[str]) -> None:
    assert sums(loss, gradient) == expected
