# %% info: what type the mask has is not known: info | 掩码的类型未知（提示级）
import mindspore as ms
from mindspore import nn


class Masked(nn.Cell):
    def construct(self, scores, mask):
        return scores + (1 - mask) * -1e9


net = Masked().to_float(ms.float16)

# %% info: masked_fill, where and sums give -inf: info | masked_fill、where 和加法得到 -inf（提示级）
import mindspore as ms
from mindspore import nn, ops


class Masked(nn.Cell):
    def construct(self, scores, mask):
        return ops.softmax(scores.masked_fill(mask, -1e9))


net = Masked().to_float(ms.float16)

# %% a float32 mask keeps the product in float32 | float32 的掩码使乘积保持 float32
import mindspore as ms
from mindspore import nn, ops


class Masked(nn.Cell):
    def construct(self, scores, mask):
        mask = ops.cast(mask, ms.float32)
        return scores + (1.0 - mask) * -1e9


net = Masked().to_float(ms.float16)

# %% not float16: nothing asked for, other levels, bfloat16, layers only | 不是 float16：没有要求、其他级别、bfloat16、只涉及部分层
import mindspore as ms
from mindspore import amp, nn


class Masked(nn.Cell):
    def __init__(self):
        super().__init__()
        self.fc = nn.Dense(8, 8).to_float(ms.float16)

    def construct(self, x, mask):
        scores = self.fc(x)
        return scores + mask.astype(scores.dtype) * -1e9


plain = Masked()
some = amp.auto_mixed_precision(Masked(), "O1")
other = Masked().to_float(ms.bfloat16)

# %% constants that float16 holds | float16 能表示的常数
import mindspore as ms
from mindspore import nn


class Masked(nn.Cell):
    def __init__(self):
        super().__init__()
        self.low = -65504.0

    def construct(self, scores, mask):
        mask = mask.astype(scores.dtype)
        return scores + mask * -10000.0 + mask * self.low


net = Masked().to_float(ms.float16)

# %% the part that masks stays in float32 | 负责掩盖的部分保持 float32
import mindspore as ms
from mindspore import nn


class Masked(nn.Cell):
    def construct(self, scores, mask):
        return scores + mask.astype(scores.dtype) * -1e9


class Net(nn.Cell):
    def __init__(self):
        super().__init__()
        self.fc = nn.Dense(8, 8)
        self.masked = Masked()

    def construct(self, x, mask):
        return self.masked(self.fc(x), mask)


net = Net().to_float(ms.float16)
net.masked.to_float(ms.float32)
