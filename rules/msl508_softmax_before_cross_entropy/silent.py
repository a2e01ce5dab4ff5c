# %% evaluation: nothing is trained | 评估：没有训练
import mindspore as ms
from mindspore import nn


class Net(nn.Cell):
    def __init__(self):
        super().__init__()
        self.fc = nn.Dense(32, 10)
        self.softmax = nn.Softmax()

    def construct(self, x):
        return self.softmax(self.fc(x))


net = Net()
model = ms.Model(net, nn.CrossEntropyLoss(), metrics={"accuracy"})
print(model.eval([]))

# %% softmax only where the network does not train, or beside the logits | 只在网络不训练时使用 softmax，或与 logits 一并返回
import mindspore as ms
from mindspore import nn, ops


class Switched(nn.Cell):
    def __init__(self):
        super().__init__()
        self.fc = nn.Dense(32, 10)

    def construct(self, x):
        x = self.fc(x)
        if not self.training:
            x = ops.softmax(x, -1)
        return x


class Both(nn.Cell):
    def __init__(self):
        super().__init__()
        self.fc = nn.Dense(32, 10)

    def construct(self, x):
        x = self.fc(x)
        return x, ops.softmax(x, -1)


first, second = Switched(), Both()
loss = nn.CrossEntropyLoss()
ms.Model(first, loss, nn.SGD(first.trainable_params(), 0.01))
ms.Model(second, loss, nn.SGD(second.trainable_params(), 0.01))

# %% a wrapper for export, and attention inside the network | 用于导出的封装，以及网络内部的注意力
import mindspore as ms
from mindspore import nn, ops


class Attention(nn.Cell):
    def __init__(self):
        super().__init__()
        self.query = nn.Dense(32, 32)

    def construct(self, x):
        return ops.softmax(self.query(x), -1)


class Net(nn.Cell):
    def __init__(self):
        super().__init__()
        self.attention = Attention()
        self.fc = nn.Dense(32, 10)

    def construct(self, x):
        return self.fc(x * self.attention(x))


class Export(nn.Cell):
    def __init__(self, net):
        super().__init__()
        self.net = net

    def construct(self, x):
        return ops.softmax(self.net(x), -1)


net = Net()
model = ms.Model(net, nn.CrossEntropyLoss(), nn.SGD(net.trainable_params(), 0.01))
model.train(1, None)
ms.export(Export(net), ms.ops.ones((1, 32)), file_name="net", file_format="MINDIR")

# %% a loss that takes probabilities, and log_softmax, which a second softmax does not change | 接收概率的损失，以及 log_softmax：再做一次 softmax 不会改变它
import mindspore as ms
from mindspore import nn, ops


class Net(nn.Cell):
    def __init__(self):
        super().__init__()
        self.fc = nn.Dense(32, 10)
        self.softmax = nn.Softmax()

    def construct(self, x):
        return self.softmax(self.fc(x))


class Logs(nn.Cell):
    def __init__(self):
        super().__init__()
        self.fc = nn.Dense(32, 10)

    def construct(self, x):
        return ops.log_softmax(self.fc(x), -1)


net, logs = Net(), Logs()
ms.Model(net, nn.BCELoss(), nn.SGD(net.trainable_params(), 0.01))
ms.Model(logs, nn.CrossEntropyLoss(), nn.SGD(logs.trainable_params(), 0.01))
