"""Decides what the labels and the files of a dataset say of its items of the checklist; measures nothing."""

from __future__ import annotations

import statistics
from typing import Any, List, Mapping, Optional, Sequence, Tuple

from mslint.device.files import File, difference
from mslint.device.judging import (
    NEEDS_YOU,
    NOT_APPLICABLE,
    OK,
    PROBLEM,
    Cell,
    DataChart,
    DataItem,
    DataRemark,
    DataTable,
    First,
    Word,
    columns,
    item,
    labelled,
    names_of,
    number_of,
    remark,
)

RATIO, EVEN = 10.0, 3.0  # of the largest to the smallest class: from here on too large; up to here right
BARS = 1000  # classes in a chart
RULE = 5000  # samples for each class, by the guide's rule of thumb
LEAST = 100  # samples of a class, below which a person is asked: a limit of ours
LISTED = 50  # files in a table


def classes(first: First) -> DataItem:
    """ds.03"""
    how, seen = first.seen["label"]["how"], first.seen["classes"]
    if how == "none":
        return item("ds.03", [remark(NOT_APPLICABLE, "data-unlabelled")])
    if first.nothing():
        return item("ds.03", [first.nothing()])
    # What is repeated is counted once.
    counts = {label: max(1, round(count / first.seen["laps"])) for label, count in seen["counts"]}
    samples = sum(counts.values())
    numbered = how == "last" and len(counts) > samples / 2 and samples >= 20
    if first.label is None or numbered:
        return item("ds.03", [remark(NEEDS_YOU, "data-no-label")])
    if seen["others"]:
        shape = "x".join(map(str, seen["shape"])) or "()"
        found = {"label": first.label, "dtype": seen["dtype"], "shape": shape, "count": seen["others"]}
        return item("ds.03", [remark(NEEDS_YOU, "data-no-classes", **found), first.partly()])
    return item("ds.03", [*_balance(first, counts), first.partly(NEEDS_YOU)], (_chart(first, counts),))


def _chart(first: First, counts: Mapping[Any, int]) -> DataChart:
    shown = list(counts.items())[:BARS]
    labels, values = tuple(str(label) for label, _ in shown), tuple(float(count) for _, count in shown)
    return DataChart(labelled(first, "data-classes-title"), labels, values, *columns("samples"))


def _balance(first: First, counts: Mapping[Any, int]) -> List[Optional[DataRemark]]:
    """What the numbers of samples say; of a part of the data, nothing is certain."""
    gravest = PROBLEM if first.whole else NEEDS_YOU
    small, large = min(counts, key=counts.__getitem__), max(counts, key=counts.__getitem__)
    ratio = counts[large] / counts[small]
    found = {
        "label": first.label,
        "classes": len(counts),
        "small": str(small),
        "least": counts[small],
        "large": str(large),
        "most": counts[large],
        "ratio": number_of(ratio),
        "deviation": number_of(statistics.pstdev(counts.values())),
    }
    if len(counts) == 1:
        told = [remark(NEEDS_YOU, "data-classes-one", **found), *_gaps(first, counts, gravest)]
        return [*told, _enough(first, counts) if counts[small] < LEAST else None]
    speaks_for = gravest if ratio >= RATIO else OK if ratio <= EVEN and first.whole else NEEDS_YOU
    key = "data-classes" if ratio > 1 else "data-classes-even"
    return [remark(speaks_for, key, **found), *_gaps(first, counts, gravest), _enough(first, counts)]


def _enough(first: First, counts: Mapping[Any, int]) -> DataRemark:
    """What the number of samples per class says."""
    least = min(counts.values())
    few = [label for label, count in counts.items() if count < LEAST]
    if few:
        found = {"count": len(few), "classes": len(counts), "names": names_of(few), "least": least}
        return remark(NEEDS_YOU, "data-classes-few", **found, limit=LEAST, rule=RULE)
    average = number_of(sum(counts.values()) / len(counts))
    return remark(OK if first.whole else NEEDS_YOU, "data-classes-rule", average=average, least=least, rule=RULE)


def _gaps(first: First, counts: Mapping[Any, int], gravest: str) -> List[Optional[DataRemark]]:
    """Classes that should be there and have no sample: labels are numbered from 0 on."""
    if any(isinstance(label, str) for label in counts):
        return []
    told: List[Optional[DataRemark]] = []
    negative = sorted(label for label in counts if label < 0)
    if negative:
        told.append(remark(NEEDS_YOU, "data-classes-negative", names=names_of(negative)))
    there = {label for label in counts if label >= 0}
    last = max([*there, first.seen["classes"]["width"] - 1], default=-1)
    count = last + 1 - len(there)
    if not there or not count:
        return told
    if count > len(there):
        speaks_for = gravest if first.seen["classes"]["width"] else NEEDS_YOU
        return [*told, remark(speaks_for, "data-classes-sparse", last=str(last), classes=len(there))]
    gaps = names_of([label for label in range(last + 1) if label not in there])
    if gaps.names == ("0",) and count == 1:
        return [*told, remark(NEEDS_YOU, "data-classes-from-one", last=str(last))]
    return [*told, remark(gravest, "data-classes-missing", last=str(last), names=gaps, count=count)]


def files(
    first: First, seen: Optional[Mapping[str, Any]], stored: Optional[Sequence[File]], against: str, wrote: str
) -> DataItem:
    """ds.04"""
    if seen is None:
        return item("ds.04", [remark(NEEDS_YOU, "data-nothing-seen")])
    here = [File(*row) for row in seen["files"]]
    total = {"count": len(here), "bytes": sum(file.size for file in here), "folder": seen["root"], "file": against}
    told: List[Optional[DataRemark]] = []
    rows: List[Tuple[Cell, ...]] = []
    if not here:
        return item("ds.04", [remark(NEEDS_YOU, "data-files-none")])
    if stored is None:
        told.append(remark(NEEDS_YOU, "data-files", **total))
    else:
        differs = difference(here, stored)
        for kind in ("missing", "extra", "changed"):
            paths = getattr(differs, kind)
            if paths:
                partly = kind == "missing" and not first.whole
                speaks_for = NEEDS_YOU if partly else PROBLEM
                found = {"count": len(paths), "names": names_of(paths), "file": against}
                told.append(remark(speaks_for, f"data-files-{kind}", **found))
                rows += [(Word(f"data-difference-{kind}"), path) for path in paths]
        if not told:
            told.append(remark(OK, "data-files-same", **total))
        if differs.unread:
            told.append(remark(NEEDS_YOU, "data-files-sizes", count=differs.unread))
    if seen["cut"]:
        told.append(remark(NEEDS_YOU, "data-files-cut", all=seen["count"], count=len(here)))
    if not first.whole:
        told.append(remark(OK, "data-files-partly", samples=first.samples))
    if wrote:
        told.append(remark(OK, "data-files-written", file=wrote, count=len(here)))
    table = DataTable(Word("data-files-title"), columns("difference", "path"), tuple(rows[:LISTED])) if rows else None
    return item("ds.04", told, (table,))
