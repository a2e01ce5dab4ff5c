# %%
import mindspore as ms
from packaging import version

if version.parse(ms.__version__) < version.parse("2.10"):
    print("old")

# %%
from mindspore import __version__ as current
from packaging.version import Version

NEEDED = "2.3"
installed = Version(current)
new = installed >= Version(NEEDED)
old = Version("2.7.1") > installed
between = Version("2.0") <= installed < Version("2.4")

# %%
import mindspore

if mindspore.__version__.startswith("2."):
    print("two")
