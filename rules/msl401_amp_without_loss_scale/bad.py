# %%
from mindspore import Model, nn

net = nn.Dense(8, 4)
opt = nn.Momentum(net.trainable_params(), 0.1, 0.9)
model = Model(net, nn.MSELoss(), opt, amp_level="O3")  # MSL401
model.train(10, [])

# %%
from mindspore import Model, nn

net = nn.Dense(8, 4)
opt = nn.Momentum(net.trainable_params(), 0.1, 0.9)
model = Model(net, nn.MSELoss(), opt, amp_level="O2", loss_scale_manager=None)  # MSL401
model.train(10, [])

# %%
import mindspore as ms
from mindspore import amp, nn

net = nn.Dense(8, 4)
net.set_train()
net = amp.auto_mixed_precision(net, "O2")  # MSL401
opt = nn.Momentum(net.trainable_params(), 0.1, 0.9)
grad = ms.value_and_grad(lambda x, y: nn.MSELoss()(net(x), y), None, opt.parameters)
for x, y in []:
    loss, grads = grad(x, y)
    opt(grads)

# %%
import mindspore as ms
from mindspore import nn


class Net(nn.Cell):
    def __init__(self):
        super().__init__()
        self.fc1 = nn.Dense(8, 8).to_float(ms.float16)  # MSL401
        self.fc2 = nn.Dense(8, 4).to_float(ms.float16)

    def construct(self, x):
        return self.fc2(self.fc1(x))


net = Net()
step = nn.TrainOneStepCell(nn.WithLossCell(net, nn.MSELoss()), nn.SGD(net.trainable_params(), 0.1))
step.set_train()
for x, y in []:
    step(x, y)
