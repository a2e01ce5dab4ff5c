"""Remembers samples by short digests, and tells whether two passes gave the same ones in the same order."""

from __future__ import annotations

import hashlib
import math
from array import array
from typing import Any, Dict, List, Mapping, Optional

from mslint.device.rows import Block

FEW = 10  # samples in which an order says nothing
CERTAIN = 20.0  # bits: by chance, a shuffled order is the same once in a million times
EXAMINED = 100  # samples from which on it is told how far they are moved
CLUSTERED = 0.4  # of the way from chance to certainty that neighbours have the same label
PAIRED = 20  # samples from which on it is told which of them stay side by side


class Digests:
    """Of each column, one number for each sample."""

    def __init__(self, np: Any, pads: Optional[Mapping[str, Any]] = None) -> None:
        self._np = np
        # Padded to the longest of a batch, what a sample ends with depends on its neighbours: that is left out.
        self._pads = pads
        self._columns: Dict[str, array[int]] = {}
        self.count = 0

    def add(self, block: Block) -> None:
        self.count += block.size
        for name, values in block.columns.items():
            column = self._columns.setdefault(name, array("Q"))
            texts = values.dtype.kind in "SUO"
            for value in values:
                content = (
                    repr(value.tolist() if hasattr(value, "tolist") else value).encode("utf-8", "replace")
                    if texts
                    else self._bytes(name, value)
                )
                column.append(int.from_bytes(hashlib.blake2b(content, digest_size=8).digest(), "little"))

    def _bytes(self, name: str, value: Any) -> bytes:
        if self._pads is not None and value.ndim == 1:
            differs = self._np.flatnonzero(value != self._pads.get(name, 0))
            value = value[: int(differs[-1]) + 1 if differs.size else 0]
        return bytes(value.tobytes())

    @property
    def names(self) -> List[str]:
        return list(self._columns)

    def column(self, name: str) -> Any:
        return self._np.array(self._columns.get(name, array("Q")), dtype=self._np.uint64)

    def rows(self, names: Optional[List[str]] = None) -> Any:
        """One number for each sample out of these columns, by default all."""
        np = self._np
        total = np.zeros(self.count, np.uint64)
        for name in self.names if names is None else names:
            column = self.column(name)[: self.count]
            if len(column) != self.count:
                return np.zeros(0, np.uint64)  # a column that not every sample has
            total = total * np.uint64(0x9E3779B97F4A7C15) + (column ^ (column >> np.uint64(29)))
        return total


def entropy(np: Any, values: Any) -> float:
    """The number of orders that these values could stand in, in bits."""
    _, counts = np.unique(values, return_counts=True)
    return float(
        (math.lgamma(len(values) + 1) - sum(math.lgamma(count + 1) for count in counts.tolist())) / math.log(2)
    )


def apart(np: Any, one: Any, two: Any) -> int:
    """How many values are only in one of them, counted as often as they occur."""
    values, places = np.unique(np.concatenate([one, two]), return_inverse=True)
    counts = np.bincount(places[: len(one)], minlength=len(values)) - np.bincount(
        places[len(one) :], minlength=len(values)
    )
    return int(np.abs(counts).sum())


def stable(np: Any, one: Any, two: Any, batch: int) -> bool:
    """Whether two whole passes gave the same values but for what does not fill a batch, which may be left out."""
    rest = 2 * batch if batch > 1 else 0
    return len(one) > 0 and apart(np, one, two) <= min(rest, max(len(one), len(two)) // 4)


def compared(np: Any, first: Digests, second: Digests, label: Optional[str], batch: int, whole: bool) -> Dict[str, Any]:
    """What two passes say of the order; `whole` where both came to the end of the data."""
    names = [name for name in first.names if name in second.names]
    count = min(first.count, second.count)
    rows = first.rows(names), second.rows(names)
    found: Dict[str, Any] = {"order": "unclear", "why": "few", "count": count, "by": "", "moved": None, "kept": None}
    found["together"] = None
    steady = [name for name in names if whole and stable(np, first.column(name), second.column(name), batch)]
    found["steady"] = steady
    found["steady_rows"] = whole and stable(np, *rows, batch)
    if first.count and not second.count:
        return {**found, "why": "empty", "count": first.count}
    if count < FEW:
        return found
    candidates = [("", rows, bool(found["steady_rows"]))]
    ordered = sorted(names, key=lambda name: name != label)
    candidates += [(name, (first.column(name), second.column(name)), name in steady) for name in ordered]
    found["why"] = "alike"
    same = ""
    for name, (one, two), is_steady in candidates:
        one, two = one[:count], two[:count]
        if entropy(np, one) < CERTAIN:
            continue
        if (one == two).all():
            if not name or name == label:
                return {**found, "order": "same", "by": name}
            same = same or name
        elif is_steady or (name and name == label and not whole):
            if label in names:
                found["together"] = _together(np, *(each.column(label)[:count] for each in (first, second)))
            moved, kept = _moved(np, one, two), _kept(np, one, two)
            return {**found, "order": "different", "by": name, "moved": moved, "kept": kept}
        else:
            found["why"] = "random"
    return {**found, "order": "same", "by": same} if same else found


def _moved(np: Any, one: Any, two: Any) -> Optional[float]:
    """How far a sample stands from its place in the other pass, as a share of all; a third where all is shuffled."""
    if len(one) < EXAMINED:
        return None
    if not _distinct(np, one) or not _distinct(np, two):
        return None  # what occurs twice has no place of its own
    first, at = np.unique(one, return_index=True)
    second, there = np.unique(two, return_index=True)
    _, left, right = np.intersect1d(first, second, assume_unique=True, return_indices=True)
    return float(np.abs(at[left] - there[right]).mean() / len(one)) if len(left) else None


def _distinct(np: Any, values: Any) -> bool:
    return len(np.unique(values)) >= 0.9 * len(values)


def _kept(np: Any, one: Any, two: Any) -> Optional[float]:
    """The share of neighbours that are neighbours in the other pass too; hardly any where all is shuffled."""
    if len(one) < PAIRED or not _distinct(np, one) or not _distinct(np, two):
        return None
    pairs = [values[:-1] * np.uint64(0x9E3779B97F4A7C15) + values[1:] for values in (one, two)]
    return 1 - apart(np, *pairs) / (2 * len(pairs[0]))


def _together(np: Any, one: Any, two: Any) -> Optional[float]:
    """The share of neighbours with one label in both passes, where these are far more than by chance."""
    if len(one) < EXAMINED:
        return None
    _, counts = np.unique(one, return_counts=True)
    chance = float(((counts / len(one)) ** 2).sum())
    share = min(float((values[1:] == values[:-1]).mean()) for values in (one, two))
    return share if chance < 1 and (share - chance) / (1 - chance) >= CLUSTERED else None
