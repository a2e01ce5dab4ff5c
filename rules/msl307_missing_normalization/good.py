# %%
import mindspore as ms
import mindspore.dataset as ds
from mindspore import nn
from mindspore.dataset import vision

ms.set_seed(1)
train_set = ds.Cifar10Dataset("cifar-10", usage="train", shuffle=True)
train_set = train_set.map([vision.RandomCrop(32, 4), vision.RandomHorizontalFlip(), vision.ToTensor()], "image")
net = nn.SequentialCell(nn.Flatten(), nn.Dense(3072, 10))
model = ms.Model(net, nn.CrossEntropyLoss(), nn.Momentum(net.trainable_params(), 0.1, 0.9))
model.train(90, train_set.batch(64, drop_remainder=True))
