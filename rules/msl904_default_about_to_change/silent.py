# %% the way to pad of a kernel that is one wide | 卷积核大小为 1 时的填充方式
from mindspore import nn

conv = nn.Conv2d(3, 8, 1, has_bias=True)
squeeze = nn.Conv2d(8, 3, kernel_size=(1, 1), stride=2, has_bias=True)

# %% patches: kernels side by side mostly fit the input, whichever way to pad | 切块：并排的卷积核通常正好铺满输入，与填充方式无关
from mindspore import nn


class Patches(nn.Cell):
    def __init__(self, size, width):
        super().__init__()
        self.project = nn.Conv2d(3, width, kernel_size=size, stride=size, has_bias=True)

# %% a default whose meaning changes with it: written out it would turn wrong | 默认值的含义也会随之改变：写明旧值反而会出错
from mindspore import nn

norm = nn.BatchNorm2d(64)

# %% an argument that another rule already speaks of | 其他规则已经报告的参数
from mindspore import nn

act = nn.GELU()

# %% given explicitly | 已明确写出
from mindspore import nn

pool = nn.AvgPool2d(kernel_size=2, stride=1)

# %% more arguments may come | 可能还有其他参数
from mindspore import nn


def optimizer(params, options):
    return nn.Adagrad(params, **options)

# %% a change that changes nothing: all axes, either way | 改了也没有区别：前后都是所有轴
from mindspore import ops


def largest(x):
    return ops.amax(x)
