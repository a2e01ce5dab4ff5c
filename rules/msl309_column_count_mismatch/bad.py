# %%
import mindspore.dataset as ds
import numpy as np


class Pairs:
    def __init__(self, images, labels):
        self.images = images
        self.labels = labels

    def __getitem__(self, index):
        image = self.images[index]
        return image, self.labels[index], np.array(index)

    def __len__(self):
        return len(self.images)


data = ds.GeneratorDataset(Pairs([], []), ["image", "label"])  # MSL309

# %%
import mindspore.dataset as ds


class Numbers:
    def __getitem__(self, index):
        return (index,)


def samples():
    for index in range(10):
        yield index, index * 2


first = ds.GeneratorDataset(Numbers(), ["x"])  # MSL309
second = ds.GeneratorDataset(samples, column_names=["x"])  # MSL309
