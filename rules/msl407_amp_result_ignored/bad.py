# %%
from mindspore import DynamicLossScaleManager, Model, amp, nn

net = nn.SequentialCell(nn.Dense(8, 8), nn.ReLU(), nn.Dense(8, 4))
amp.auto_mixed_precision(net, amp_level="O2")  # MSL407
opt = nn.Momentum(net.trainable_params(), 0.1, 0.9)
model = Model(net, nn.CrossEntropyLoss(), opt, loss_scale_manager=DynamicLossScaleManager())
model.train(10, [])

# %%
from mindspore import amp, nn

net = nn.SequentialCell(nn.Dense(8, 8), nn.ReLU(), nn.Dense(8, 4))
net = amp.auto_mixed_precision(net)  # MSL407

# %%
from mindspore import amp, ops


def forward(x, y):
    return ops.matmul(x, y).sum()


amp.auto_mixed_precision(forward, "auto")  # MSL407

# %%
from mindspore import DynamicLossScaleManager, Model, amp, nn

net = nn.SequentialCell(nn.Dense(8, 8), nn.BatchNorm1d(8))
amp.custom_mixed_precision(net, black_list=[nn.BatchNorm1d])  # MSL407
opt = nn.Momentum(net.trainable_params(), 0.1, 0.9)
model = Model(net, nn.CrossEntropyLoss(), opt, loss_scale_manager=DynamicLossScaleManager())
