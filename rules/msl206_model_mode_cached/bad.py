# %%
from mindspore import Model, nn

net = nn.SequentialCell(nn.Dense(8, 4), nn.Dropout(p=0.2))
model = Model(net, nn.MSELoss(), metrics={"mse"})
model.eval([])
net.set_train(True)
print(model.predict(None))  # MSL206

# %%
from mindspore import nn
from mindspore.train import Model

net = nn.SequentialCell(nn.Dense(8, 4), nn.Dropout(p=0.2))
loss = nn.MSELoss()
optimizer = nn.SGD(net.trainable_params(), 0.1)
model = Model(net, loss, metrics={"mse"})
step = nn.TrainOneStepCell(nn.WithLossCell(net, loss), optimizer)


def run(data, x):
    model.eval(data)
    net.set_train(True)
    for features, labels in data:
        step(features, labels)
    return model.predict(x)  # MSL206


run([], None)
