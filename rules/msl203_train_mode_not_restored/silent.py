# %% a helper restores the mode | 辅助函数恢复了模式
from mindspore import nn


class Net(nn.Cell):
    def __init__(self):
        super().__init__()
        self.dense = nn.Dense(8, 4)
        self.drop = nn.Dropout(p=0.2)

    def construct(self, x):
        return self.drop(self.dense(x))


def evaluate(net, data):
    net.set_train(False)
    found = [net(x) for x, y in data]
    net.set_train(True)
    return found


net = Net()
net.set_train()
step = nn.TrainOneStepCell(nn.WithLossCell(net, nn.MSELoss()), nn.SGD(net.trainable_params(), 0.1))
for epoch in range(10):
    for x, y in []:
        step(x, y)
    if epoch % 5 == 0:
        evaluate(net, [])

# %% an evaluation after the training | 训练结束之后的评估
from mindspore import nn


class Net(nn.Cell):
    def __init__(self):
        super().__init__()
        self.dense = nn.Dense(8, 4)
        self.drop = nn.Dropout(p=0.2)

    def construct(self, x):
        return self.drop(self.dense(x))


net = Net()
net.set_train()
step = nn.TrainOneStepCell(nn.WithLossCell(net, nn.MSELoss()), nn.SGD(net.trainable_params(), 0.1))
for epoch in range(10):
    for x, y in []:
        step(x, y)
net.set_train(False)

# %% another network is evaluated | 评估的是另一个网络
from mindspore import nn


class Net(nn.Cell):
    def __init__(self):
        super().__init__()
        self.dense = nn.Dense(8, 4)
        self.drop = nn.Dropout(p=0.2)

    def construct(self, x):
        return self.drop(self.dense(x))


net, teacher = Net(), Net()
net.set_train()
step = nn.TrainOneStepCell(nn.WithLossCell(net, nn.MSELoss()), nn.SGD(net.trainable_params(), 0.1))
for epoch in range(10):
    teacher.set_train(False)
    for x, y in []:
        step(x, teacher(x))

# %% a part that stays frozen while the rest is trained | 训练其余部分时始终冻结的一部分
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
loss = nn.MSELoss()
optimizer = nn.SGD(net.trainable_params(), 0.1)


def forward(x, y):
    return loss(net(x), y)


gradients = ms.value_and_grad(forward, None, optimizer.parameters)
net.set_train()
for epoch in range(3):
    net.norm.set_train(False)
    for x, y in []:
        value, grads = gradients(x, y)
        optimizer(grads)

# %% frozen from some epoch on: nothing is evaluated | 从某个 epoch 起冻结：没有做任何评估
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
loss = nn.MSELoss()
optimizer = nn.SGD(net.trainable_params(), 0.1)


def forward(x, y):
    return loss(net(x), y)


gradients = ms.value_and_grad(forward, None, optimizer.parameters)
net.set_train()
for epoch in range(3):
    if epoch > 1:
        net.set_train(False)
    for x, y in []:
        value, grads = gradients(x, y)
        optimizer(grads)

# %% a compiled step keeps the mode that it was compiled in | 已编译的训练步保持编译时的模式
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


ms.set_context(mode=ms.GRAPH_MODE)
net = Net()
step = nn.TrainOneStepCell(nn.WithLossCell(net, nn.MSELoss()), nn.SGD(net.trainable_params(), 0.1))
step.set_train()
for epoch in range(3):
    for x, y in []:
        step(x, y)
    net.set_train(False)
    print([net(x) for x, y in []])

# %% the loop is left after the evaluation | 评估之后便退出循环
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
loss = nn.MSELoss()
optimizer = nn.SGD(net.trainable_params(), 0.1)


def forward(x, y):
    return loss(net(x), y)


gradients = ms.value_and_grad(forward, None, optimizer.parameters)
net.set_train()
for epoch in range(3):
    for x, y in []:
        value, grads = gradients(x, y)
        optimizer(grads)
    if value < 0.1:
        net.set_train(False)
        print(net(x))
        break

# %% a callback evaluates with the Model that trains, or data is sunk | 回调用正在训练的 Model 评估，或使用数据下沉
import mindspore as ms
from mindspore import nn

net = nn.SequentialCell(nn.Dense(8, 4), nn.Dropout(p=0.2))
loss_fn = nn.MSELoss()


class Evaluate(ms.Callback):
    def __init__(self, model, data):
        super().__init__()
        self.model = model
        self.data = data

    def on_train_epoch_end(self, run_context):
        print(self.model.eval(self.data))


class Sample(ms.Callback):
    def epoch_end(self, run_context):
        net.set_train(False)
        print(net(ms.ops.ones((1, 8))))
        net.set_train(True)


ms.set_context(mode=ms.PYNATIVE_MODE)
ms.set_seed(1)
model = ms.Model(net, loss_fn, nn.SGD(net.trainable_params(), 0.1), metrics={"mse"})
other = ms.Model(net, loss_fn, metrics={"mse"})
model.train(10, [], callbacks=[Evaluate(model, []), Sample()], dataset_sink_mode=False)
model.train(10, [], callbacks=[Evaluate(other, [])], dataset_sink_mode=True)

# %% only after the last epoch | 仅在最后一个 epoch 之后
import mindspore as ms
from mindspore import nn

net = nn.SequentialCell(nn.Dense(8, 4), nn.Dropout(p=0.2))
loss_fn = nn.MSELoss()
optimizer = nn.SGD(net.trainable_params(), 0.1)
grad_fn = ms.value_and_grad(lambda x, y: loss_fn(net(x), y), None, optimizer.parameters)
epochs = 3
ms.set_seed(1)
net.set_train()
for epoch in range(epochs):
    for x, y in []:
        loss, grads = grad_fn(x, y)
        optimizer(grads)
    if epoch == epochs - 1:
        net.set_train(False)
        print(net(ms.ops.ones((1, 8))))

# %% a callback that ends the training | 结束训练的回调
import mindspore as ms
from mindspore import nn

net = nn.SequentialCell(nn.Dense(8, 4), nn.Dropout(p=0.2))


class Stop(ms.Callback):
    def on_train_epoch_end(self, run_context):
        if run_context.original_args().net_outputs < 0.1:
            run_context.request_stop()
            net.set_train(False)
            print(net(ms.ops.ones((1, 8))))


class Last(ms.Callback):
    def epoch_end(self, run_context):
        params = run_context.original_args()
        if params.cur_epoch_num == params.epoch_num:
            net.set_train(False)
            print(net(ms.ops.ones((1, 8))))


ms.set_context(mode=ms.PYNATIVE_MODE)
ms.set_seed(1)
model = ms.Model(net, nn.MSELoss(), nn.SGD(net.trainable_params(), 0.1))
model.train(10, [], callbacks=[Stop()])
model.train(10, [], callbacks=[Last()])
