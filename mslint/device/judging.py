"""Decides what the numbers of a dataset say of each item of the checklist, in no language; measures nothing."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, Dict, Iterable, List, Mapping, NamedTuple, Optional, Sequence, Tuple, Union

PROBLEM, NEEDS_YOU, OK, NOT_APPLICABLE = "problem", "needs-you", "ok", "not-applicable"
_GRAVEST_FIRST = (PROBLEM, NEEDS_YOU, OK, NOT_APPLICABLE)
SHOWN = 8  # names in a sentence
FEW = 32  # samples of data that broke off, below which nothing is concluded from them
KEPT = 0.4  # of all neighbours: from here on, groups of samples are shuffled, and not the samples
_UNSEEN = ("data-unlabelled", "data-shards-none")  # what rests on no samples

TRAIN, EVAL = "train", "eval"


class Word(NamedTuple):
    """What is said in the language of the report: a key of mslint.words."""

    key: str
    params: Mapping[str, object] = {}


class Names(NamedTuple):
    """The first names of a list, and how many more there are."""

    names: Tuple[str, ...]
    more: int = 0


Cell = Union[str, Word]


@dataclass(frozen=True)
class DataRemark:
    """One sentence, and what it speaks for; a param may be a Word or Names."""

    speaks_for: str
    key: str
    params: Mapping[str, object]


@dataclass(frozen=True)
class DataTable:
    title: Word
    columns: Tuple[Word, ...]
    rows: Tuple[Tuple[Cell, ...], ...]


@dataclass(frozen=True)
class DataChart:
    title: Word
    labels: Tuple[str, ...]
    values: Tuple[float, ...]
    unit: Word


@dataclass(frozen=True)
class DataSample:
    label: str
    number: int  # of the sample, from 0
    text: str
    png: bytes = b""


@dataclass(frozen=True)
class DataSamples:
    title: Word
    samples: Tuple[DataSample, ...]


DataExhibit = Union[DataTable, DataChart, DataSamples]


@dataclass(frozen=True)
class DataItem:
    """What one item of the checklist ends in, as far as data can tell."""

    id: str
    verdict: str
    remarks: Tuple[DataRemark, ...]
    exhibits: Tuple[DataExhibit, ...] = ()


def remark(speaks_for: str, key: str, **params: object) -> DataRemark:
    return DataRemark(speaks_for, key, params)


def item(
    number: str, remarks: Iterable[Optional[DataRemark]], exhibits: Iterable[Optional[DataExhibit]] = ()
) -> DataItem:
    """An item with the gravest of its remarks for a verdict."""
    told = tuple(each for each in remarks if each is not None)
    verdict = min((each.speaks_for for each in told), key=_GRAVEST_FIRST.index, default=NOT_APPLICABLE)
    return DataItem(number, verdict, told, tuple(each for each in exhibits if each is not None))


def names_of(values: Sequence[object], shown: int = SHOWN) -> Names:
    return Names(tuple(map(str, values[:shown])), max(0, len(values) - shown))


def number_of(value: Any) -> str:
    """A measured number for a person to read; "nan" and "inf" come as texts."""
    if isinstance(value, str):
        return value
    return f"{float(value):,.0f}" if 1e3 <= abs(value) < 1e9 else f"{float(value):.4g}"


def share_of(part: float, whole: float) -> str:
    share = part / whole if whole else 0.0
    return f"{share:.2%}" if share >= 0.0001 or not part else "< 0.01%"


def error_of(seen: Mapping[str, Any]) -> Union[str, Word]:
    """An error of the user's code, with its place where that is known."""
    error, place = str(seen["error"]), seen["place"]
    return Word("data-error", {"error": error, "place": place}) if place else error


def columns(*names: str) -> Tuple[Word, ...]:
    return tuple(Word(f"data-column-{name}") for name in names)


class First(NamedTuple):
    """What the first pass measured, and whether that is all there is."""

    seen: Mapping[str, Any]

    @property
    def samples(self) -> int:
        return int(self.seen["samples"])

    @property
    def whole(self) -> bool:
        return bool(self.seen["whole"])

    @property
    def label(self) -> Optional[str]:
        name: Optional[str] = self.seen["label"]["column"]
        return name

    @property
    def few(self) -> bool:
        """Whether the data broke off so early that nothing can be concluded."""
        return not self.whole and 0 < self.samples < FEW

    def nothing(self) -> Optional[DataRemark]:
        """What is said of an item that nothing is known of."""
        return None if self.samples else remark(NEEDS_YOU, "data-nothing-seen")

    def partly(self, speaks_for: str = OK) -> Optional[DataRemark]:
        """That not all was seen, where that is so; it speaks neither for nor against."""
        if self.whole:
            return None
        if self.seen["size"] is not None and self.seen["size"] > self.samples:
            return remark(speaks_for, "data-partly-of", samples=self.samples, size=self.seen["size"])
        return remark(speaks_for, "data-partly", samples=self.samples)

    def end(self) -> List[Optional[DataRemark]]:
        """How the pass ended, if not at the end of the data."""
        ended, count = self.seen["ended"], self.samples
        hangs = remark(
            PROBLEM, "data-hangs" if count else "data-hangs-first", samples=count, waited=self.seen["waited"]
        )
        told: List[Optional[DataRemark]] = []
        if ended == "error":
            error = error_of(self.seen["error"])
            told.append(remark(PROBLEM, "data-fails" if count else "data-fails-first", samples=count, error=error))
        elif ended == "stalled":
            told.append(hangs)
        elif not count:
            told.append(remark(PROBLEM, "data-empty") if ended == "end" else hangs)
        else:
            told.append(remark(OK, "data-slow", samples=count) if ended == "seconds" else None)
            told.append(self.partly() if ended != "seconds" else None)
        repeats = self.seen["repeats"]
        told.append(remark(OK, "data-endless") if self.seen["endless"] else None)
        told.append(remark(OK, "data-repeats", repeats=repeats) if repeats > 1 else None)
        told.append(remark(OK, "data-unsplit") if self.seen["unsplit"] else None)
        told.append(remark(OK, "data-guessed") if self.seen["guessed"] else None)
        return told


def cautious(first: First, told: DataItem) -> DataItem:
    """The same, but nothing that speaks well of the data where these broke off early."""
    if not first.few or all(each.key in _UNSEEN for each in told.remarks):
        return told
    few = remark(NEEDS_YOU, "data-too-few", samples=first.samples, few=FEW)
    asked = [
        replace(each, speaks_for=NEEDS_YOU) if each.speaks_for in (OK, NOT_APPLICABLE) else each
        for each in told.remarks
    ]
    return item(told.id, [*asked, few], told.exhibits) if asked != list(told.remarks) else told


def _named(first: Sequence[Sequence[Any]]) -> Tuple[str, ...]:
    """The numbers of samples, each with what tells which one it is."""
    found = []
    for number, beside in first:
        told = ", ".join(f"{column}: {value}" for column, value in beside.items())
        found.append(f"{number:,} [{told}]" if told else f"{number:,}")
    return tuple(found)


def missing(first: First) -> DataItem:
    """ds.01"""
    told = first.end()
    rows = []
    for each in first.seen["missing"]:
        bad, texts = each["nan"] + each["inf"], sum(each["texts"].values())
        where = {"column": each["column"], "affected": each["samples"], "samples": each["counted"]}
        numbers = _named(each["first"])
        if bad:
            share = share_of(bad, each["values"])
            found = {"nan": each["nan"], "inf": each["inf"], "share": share, "values": each["values"]}
            told.append(remark(PROBLEM, "data-missing", **where, **found, first=numbers))
        if texts:
            kinds = names_of([f'"{text}"' for text in sorted(each["texts"])])
            told.append(remark(NEEDS_YOU, "data-masked", **where, texts=kinds, first=numbers))
        share = share_of(bad + texts, each["values"])
        counts = tuple(f"{count:,}" for count in (each["values"], each["nan"], each["inf"], texts))
        rows.append((each["column"], *counts, share, ", ".join(numbers) or "-"))
    if first.samples and not any(each["nan"] + each["inf"] for each in first.seen["missing"]):
        key = "data-missing-none" if rows else "data-missing-integers"
        # What comes later may still lack something.
        speaks_for = OK if first.whole else NEEDS_YOU
        told.append(remark(speaks_for, key, samples=first.samples, columns=tuple(row[0] for row in rows)))
    heads = columns("column", "values", "nan", "inf", "texts", "share", "first")
    table = DataTable(Word("data-missing-title"), heads, tuple(rows)) if rows else None
    return item("ds.01", told, (table,))


def samples(first: First, drawn: Sequence[DataSample]) -> DataItem:
    """ds.02"""
    if first.seen["label"]["how"] == "none":
        return item("ds.02", [remark(NOT_APPLICABLE, "data-unlabelled")])
    if first.nothing() or not drawn:
        return item("ds.02", [remark(NEEDS_YOU, "data-nothing-seen")])
    labels, all_labels = len({sample.label for sample in drawn}), len(first.seen["classes"]["counts"])
    count = {"count": len(drawn), "labels": labels}
    if not all_labels:
        told = remark(NEEDS_YOU, "data-samples-plain", **count)
    elif labels < all_labels:
        told = remark(NEEDS_YOU, "data-samples-some", **count, all=all_labels)
    else:
        told = remark(NEEDS_YOU, "data-samples", **count)
    exhibit = DataSamples(labelled(first, "data-samples-title"), tuple(drawn))
    return item("ds.02", [told, first.partly()], (exhibit,))


def labelled(first: First, key: str) -> Word:
    """A title that says which column is taken for the label, where nobody said so."""
    how = first.seen["label"]["how"]
    note = Word(f"data-label-{how}", {"label": first.label})
    return Word("data-titled", {"title": Word(key), "note": note}) if how in ("name", "last") else Word(key)


def scale(first: First) -> DataItem:
    """dp.01"""
    if first.nothing():
        return item("dp.01", [first.nothing()])
    parts = [each for each in first.seen["scale"] if each["column"] != first.label]
    groups: Dict[Tuple[str, str], List[Mapping[str, Any]]] = {}
    for each in parts:
        groups.setdefault((each["column"], each["kind"]), []).append(each)
    told: List[Optional[DataRemark]] = [_scaled(column, kind, group) for (column, kind), group in groups.items()]
    if not told:
        return item("dp.01", [remark(NOT_APPLICABLE, "data-scale-none"), first.partly(NOT_APPLICABLE)])
    rows = tuple(
        (
            each["column"],
            str(each["part"]) if each["of"] > 1 else "-",
            *(number_of(each[name]) for name in ("min", "max", "mean", "std")),
        )
        for each in parts
    )
    heads = columns("column", "channel", "min", "max", "mean", "std")
    return item("dp.01", [*told, first.partly()], (DataTable(Word("data-scale-title"), heads, rows),))


FAR = 20.0  # no normalised image is further from 0
NARROW = 0.1  # what spreads less may have been divided twice


def _numbers(values: Sequence[float]) -> Names:
    return names_of([number_of(value) for value in values], 3)


def _scaled(column: str, kind: str, parts: Sequence[Mapping[str, Any]]) -> DataRemark:
    """What the scale of one column says."""
    low, high = min(each["min"] for each in parts), max(each["max"] for each in parts)
    means, spreads = [each["mean"] for each in parts], [each["std"] for each in parts]
    numbers = {"column": column, "low": number_of(low), "high": number_of(high)}
    found = {**numbers, "mean": _numbers(means), "std": _numbers(spreads)}
    mask = any(word in column.lower() for word in ("mask", "label", "target", "seg", "depth"))
    if low == high:
        return remark(NEEDS_YOU, "data-scale-constant", **numbers)
    if kind == "image" and low >= 0 and high > FAR and not mask:
        return remark(PROBLEM, "data-scale-raw", **numbers)
    if low >= -1 and high <= 1 and high - low > NARROW:
        return remark(OK, "data-scale-unit", **numbers)
    if low >= -FAR and high <= FAR and all(abs(mean) <= 0.75 for mean in means) and all(0.4 <= s <= 2 for s in spreads):
        return remark(OK, "data-scale-standard", **found)
    return remark(NEEDS_YOU, "data-scale-other", **found)


def order(first: First, seen: Optional[Mapping[str, Any]]) -> DataItem:
    """dp.03, of data to train on."""
    if first.nothing() or seen is None:
        return item("dp.03", [remark(NEEDS_YOU, "data-order-unseen" if first.samples else "data-nothing-seen")])
    found = {"samples": seen["count"], "column": seen.get("by", "")}
    moved, kept, together = (seen.get(each) for each in ("moved", "kept", "together"))
    told: DataRemark
    if seen["order"] == "same" and not first.whole:
        # A second iterator was made: what counts its epochs by itself begins anew.
        told = remark(NEEDS_YOU, "data-order-same-part", **found)
    elif seen["order"] == "same":
        told = remark(PROBLEM, "data-order-same-by" if seen["by"] else "data-order-same", **found)
    elif seen["order"] != "different" and seen["why"] == "error":
        told = remark(PROBLEM, "data-order-error", **found, error=error_of(seen))
    elif seen["order"] != "different":
        speaks_for = PROBLEM if seen["why"] in ("empty", "stalled") else NEEDS_YOU
        told = remark(speaks_for, f"data-order-{seen['why']}", **found)
    elif moved is not None and moved < 0.05:
        told = remark(NEEDS_YOU, "data-order-near", **found, moved=share_of(moved, 1))
    elif kept is not None and kept >= KEPT:
        told = remark(NEEDS_YOU, "data-order-groups", **found, kept=share_of(kept, 1))
    elif together is not None:
        told = remark(NEEDS_YOU, "data-order-together", **found, label=first.label, share=share_of(together, 1))
    else:
        told = remark(OK, "data-order-other", **found)
    return item("dp.03", [told, first.partly()])


def _of(sign: Mapping[str, Any]) -> Word:
    return Word(f"data-of-{sign['what']}")


def padding(first: First) -> DataItem:
    """dp.04"""
    if first.nothing():
        return item("dp.04", [first.nothing()])
    signs = [each for each in first.seen["padding"] if each["column"] != first.label]
    told: List[Optional[DataRemark]] = []
    if first.seen["pads"]:
        told.append(remark(NEEDS_YOU, "data-pads", nodes=tuple(first.seen["pads"])))
    for each in signs:
        numbers = {key: each[key] for key in ("column", "samples", "total", "shortest", "longest", "of")}
        numbers["what"] = _of(each)
        value, share = number_of(each["value"]), share_of(each["share"], 1)
        told.append(remark(NEEDS_YOU, f"data-padded-{each['side']}", **numbers, value=value, share=share))
    if not told:
        if first.seen.get("own_code"):
            return item("dp.04", [remark(NEEDS_YOU, "data-padding-own")])
        return item("dp.04", [remark(NOT_APPLICABLE, "data-padding-none"), first.partly(NOT_APPLICABLE)])
    rows = tuple(
        (
            each["column"],
            Word(f"data-side-{each['side']}"),
            number_of(each["value"]),
            share_of(each["share"], 1),
            f"{each['samples']:,}/{each['total']:,}",
            Word("data-run", {"shortest": each["shortest"], "longest": each["longest"], "what": _of(each)}),
        )
        for each in signs
    )
    heads = columns("column", "side", "value", "share", "samples", "run")
    table = DataTable(Word("data-padding-title"), heads, rows) if rows else None
    return item("dp.04", [*told, first.partly()], (table,))


def sharding(first: First, seen: Optional[Mapping[str, Any]]) -> DataItem:
    """dp.05"""
    if seen is None:
        return item("dp.05", [remark(NEEDS_YOU, "data-shards-unseen")])
    outcome = seen["outcome"]
    if outcome == "none":
        return item("dp.05", [remark(NOT_APPLICABLE, "data-shards-none")])
    names = {each: seen[each] for each in ("number", "place", "shards")}
    if outcome == "error":
        return item("dp.05", [remark(PROBLEM, "data-shards-error", **names, error=error_of(seen))])
    if outcome != "compared":
        speaks_for = PROBLEM if outcome == "stalled" else NEEDS_YOU
        return item("dp.05", [remark(speaks_for, f"data-shards-{outcome}", **names)])
    told: List[Optional[DataRemark]] = []
    rest = seen["shards"] * seen["batch"]
    lost, double, weak = seen["lost"], seen["double"], seen["by"] == "some"
    numbers = {**names, "all": seen["all"], "given": seen["given"], "lost": lost, "double": double}
    if double >= seen["shards"]:
        told.append(remark(PROBLEM, "data-shards-overlap", **numbers))
    elif double:
        told.append(remark(OK, "data-shards-filled", **numbers))
    if lost >= rest:
        told.append(remark(PROBLEM, "data-shards-lost", **numbers))
    elif lost:
        told.append(remark(OK, "data-shards-rest", **numbers))
    if not seen["repeatable"]:
        told.append(remark(NEEDS_YOU, "data-shards-unsteady", **names))
    if seen["listing"]:
        told.append(remark(PROBLEM, "data-shards-listing", **names))
    if seen["seed"]:
        told.append(remark(NEEDS_YOU, "data-shards-seed", **names))
    if not any(each is not None and each.speaks_for == PROBLEM for each in told):
        # Labels are the same for many samples: that they fit is not proof that the samples do.
        speaks_for, key = (NEEDS_YOU, "data-shards-labels") if weak else (OK, "data-shards")
        told.insert(0, remark(speaks_for, key, **numbers, columns=tuple(seen["columns"])))
    if seen["by"] == "source":
        told.append(remark(OK, "data-shards-source"))
    rows = tuple((str(number), f"{count:,}") for number, count in enumerate(seen["sizes"]))
    return item("dp.05", told, (DataTable(Word("data-shards-title"), columns("shard", "samples"), rows),))
