"""`mslint smoke`: builds a network on a device and says how it does; imports the user's code, if it may."""

from __future__ import annotations

import os
import re
from typing import Tuple

from mslint.cli import streams
from mslint.cli.options import Options
from mslint.cli.settings import overrides_from
from mslint.device.installed import require_mindspore
from mslint.device.network import Order
from mslint.device.smoke import run_smoke
from mslint.errors import UserError
from mslint.project import Project
from mslint.report import smoke as report

_FACTORY = re.compile(r"[^\W\d]\w*(\.[^\W\d]\w*)*:[^\W\d]\w*(\.[^\W\d]\w*)*")
_INPUT = re.compile(r"(\d+(?:x\d+)*)(?::(float16|float32|float64|int32|int64|int8|uint8|bool))?")
MOST = 2**31  # values in one input
MEMORY = 32 * 1024**3  # bytes; a network of the user's is not held as short as a probe


def smoke(options: Options) -> int:
    """Run the smoke test and return 1 if some check found a problem."""
    factory = options.words[0]
    _require_factory("smoke", factory)
    if options.reference is not None:
        _require_factory("--reference", options.reference)
    if not options.input:
        raise UserError("smoke-no-input")
    inputs = tuple(_input(text) for text in options.input)
    if not options.allow_import:
        raise UserError("smoke-needs-import", factory=factory)
    require_mindspore()
    settings = Project(overrides_from(options)).settings_in(os.curdir)
    options.speaks = settings.lang
    order = Order(options.device, MEMORY, os.getcwd(), factory, options.reference or "", inputs)
    result = run_smoke(order)
    if options.output_format == "json":
        streams.write(report.document(result))
    else:
        for line in report.text(result, settings.lang):
            streams.write(line)
    return 1 if result.problems else 0


def _require_factory(option: str, value: str) -> None:
    if not _FACTORY.fullmatch(value):
        raise UserError("smoke-bad-factory", option=option, value=value)


def _input(text: str) -> Tuple[Tuple[int, ...], str]:
    found = _INPUT.fullmatch(text)
    shape = tuple(int(length) for length in found.group(1).split("x")) if found else ()
    size = 1
    for length in shape:
        size *= length
    if found is None or not 0 < size < MOST:
        raise UserError("smoke-bad-input", value=text)
    return shape, found.group(2) or "float32"
