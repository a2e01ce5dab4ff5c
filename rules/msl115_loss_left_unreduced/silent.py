# %% info: an optimizer that divides by the size of the gradient: info | 会除以梯度大小的优化器（提示级）
from mindspore import Model, nn

net = nn.Dense(8, 4)
loss = nn.SoftmaxCrossEntropyWithLogits(sparse=True)
model = Model(net, loss, nn.Adam(net.trainable_params()))
model.train(10, [])

# %% evaluation | 评估
from mindspore import Model, nn

net = nn.Dense(8, 4)
loss = nn.SoftmaxCrossEntropyWithLogits(sparse=True)
model = Model(net, loss, metrics={"loss"})
model.eval([])
other = Model(net, loss, nn.Momentum(net.trainable_params(), 0.1, 0.9), metrics={"loss"})
other.eval([])

# %% reduced afterwards, in a cell or a function of its own | 之后在自己的 Cell 或函数中作了归约
import mindspore as ms
from mindspore import nn


class MaskedLoss(nn.LossBase):
    def __init__(self):
        super().__init__()
        self.each = nn.SoftmaxCrossEntropyWithLogits(sparse=True)

    def construct(self, logits, labels):
        return self.get_loss(self.each(logits, labels))


class NetWithLoss(nn.Cell):
    def __init__(self, net):
        super().__init__()
        self.net = net
        self.each = nn.SmoothL1Loss()

    def construct(self, x, y):
        return self.each(self.net(x), y).mean()


net = nn.Dense(8, 4)
opt = nn.Momentum(net.trainable_params(), 0.1, 0.9)
ms.Model(net, MaskedLoss(), opt).train(10, [])
step = nn.TrainOneStepCell(NetWithLoss(net), opt)
loss = nn.SoftmaxCrossEntropyWithLogits(sparse=True)
grad = ms.value_and_grad(lambda x, y: loss(net(x), y).mean(), None, opt.parameters)

# %% what the reduction is, is not known | 归约方式未知
from mindspore import Model, nn


def main(reduction, options):
    net = nn.Dense(8, 4)
    opt = nn.Momentum(net.trainable_params(), 0.1, 0.9)
    Model(net, nn.SoftmaxCrossEntropyWithLogits(sparse=True, reduction=reduction), opt).train(10, [])
    Model(net, nn.SmoothL1Loss(**options), opt).train(10, [])

# %% a factor makes up for the sum | 用一个系数抵消了求和带来的倍数
from mindspore import nn

net = nn.Dense(8, 4)
with_loss = nn.WithLossCell(net, nn.SoftmaxCrossEntropyWithLogits(sparse=True))
step = nn.TrainOneStepCell(with_loss, nn.SGD(net.trainable_params(), 0.1), sens=1 / 32)
step.set_train()
