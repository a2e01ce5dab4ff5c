# %% sorted, in whatever way | 已排序，无论用什么方式
import glob
import os

import mindspore.dataset as ds
import numpy as np
from natsort import natsorted

images = os.listdir("images")
images.sort()
masks = glob.glob("masks/*")
masks.sort(key=os.path.basename)
data = ds.GeneratorDataset(list(zip(images, masks)), ["image", "mask"])
other = ds.GeneratorDataset(list(zip(natsorted(glob.glob("a/*")), natsorted(glob.glob("b/*")))), ["image", "mask"])
third = ds.GeneratorDataset(list(zip(np.sort(os.listdir("a")), np.sort(os.listdir("b")))), ["image", "mask"])

# %% shuffled: unpaired on purpose | 已混洗：有意不配对
import os
import random

import mindspore.dataset as ds

horses = os.listdir("horses")
zebras = os.listdir("zebras")
random.shuffle(horses)
random.shuffle(zebras)
data = ds.GeneratorDataset(list(zip(horses, zebras)), ["horse", "zebra"])

# %% only counted, and one listing that makes both names | 只用于计数，或两组名称都由同一次列举得到
import os

import mindspore.dataset as ds

names = os.listdir("images")
masks = [name.replace(".jpg", ".png") for name in names]
data = ds.GeneratorDataset(list(zip(names, masks)), ["image", "mask"])
print(len(os.listdir("images")), len(os.listdir("masks")))

# %% not sharded: a shuffled dataset has no order of files to lose | 没有分片：数据集会混洗，本来就没有文件顺序可言
import os

import mindspore.dataset as ds

data = ds.GeneratorDataset(os.listdir("images"), ["file"])
other = ds.GeneratorDataset(os.listdir("images"), ["file"], num_shards=None, shard_id=None)

# %% one folder that is listed twice comes in one order | 同一个文件夹列出两次，顺序相同
import os

import mindspore.dataset as ds


def pairs(folder, names):
    for old, new in zip(os.listdir(folder), [name.upper() for name in os.listdir(folder)]):
        names[old] = new
    return ds.NumpySlicesDataset(list(names), ["name"], shuffle=False)
