# %% try and except ImportError | try 和 except ImportError
try:
    from mindspore import ms_function as jit
except ImportError:
    from mindspore import jit


@jit
def double(x):
    return x * 2

# %% a version guard | 版本判断
import mindspore as ms

if ms.__version__ < "1.9.0":
    jit = ms.ms_function
else:
    jit = ms.jit

# %% hasattr asks first | 先用 hasattr 检查
import mindspore as ms

jit = ms.jit
if hasattr(ms, "ms_function"):
    jit = ms.ms_function

# %% a look first, behind a name, a function, an attribute, or among the modules | 先作检查，结果存在变量、函数或属性中，或查看已加载的模块
import sys

import mindspore as ms
from mindspore import ops

HAS = hasattr(ms, "ms_function")
VERSION = tuple(int(part) for part in ms.__version__.split(".")[:2])


def is_old():
    return VERSION < (2, 0)


class Compiler:
    old = ms.__version__ < "1.9"

    def compile(self, function):
        if self.old:
            return ms.ms_function(function)
        return ms.jit(function)


def compile_it(function):
    if HAS:
        return ms.ms_function(function)
    return ms.jit(function)


def depend(x, y):
    if is_old():
        return ops.control_depend(x, y)
    return ops.depend(x, y)


if "mindspore.dataset.vision.c_transforms" in sys.modules:
    import mindspore.dataset.vision.c_transforms as C

# %% set by this module itself | 由本模块自己设置
import mindspore as ms


def compile_it(function):
    return ms.jit(function)


ms.ms_function = compile_it
step = ms.ms_function(print)

# %% a condition names the argument | 条件中提到了该参数
import inspect

from mindspore import ops

NAME = "sizes" if "sizes" in inspect.signature(ops.interpolate).parameters else "size"


def resize(x, size):
    if NAME == "sizes":
        return ops.interpolate(x, sizes=size, mode="bilinear")
    return ops.interpolate(x, size=size, mode="bilinear")

# %% a module deep inside that still has what its package lost | 内层模块中仍然保留着上层包已删除的名称
from mindspore.ops import operations
from mindspore.ops.operations.nn_ops import FusedBatchNorm

norm = FusedBatchNorm()
observer = operations.IFMR

# %% another package | 其他的包
from vision_tools import c_transforms as C

resize = C.Resize((224, 224))
