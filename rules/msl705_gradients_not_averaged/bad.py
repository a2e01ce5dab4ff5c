# %%
import mindspore as ms
from mindspore import nn
from mindspore.communication import init

init()
ms.set_seed(1)
ms.set_auto_parallel_context(parallel_mode=ms.ParallelMode.DATA_PARALLEL)  # MSL705
net = nn.Dense(8, 4)
model = ms.Model(net, nn.MSELoss(), nn.Momentum(net.trainable_params(), 0.1, 0.9))
model.train(10, [])

# %%
import mindspore as ms
from mindspore import nn
from mindspore.communication import init

init()
ms.set_seed(1)
ms.set_auto_parallel_context(parallel_mode="data_parallel")
net = nn.Dense(8, 4)
net.set_train()
opt = nn.Momentum(net.trainable_params(), 0.1, 0.9)
grad = ms.value_and_grad(lambda x, y: nn.MSELoss()(net(x), y), None, opt.parameters)
for x, y in []:
    loss, grads = grad(x, y)
    opt(grads)  # MSL705
