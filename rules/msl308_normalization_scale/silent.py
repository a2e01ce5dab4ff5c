# %% unknown order: operations or lists that nobody knows, another column, a function in between | 顺序未知：操作或列表来自未知之处、另一列、中间有函数
import mindspore.dataset as ds
from mindspore.dataset import vision
from somewhere import augment, column, scale

MEAN, STD = [0.485, 0.456, 0.406], [0.229, 0.224, 0.225]
first = ds.Cifar10Dataset("cifar", usage="all").map([scale, vision.Normalize(MEAN, STD)], "image")
second = ds.Cifar10Dataset("cifar", usage="all").map(lambda image: image / 255.0, "image")
second = second.map(vision.Normalize(MEAN, STD), "image")
third = ds.Cifar10Dataset("cifar", usage="all").map(vision.ToTensor(), column)
third = third.map(vision.Normalize(MEAN, STD), "image")
fourth = augment(ds.Cifar10Dataset("cifar", usage="all")).map(vision.Normalize(MEAN, STD), "image")
fifth = ds.GeneratorDataset(["a", "b"], ["image"]).map(vision.Normalize(MEAN, STD), "image")
sixth = ds.Cifar10Dataset("cifar", usage="all").map([vision.ToTensor()], "image", output_columns="other")
sixth = sixth.map(vision.Normalize(MEAN, STD), "image")

# %% on one of the ways it fits | 至少有一条执行路径是相符的
import mindspore.dataset as ds
from mindspore.dataset import vision

MEAN, STD = [0.485, 0.456, 0.406], [0.229, 0.224, 0.225]


def create_dataset(path, to_float):
    data = ds.Cifar10Dataset(path, usage="all")
    operations = []
    if to_float:
        operations += [vision.Rescale(1 / 255, 0)]
    operations += [vision.Normalize(MEAN, STD)]
    return data.map(operations, "image")

# %% statistics that only shift or divide, and one mean for channels that come first | 只平移或只缩放的统计量，以及通道在前时只用一个均值
import mindspore.dataset as ds
from mindspore.dataset import vision

first = ds.Cifar10Dataset("cifar", usage="all").map(vision.Normalize([0, 0, 0], [255, 255, 255]), "image")
second = ds.Cifar10Dataset("cifar", usage="all").map(vision.Normalize([123.7, 116.3, 103.5], [1, 1, 1]), "image")
third = ds.MnistDataset("mnist").map([vision.ToTensor(), vision.Normalize([0.1307], [0.3081])])
fourth = ds.MnistDataset("mnist").map([vision.Rescale(1 / 255, 0), vision.Rescale(1 / 0.3081, -0.1307 / 0.3081)])
fifth = ds.MnistDataset("mnist").map([vision.Resize(32), vision.Rescale(1 / 127.5, -1), vision.HWC2CHW()])

# %% rotation, blur and erasing after the layout changed: not known to be wrong | 布局改变之后的旋转、模糊和擦除：没有证据表明有错
import mindspore.dataset as ds
from mindspore.dataset import vision

data = ds.Cifar10Dataset("cifar", usage="all")
data = data.map([vision.ToTensor(), vision.RandomErasing(), vision.GaussianBlur(3), vision.RandomRotation(9)], "image")
