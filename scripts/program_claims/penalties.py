"""Claims about gradient penalties on the gradients of a scaled loss (MSL405)."""

from __future__ import annotations

from typing import Any, Dict

import mindspore as ms
import numpy as np
from mindspore import Tensor, ops

from program_claims.claim import Measured, claim, near, outcome

W = Tensor(np.array([0.3, -0.4], np.float32))
X = Tensor(np.array([[1.0, 2.0], [0.5, -1.0]], np.float32))
SCALE = 1024.0


def forward(w: Tensor, x: Tensor) -> Tensor:
    return ops.tanh((x * w).sum(-1)).mean()


def penalized(scale: float, unscaled: bool) -> Tensor:
    """The gradient, unscaled at the end, of a loss with a penalty on the norm of the gradient for the inputs."""

    def loss(w: Tensor, x: Tensor) -> Tensor:
        gradient = ms.grad(lambda inputs: forward(w, inputs) * scale)(x)
        if unscaled:
            gradient = gradient / scale
        penalty = ((ops.sqrt((gradient**2).sum(-1) + 1e-12) - 1) ** 2).mean()
        return (forward(w, x) + 10 * penalty) * scale

    return ms.grad(loss)(W, X) / scale


@claim("405.penalty", "a penalty on gradients of the scaled loss changes the result, not on unscaled ones")
def penalty() -> Measured:
    seen: Dict[str, Any] = {
        "no scale": outcome(lambda: penalized(1.0, False)),
        "scale 1024, gradients as they are": outcome(lambda: penalized(SCALE, False)),
        "scale 1024, gradients divided by it": outcome(lambda: penalized(SCALE, True)),
    }
    plain, scaled, mended = seen.values()
    known = all(isinstance(each, list) for each in (plain, scaled, mended))
    close = known and all(near(one, other) for one, other in zip(mended, plain))
    return seen, close and any(abs(one) > 100 * abs(other) for one, other in zip(scaled, plain))
