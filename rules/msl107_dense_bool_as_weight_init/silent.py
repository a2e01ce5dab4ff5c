# %% keyword form | 按名称传入
from mindspore import nn

fc = nn.Dense(128, 10, has_bias=False)

# %% nn.Linear takes PyTorch's order | nn.Linear 采用 PyTorch 的参数顺序
from mindspore import nn

fc = nn.Linear(128, 10, False)

# %% an initialiser in third position | 第三个参数是初始化器
from mindspore import nn
from mindspore.common.initializer import Normal

fc = nn.Dense(128, 10, Normal(0.02))
named = nn.Dense(128, 10, "xavier_uniform", "zeros", False)
