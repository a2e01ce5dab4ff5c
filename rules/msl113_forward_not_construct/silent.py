# %% construct stands in a base class | construct 在基类中
from mindspore import nn


class Base(nn.Cell):
    def construct(self, x):
        return self.forward(x)


class Net(Base):
    def __init__(self):
        super().__init__()
        self.fc = nn.Dense(128, 10)

    def forward(self, x):
        return self.fc(x)

# %% an abstract base | 抽象基类
from abc import abstractmethod

from mindspore import nn


class Base(nn.Cell):
    def forward(self, x):
        raise NotImplementedError


class Loss(nn.Cell):
    @abstractmethod
    def forward(self, x):
        return x.mean()


class Net(Base):
    def __init__(self):
        super().__init__()
        self.fc = nn.Dense(128, 10)

    def construct(self, x):
        return self.fc(x)

# %% a base that cannot be resolved | 无法解析的基类
from my_models import BaseModel


class Net(BaseModel):
    def forward(self, x):
        return x

# %% forward is only called by name | forward 只按名字调用
from mindspore import nn


class Encoder(nn.Cell):
    def __init__(self):
        super().__init__()
        self.fc = nn.Dense(128, 10)

    def forward(self, x):
        return self.fc(x)


class Net(nn.Cell):
    def __init__(self):
        super().__init__()
        self.encoder = Encoder()

    def construct(self, x):
        return self.encoder.forward(x)

# %% construct is set to forward in a method | 在方法中把 construct 设为 forward
from mindspore import nn


class Net(nn.Cell):
    def __init__(self):
        super().__init__()
        self.fc = nn.Dense(128, 10)
        self.construct = self.forward

    def forward(self, x):
        return self.fc(x)


class Later(nn.Cell):
    def set_mode(self):
        self.construct = self.forward

    def forward(self, x):
        return x

# %% construct is set to forward from outside | 在类外把 construct 设为 forward
from mindspore import nn


class Net(nn.Cell):
    def forward(self, x):
        return x


Net.construct = Net.forward


class Other(nn.Cell):
    def forward(self, x):
        return x


other = Other()
other.construct = other.forward

# %% a decorator that may have changed the class | 可能改动了该类的装饰器
from mindspore import nn

from ports import with_construct


@with_construct
class Net(nn.Cell):
    def forward(self, x):
        return x
