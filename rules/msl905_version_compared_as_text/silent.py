# %% equal or not | 判断是否相等
import mindspore

exact = mindspore.__version__ == "2.10.0"
other = mindspore.__version__ != "2.7.0"
among = mindspore.__version__ in ("2.7.0", "2.7.1")

# %% parsed versions and tuples of numbers | 解析后的版本，以及由数组成的元组
import mindspore
from packaging import version

parsed = version.parse(mindspore.__version__) >= version.parse("2.10")
numbers = tuple(int(part) for part in mindspore.__version__.split(".")[:2]) >= (2, 10)
major = int(mindspore.__version__.split(".")[0]) >= 2

# %% another side that is not known to be text | 另一边不一定是文本
from distutils.version import LooseVersion

import mindspore


def at_least(needed):
    return mindspore.__version__ >= needed


loose = LooseVersion("2.10") > mindspore.__version__

# %% another package's version | 其他包的版本
import mindspore
import numpy

old = numpy.__version__ < "1.20"
print(mindspore.__version__)

# %% info: in the order that text has as well: info | 按文本比较也恰好得到同样的次序（提示级）
import mindspore

two = mindspore.__version__ >= "2.0.0"
