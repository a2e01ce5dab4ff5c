# %%
import mindspore as ms
from mindspore import nn

ms.set_context(mode=ms.GRAPH_MODE, device_target="Ascend")
ms.set_seed(1)
net = nn.SequentialCell(nn.Conv2d(1, 8, 3, has_bias=True), nn.Flatten(), nn.Dense(6272, 10))
scale = ms.DynamicLossScaleManager()
optimizer = nn.Momentum(net.trainable_params(), 0.1, 0.9)
model = ms.Model(net, nn.CrossEntropyLoss(), optimizer, loss_scale_manager=scale)
model.train(10, [])

# %%
import argparse

import mindspore as ms
from mindspore import amp, nn

parser = argparse.ArgumentParser()
parser.add_argument("--device", default="Ascend", choices=["Ascend", "GPU", "CPU"])
args = parser.parse_args()
ms.set_device(args.device)
net = nn.SequentialCell(nn.Conv2d(1, 8, 3, has_bias=True), nn.MaxPool2d(2, 2), nn.Flatten(), nn.Dense(1568, 10))
net.set_train()
optimizer = nn.Momentum(net.trainable_params(), 0.1, 0.9)
scaler = amp.DynamicLossScaler(scale_value=2**16, scale_factor=2, scale_window=50)
grad = ms.value_and_grad(lambda x, y: scaler.scale(nn.CrossEntropyLoss()(net(x), y)), None, optimizer.parameters)
for x, y in []:
    loss, grads = grad(x, y)
    optimizer(scaler.unscale(grads))

# %%
import mindspore as ms
from mindspore import nn

ms.set_context(mode=ms.GRAPH_MODE, device_target="Ascend", ascend_config={"precision_mode": "must_keep_origin_dtype"})
net = nn.SequentialCell(nn.Conv2d(3, 16, 3, has_bias=True), nn.Flatten(), nn.Dense(16, 10))
model = ms.Model(net, nn.CrossEntropyLoss(), nn.Momentum(net.trainable_params(), 0.1, 0.9))

# %%
import mindspore as ms
from mindspore import nn

ms.set_device("CPU")
net = nn.SequentialCell(nn.Conv2d(3, 8, 3, has_bias=True), nn.MaxPool2d(2, 2), nn.Flatten())
model = ms.Model(net, nn.CrossEntropyLoss(), nn.Momentum(net.trainable_params(), 0.1, 0.9))
model.train(10, [])
