"""Gathers block by block what the columns of a dataset hold: missing values, scale and padding; judges nothing."""

from __future__ import annotations

from typing import Any, Dict, Iterator, List, Optional, Tuple

from mslint.device.pictures import channel_axis
from mslint.device.rows import Block

FIRST = 5  # samples that are named
BESIDE = 3  # columns that tell which sample it is
SHORT = 40  # characters of what such a column holds
FEATURES = 32  # a vector of up to so many numbers is looked at number by number
MASKS = ("", "nan", "null", "none", "n/a", "na", "#n/a", "<na>", "nil", "\\n")
CANDIDATES = 8  # values that a column may be padded with
LONGEST = 65536  # a longer row is no sequence


class Missing:
    """NaN, infinity, and texts that may stand for a value that is not there."""

    def __init__(self, np: Any) -> None:
        self._np = np
        self._columns: Dict[str, Dict[str, Any]] = {}
        self.label: Optional[str] = None

    def add(self, block: Block) -> None:
        for name, array in block.columns.items():
            if array.dtype.kind not in "fcSU":
                continue
            column = self._columns.setdefault(
                name, {"values": 0, "nan": 0, "inf": 0, "texts": {}, "samples": 0, "first": [], "counted": 0}
            )
            column["values"] += array.size
            column["counted"] += block.size
            if array.dtype.kind in "SU":
                self._texts(name, array, block)
            elif not self._np.isfinite(array).all():
                self._numbers(name, array, block)

    def _numbers(self, name: str, array: Any, block: Block) -> None:
        np, column = self._np, self._columns[name]
        column["nan"] += int(np.isnan(array).sum())
        column["inf"] += int(np.isinf(array).sum())
        affected = np.flatnonzero((~np.isfinite(array)).reshape(block.size, -1).any(1))
        self._note(name, affected.tolist(), block)

    def _texts(self, name: str, array: Any, block: Block) -> None:
        affected, column = [], self._columns[name]
        single = array.ndim == 1 or array.size == block.size
        for at, texts in enumerate(array.reshape(block.size, -1).tolist()):
            for text in texts:
                plain = _text(text).strip().lower()
                if plain in MASKS and (plain or single):  # among several texts, an empty one is padding
                    column["texts"][plain] = column["texts"].get(plain, 0) + 1
                    affected.append(at)
        self._note(name, sorted(set(affected)), block)

    def _note(self, name: str, affected: List[int], block: Block) -> None:
        column = self._columns[name]
        column["samples"] += len(affected)
        shown = affected[: FIRST - len(column["first"])]
        column["first"] += [[block.first + at, self._beside(name, block, at)] for at in shown]

    def _beside(self, name: str, block: Block, at: int) -> Dict[str, str]:
        """What the other columns hold of a sample, by which it can be found again: single values, the label first."""
        others = sorted((other for other in block.columns if other != name), key=lambda other: other != self.label)
        single = [other for other in others if block.columns[other].size == block.size]
        return {other: _short(block.columns[other].reshape(-1)[at].item()) for other in single[:BESIDE]}

    def measured(self) -> List[Dict[str, Any]]:
        return [{"column": name, **column} for name, column in list(self._columns.items())]


def _text(value: object) -> str:
    return value.decode("utf-8", "replace") if isinstance(value, bytes) else str(value)


def _short(value: object) -> str:
    text = f"{value:.6g}" if isinstance(value, float) else " ".join(_text(value).split())
    return text if len(text) <= SHORT else f"{text[: SHORT - 1]}…"


class Scale:
    """Range, mean and standard deviation: of each channel of an image, else of each number, or of all."""

    def __init__(self, np: Any) -> None:
        self._np = np
        self._columns: Dict[Tuple[str, str, int], List[Any]] = {}

    def add(self, block: Block) -> None:
        for name, array in block.columns.items():
            shape = array.shape[1:]
            axis = channel_axis(shape) if array.dtype.kind in "uif" else None
            if axis is None and array.dtype.kind != "f":
                continue
            if axis is None and len(shape) == 1 and 1 < shape[0] <= FEATURES:
                kind, parts = "features", self._np.moveaxis(array, -1, 0)
            elif axis is None:
                kind, parts = "values", array[None]
            else:
                kind, parts = "image", self._np.moveaxis(array, axis + 1, 0)
            self._part(self._columns.setdefault((name, kind, len(parts)), []), parts)

    def _part(self, rows: List[Any], parts: Any) -> None:
        """Add the values of each part to what is known of it."""
        np = self._np
        values = parts.reshape(len(parts), -1).astype(np.float64)
        for at, each in enumerate(values):
            finite = each if np.isfinite(each).all() else each[np.isfinite(each)]
            if len(rows) <= at:
                # Sums are taken of distances from a value of the column: so they stay exact where it is far from 0.
                shift = float(finite[0]) if finite.size else 0.0
                rows.append({"shift": shift, "count": 0, "sum": 0.0, "squares": 0.0, "min": None, "max": None})
            if not finite.size:
                continue
            row, low, high = rows[at], float(finite.min()), float(finite.max())
            moved = finite - row["shift"]
            row["count"] += finite.size
            row["sum"] += float(moved.sum())
            row["squares"] += float(np.dot(moved, moved))
            row["min"] = low if row["min"] is None else min(row["min"], low)
            row["max"] = high if row["max"] is None else max(row["max"], high)

    def measured(self) -> List[Dict[str, Any]]:
        """One row for each part that had a finite value."""
        found = []
        for (name, kind, _), rows in list(self._columns.items()):
            for at, row in enumerate(rows):
                if row["count"]:
                    mean = row["sum"] / row["count"]
                    spread = max(row["squares"] / row["count"] - mean * mean, 0.0) ** 0.5
                    numbers = {"min": row["min"], "max": row["max"], "mean": mean + row["shift"], "std": spread}
                    found.append({"column": name, "kind": kind, "part": at, "of": len(rows), **numbers})
        return found


class Padding:
    """Runs of one value at the begin or end of sequences, where their length varies from sample to sample."""

    def __init__(self, np: Any) -> None:
        self._np = np
        self._sides: Dict[Tuple[str, str, str], Dict[str, Any]] = {}

    def add(self, block: Block) -> None:
        for name, array in block.columns.items():
            if array.dtype.kind not in "uif":
                continue
            for what, rows in self._sequences(array):
                for side, turned in (("end", rows[:, ::-1]), ("begin", rows)):
                    new = {"samples": 0, "values": 0, "found": {}}
                    self._side(self._sides.setdefault((name, what, side), new), turned)

    def _sequences(self, array: Any) -> Iterator[Tuple[str, Any]]:
        """Of what is read as sequences, one row of numbers for each sample; a table is one of rows, and of columns."""
        if array.ndim == 2 and 2 <= array.shape[1] <= LONGEST:
            yield "places", array
        if array.ndim != 3 or 0 in array.shape:
            return
        if 2 <= array.shape[1] <= LONGEST:
            yield ("rows" if array.shape[2] > 1 else "places"), self._alike(array)
        if 2 <= array.shape[2] <= LONGEST:
            yield ("columns" if array.shape[1] > 1 else "places"), self._alike(array.swapaxes(1, 2))

    def _alike(self, array: Any) -> Any:
        """One number for each row of a table: its value where it holds only one, else none."""
        np = self._np
        if array.shape[2] == 1:
            return array[:, :, 0]
        same = (array == array[:, :, :1]).all(2)
        return np.where(same, array[:, :, 0].astype(np.float64), np.nan)

    def _side(self, side: Dict[str, Any], rows: Any) -> None:
        """`rows` begin with what is looked at."""
        np = self._np
        count, length = rows.shape
        same = rows == rows[:, :1]
        runs = np.where(same.all(1), length, np.argmin(same, 1))
        side["samples"] += count
        side["values"] += count * length
        values, counts = np.unique(rows[:, 0], return_counts=True)
        for at in np.argsort(-counts)[:2].tolist():
            value = values[at].item()
            if value != value or (value not in side["found"] and len(side["found"]) >= CANDIDATES):
                continue
            found = side["found"].setdefault(
                value,
                {
                    "samples": 0,
                    "run": 0,
                    "shortest": length,
                    "longest": 0,
                    "of": 0,
                    "elsewhere": 0,
                    "rest": 0,
                },
            )
            mine = rows[:, 0] == values[at]
            lengths = np.where(mine, runs, 0)
            found["samples"] += int((lengths >= 2).sum())
            found["run"] += int(lengths.sum())
            found["shortest"] = min(found["shortest"], int(lengths.min()))
            found["longest"] = max(found["longest"], int(lengths.max()))
            found["of"] = max(found["of"], length)
            found["elsewhere"] += int((rows == values[at]).sum()) - int(lengths.sum())
            found["rest"] += int(count * length - lengths.sum())

    def measured(self) -> List[Dict[str, Any]]:
        """The likeliest value of each side that shows the signs of padding."""
        told = []
        for (name, what, side), seen in list(self._sides.items()):
            best = max(seen["found"].items(), key=lambda each: each[1]["run"], default=None)
            if best is None:
                continue
            value, found = best
            share = found["elsewhere"] / found["rest"] if found["rest"] else 1.0
            usual = 1 / (1 - min(share, 0.999))  # how long a run of it is by chance
            mean = found["run"] / max(found["samples"], 1)
            varies = found["shortest"] < found["longest"] and found["rest"]
            if varies and found["samples"] >= max(3, seen["samples"] / 50) and mean > 2 * usual:
                numbers = {key: found[key] for key in ("samples", "shortest", "longest", "of")}
                share = found["run"] / seen["values"]
                where = {"column": name, "side": side, "what": what}
                told.append({**where, "value": value, "share": share, "total": seen["samples"], **numbers})
        return told
