"""The child process: takes cases out of a file, asks their probes, and writes each answer down before the next."""

from __future__ import annotations

import contextlib
import importlib.util
import json
import pickle
import sys
import time
from typing import Any, Callable, Dict, NamedTuple, Tuple

from mslint.device.lab import Lab, Shown, Unclear
from mslint.device.watch import watch
from mslint.model import Case
from mslint.rulekit.probes import INCONCLUSIVE

Probe = Callable[[Case, Lab], Shown]


class Order(NamedTuple):
    """What a child is asked for."""

    device: str
    memory: int  # bytes
    paths: Dict[str, str]  # the probe.py of each rule
    cases: Tuple[Tuple[int, Case], ...]


def main(order_file: str, answers_file: str) -> None:
    with open(order_file, "rb") as file:
        order: Order = pickle.load(file)
    with open(answers_file, "a", encoding="utf-8") as answers:

        def tell(**row: Any) -> None:
            print(json.dumps(row, default=plain), file=answers, flush=True)

        watch(order.memory)
        try:
            lab = Lab(order.device)
            use(lab, order.device)
        except Exception as error:
            tell(ready=False, reason=Lab.line(error))
            return
        tell(ready=True, versions=versions(lab))
        loaded: Dict[str, Any] = {}
        for number, case in order.cases:
            tell(start=number)
            started = time.perf_counter()
            try:
                lab.reset()
                shown = _probe(order.paths[case.code], case.code, loaded)(case, lab)
                row: Dict[str, Any] = {"verdict": shown.verdict, "key": shown.key, "measured": dict(shown.measured)}
            except Unclear as unclear:
                row = {"verdict": INCONCLUSIVE, "key": unclear.key, "general": True, "measured": unclear.params}
            except Exception as error:
                params = {"reason": Lab.line(error)}
                row = {"verdict": INCONCLUSIVE, "key": "probe-failed", "general": True, "measured": params}
            tell(done=number, seconds=round(time.perf_counter() - started, 4), **row)


def use(lab: Lab, device: str) -> None:
    """Choose the device, and see that it computes."""
    lab.ms.set_context(mode=lab.ms.PYNATIVE_MODE)
    lab.ms.set_device(device)
    lab.ms.runtime.launch_blocking()  # else an error would surface in a later operator
    with contextlib.suppress(SystemError):  # with a NumPy that it does not know the very first operator may fail
        lab.tensor(2).abs().asnumpy()
    if float((lab.tensor(2).abs() + 1).asnumpy().min()) < 1:
        raise RuntimeError(f"{device} does not compute")


def _probe(path: str, code: str, loaded: Dict[str, Any]) -> Probe:
    if path not in loaded:
        spec = importlib.util.spec_from_file_location(f"mslint_probe_{code}", path)
        assert spec is not None and spec.loader is not None
        module = importlib.util.module_from_spec(spec)
        sys.modules[spec.name] = module  # where a graph looks for the globals of a function
        spec.loader.exec_module(module)
        loaded[path] = module
    probe: Probe = loaded[path].probe
    return probe


def versions(lab: Lab) -> Dict[str, str]:
    return {
        "mindspore": str(lab.ms.__version__),
        "numpy": str(lab.np.__version__),
        "python": ".".join(str(part) for part in sys.version_info[:3]),
    }


def plain(value: Any) -> Any:
    """What JSON can hold of a measured value."""
    if hasattr(value, "asnumpy"):
        value = value.asnumpy()
    if hasattr(value, "tolist"):
        return value.tolist()
    return str(value)
