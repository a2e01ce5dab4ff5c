# %%
import mindspore as ms
from mindspore import Tensor, nn, ops


class Head(nn.Cell):
    def __init__(self):
        super().__init__()
        self.fc = nn.Dense(4, 4)

    def construct(self, x, mask):
        scores = self.fc(x)
        scores = scores.masked_fill(mask, -1e4)
        scores = ops.clamp(scores, -1, 1)
        return ops.softmax(scores, -1)


def to_half(x: Tensor):
    return x.astype(ms.float16)

# %%
import mindspore.dataset as ds


def create(path, size):
    data = ds.ImageFolderDataset(path)
    data = data.map(lambda x: x, "image")
    data = data.shuffle(1000)
    data = data.batch(size, drop_remainder=True)
    return data

# %%
from typing import List

import mindspore as ms
from mindspore import Tensor, mint, nn


def tidy(rows: List[Tensor], limit):
    total = mint.stack([row.clamp(0, limit) for row in rows])
    return mint.abs(total.float())


def prepare(position_ids, mask, batch):
    position_ids = position_ids.masked_fill(mask == 0, 1)
    batch["image"] = batch["image"].astype("float32")
    return position_ids, batch


class Embedding(nn.Cell):
    def construct(self, coordinates):
        return coordinates.to(ms.float32)
