# %% a function of the program, or something unknown, works on the pictures | 图像经过程序自己的函数或未知的处理
import mindspore as ms
import mindspore.dataset as ds
from mindspore import nn
from mindspore.dataset import vision
from somewhere import transforms


def prepare(image):
    return image / image.max()


ms.set_seed(1)
train_set = ds.Cifar10Dataset("cifar-10", usage="train", shuffle=True).map(prepare, "image").map(vision.HWC2CHW(), "image")
test_set = ds.Cifar10Dataset("cifar-10", usage="test", shuffle=False).map(transforms, "image")
net = nn.SequentialCell(nn.Flatten(), nn.Dense(3072, 10))
model = ms.Model(net, nn.CrossEntropyLoss(), nn.Momentum(net.trainable_params(), 0.1, 0.9), metrics={"accuracy"})
model.train(90, train_set.batch(64, drop_remainder=True))
model.eval(test_set.batch(64))

# %% the network normalises | 由网络作归一化
import mindspore as ms
import mindspore.dataset as ds
from mindspore import nn
from mindspore.dataset import vision


class Net(nn.Cell):
    def __init__(self):
        super().__init__()
        self.layers = nn.SequentialCell(nn.Flatten(), nn.Dense(3072, 10))

    def construct(self, x):
        return self.layers(x / 255)


ms.set_seed(1)
train_set = ds.Cifar10Dataset("cifar-10", usage="train", shuffle=True).map(vision.HWC2CHW(), "image")
net = Net()
model = ms.Model(net, nn.CrossEntropyLoss(), nn.Momentum(net.trainable_params(), 0.1, 0.9))
model.train(90, train_set.batch(64, drop_remainder=True))

# %% pictures are scaled when they are batched, or in the loop that reads them | 图像在组成批次时，或在读取数据的循环中缩放
import mindspore as ms
import mindspore.dataset as ds
from mindspore import nn
from mindspore.dataset import vision


def shrink(images, labels, info):
    return [image * 0.004 for image in images], labels


ms.set_seed(1)
train_set = ds.Cifar10Dataset("cifar-10", usage="train", shuffle=True).map(vision.HWC2CHW(), "image")
other_set = ds.Cifar10Dataset("cifar-10", usage="train", shuffle=True)
net = nn.SequentialCell(nn.Flatten(), nn.Dense(3072, 10))
model = ms.Model(net, nn.CrossEntropyLoss(), nn.Momentum(net.trainable_params(), 0.1, 0.9))
model.train(90, train_set.batch(64, drop_remainder=True, per_batch_map=shrink))
for images, labels in other_set.batch(64).create_tuple_iterator():
    print(net(images * 0.004), labels)

# %% data that is only looked at, and data that holds no pictures | 只供查看的数据，以及不含图像的数据
import mindspore as ms
import mindspore.dataset as ds
from mindspore import nn

ms.set_seed(1)
shown = ds.MnistDataset("mnist", usage="train", shuffle=True)
print(next(shown.create_dict_iterator()))
train_set = ds.MindDataset("train.mindrecord").batch(64)
net = nn.Dense(8, 4)
model = ms.Model(net, nn.MSELoss(), nn.Momentum(net.trainable_params(), 0.1, 0.9))
model.train(90, train_set)
