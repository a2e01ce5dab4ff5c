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
    label_remark,
    names_of,
    number_of,
    remark,
)

RATIO, EVEN = 10.0, 3.0  # of the largest to the smallest class: from here on too large; up to here right
BARS = 1000  # classes in a chart
RULE = 5000  # samples for each class, by the guide's rule of thumb
LISTED = 50  # files in a table


def classes(first: First) -> DataItem:
    """ds.03"""
    how, seen = first.seen["label"]["how"], first.seen["classes"]
    if how == "none":
        return item("ds.03", [remark(NOT_APPLICABLE, "data-unlabelled")])
    if first.nothing():
        return item("ds.03", [first.nothing()])
    counts = dict(seen["counts"])
    numbered = how == "last" and len(counts) > first.samples / 2 and first.samples >= 20
    if first.label is None or numbered:
        return item("ds.03", [remark(NEEDS_YOU, "data-no-label")])
    if seen["others"]:
        shape = "x".join(map(str, seen["shape"])) or "()"
        found = {"label": first.label, "dtype": seen["dtype"], "shape": shape, "count": seen["others"]}
        return item("ds.03", [remark(NEEDS_YOU, "data-no-classes", **found), first.partly()])
    return item("ds.03", [*_balance(first, counts), label_remark(first), first.partly()], (_chart(counts),))


def _chart(counts: Mapping[Any, int]) -> DataChart:
    shown = list(counts.items())[:BARS]
    labels, values = tuple(str(label) for label, _ in shown), tuple(float(count) for _, count in shown)
    return DataChart(Word("data-classes-title"), labels, values)


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
        return [remark(NEEDS_YOU, "data-classes-one", **found), *_gaps(first, counts, gravest)]
    speaks_for = gravest if ratio >= RATIO else OK if ratio <= EVEN else NEEDS_YOU
    average = number_of(sum(counts.values()) / len(counts))
    rule = remark(OK, "data-classes-rule", average=average, least=counts[small], rule=RULE)
    key = "data-classes" if ratio > 1 else "data-classes-even"
    return [remark(speaks_for, key, **found), *_gaps(first, counts, gravest), rule]


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
