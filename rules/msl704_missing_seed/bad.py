# %%
from mindspore import Model, nn

net = nn.Dense(8, 4)
model = Model(net, nn.MSELoss(), nn.Momentum(net.trainable_params(), 0.1, 0.9))  # MSL704 info
model.train(10, [])

# %%
import mindspore as ms
from mindspore import nn
from mindspore.communication import init

init()  # MSL704
ms.set_auto_parallel_context(parallel_mode=ms.ParallelMode.DATA_PARALLEL, gradients_mean=True)
net = nn.Dense(8, 4)
model = ms.Model(net, nn.MSELoss(), nn.Momentum(net.trainable_params(), 0.1, 0.9))
model.train(10, [])
