# %% torch.load and torch.save only, and what sets devices and seeds | 只用到 torch.load 和 torch.save，以及设置设备和随机种子的函数
import mindspore as ms
import torch
from mindspore import nn


class Net(nn.Cell):
    def __init__(self, path):
        super().__init__()
        self.fc = nn.Dense(3, 2)
        with torch.no_grad():
            weights = torch.load(path, map_location=torch.device("cpu"))
        self.fc.weight.set_data(ms.Tensor(weights["fc.weight"].numpy()))

    def construct(self, x):
        return self.fc(x)


torch.manual_seed(1)
print(torch.cuda.is_available(), Net("net.pth"))

# %% an import inside a function, or one that is tried | 函数内部的导入，或放在 try 中的导入
from mindspore import nn, ops

try:
    import torch
except ImportError:
    torch = None


class Net(nn.Cell):
    def __init__(self):
        super().__init__()
        self.fc = nn.Dense(3, 2)

    def construct(self, x):
        return ops.relu(self.fc(x))


def differs(x):
    import torch.nn.functional as F

    return F.relu(torch.tensor(x.asnumpy()))

# %% a function that converts or compares | 用于转换或比较的函数
import numpy as np
import torch
from mindspore import nn


class Net(nn.Cell):
    def __init__(self):
        super().__init__()
        self.fc = nn.Dense(3, 2)

    def construct(self, x):
        return self.fc(x)


def convert_weights(path):
    return {name: torch.transpose(value, 0, 1).numpy() for name, value in torch.load(path).items()}


def compare_with_torch(x):
    return np.allclose(torch.relu(torch.tensor(x)).numpy(), Net()(x).asnumpy())

# %% PyTorch's loader of data, and its types | PyTorch 的数据加载器及其类型
import numpy as np
import torch
from mindspore import Tensor, nn
from torch.utils.data import DataLoader, Dataset


class Rows(Dataset):
    def __len__(self):
        return 8

    def __getitem__(self, index):
        return np.ones(3, np.float32)


net = nn.Dense(3, 2)
for batch in DataLoader(Rows(), batch_size=4):
    if isinstance(batch, torch.Tensor):
        print(net(Tensor(batch.numpy())))

# %% no network of MindSpore in the file | 文件中没有 MindSpore 的网络
import mindspore as ms
import torch


def boxes(path):
    return ms.Tensor(torch.cat([torch.load(path), torch.zeros(4)]).numpy())

# %% a module of the project called torch_ops, and a local name torch | 项目中名为 torch_ops 的模块，以及本文件中名为 torch 的变量
import torch_ops
from mindspore import nn, ops as torch


class Net(nn.Cell):
    def __init__(self):
        super().__init__()
        self.fc = nn.Dense(3, 2)

    def construct(self, x):
        return torch.relu(torch_ops.cat(self.fc(x)))
