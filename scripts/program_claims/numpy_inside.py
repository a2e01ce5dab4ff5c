"""Claims about NumPy's and Python's copies of tensors in construct (MSL803)."""

from __future__ import annotations

from typing import Any, Type

import mindspore as ms
import numpy as np
from mindspore import Tensor, nn

from program_claims.claim import Measured, claim, graph_mode, is_error, outcome, plain


class Base(nn.Cell):
    def __init__(self) -> None:
        super().__init__()
        self.fc = nn.Dense(3, 3, weight_init="ones", bias_init="ones")
        self.head = nn.Dense(3, 1, weight_init="ones", bias_init="ones")


class Wrapped(Base):
    def construct(self, x: Tensor) -> Tensor:
        y = self.fc(x)
        return self.head(Tensor(np.tanh(y.asnumpy()))).sum()


class WrappedDirectly(Base):
    def construct(self, x: Tensor) -> Tensor:
        y = self.fc(x)
        return self.head(Tensor(np.tanh(y))).sum()


class Scaled(Base):
    def construct(self, x: Tensor) -> Tensor:
        y = self.fc(x)
        return self.head(y * y.mean().item()).sum()


class ScaledTensor(Base):
    def construct(self, x: Tensor) -> Tensor:
        y = self.fc(x)
        return self.head(y * y.mean()).sum()


class Added(Base):
    def construct(self, x: Tensor) -> Tensor:
        y = self.fc(x)
        return self.head(x).sum() + float(y.mean().asnumpy())


class Logged(Base):
    def construct(self, x: Tensor) -> Tensor:
        y = self.fc(x)
        print(y.mean().asnumpy())
        return self.head(y).sum()


def _gradients(kind: Type[Base]) -> Any:
    net = kind()
    step = ms.value_and_grad(net, None, net.trainable_params())

    def run() -> Any:
        _, found = step(Tensor(np.array([[0.1, 0.2, 0.3]], np.float32)))
        return {weight.name: plain(abs(each).sum()) for weight, each in zip(net.trainable_params(), found)}

    return outcome(run)


@claim("803.gradients", "no gradient goes back through asnumpy and item: it is 0 where nothing else does, silently")
def gradients() -> Measured:
    seen = {kind.__name__: _gradients(kind) for kind in (Wrapped, WrappedDirectly, Scaled, ScaledTensor, Added, Logged)}
    with graph_mode():
        seen.update({f"{kind.__name__}, graph mode": _gradients(kind) for kind in (Wrapped, Scaled, Added, Logged)})
    cut = [seen[name]["fc.weight"] for name in ("Wrapped", "WrappedDirectly", "Added")]
    holds = cut == [0.0] * 3 and 0 < seen["Scaled"]["fc.weight"] < seen["ScaledTensor"]["fc.weight"]
    return seen, holds and seen["Logged"]["fc.weight"] > 0 and is_error(seen["Wrapped, graph mode"])
