"""The look at one dataset: checks what is asked for, starts the child, and gathers what it saw; puts it in no words."""

from __future__ import annotations

import base64
import os
import re
from dataclasses import dataclass
from typing import Any, Callable, Dict, FrozenSet, Mapping, Optional, Sequence, Tuple

from mslint.device import balance, judging
from mslint.device.dataset import Order
from mslint.device.files import File, parsed, written
from mslint.device.installed import require_mindspore
from mslint.device.judging import EVAL, TRAIN, DataItem, DataSample, First
from mslint.device.process import OUT_OF_MEMORY, USUAL, Child, Limits
from mslint.errors import UserError
from mslint.source.writing import replace_file

SAMPLES, SECONDS, SHARDS = 100_000, 300.0, 2
STALL = 60.0  # seconds without a sample after which a pipeline hangs
PATIENCE = 60.0  # seconds without any sign of the child
MEMORY = 8 * 1024**3  # bytes; a dataset of the user's may well hold all of its samples
MOST_SHARDS = 64

_FUNCTION = re.compile(r"[^\W\d]\w*(\.[^\W\d]\w*)*:[^\W\d]\w*(\.[^\W\d]\w*)*")
_NAME = re.compile(r"[^\W\d]\w*")

Step = Callable[[int, int], None]  # how many samples are done, and of how many


@dataclass(frozen=True)
class DataOrder:
    """What is to be looked at, and how far."""

    function: str
    args: Tuple[Tuple[str, str], ...] = ()
    label: Optional[str] = None  # a column; "none" where there are no labels; None where it is to be found
    purpose: str = TRAIN
    samples: int = SAMPLES
    seconds: float = SECONDS
    shards: int = SHARDS
    against: str = ""  # the file that holds a list of files
    stored: Optional[Tuple[File, ...]] = None  # what it holds
    write: str = ""
    folder: str = ""  # where modules are looked for; the current folder


@dataclass(frozen=True)
class DataResult:
    """All that was seen of a dataset: the verdict of each item with what was measured, in no language."""

    function: str
    purpose: str
    device: str
    versions: Mapping[str, str]
    samples: int  # of the first pass
    whole: bool  # whether these are all
    items: Tuple[DataItem, ...]
    built: FrozenSet[Tuple[str, int]] = frozenset()  # the lines that led to its datasets, by the real path of a file

    @property
    def problems(self) -> int:
        return sum(each.verdict == judging.PROBLEM for each in self.items)


def data_order(
    function: str,
    args: Sequence[str] = (),
    label: Optional[str] = None,
    purpose: str = TRAIN,
    samples: int = SAMPLES,
    seconds: float = SECONDS,
    shards: int = SHARDS,
    files_against: Optional[str] = None,
    write_files: Optional[str] = None,
) -> DataOrder:
    """An order out of plain values as they come from a command line; UserError for what cannot be followed."""
    if not _FUNCTION.fullmatch(function):
        raise UserError("data-bad-function", value=function)
    given: Dict[str, str] = {}
    for text in args:
        name, equals, value = text.partition("=")
        if not equals or not _NAME.fullmatch(name):
            raise UserError("data-bad-arg", value=text)
        if name in given:
            raise UserError("data-arg-twice", name=name)
        given[name] = value
    if purpose not in (TRAIN, EVAL):
        raise UserError("data-bad-purpose", value=purpose)
    for option, number, least in (("--samples", samples, 1), ("--data-seconds", seconds, 0), ("--shards", shards, 2)):
        if not least <= number < float("inf") or not number:
            raise UserError("data-bad-number", option=option, least=least or 0.1, value=number)
    if shards > MOST_SHARDS:
        raise UserError("data-too-many-shards", value=shards, most=MOST_SHARDS)
    against, write = files_against or "", write_files or ""
    stored = _stored(against) if against else None
    if write and (os.path.isdir(write) or not os.path.isdir(os.path.dirname(os.path.abspath(write)))):
        raise UserError("data-cannot-write", file=write)
    return DataOrder(
        function, tuple(given.items()), label, purpose, samples, seconds, shards, against, stored, write, os.getcwd()
    )


def _stored(name: str) -> Tuple[File, ...]:
    try:
        with open(name, encoding="utf-8", errors="surrogateescape") as file:
            text = file.read()
    except OSError as error:
        raise UserError("data-no-list", file=name, reason=error.strerror or str(error)) from None
    found, wrong = parsed(text)
    if wrong is not None:
        raise UserError("data-bad-list", file=name, line=wrong)
    return tuple(found)


def run_data(order: DataOrder, limits: Limits = USUAL, step: Optional[Step] = None, memory: int = MEMORY) -> DataResult:
    """Run the dataset in a child process and judge what it gives; UserError where nothing of it can be had."""
    require_mindspore()
    device, stall = "CPU", min(STALL, order.seconds)
    bounds = (order.label, order.samples, order.seconds, stall, order.shards)
    wanted = Order(device, memory, order.folder or os.getcwd(), order.function, order.args, *bounds)
    parts: Dict[str, Mapping[str, Any]] = {}
    finished, failed = False, None
    with Child("mslint.device.dataset", wanted, limits.start, whole_environment=True) as child:
        for row in child.answers(device, stall + PATIENCE):
            if "refused" in row:
                raise UserError(row["refused"], **row["params"])
            if "progress" in row:
                if step is not None:
                    step(row["progress"], max(row["of"] or order.samples, row["progress"], 1))
            elif "part" in row:
                parts[row["part"]] = child.aside(row["aside"]) if "aside" in row else row
            elif "finished" in row:
                finished = True
                break
            elif "failed" in row:
                failed = UserError("data-failed", function=order.function, reason=row["failed"])
        whole = finished and "first" in parts
        versions, lost = child.versions, None if whole else failed or _lost(order, child)
    if lost is not None and "first" not in parts:
        raise lost
    return DataResult(
        order.function,
        order.purpose,
        device,
        versions,
        int(parts["first"]["samples"]),
        bool(parts["first"]["whole"]),
        _items(order, parts, lost),
        frozenset((str(file), int(line)) for file, line in parts.get("building", {}).get("lines", ())),
    )


def _lost(order: DataOrder, child: Child) -> UserError:
    """Why a child did not come to its end."""
    status = child.status
    if status is None:
        return UserError("data-too-slow", function=order.function, seconds=round(min(STALL, order.seconds) + PATIENCE))
    key = "data-too-large" if status == OUT_OF_MEMORY else "data-cut-off"
    return UserError(key, function=order.function, status=status, said=child.said)


def _items(order: DataOrder, parts: Mapping[str, Mapping[str, Any]], lost: Optional[UserError]) -> Tuple[DataItem, ...]:
    first = First(parts["first"])
    drawn = [
        DataSample(each["label"], each["number"], each["text"], base64.b64decode(each["png"]))
        for each in parts.get("pictures", {}).get("samples", ())
    ]
    seen = parts.get("files")
    if order.write and seen is not None:
        _write(order.write, seen)
    missing = judging.missing(first)
    if lost is not None:
        # What it saw until then is kept; that it ended is said once.
        # After the first pass, what ends it says nothing of the data themselves.
        speaks_for = judging.NEEDS_YOU if first.whole else judging.PROBLEM
        ended = judging.remark(speaks_for, lost.key, **lost.params)
        missing = judging.item(missing.id, [ended, *missing.remarks], missing.exhibits)
    items = [
        missing,
        judging.samples(first, drawn),
        balance.classes(first),
        balance.files(first, seen, order.stored, order.against, order.write if seen is not None else ""),
        judging.scale(first),
        # How data are shuffled matters to training; of data for evaluation that item asks nothing.
        *([judging.order(first, parts.get("order"))] if order.purpose == TRAIN else []),
        judging.padding(first),
        judging.sharding(first, parts.get("shards")),
    ]
    return tuple(judging.cautious(first, each) for each in items)


def _write(name: str, seen: Mapping[str, Any]) -> None:
    try:
        text = written(File(*row) for row in seen["files"])
        replace_file(name, text.encode("utf-8", "surrogateescape"))
    except OSError:
        raise UserError("data-cannot-write", file=name) from None


__all__ = ["DataOrder", "DataResult", "data_order", "run_data"]
