# %% 2.9
import mindspore as ms
from mindspore import nn

ms.set_context(mode=ms.GRAPH_MODE, device_target="Ascend")
ms.set_seed(1)
net = nn.SequentialCell(nn.Conv2d(1, 8, 3, has_bias=True), nn.Flatten(), nn.Dense(6272, 10))
model = ms.Model(net, nn.CrossEntropyLoss(), nn.Momentum(net.trainable_params(), 0.1, 0.9))  # MSL402
model.train(10, [])

# %% 2.9
import argparse

import mindspore as ms
from mindspore import nn

parser = argparse.ArgumentParser()
parser.add_argument("--device", default="Ascend", choices=["Ascend", "GPU", "CPU"])
args = parser.parse_args()
ms.set_device(args.device)
net = nn.SequentialCell(nn.Conv2d(1, 8, 3, has_bias=True), nn.MaxPool2d(2, 2), nn.Flatten(), nn.Dense(1568, 10))
net.set_train()
optimizer = nn.Momentum(net.trainable_params(), 0.1, 0.9)
grad = ms.value_and_grad(lambda x, y: nn.CrossEntropyLoss()(net(x), y), None, optimizer.parameters)
for x, y in []:
    loss, grads = grad(x, y)
    optimizer(grads)  # MSL402

# %%
import mindspore as ms
from mindspore import nn

ms.set_context(mode=ms.GRAPH_MODE, device_target="Ascend", ascend_config={"precision_mode": "allow_fp32_to_fp16"})
net = nn.SequentialCell(nn.Conv2d(3, 16, 3, has_bias=True), nn.Flatten(), nn.Dense(16, 10))
model = ms.Model(net, nn.CrossEntropyLoss(), nn.Momentum(net.trainable_params(), 0.1, 0.9))  # MSL402

# %% 2.9
import mindspore as ms
from mindspore import nn

net = nn.SequentialCell(nn.Conv2d(3, 8, 3, has_bias=True), nn.MaxPool2d(2, 2), nn.Flatten())
model = ms.Model(net, nn.CrossEntropyLoss(), nn.Momentum(net.trainable_params(), 0.1, 0.9))  # MSL402 info
model.train(10, [])
