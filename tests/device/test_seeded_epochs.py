"""What the texts of MSL704 and of item dp.03 say of seeds and iterators, on a real MindSpore."""

from __future__ import annotations

import importlib.util
import json
from pathlib import Path

import pytest
from running import python

if importlib.util.find_spec("mindspore") is None:
    pytest.skip("no MindSpore here", allow_module_level=True)

ORDERS = """
import json
import mindspore as ms
import numpy as np
from mindspore import dataset as ds


def order(rows):
    return [int(row[0].asnumpy()) for row in rows]


def data():
    ms.set_seed(1)
    ds.config.set_seed(1)
    return ds.NumpySlicesDataset(np.arange(32), shuffle=True)


found = {}
anew = data()
found["anew"] = [order(anew.create_tuple_iterator()) for _ in range(3)]
looped = data()
found["looped"] = [order(looped) for _ in range(3)]
once = data().create_tuple_iterator(num_epochs=3)
found["once"] = [order(once) for _ in range(3)]
reseeded, found["reseeded"] = data(), []
for epoch in range(3):
    ds.config.set_seed(1 + epoch)
    found["reseeded"].append(order(reseeded.create_tuple_iterator()))
print(json.dumps(found))
"""


def test_with_a_seed_a_new_iterator_repeats_the_order_and_one_that_is_kept_does_not(tmp_path: Path) -> None:
    (tmp_path / "orders.py").write_text(ORDERS, encoding="utf-8")
    done = python("orders.py", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout.splitlines()[-1])
    kinds = {how: len({tuple(each) for each in orders}) for how, orders in found.items()}
    assert kinds == {"anew": 1, "looped": 1, "once": 3, "reseeded": 3}
