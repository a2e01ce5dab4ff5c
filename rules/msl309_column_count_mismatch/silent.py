# %% list or single-array returns that fit | 返回列表或单个数组，且数量相符
import mindspore.dataset as ds
import numpy as np


class One:
    def __getitem__(self, index):
        return np.array(index)

    def __len__(self):
        return 10


class Two:
    def __getitem__(self, index):
        return [index, index]

    def __len__(self):
        return 10


class Nested:
    def __getitem__(self, index):
        return (index, index), index

    def __len__(self):
        return 10


one = ds.GeneratorDataset(One(), ["x"])
also = ds.GeneratorDataset(One(), "x")
two = ds.GeneratorDataset(Two(), ["x", "y"])
nested = ds.GeneratorDataset(Nested(), ["pair", "x"])

# %% returns that cannot be read | 返回值无法读出
import mindspore.dataset as ds


class Stored:
    def __init__(self, rows):
        self.rows = rows

    def __getitem__(self, index):
        if index % 2:
            return self.rows[index]
        return self.rows[index], index

    def __len__(self):
        return len(self.rows)


class Grown:
    def __getitem__(self, index):
        row = [index]
        for more in index:
            row.append(more)
        return tuple(row)

    def __len__(self):
        return 3


stored = ds.GeneratorDataset(Stored(load()), ["x"])
grown = ds.GeneratorDataset(Grown(), ["x", "y", "z"])

# %% bases that are not known | 基类未知
import mindspore.dataset as ds
from my_sources import Base


class Mine(Base):
    def __getitem__(self, index):
        return super().__getitem__(index)


data = ds.GeneratorDataset(Mine(), ["x", "y"])

# %% names that are not known | 列名未知
import mindspore.dataset as ds


class Numbers:
    def __getitem__(self, index):
        return index, index

    def __len__(self):
        return 10


def make(names):
    return ds.GeneratorDataset(Numbers(), names)


data = make(["x"] + extra)
