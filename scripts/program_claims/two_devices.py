"""Run as a script by the claims about several devices: one of two CPU processes that train together."""

from __future__ import annotations

import json
import sys
from typing import Any

import mindspore as ms
import mindspore.dataset as ds
import numpy as np
from mindspore import Model, Parameter, Tensor, communication, nn


class Line(nn.Cell):
    """Its gradient is its input."""

    def __init__(self) -> None:
        super().__init__()
        self.weight = Parameter(Tensor([0.0], ms.float32), name="weight")

    def construct(self, x: Tensor) -> Tensor:
        return (self.weight * x).sum()


def update(way: str, rank: int) -> float:
    """How far one step of SGD with learning rate 1 goes; the gradients are 1 and 3."""
    mode, _, mean = (way.split(", ")[0], *way.rsplit("=", 1))
    given = {} if mean == "None" else {"gradients_mean": mean == "True"}
    ms.set_auto_parallel_context(parallel_mode=mode, device_num=2, **given)
    net = Line()
    optimizer = nn.SGD(net.trainable_params(), 1.0)
    x = Tensor([1.0 if rank == 0 else 3.0], ms.float32)
    if "value_and_grad" in way:
        _, found = ms.value_and_grad(net, None, optimizer.parameters)(x)
        optimizer(nn.DistributedGradReducer(optimizer.parameters)(found) if "reducer" in way else found)
    else:
        nn.TrainOneStepCell(net, optimizer)(x)
    return -float(net.weight.asnumpy()[0])


def weights(way: str, rank: int) -> Any:
    """The weights after a step of data parallel training on the same data."""
    broadcast = {"parameter_broadcast": True} if "broadcast" in way else {}
    ms.set_auto_parallel_context(parallel_mode="data_parallel", gradients_mean=True, device_num=2, **broadcast)
    if "seed" in way and "no seed" not in way:
        ms.set_seed(rank + 1 if "rank" in way else 1)
    net = nn.Dense(2, 1)
    values = np.ones((2, 2), np.float32)
    data = ds.NumpySlicesDataset((values, values[:, :1]), ["x", "y"], shuffle=False).batch(2)
    Model(net, nn.MSELoss(), nn.SGD(net.trainable_params(), 0.01)).train(1, data)
    return [round(float(each), 5) for each in net.weight.asnumpy().ravel()]


def main(ways: Any) -> None:
    ms.set_context(mode=ms.GRAPH_MODE, device_target="CPU")
    communication.init()
    rank = communication.get_rank()
    for way in ways:
        ms.reset_auto_parallel_context()
        try:
            seen = weights(way, rank) if way.startswith("weights") else update(way, rank)
        except Exception as error:
            seen = f"{type(error).__name__}: {str(error)[:150]}"
        print("SEEN " + json.dumps([rank, way, seen]), flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
