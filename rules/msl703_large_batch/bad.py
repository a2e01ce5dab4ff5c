# %%
import mindspore as ms
import mindspore.dataset as ds
from mindspore import nn

ms.set_seed(1)
train_set = ds.MindDataset("train.mindrecord").batch(1024)  # MSL703
net = nn.Dense(8, 4)
model = ms.Model(net, nn.MSELoss(), nn.Momentum(net.trainable_params(), 0.1, 0.9))
model.train(90, train_set)
