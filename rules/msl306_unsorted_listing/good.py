# %%
import os

import mindspore.dataset as ds

images = [os.path.join("images", name) for name in sorted(os.listdir("images"))]
masks = [os.path.join("masks", name) for name in sorted(os.listdir("masks"))]
data = ds.GeneratorDataset(list(zip(images, masks)), ["image", "mask"])

# %%
import glob
from pathlib import Path

import mindspore.dataset as ds


class Pairs:
    def __init__(self, root):
        noisy = sorted(glob.glob(f"{root}/noisy/*.png"))
        clean = sorted(str(path) for path in Path(root, "clean").glob("*.png"))
        self.pairs = list(zip(noisy, clean))

    def __getitem__(self, index):
        return self.pairs[index]

    def __len__(self):
        return len(self.pairs)


data = ds.GeneratorDataset(Pairs("denoising"), ["noisy", "clean"])

# %%
import os

import mindspore.dataset as ds
from mindspore.communication import get_group_size, get_rank


class Images:
    def __init__(self, root):
        self.files = [os.path.join(root, name) for name in os.listdir(root)]
        self.files.sort()

    def __getitem__(self, index):
        return (self.files[index],)

    def __len__(self):
        return len(self.files)


data = ds.GeneratorDataset(Images("images"), ["file"], num_shards=get_group_size(), shard_id=get_rank())

# %%
import os

import mindspore.dataset as ds


def files(root):
    return sorted(os.path.join(root, name) for name in os.listdir(root) if name.endswith(".png"))


pairs = [(image, mask) for image, mask in zip(files("images"), files("masks"))]
data = ds.GeneratorDataset(pairs, ["image", "mask"])
