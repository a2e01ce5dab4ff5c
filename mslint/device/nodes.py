"""Reads off the nodes of a dataset pipeline what they do to samples; runs none of them."""

from __future__ import annotations

from typing import Any, Dict, Iterator, List, Optional

BATCHES = ("BatchDataset", "PaddedBatchDataset", "BucketBatchByLengthDataset")
UNSIZED = ("FilterDataset", "BucketBatchByLengthDataset")  # their size is only known once they have run
PASSING = ("MapDataset", "ProjectDataset", "RenameDataset", "RepeatDataset")  # what gives all that it is given
PADDING = ("PadEnd", "Pad", "PadToSize", "NormalizePad")
CROPS = ("RandomCrop", "RandomCropWithBBox")  # they pad where they are told to


def children(node: Any) -> List[Any]:
    return list(getattr(node, "children", None) or ())


def walk(root: Any) -> Iterator[Any]:
    """All nodes, the last operation first."""
    yield root
    for child in children(root):
        yield from walk(child)


def kind(node: Any) -> str:
    return type(node).__name__


def sources(root: Any) -> List[Any]:
    """The nodes that read."""
    return [node for node in walk(root) if not children(node)]


def batched(root: Any) -> Optional[bool]:
    """Whether a row of it is a batch of samples; None where there are no nodes that could tell."""
    if not hasattr(root, "children"):
        return None
    below = children(root)
    if kind(root) in BATCHES:
        return True
    return all(batched(each) for each in below) if below else bool(getattr(root, "has_batch_sampler", False))


def batch_size(root: Any) -> int:
    """How many samples a batch holds at most, as far as that is written down; 1 where there are no batches."""
    sizes = [getattr(node, "batch_size", 1) for node in walk(root) if kind(node) in BATCHES]
    return max((size for size in sizes if isinstance(size, int)), default=1)


def endless(root: Any) -> bool:
    return any(kind(node) == "RepeatDataset" and (getattr(node, "count", 1) or -1) < 0 for node in walk(root))


def once(root: Any) -> Any:
    """What the last operations repeat, where they do: one round of it is one epoch."""
    while kind(root) == "RepeatDataset" and len(children(root)) == 1:
        root = children(root)[0]
    return root


def repeats(root: Any) -> int:
    """How many times each sample is given; -1 without end."""
    below = [repeats(child) for child in children(root)]
    mine = (getattr(root, "count", 1) or -1) if kind(root) == "RepeatDataset" else 1
    theirs = below[0] if below and len(set(below)) == 1 else 1
    return -1 if mine < 0 or theirs < 0 else int(mine) * theirs


def empty(root: Any) -> bool:
    """Whether what it reads from says of itself that it holds nothing."""
    return any(getattr(node, "source_len", None) == 0 for node in sources(root))


def size(root: Any) -> Optional[int]:
    """How many samples there are, at most a batch too many; None where only running it would tell."""
    for node in walk(root):
        names = [each.__name__ for each in type(node).__mro__]
        unknown_batch = kind(node) in BATCHES and not isinstance(getattr(node, "batch_size", None), int)
        if kind(node) in UNSIZED or unknown_batch:
            return None
        if not children(node) and ("MappableDataset" not in names or getattr(node, "source_len", 0) == -1):
            return None
    try:
        found = _samples(root)
    except Exception:  # nothing depends on it but what is said of the progress
        return None
    return found if found > 0 else None


def _samples(node: Any) -> int:
    """The samples of a node; where the last batch may hold fewer, those below it are counted."""
    below = children(node)
    if len(below) == 1 and batched(node):
        count = getattr(node, "count", 1) if kind(node) == "RepeatDataset" else 1
        full = bool(getattr(node, "drop_remainder", False))
        if kind(node) in PASSING or (kind(node) in BATCHES and not full):
            return _samples(below[0]) * max(1, count or 1)
    return int(node.get_dataset_size()) * (batch_size(node) if batched(node) else 1)


def pads(root: Any) -> Optional[Dict[str, Any]]:
    """The value that each column is padded with to the longest of its batch, where it is not 0; None without that."""
    found: Optional[Dict[str, Any]] = None
    for node in walk(root):
        if kind(node) in BATCHES and (kind(node) == "PaddedBatchDataset" or getattr(node, "pad_info", None)):
            info = getattr(node, "pad_info", None) or {}
            found = {**(found or {}), **{name: each[1] for name, each in info.items() if each[1] is not None}}
    return found


def padding(root: Any) -> List[str]:
    """The nodes and operations that pad, by their names."""
    found = [kind(node) for node in walk(root) if kind(node) in ("PaddedBatchDataset", "PaddedDataset")]
    found += [
        "BatchDataset(pad_info)"
        for node in walk(root)
        if kind(node) in ("BatchDataset", "BucketBatchByLengthDataset") and getattr(node, "pad_info", None)
    ]
    for node in walk(root):
        operations = getattr(node, "operations", None)
        if isinstance(operations, (list, tuple)):
            found += [kind(each) for each in operations if kind(each) in PADDING]
            found += [kind(each) for each in operations if kind(each) in CROPS and getattr(each, "padding", None)]
    return sorted(set(found))


def own_code(root: Any) -> bool:
    """Whether code of the user's own makes or changes samples, which may do anything to them."""
    for node in walk(root):
        operations = getattr(node, "operations", None)
        operations = operations if isinstance(operations, (list, tuple)) else [operations]
        homes = [type(each).__module__ for each in operations if each is not None]
        if kind(node) == "GeneratorDataset" or any(not home.startswith("mindspore.") for home in homes):
            return True
    return False
