# %%
import mindspore.dataset as ds
import numpy as np


def samples():
    for index in range(100):
        yield (np.array([index], np.float32),)


data = ds.GeneratorDataset(samples, ["x"], shuffle=True)  # MSL302

# %%
import mindspore.dataset as ds


class Lines:
    def __init__(self, path):
        self.lines = open(path).read().splitlines()

    def __iter__(self):
        return iter(self.lines)


train_data = ds.GeneratorDataset(Lines("train.txt"), ["line"])  # MSL302 info
