# %% in place: auto on a Cell, and to_float | 原地修改：对 Cell 使用 auto，以及 to_float
import mindspore as ms
from mindspore import amp, nn

net = nn.SequentialCell(nn.Dense(8, 8), nn.ReLU())
amp.auto_mixed_precision(net, "auto")
net.to_float(ms.float16)

# %% O0 is chosen, or the level is an option whose default it is | 选择的是 O0，或级别是默认为 O0 的选项
import argparse

from mindspore import amp, nn

parser = argparse.ArgumentParser()
parser.add_argument("--amp_level", default="O0")
args = parser.parse_args()
net = nn.SequentialCell(nn.Dense(8, 8), nn.ReLU())
amp.auto_mixed_precision(net, "O0")
amp.auto_mixed_precision(net, amp_level=args.amp_level)

# %% layers only at O1: all of them are converted in place | O1 级别且只含层：全部原地转换
from mindspore import amp, nn

net = nn.SequentialCell(nn.Dense(8, 8), nn.ReLU())
amp.auto_mixed_precision(net, "O1")
amp.custom_mixed_precision(net, white_list=[nn.Dense])

# %% info: operators in the network's own construct at O1: info | O1 级别，网络自己的 construct 中有算子（提示级）
from mindspore import amp, nn, ops


class Net(nn.Cell):
    def __init__(self):
        super().__init__()
        self.fc = nn.Dense(8, 8)
        self.matmul = ops.MatMul()

    def construct(self, x):
        return self.matmul(self.fc(x), x.T)


net = Net()
amp.auto_mixed_precision(net, "O1")

# %% the loss casts to float32 by itself | 损失自行转换为 float32
import mindspore as ms
from mindspore import amp, nn


class Loss(nn.LossBase):
    def construct(self, logits, labels):
        return self.get_loss((logits.astype(ms.float32) - labels) ** 2)


net = nn.SequentialCell(nn.Dense(8, 8), nn.ReLU())
amp.auto_mixed_precision(net, "O2")
loss = Loss()

# %% the loss is kept in float32 | 损失保持 float32
import mindspore as ms
from mindspore import amp, nn

net = nn.SequentialCell(nn.Dense(8, 8), nn.ReLU())
amp.auto_mixed_precision(net, "O3")
loss = nn.CrossEntropyLoss().to_float(ms.float32)

# %% bfloat16 does not overflow | bfloat16 不会溢出
import mindspore as ms
from mindspore import amp, nn

net = nn.SequentialCell(nn.Dense(8, 8), nn.ReLU())
amp.auto_mixed_precision(net, "O2", ms.bfloat16)

# %% the result is returned or passed on | 返回值被返回或传递
from mindspore import amp, nn


def build():
    net = nn.SequentialCell(nn.Dense(8, 8), nn.ReLU())
    return amp.auto_mixed_precision(net, "O2")


steps = [amp.auto_mixed_precision(build(), "O3")]

# %% no loss: what only generates, and a part of a network, may give float16 on purpose | 没有损失：只做生成的网络，或网络的一部分，可以有意输出 float16
from mindspore import amp, nn, ops


class Pipe:
    def __init__(self, decoder):
        self.decoder = decoder


net = nn.SequentialCell(nn.Dense(8, 8), nn.ReLU())
amp.auto_mixed_precision(net, "O2")
pipe = Pipe(nn.Dense(8, 8))
amp.auto_mixed_precision(pipe.decoder, "O2")
print(pipe.decoder(net(ops.ones((1, 8)))))
