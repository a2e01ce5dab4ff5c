# %% the columns are named, by keyword or by position | 已指定列，按名称或按位置
import mindspore.dataset as ds
from mindspore.dataset import transforms, vision

data = ds.Cifar10Dataset("cifar-10", usage="train", shuffle=True)
data = data.map(vision.ToTensor(), ["image"])
data = data.map(input_columns="label", operations=transforms.TypeCast("int32"))

# %% one column, or columns that are not known | 只有一列，或列未知
import mindspore.dataset as ds
from mindspore.dataset import transforms
from somewhere import names

one = ds.NumpySlicesDataset([[1.0], [2.0]], ["data"], shuffle=True).map(transforms.TypeCast("float32"))
other = ds.MindDataset("train.mindrecord").map(transforms.TypeCast("float32"))
third = ds.GeneratorDataset([([1.0], 0)], names, shuffle=True).map(transforms.TypeCast("float32"))

# %% columns that were left out, renamed or joined before | 之前已去掉、改名或合并过列
import mindspore.dataset as ds
from mindspore.dataset import vision

data = ds.Cifar10Dataset("cifar-10", usage="train", shuffle=True).project(["image"]).map(vision.ToTensor())
pairs = ds.zip((ds.NumpySlicesDataset([[1.0]], ["x"]), ds.NumpySlicesDataset([[2.0]], ["y"]))).map(vision.ToTensor())

# %% arguments that are not all known, and map of something else | 参数并非全部已知，以及其他对象的 map
import mindspore.dataset as ds
from concurrent.futures import ThreadPoolExecutor
from mindspore.dataset import vision
from somewhere import options

data = ds.Cifar10Dataset("cifar-10", usage="train", shuffle=True).map(vision.ToTensor(), **options)
with ThreadPoolExecutor() as pool:
    print(list(pool.map(len, ["image", "label"])))
