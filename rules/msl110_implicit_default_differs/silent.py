# %% the axis of a softmax, which PyTorch without dim chooses by the number of dimensions | softmax 的轴：不写 dim 时 PyTorch 按维数选取
from mindspore import nn, ops


def probabilities(logits):
    return nn.Softmax()(logits), ops.softmax(logits)

# %% info: one finding per API and file, at the first call: info | 每个 API 在每个文件中只有一条，报告在第一处调用（提示级）
from mindspore import nn

first = nn.LayerNorm((64,))
second = nn.LayerNorm((64,))
third = nn.LayerNorm((64,))

# %% a version in which both agree | 两者一致的版本
from mindspore import nn

loss = nn.BCELoss()

# %% more arguments may come | 可能还有其他参数
from mindspore import nn


def make(options):
    return nn.LayerNorm((64,), **options)

# %% whether a dataset is shuffled is no question of a default | 数据集是否混洗不属于默认值问题
import mindspore.dataset as ds


def make(source):
    return ds.GeneratorDataset(source, ["image"])

# %% mint follows PyTorch | mint 与 PyTorch 一致
from mindspore import mint

norm = mint.nn.LayerNorm((64,))
act = mint.nn.GELU()

# %% a method of several signatures, and nothing says which of them it is; or what may be no Tensor | 有多种签名的方法，无从判断是哪一种；或者对象可能不是 Tensor
from mindspore import Tensor

x = Tensor([[1.0, 2.0], [3.0, 5.0]])
spread = x.std()
along = x.std(1)
as_torch = x.std(dim=1, keepdim=True)
given = x.std(1, 1, keepdims=True)


def look(y):
    return y.std(axis=1), y.multinomial(4)

# %% a class of this module | 本模块中定义的类
from mindspore import nn


class LayerNorm(nn.Cell):
    def construct(self, x):
        return x


norm = LayerNorm((64,))
