# %%
import mindspore as ms

if ms.__version__ < "2.10":  # MSL905
    print("old")

# %%
from mindspore import __version__ as current

NEEDED = "2.3"
installed = current
new = installed >= NEEDED  # MSL905
old = "2.7.1" > current  # MSL905
between = "2.0" <= current < "2.4"  # MSL905

# %%
import mindspore

if mindspore.__version__ >= "2.0":  # MSL905 info
    print("two")
if mindspore.__version__ <= "1.9.0":  # MSL905 info
    print("one")
