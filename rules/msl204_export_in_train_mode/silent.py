# %% a fresh network | 新建的网络
import numpy as np
from mindspore import Tensor, export, load_checkpoint, nn

net = nn.SequentialCell(nn.Dense(8, 4), nn.Dropout(p=0.2))
load_checkpoint("net.ckpt", net)
export(net, Tensor(np.ones((1, 8), np.float32)), file_name="net", file_format="MINDIR")

# %% ONNX leaves Dropout out by itself | ONNX 会自行去掉 Dropout
import numpy as np
from mindspore import Tensor, export, nn

net = nn.SequentialCell(nn.Dense(8, 4), nn.Dropout(p=0.2))
net.set_train()
export(net, Tensor(np.ones((1, 8), np.float32)), file_name="net", file_format="ONNX")

# %% Model.eval has switched it | Model.eval 已经切换
import numpy as np
from mindspore import Model, Tensor, export, nn

net = nn.SequentialCell(nn.Dense(8, 4), nn.Dropout(p=0.2))
model = Model(net, nn.MSELoss(), nn.SGD(net.trainable_params(), 0.1), metrics={"mse"})
model.train(1, [])
model.eval([])
export(net, Tensor(np.ones((1, 8), np.float32)), file_name="net", file_format="MINDIR")

# %% the graph of a training step, exported to train with | 导出训练步的计算图，用于继续训练
import mindspore as ms
from mindspore import nn


class Net(nn.Cell):
    def __init__(self):
        super().__init__()
        self.dense = nn.Dense(8, 4)
        self.norm = nn.BatchNorm1d(4)
        self.drop = nn.Dropout(p=0.2)

    def construct(self, x):
        return self.drop(self.norm(self.dense(x)))


net = Net()
step = nn.TrainOneStepCell(nn.WithLossCell(net, nn.MSELoss()), nn.SGD(net.trainable_params(), 0.1))
step.set_train()
ms.export(step, ms.Tensor([1.0]), ms.Tensor([1.0]), file_name="train", file_format="MINDIR")
