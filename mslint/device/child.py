"""The child process: takes cases out of a file, asks their probes, and writes each answer down before the next."""

from __future__ import annotations

import importlib.util
import sys
from typing import Any, Callable, Dict, NamedTuple, Tuple

from mslint.device.lab import Lab, Shown, Unclear
from mslint.device.session import Tell, serve
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
    serve(order_file, answers_file, _ask)


def _ask(order: Order, lab: Lab, tell: Tell) -> None:
    """Each case in its turn."""
    loaded: Dict[str, Any] = {}
    for number, case in order.cases:
        tell(start=number)
        try:
            lab.reset()
            shown = _probe(order.paths[case.code], case.code, loaded)(case, lab)
            row: Dict[str, Any] = {"verdict": shown.verdict, "key": shown.key, "measured": dict(shown.measured)}
        except Unclear as unclear:
            row = {"verdict": INCONCLUSIVE, "key": unclear.key, "general": True, "measured": unclear.params}
        except Exception as error:
            params = {"reason": Lab.line(error)}
            row = {"verdict": INCONCLUSIVE, "key": "probe-failed", "general": True, "measured": params}
        tell(done=number, **row)


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
