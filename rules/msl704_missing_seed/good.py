# %%
from mindspore import Model, nn, set_seed

set_seed(1)
net = nn.Dense(8, 4)
model = Model(net, nn.MSELoss(), nn.Momentum(net.trainable_params(), 0.1, 0.9))
model.train(10, [])

# %%
import mindspore as ms
from mindspore import nn
from mindspore.communication import init

init()
ms.set_seed(1)
ms.set_auto_parallel_context(parallel_mode=ms.ParallelMode.DATA_PARALLEL, gradients_mean=True)
net = nn.Dense(8, 4)
model = ms.Model(net, nn.MSELoss(), nn.Momentum(net.trainable_params(), 0.1, 0.9))
model.train(10, [])
