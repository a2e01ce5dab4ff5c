# %%
import mindspore as ms
from mindspore import Tensor, nn, ops


class Head(nn.Cell):
    def __init__(self):
        super().__init__()
        self.fc = nn.Dense(4, 4)

    def construct(self, x, mask):
        scores = self.fc(x)
        scores.masked_fill(mask, -1e4)  # MSL122
        ops.clamp(scores, -1, 1)  # MSL122
        return ops.softmax(scores, -1)


def to_half(x: Tensor):
    x.astype(ms.float16)  # MSL122
    return x

# %%
import mindspore.dataset as ds


def create(path, size):
    data = ds.ImageFolderDataset(path)
    data = data.map(lambda x: x, "image")
    data.shuffle(1000)  # MSL122
    data.batch(size, drop_remainder=True)  # MSL122
    return data

# %%
from typing import List

import mindspore as ms
from mindspore import Tensor, mint, nn


def tidy(rows: List[Tensor], limit):
    for row in rows:
        row.clamp(0, limit)  # MSL122
    total = mint.stack(rows)
    total.float()  # MSL122
    total.mul(2).add(1)  # MSL122
    mint.abs(total)  # MSL122
    return total


def prepare(position_ids, mask, batch):
    position_ids.masked_fill(mask == 0, 1)  # MSL122
    batch["image"].astype("float32")  # MSL122
    return position_ids, batch


class Embedding(nn.Cell):
    def construct(self, coordinates):
        moved = coordinates.clone()
        moved.to(ms.float32)  # MSL122
        return moved
