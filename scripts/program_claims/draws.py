"""Run as a script by the claims about seeds: sets the seeds it is told and prints what a fresh process draws."""

from __future__ import annotations

import json
import random
import sys
from typing import Callable, Dict

import mindspore as ms
import mindspore.dataset as ds
import numpy as np
from mindspore import Tensor, nn, ops

SEEDS: Dict[str, Callable[[], None]] = {
    "set_seed": lambda: ms.set_seed(1),
    "np.random.seed": lambda: np.random.seed(1),
    "ds.config.set_seed": lambda: ds.config.set_seed(1),
}


def main(name: str) -> None:
    SEEDS.get(name, lambda: None)()
    net = nn.Dense(3, 1)
    if name == "set_seed after the net":
        ms.set_seed(1)
    drop = nn.Dropout(p=0.5).set_train()
    drawn = {
        "weights": net.weight.asnumpy().tolist(),
        "dropout": drop(Tensor(np.ones(64, np.float32))).asnumpy().tolist(),
        "ops.standard_normal": ops.standard_normal((3,)).asnumpy().tolist(),
        "numpy": np.random.rand(3).tolist(),
        "random": random.random(),
    }
    rows = ds.NumpySlicesDataset(list(range(16)), ["x"]).create_tuple_iterator(num_epochs=1, output_numpy=True)
    drawn["dataset order"] = [int(row[0]) for row in rows]
    # Whether reading a dataset disturbs the two generators that are not MindSpore's.
    drawn["numpy, after a dataset was read"] = np.random.rand(3).tolist()
    drawn["random, after a dataset was read"] = random.random()
    print(json.dumps(drawn))


if __name__ == "__main__":
    main(sys.argv[1])
