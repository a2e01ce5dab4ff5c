# %% info: an optimizer that divides by the size of the gradient: info | 会除以梯度大小的优化器（提示级）
import mindspore as ms
from mindspore import nn

ms.set_seed(1)
ms.set_auto_parallel_context(parallel_mode=ms.ParallelMode.DATA_PARALLEL)
net = nn.Dense(8, 4)
model = ms.Model(net, nn.MSELoss(), nn.Adam(net.trainable_params(), 0.001))
model.train(10, [])

# %% the mean is set elsewhere, or computed by the reducer | 在别处设置了求平均，或由规约器计算
import mindspore as ms
from mindspore import nn

ms.set_seed(1)
ms.set_auto_parallel_context(parallel_mode=ms.ParallelMode.DATA_PARALLEL)
ms.set_auto_parallel_context(gradients_mean=True)
net = nn.Dense(8, 4)
model = ms.Model(net, nn.MSELoss(), nn.Momentum(net.trainable_params(), 0.1, 0.9))
model.train(10, [])

# %% a loop of its own with a reducer that is told to average | 自写循环，所用的规约器设置了求平均
import mindspore as ms
from mindspore import nn
from mindspore.communication import get_group_size, init

init()
ms.set_seed(1)
ms.set_auto_parallel_context(parallel_mode="data_parallel")
net = nn.Dense(8, 4)
net.set_train()
opt = nn.Momentum(net.trainable_params(), 0.1, 0.9)
reducer = nn.DistributedGradReducer(opt.parameters, True, get_group_size())
grad = ms.value_and_grad(lambda x, y: nn.MSELoss()(net(x), y), None, opt.parameters)
for x, y in []:
    loss, grads = grad(x, y)
    opt(reducer(grads))

# %% other parallel modes bring their own communication | 其他并行模式自带通信
import mindspore as ms
from mindspore import nn
from mindspore.communication import init

init()
ms.set_seed(1)
ms.set_auto_parallel_context(parallel_mode=ms.ParallelMode.SEMI_AUTO_PARALLEL)
net = nn.Dense(8, 4)
net.set_train()
opt = nn.Momentum(net.trainable_params(), 0.1, 0.9)
grad = ms.value_and_grad(lambda x, y: nn.MSELoss()(net(x), y), None, opt.parameters)
for x, y in []:
    loss, grads = grad(x, y)
    opt(grads)

# %% evaluation on several devices has no gradients | 多个设备上的评估没有梯度
import mindspore as ms
from mindspore import nn
from mindspore.communication import init

init()
ms.set_auto_parallel_context(parallel_mode=ms.ParallelMode.DATA_PARALLEL)
model = ms.Model(nn.Dense(8, 4), nn.MSELoss(), metrics={"loss"})
model.eval([])

# %% gradients are exchanged by hand | 自行交换梯度
import mindspore as ms
from mindspore import nn, ops
from mindspore.communication import get_group_size, init

init()
ms.set_seed(1)
net = nn.Dense(8, 4)
net.set_train()
opt = nn.Momentum(net.trainable_params(), 0.1, 0.9)
total = ops.AllReduce()
grad = ms.value_and_grad(lambda x, y: nn.MSELoss()(net(x), y), None, opt.parameters)
for x, y in []:
    loss, grads = grad(x, y)
    opt(tuple(total(each) / get_group_size() for each in grads))

# %% which mode it is, is not known | 不知道是哪种并行模式
import mindspore as ms
from mindspore import nn


def main(mode, options):
    ms.set_seed(1)
    ms.set_auto_parallel_context(parallel_mode=mode)
    ms.set_auto_parallel_context(**options)
    net = nn.Dense(8, 4)
    model = ms.Model(net, nn.MSELoss(), nn.Momentum(net.trainable_params(), 0.1, 0.9))
    model.train(10, [])


if __name__ == "__main__":
    main(input(), {})

# %% the mean is made by hand | 手动求平均
import mindspore as ms
from mindspore import nn
from mindspore.communication import get_group_size, init

init()
ms.set_seed(1)
ms.set_auto_parallel_context(parallel_mode="data_parallel")
size = get_group_size()
net = nn.Dense(8, 4)
loss_fn = nn.MSELoss()
optimizer = nn.SGD(net.trainable_params(), 0.1)
reducer = nn.DistributedGradReducer(optimizer.parameters)
grad_fn = ms.value_and_grad(lambda x, y: loss_fn(net(x), y), None, optimizer.parameters)
for x, y in []:
    loss, grads = grad_fn(x, y)
    grads = reducer(grads)
    optimizer([g / size for g in grads])
