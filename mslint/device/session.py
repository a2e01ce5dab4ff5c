"""What every child process begins with: it reads its order, brings MindSpore up on the device, and says so."""

from __future__ import annotations

import contextlib
import json
import math
import pickle
import sys
from typing import Any, Callable, Dict

from mslint.device.lab import Lab
from mslint.device.watch import watch

Tell = Callable[..., None]  # writes its arguments down as one row of the answers


def serve(order_file: str, answers_file: str, work: Callable[[Any, Lab, Tell], None]) -> None:
    """Do the work of an order; each row is written down before the next thing is done."""
    with open(order_file, "rb") as file:
        order = pickle.load(file)
    with open(answers_file, "a", encoding="utf-8") as answers:

        def tell(**row: Any) -> None:
            print(json.dumps(_finite(row), default=_plain), file=answers, flush=True)

        watch(order.memory)
        try:
            lab = Lab(order.device)
            _use(lab, order.device)
        except Exception as error:
            tell(ready=False, reason=Lab.line(error))
            return
        tell(ready=True, versions=_versions(lab))
        work(order, lab, tell)


def _use(lab: Lab, device: str) -> None:
    """Choose the device, and see that it computes."""
    lab.ms.set_context(mode=lab.ms.PYNATIVE_MODE)
    lab.ms.set_device(device)
    lab.ms.runtime.launch_blocking()  # else an error would surface in a later operator
    # With a NumPy that it was not built for, the first operator that is given a number of Python's fails, and no other.
    with contextlib.suppress(SystemError):
        (lab.tensor(2) + 1).asnumpy()
    if float((lab.tensor(2).abs() + 1).asnumpy().min()) < 1:
        raise RuntimeError(f"{device} does not compute")


def _versions(lab: Lab) -> Dict[str, str]:
    return {
        "mindspore": str(lab.ms.__version__),
        "numpy": str(lab.np.__version__),
        "python": ".".join(str(part) for part in sys.version_info[:3]),
    }


def _plain(value: Any) -> Any:
    """What JSON can hold of a measured value."""
    if hasattr(value, "asnumpy"):
        value = value.asnumpy()
    if hasattr(value, "tolist"):
        return value.tolist()
    return str(value)


def _finite(value: Any) -> Any:
    """The same with "nan" and "inf" as texts: JSON has no such numbers."""
    if isinstance(value, float) and not math.isfinite(value):
        return str(value)
    if isinstance(value, dict):
        return {key: _finite(each) for key, each in value.items()}
    return [_finite(each) for each in value] if isinstance(value, (list, tuple)) else value
