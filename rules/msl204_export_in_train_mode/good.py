# %%
import numpy as np
from mindspore import Model, Tensor, export, nn

net = nn.SequentialCell(nn.Dense(8, 4), nn.Dropout(p=0.2))
model = Model(net, nn.MSELoss(), nn.SGD(net.trainable_params(), 0.1))
model.train(1, [])
net.set_train(False)
export(net, Tensor(np.ones((1, 8), np.float32)), file_name="net", file_format="MINDIR")
