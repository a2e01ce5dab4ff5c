# %% a network that is built to be asked only: no optimizer gets it | 仅用于推理的网络：没有交给优化器
import mindspore as ms
from my_models import build
from mindspore import nn


def teacher(path):
    net = build()
    ms.load_param_into_net(net, ms.load_checkpoint(path), strict_load=True)
    net.requires_grad = False
    return net


class PerceptualLoss(nn.Cell):
    def __init__(self, vgg: nn.Cell):
        super().__init__()
        self.vgg = nn.SequentialCell(vgg)
        self.vgg.requires_grad = False

    def construct(self, x, y):
        return (self.vgg(x) - self.vgg(y)).abs().mean()

# %% a teacher that is frozen when it has been trained | 教师网络训练完毕之后才冻结
import mindspore as ms
from mindspore import nn, ops


def distil(teacher, student, data):
    first = nn.Momentum(teacher.trainable_params(), 0.1, 0.9, weight_decay=1e-4)
    grad_fn = ms.value_and_grad(lambda x, y: ops.cross_entropy(teacher(x), y), None, first.parameters)
    teacher.set_train()
    for x, y in data:
        _, grads = grad_fn(x, y)
        first(grads)
    for param in teacher.get_parameters():
        param.requires_grad = False
    second = nn.Momentum(student.trainable_params(), 0.1, 0.9)
    return ms.value_and_grad(lambda x: ops.mse_loss(student(x), teacher(x)), None, second.parameters)

# %% a tensor is no weight | Tensor 不是权重
import numpy as np
from mindspore import Tensor

image = Tensor(np.ones((2, 3), np.float32))
image.requires_grad = False

# %% an attribute of one's own, which somebody reads | 自己的属性，并且有代码读取
from mindspore import nn


class Scale(nn.Cell):
    def __init__(self, parts, require_grad=True):
        super().__init__()
        self.require_grad = False
        self.requires_grads = True
        self.requires_grad = False
        for part in parts:
            part.require_grads = False
        print([part.require_grads for part in parts])

    def construct(self, x):
        return x

# %% built before, but without weight decay, or for another network | 优化器虽在此之前创建，但没有权重衰减，或属于另一个网络
from mindspore import nn


def prepare(net, other):
    optimizer = nn.SGD(net.trainable_params(), 0.01)
    second = nn.SGD(other.trainable_params(), 0.01, weight_decay=1e-4)
    for param in net.backbone.get_parameters():
        param.requires_grad = False
    return optimizer, second

# %% frozen on purpose: whoever writes it for parameters means it | 有意冻结：对参数写出这一行就是这个意思
from mindspore import nn


class Net(nn.Cell):
    def __init__(self, encoder, fixed=True):
        super().__init__()
        self.encoder = encoder
        self.conv = nn.Dense(8, 8)
        for name, param in self.encoder.parameters_and_names():
            if "norm" in name:
                param.requires_grad = False
        if fixed:
            self.conv.weight.requires_grad = False


def freeze(net):
    for param in net.get_parameters():
        param.requires_grad = False
    return nn.Momentum(net.trainable_params(), 0.01, 0.9, weight_decay=1e-4)

# %% set to True | 设为 True
from mindspore import nn

net = nn.Dense(8, 8)
for param in net.get_parameters():
    param.requires_grad = True
