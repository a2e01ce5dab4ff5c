# %% info: from MindSpore 2.10 on every chip keeps float32 by default: info | 从 MindSpore 2.10 起，所有芯片默认保持 float32（提示级）
import mindspore as ms
from mindspore import nn

ms.set_context(mode=ms.GRAPH_MODE, device_target="Ascend")
net = nn.SequentialCell(nn.Conv2d(3, 16, 3, has_bias=True), nn.Flatten(), nn.Dense(16, 10))
model = ms.Model(net, nn.CrossEntropyLoss(), nn.Momentum(net.trainable_params(), 0.1, 0.9))

# %% which device it is, is not known, and from MindSpore 2.10 on none takes float16 by itself | 不知道是什么设备；从 MindSpore 2.10 起，任何设备都不会自动使用 float16
import mindspore as ms
from mindspore import nn

ms.set_seed(1)
net = nn.SequentialCell(
    nn.Conv2d(3, 8, 3, has_bias=True), nn.MaxPool2d(2, 2), nn.AdaptiveMaxPool2d(1), nn.AvgPool2d(1), nn.Flatten()
)
model = ms.Model(net, nn.CrossEntropyLoss(), nn.Momentum(net.trainable_params(), 0.1, 0.9))
model.train(10, [])

# %% another device | 其他设备
import mindspore as ms
from mindspore import nn

ms.set_context(device_target="GPU")
ms.set_seed(1)
net = nn.Conv2d(3, 8, 3, has_bias=True)
model = ms.Model(net, nn.CrossEntropyLoss(), nn.Momentum(net.trainable_params(), 0.1, 0.9))
model.train(10, [])

# %% a loss scale: a manager, or what O2 brings | 有损失缩放：传入了管理器，或 O2 自带
import mindspore as ms
from mindspore import nn

ms.set_context(device_target="Ascend")
ms.set_seed(1)
net = nn.Conv2d(3, 8, 3, has_bias=True)
model = ms.Model(net, nn.CrossEntropyLoss(), nn.Momentum(net.trainable_params(), 0.1, 0.9), amp_level="O2")
model.train(10, [])

# %% bfloat16 | 使用 bfloat16
import mindspore as ms
from mindspore import nn

ms.set_context(device_target="Ascend")
ms.set_seed(1)
net = nn.Conv2d(3, 8, 3, has_bias=True).to_float(ms.bfloat16)
model = ms.Model(net, nn.CrossEntropyLoss(), nn.Momentum(net.trainable_params(), 0.1, 0.9))
model.train(10, [])

# %% the level is not known, and may be O2 | 级别未知，可能是 O2
import mindspore as ms
from mindspore import nn


def main(level):
    ms.set_context(device_target="Ascend")
    ms.set_seed(1)
    net = nn.Conv2d(3, 8, 3, has_bias=True)
    model = ms.Model(net, nn.CrossEntropyLoss(), nn.Momentum(net.trainable_params(), 0.1, 0.9), amp_level=level)
    model.train(10, [])


if __name__ == "__main__":
    main(input())

# %% evaluation, matrix products, and operators that are not on the list | 评估、矩阵乘法，以及不在清单上的算子
import mindspore as ms
from mindspore import nn

ms.set_context(device_target="Ascend")
ms.set_seed(1)
other = nn.Conv2d(3, 8, 3, has_bias=True)
ms.Model(other, nn.CrossEntropyLoss(), metrics={"loss"}).eval([])
net = nn.SequentialCell(nn.Linear(8, 8), nn.MultiheadAttention(8, 2), nn.Dense(8, 8))
model = ms.Model(net, nn.CrossEntropyLoss(), nn.Momentum(net.trainable_params(), 0.1, 0.9))
model.train(10, [])
