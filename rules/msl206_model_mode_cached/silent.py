# %% before any eval or predict: predict undoes it | 之前没有 eval 或 predict：predict 会自行切换到推理模式
from mindspore import Model, nn

net = nn.SequentialCell(nn.Dense(8, 4), nn.Dropout(p=0.2))
model = Model(net, nn.MSELoss(), metrics={"mse"})
net.set_train(True)
print(model.predict(None))

# %% Model.eval in between switches | 中间的 Model.eval 会切换
from mindspore import Model, nn

net = nn.SequentialCell(nn.Dense(8, 4), nn.Dropout(p=0.2))
model = Model(net, nn.MSELoss(), metrics={"mse"})
model.eval([])
net.set_train(True)
model.eval([])
print(model.predict(None))

# %% trained by the Model since its last evaluation | 上次评估之后又用该 Model 训练过
from mindspore import Model, nn

net = nn.SequentialCell(nn.Dense(8, 4), nn.Dropout(p=0.2))
model = Model(net, nn.MSELoss(), nn.SGD(net.trainable_params(), 0.1), metrics={"mse"})
model.eval([])
model.train(1, [])
net.set_train(True)
print(model.predict(None))

# %% the evaluation of another Model | 由另一个 Model 评估
from mindspore import Model, nn

net = nn.SequentialCell(nn.Dense(8, 4), nn.Dropout(p=0.2))
model = Model(net, nn.MSELoss(), metrics={"mse"})
other = Model(net, nn.MSELoss(), metrics={"mse"})
other.eval([])
net.set_train(True)
print(model.predict(None))

# %% Monte-Carlo dropout: the function that predicts asks for it | 蒙特卡洛 Dropout：由做预测的函数自己要求
from mindspore import nn
from mindspore.train import Model

net = nn.SequentialCell(nn.Dense(8, 4), nn.Dropout(p=0.2))
model = Model(net, nn.MSELoss(), nn.SGD(net.trainable_params(), 0.1), metrics={"mse"})


def spread(data, x):
    model.eval(data)
    net.set_train(True)
    return [model.predict(x) for _ in range(20)]


spread([], None)
