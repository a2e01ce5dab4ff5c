"""The child process: takes cases out of a file, asks their probes, and writes each answer down before the next."""

from __future__ import annotations

import contextlib
import importlib.util
import json
import os
import pickle
import sys
import threading
import time
from typing import Any, Callable, Dict, List, NamedTuple, Tuple

from mslint.device.lab import Lab, Shown, Unclear
from mslint.model import Case
from mslint.rulekit.probes import INCONCLUSIVE

OUT_OF_MEMORY = 77  # the exit status of a child that has used more than it may

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
            print(json.dumps(row, default=_plain), file=answers, flush=True)

        threading.Thread(target=_watch, args=(order.memory,), daemon=True).start()
        try:
            lab = Lab(order.device)
            _use(lab, order.device)
        except Exception as error:
            tell(ready=False, reason=Lab.line(error))
            return
        tell(ready=True, versions=_versions(lab))
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


def _use(lab: Lab, device: str) -> None:
    """Choose the device, and see that it computes."""
    lab.ms.set_context(mode=lab.ms.PYNATIVE_MODE, pynative_synchronize=True)
    lab.ms.set_device(device)
    with contextlib.suppress(SystemError):  # with a NumPy that it does not know the very first operator may fail
        lab.tensor(2).abs().asnumpy()
    if float((lab.tensor(2).abs() + 1).asnumpy().min()) < 1:
        raise RuntimeError(f"{device} does not compute")


def _probe(path: str, code: str, loaded: Dict[str, Any]) -> Probe:
    if path not in loaded:
        spec = importlib.util.spec_from_file_location(f"mslint_probe_{code}", path)
        assert spec is not None and spec.loader is not None
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
        loaded[path] = module
    probe: Probe = loaded[path].probe
    return probe


def _versions(lab: Lab) -> Dict[str, str]:
    return {
        "mindspore": str(lab.ms.__version__),
        "numpy": str(lab.np.__version__),
        "python": ".".join(str(part) for part in sys.version_info[:3]),
    }


def _watch(limit: int) -> None:
    """End the process when it takes more memory than it may."""
    while True:
        time.sleep(0.1)
        if _resident() > limit:
            os._exit(OUT_OF_MEMORY)


def _resident() -> int:
    """The memory that this process takes, in bytes; 0 where that cannot be told."""
    with contextlib.suppress(OSError, ValueError, AttributeError), open("/proc/self/statm", "rb") as file:
        return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    try:
        import resource
    except ImportError:  # Windows
        return _resident_on_windows()
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return most if sys.platform == "darwin" else most * 1024


def _resident_on_windows() -> int:
    import ctypes
    from ctypes import wintypes

    class Counters(ctypes.Structure):
        _fields_ = [("cb", wintypes.DWORD), ("faults", wintypes.DWORD)] + [
            (name, ctypes.c_size_t) for name in ("peak", "working", "a", "b", "c", "d", "pagefile", "peak_pagefile")
        ]

    counters = Counters()
    counters.cb = ctypes.sizeof(counters)
    windll = getattr(ctypes, "windll")  # noqa: B009 - it is there on Windows only
    process = windll.kernel32.GetCurrentProcess()
    done = windll.psapi.GetProcessMemoryInfo(process, ctypes.byref(counters), counters.cb)
    return int(counters.working) if done else 0


def _plain(value: Any) -> Any:
    """What JSON can hold of a measured value."""
    if hasattr(value, "asnumpy"):
        value = value.asnumpy()
    if hasattr(value, "tolist"):
        return value.tolist()
    return str(value)


def answers_of(text: str) -> List[Dict[str, Any]]:
    """The rows of an answers file; a last line that is cut off is left out."""
    rows = []
    for line in text.split("\n")[:-1]:
        try:
            rows.append(json.loads(line))
        except ValueError:
            continue
    return rows
