"""Run every row of torch_differences.toml in MindSpore and PyTorch on the CPU; results go to torch_measured.json.

    PYTHON scripts/measure_pairs.py [PART OF A NAME]      where mindspore and torch are installed

Run it once with each MindSpore version that matters (PYTHONPATH on an unpacked wheel will do): a result is stored
under row, MindSpore version and date, and says whether the two differ, which is bigger where the row claims one to be,
and whether the spelling that the row recommends and mindspore.mint, given PyTorch's own expression, are equal to
PyTorch. Then run make_torch_pairs.py. A row that cannot run on the CPU says so and counts as not verified.
"""

from __future__ import annotations

import datetime
import json
import os
import sys
import warnings
from pathlib import Path
from typing import Any, Callable, Dict, List, Tuple

os.environ.setdefault("GLOG_v", "4")
warnings.filterwarnings("ignore")

import mindspore as ms  # noqa: E402
import mindspore.common.initializer as init  # noqa: E402
import mindspore.dataset as ds  # noqa: E402
import numpy as np  # noqa: E402
import torch  # noqa: E402
import torch.nn as tnn  # noqa: E402
import torch.nn.functional as F  # noqa: E402, N812
from measure_names import identity  # noqa: E402
from mindspore import mint, nn, ops  # noqa: E402

try:
    import tomllib
except ModuleNotFoundError:
    import tomli as tomllib  # type: ignore[no-redef]

HERE = Path(__file__).resolve().parent
RESULTS = HERE / "torch_measured.json"
DATA = "np.linspace(-3, 3, 24, dtype=np.float32).reshape(2, 3, 4) ** 3 / 9"
WEIGHTS, GRADIENT, STEPS = [1.0, -2.0, 3.0], [0.1, -0.2, 0.3], 3


class Numbers:
    """64 numbers in order, as a data source for both frameworks."""

    def __len__(self) -> int:
        return 64

    def __getitem__(self, index: int) -> Any:
        if index >= 64:
            raise IndexError
        return np.float32(index)


def quiet(function: Callable[[], Any]) -> Any:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return function()


def seeded(function: Callable[[], Any]) -> Any:
    ms.set_seed(1)
    return function()


def repeats(draw: Callable[[], Any]) -> bool:
    """Whether an index is ever drawn twice, in 50 draws."""
    return any(len(set(plain(draw()).tolist())) < 4 for _ in range(50))


def step_ms(make: Callable[[Any], Any], scale: float = 1.0) -> Any:
    """The weights after some steps with the same gradient."""
    weights = ms.Parameter(ms.Tensor(WEIGHTS, ms.float32), name="w")
    optimizer = make([weights])
    for _ in range(STEPS):
        optimizer((ms.Tensor(GRADIENT, ms.float32) * scale,))
    return weights.asnumpy()


def step_pt(make: Callable[[Any], Any], scale: float = 1.0) -> Any:
    weights = tnn.Parameter(torch.tensor(WEIGHTS))
    optimizer = make([weights])
    for _ in range(STEPS):
        weights.grad = torch.tensor(GRADIENT) * scale
        optimizer.step()
    return weights.detach().numpy()


def bn_ms(layer: Any, x: Any) -> Any:
    layer.set_train()
    layer(x)
    inner = getattr(layer, "bn2d", layer)  # BatchNorm3d holds a BatchNorm2d
    return [parameter.asnumpy() for parameter in (inner.moving_mean, inner.moving_variance)]


def bn_pt(layer: Any, t: Any) -> Any:
    layer.train()
    layer(t)
    return [layer.running_mean.numpy(), layer.running_var.numpy()]


def plain(value: Any) -> Any:
    """numpy arrays, tuples of them, or what the value is."""
    if isinstance(value, (tuple, list)):
        return tuple(plain(part) for part in value)
    if isinstance(value, torch.Tensor):
        return value.detach().numpy()
    if isinstance(value, ms.Tensor):
        return value.asnumpy()
    return value


def compare(one: Any, other: Any) -> Tuple[bool, str]:
    """Whether two results are equal, and a few words on it."""
    one, other = plain(one), plain(other)
    if isinstance(one, (str, bool)) or isinstance(other, (str, bool)):
        return one == other, "equal" if one == other else f"{one} against {other}"
    if isinstance(one, tuple) != isinstance(other, tuple):
        return False, "{} against {}".format(*("a tuple" if isinstance(v, tuple) else "a tensor" for v in (one, other)))
    if isinstance(one, tuple):
        if all(isinstance(part, (int, str)) for part in one + other):
            return one == other, "equal" if one == other else f"{one} against {other}"
        if len(one) != len(other):
            return False, f"{len(one)} results against {len(other)}"
        parts = [compare(a, b) for a, b in zip(one, other)]
        return all(p[0] for p in parts), next((p[1] for p in parts if not p[0]), "equal")
    one, other = np.asarray(one), np.asarray(other)
    if one.shape != other.shape:
        return False, f"shape {one.shape} against {other.shape}"
    gap = float(np.max(np.abs(one.astype(np.float64) - other.astype(np.float64)))) if one.size else 0.0
    scale = max(1.0, float(np.max(np.abs(other))) if other.size else 1.0)
    if gap <= 2e-6 * scale:
        return True, "equal"
    first = np.argmax(np.abs(one.astype(np.float64) - other.astype(np.float64)))
    return False, f"{one.flat[first] + 0.0:.6g} against {other.flat[first] + 0.0:.6g}"


def settle() -> None:
    """Let what an earlier row left to fail fail now: operators without a kernel may do so long after their call."""
    for _ in range(9):
        try:
            ops.add(ms.Tensor(1.0), ms.Tensor(1.0)).asnumpy()
            ms.runtime.synchronize()
            return
        except RuntimeError:
            continue


def attempt(text: str, names: Dict[str, Any]) -> Tuple[Any, str]:
    settle()
    try:
        for last in (False, True):
            try:
                value = plain(eval(text, {**globals(), **names}))
                ms.runtime.synchronize()
                break
            # MindSpore 2.10 with numpy 2: the very first call of some operators fails, and only that. What an earlier
            # row left behind may still fail here too.
            except (SystemError, RuntimeError):
                if last:
                    raise
        return value, ""
    except Exception as error:  # whatever the frameworks raise is the result
        return None, f"raises {type(error).__name__}: {str(error).strip().splitlines()[0][:100] if str(error) else ''}"


def measure(row: Dict[str, Any]) -> Dict[str, Any]:
    array = eval(row.get("data", DATA), {"np": np})
    names = {"x": ms.Tensor(array), "t": torch.tensor(array)}
    ours, failed = attempt(row["ms"], names)
    theirs, refused = attempt(row["pt"], names)
    if failed:
        return {"outcome": "not run", "words": f"MindSpore {failed} on the CPU"}
    if refused:
        return {"outcome": "differs", "words": f"MindSpore runs, PyTorch {refused}"}
    equal, words = compare(ours, theirs)
    result: Dict[str, Any] = {"outcome": "equal" if equal else "differs", "words": words}
    if "claims" in row:
        size = row.get("size", "np.abs(v).sum()")
        mine, its = (float(eval(size, {**globals(), "v": value})) for value in (ours, theirs))
        result["is"] = "bigger" if mine > its else "smaller" if mine < its else "as big"
    if "right" in row:
        names = {"x": ms.Tensor(array), "t": torch.tensor(array)}
        written, failed = attempt(row["right"], names)
        same, words = (False, failed) if failed else compare(written, theirs)
        result["written out"] = "equal" if same else words
    # PyTorch's own expression, run by mindspore.mint as far as names allow
    names = {"tnn": mint.nn, "F": mint.nn.functional, "torch": mint, "t": ms.Tensor(array)}
    minted, failed = attempt(row.get("mint", row["pt"]), names)
    if not failed:
        same, words = compare(minted, theirs)
        result["mint"] = "equal" if same else words
    elif "has no attribute" not in failed:
        result["mint"] = failed
    if "alone" in row:
        alone, failed = attempt(row["alone"], names)
        same, words = (True, failed) if failed else compare(ours, alone)
        result["alone"] = "no difference" if same else words
    return result


def main(arguments: List[str]) -> int:
    with open(HERE / "torch_differences.toml", "rb") as stream:
        rows = tomllib.load(stream)["row"]
    known = json.loads(RESULTS.read_text(encoding="utf-8")) if RESULTS.exists() else {}
    today = datetime.date.today().isoformat()
    for row in rows:
        if "ms" not in row or (arguments and arguments[0] not in identity(row)):
            continue
        result = {**measure(row), "torch": torch.__version__.split("+")[0], "date": today}
        known.setdefault(identity(row), {})[ms.__version__] = result
        expected = "differs" if row.get("silent", True) else "equal"
        good = result["outcome"] == expected and result.get("written out", "equal") == "equal"
        good = good and result.get("alone") != "no difference" and result.get("is") == row.get("claims")
        note = "" if good else "   <---"
        print(identity(row), "|", result["outcome"], result["words"], "|", result.get("written out", "-"), note)
    live = {identity(row) for row in rows}
    lines = ",\n".join(f" {json.dumps(k)}: {json.dumps(v)}" for k, v in sorted(known.items()) if k in live)
    RESULTS.write_text(f"{{\n{lines}\n}}\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    assert all((mint, ds, init, ops, nn, F))  # the rows' expressions use these names
    sys.exit(main(sys.argv[1:]))
