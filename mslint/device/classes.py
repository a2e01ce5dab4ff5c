"""Finds the labels of samples, counts them, and keeps some samples of each class to be looked at; judges nothing."""

from __future__ import annotations

import hashlib
import random
from typing import Any, Dict, Iterator, List, NamedTuple, Optional, Sequence, Tuple, Union

from mslint.device.factories import Refused
from mslint.device.pictures import channel_axis, picture
from mslint.device.rows import Block

Label = Union[int, str]

NAMES = ("label", "labels", "target", "targets", "y", "class", "classes", "category", "categories", "fine_label")
ENDINGS = ("label", "labels", "target", "class", "category", "class_id", "category_id")
NUMBERS = ("id", "ids", "index", "idx")  # columns that count samples, not classes
NO_LABEL = "none"
MOST_CLASSES = 100_000
SHOWN = 50  # samples that a person looks through
MANY = 20  # labels that are drawn where there are more than so many samples to show
TEXT = 300  # characters of a text
VALUES = 8  # numbers of an array


class LabelColumn(NamedTuple):
    """Which column holds the labels, and how that is known: given, name, last; or nothing: none, no-label."""

    name: Optional[str]
    how: str


def label_column(columns: Dict[str, Any], wanted: Optional[str]) -> LabelColumn:
    """The column of labels among those of a block."""
    if wanted == NO_LABEL:
        return LabelColumn(None, NO_LABEL)
    if wanted is not None:
        if wanted not in columns:
            raise Refused("data-no-such-label", label=wanted, columns=", ".join(columns))
        return LabelColumn(wanted, "given")
    lower = {name.lower(): name for name in reversed(list(columns))}
    for known in NAMES:
        if known in lower:
            return LabelColumn(lower[known], "name")
    for name in columns:
        if name.lower().endswith(tuple(f"_{ending}" for ending in ENDINGS)):
            return LabelColumn(name, "name")
    for name in reversed(list(columns)):
        shape, counts = columns[name].shape[1:], name.lower().split("_")[-1] in NUMBERS
        if columns[name].dtype.kind in "iu" and shape in ((), (1,)) and not counts:
            return LabelColumn(name, "last")
    return LabelColumn(None, "no-label")


def labels_of(np: Any, array: Any) -> Optional[List[Label]]:
    """The class of each sample; None where the column holds something else."""
    kind, count = array.dtype.kind, len(array)
    if array.ndim == 2 and array.shape[1] == 1:
        array = array[:, 0]
    if array.ndim == 2 and array.shape[1] > 1 and kind in "fiub":
        return _one_hot(np, array)
    if array.ndim != 1 or count == 0:
        return None
    if kind in "SU":
        texts = array.tolist()
        return [text.decode("utf-8", "replace") if isinstance(text, bytes) else text for text in texts]
    if kind in "iub":
        return [int(value) for value in array.tolist()]
    if kind == "f" and np.isfinite(array).all() and (array == np.rint(array)).all() and np.abs(array).max() < 2**53:
        return [int(value) for value in array.tolist()]
    return None


def _one_hot(np: Any, array: Any) -> Optional[List[Label]]:
    """Rows with a single 1 among zeros; also those that were smoothed: one large value, and the others alike."""
    rows = array.astype(np.float64)
    top = rows.argmax(1)
    others = rows.copy()
    others[np.arange(len(rows)), top] = rows[np.arange(len(rows)), (top + 1) % rows.shape[1]]
    alike = others.max(1) - others.min(1) < 1e-6
    right = alike & (np.abs(rows.sum(1) - 1) < 1e-3) & (rows.max(1) > 0.5)
    return [int(value) for value in top.tolist()] if right.all() else None


class Classes:
    """How many samples each class has."""

    def __init__(self) -> None:
        self.counts: Dict[Label, int] = {}
        self.width = 0  # of one-hot labels: the number of classes
        self.others = 0  # samples whose label is not a class
        self.shape: Tuple[int, ...] = ()  # of such a label
        self.dtype = ""

    def add(self, array: Any, labels: Optional[Sequence[Label]]) -> None:
        if labels is None or len(self.counts) > MOST_CLASSES:
            self.others += len(array)
            self.shape, self.dtype = tuple(array.shape[1:]), str(array.dtype)
            return
        if array.ndim == 2 and array.shape[1] > 1:
            self.width = max(self.width, int(array.shape[1]))
        for label in labels:
            self.counts[label] = self.counts.get(label, 0) + 1

    def measured(self) -> Dict[str, Any]:
        counts = sorted(dict(self.counts).items(), key=lambda each: (isinstance(each[0], str), each[0]))
        other = {"width": self.width, "others": self.others, "shape": list(self.shape), "dtype": self.dtype}
        return {"counts": [[label, count] for label, count in counts], **other}


class Chosen:
    """A bounded choice of samples, some of each label; with very many labels, some of 20 labels."""

    def __init__(self, np: Any, label: Optional[str], seed: int) -> None:
        self._np = np
        self._label = label
        self._random = random.Random(seed)
        self._seed = seed
        self._kept: Dict[Label, Tuple[List[int], List[Dict[str, Any]]]] = {}
        self._many = False

    def add(self, block: Block, labels: Optional[Sequence[Label]]) -> None:
        for at in range(block.size):
            label = labels[at] if labels is not None else ""
            if label not in self._kept and not self._admits(label):
                continue
            seen, samples = self._kept[label]
            seen[0] += 1
            most = max(1, SHOWN // len(self._kept))
            while len(samples) > most:
                samples.pop(self._random.randrange(len(samples)))
            if len(samples) < most:
                samples.append(self._drawn(block, at))
            else:
                place = self._random.randrange(seen[0])
                if place < most:
                    samples[place] = self._drawn(block, at)

    def _admits(self, label: Label) -> bool:
        """Whether a new label is among those that are drawn: of many, those whose lot is the lowest."""
        if self._many and self._lot(label) > max(map(self._lot, self._kept)):
            return False
        self._kept[label] = ([0], [])
        self._many = self._many or len(self._kept) > SHOWN
        if self._many:
            for other in sorted(self._kept, key=self._lot)[MANY:]:
                del self._kept[other]
        return label in self._kept

    def _lot(self, label: Label) -> bytes:
        return hashlib.blake2b(f"{self._seed} {label}".encode("utf-8", "replace"), digest_size=8).digest()

    def _drawn(self, block: Block, at: int) -> Dict[str, Any]:
        sample = {name: self._np.asarray(array[at]) for name, array in block.columns.items()}
        image = next((name for name in sample if name != self._label and self._is_image(name, sample[name])), None)
        png = picture(self._np, sample[image]) if image is not None else b""
        return {"number": block.first + at, "png": png, "text": "\n".join(self._lines(sample))}

    @staticmethod
    def _is_image(name: str, array: Any) -> bool:
        if array.dtype.kind not in "buif" or array.ndim == 2 and min(array.shape) < 8:
            return False
        named = any(word in name.lower() for word in ("image", "img", "picture", "photo"))
        return channel_axis(array.shape) is not None or array.ndim == 2 and (named or array.dtype.str == "|u1")

    def _lines(self, sample: Dict[str, Any]) -> Iterator[str]:
        for name, array in sample.items():
            if array.dtype.kind in "SU" and not array.shape:
                value = array.item()
                text = value.decode("utf-8", "replace") if isinstance(value, bytes) else value
                yield f"{name}: {text[:TEXT]}{'…' if len(text) > TEXT else ''}"
                continue
            flat = array.reshape(-1)[:VALUES].tolist()
            numbers = ", ".join(f"{value:.4g}" if isinstance(value, float) else str(value) for value in flat)
            more = ", …" if array.size > VALUES else ""
            shape = "x".join(map(str, array.shape))
            yield f"{name}: {numbers[:TEXT]}" if not shape else f"{name}: {array.dtype} {shape}: {numbers[:TEXT]}{more}"

    def drawn(self) -> List[Dict[str, Any]]:
        """The samples by their labels, each label some."""
        found = []
        kept = sorted(self._kept.items(), key=lambda each: (isinstance(each[0], str), each[0]))
        for label, (_, samples) in kept:
            most = max(1, SHOWN // max(len(kept), 1))
            chosen = sorted(samples[:most], key=lambda sample: int(sample["number"]))
            found += [{"label": str(label), **sample} for sample in chosen]
        return found
