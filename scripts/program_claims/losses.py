"""Claims about losses that are left unreduced (MSL115)."""

from __future__ import annotations

import inspect
from typing import Any, Callable

import mindspore as ms
import numpy as np
from mindspore import Tensor, nn

from program_claims.claim import Measured, claim, graph_mode, near, random_batch, ratio


def gradients(loss: Any, inputs: Tensor, labels: Tensor, classes: int) -> Any:
    ms.set_seed(1)
    net = nn.Dense(inputs.shape[-1], classes)

    def forward(x: Tensor, y: Tensor) -> Tensor:
        return loss(net(x), y)

    value, found = ms.value_and_grad(forward, None, net.trainable_params())(inputs, labels)
    return list(value.shape), [each.asnumpy() for each in found]


def steps(loss: Any, inputs: Tensor, labels: Tensor, classes: int, way: str, make: Callable[..., Any]) -> Any:
    """How far the parameters go in one step."""
    import mindspore.dataset as ds

    ms.set_seed(1)
    net = nn.Dense(inputs.shape[-1], classes)
    before = [each.asnumpy().copy() for each in net.trainable_params()]
    optimizer = make(net.trainable_params())
    if way == "Model":
        data = ds.NumpySlicesDataset((inputs.asnumpy(), labels.asnumpy()), ["x", "y"], shuffle=False)
        ms.Model(net, loss, optimizer).train(1, data.batch(inputs.shape[0]))
    else:
        nn.TrainOneStepCell(nn.WithLossCell(net, loss), optimizer)(inputs, labels)
    return [each.asnumpy() - old for each, old in zip(net.trainable_params(), before)]


def sgd(parameters: Any) -> Any:
    return nn.SGD(parameters, 0.001)


@claim("115.cross-entropy-gradient", "SoftmaxCrossEntropyWithLogits without reduction: gradient is batch size times")
def cross_entropy() -> Measured:
    seen = {}
    holds = True
    for batch in (4, 32):
        x, y = random_batch(batch, 8), Tensor(np.arange(batch) % 3, ms.int32)
        one_hot = Tensor(np.eye(3, dtype=np.float32)[np.arange(batch) % 3])
        for sparse, labels in ((True, y), (False, one_hot)):
            shape, found = gradients(nn.SoftmaxCrossEntropyWithLogits(sparse=sparse), x, labels, 3)
            _, wanted = gradients(nn.SoftmaxCrossEntropyWithLogits(sparse=sparse, reduction="mean"), x, labels, 3)
            times = ratio(found, wanted)
            seen[f"batch {batch}, sparse={sparse}"] = {"loss shape": shape, "gradient times": times}
            holds = holds and near(times, batch)
        for way in ("TrainOneStepCell", "Model"):
            changes = [
                steps(nn.SoftmaxCrossEntropyWithLogits(sparse=True, reduction=reduction), x, y, 3, way, sgd)
                for reduction in ("none", "mean")
            ]
            seen[f"batch {batch}, {way}, SGD"] = times = ratio(*changes)
            holds = holds and near(times, batch)
    with graph_mode():
        changes = [
            steps(nn.SoftmaxCrossEntropyWithLogits(True, reduction), x, y, 3, "Model", sgd)
            for reduction in ("none", "mean")
        ]
        seen[f"batch {batch}, Model in graph mode, SGD"] = ratio(*changes)
    return seen, holds


@claim("115.smooth-l1-gradient", "SmoothL1Loss without reduction: gradient is batch size times the output's size")
def smooth_l1() -> Measured:
    seen = {}
    holds = True
    for batch, size in ((4, 1), (4, 3), (32, 3)):
        x, y = random_batch(batch, 8), random_batch(batch, size, seed=1)
        shape, found = gradients(nn.SmoothL1Loss(), x, y, size)
        _, wanted = gradients(nn.SmoothL1Loss(reduction="mean"), x, y, size)
        times = ratio(found, wanted)
        seen[f"output {batch} x {size}"] = {"loss shape": shape, "gradient times": times}
        holds = holds and near(times, batch * size)
    return seen, holds


@claim("115.adam", "Adam hides it: the step is the same size")
def adam() -> Measured:
    x, y = random_batch(32, 8), Tensor(np.arange(32) % 3, ms.int32)
    changes = [
        steps(nn.SoftmaxCrossEntropyWithLogits(True, reduction), x, y, 3, "TrainOneStepCell", nn.Adam)
        for reduction in ("none", "mean")
    ]
    return {"first step times": ratio(*changes)}, near(ratio(*changes), 1)


@claim("115.losses-without-reduction", "three losses start with reduction 'none', all others with 'mean'")
def defaults() -> Measured:
    seen = {}
    for name in sorted(dir(nn)):
        cell = getattr(nn, name)
        if inspect.isclass(cell) and issubclass(cell, nn.Cell) and cell is not nn.Cell:
            default = inspect.signature(cell.__init__).parameters.get("reduction")
            if default is not None:
                seen.setdefault(str(default.default), []).append(name)
    return seen, seen.get("none") == ["SampledSoftmaxLoss", "SmoothL1Loss", "SoftmaxCrossEntropyWithLogits"]
