"""Builds a dataset once for each shard, and tells whether the shards are disjoint and together complete."""

from __future__ import annotations

import contextlib
import inspect
import os
from typing import Any, Callable, Dict, Iterator, List, Mapping, NamedTuple, Optional, Sequence

from mslint.device.order import stable

COUNTS = tuple(
    "num_shards shard_num shard_count device_num num_devices rank_size group_size world_size num_replicas".split()
)
PLACES = tuple("shard_id shard_index rank_id rank device_id local_rank global_rank group_rank".split())


class Parameters(NamedTuple):
    """What a dataset function calls the number of shards, and the number of one of them."""

    number: str
    place: str


def parameters(function: Any) -> Optional[Parameters]:
    """Those of a function; None where it has none."""
    try:
        names = list(inspect.signature(function).parameters)
    except (TypeError, ValueError):
        return None
    count = next((name for name in COUNTS if name in names), None)
    place = next((name for name in PLACES if name in names), None)
    return Parameters(count, place) if count is not None and place is not None else None


def unsharded(function: Any, given: Mapping[str, Any]) -> Dict[str, Any]:
    """The arguments with which a function gives all samples: its own defaults, unless these are one shard of many."""
    found = parameters(function)
    if found is None:
        return dict(given)
    defaults = [inspect.signature(function).parameters[name].default for name in found]
    alone = defaults[0] in (None, 1) and inspect.Parameter.empty not in defaults
    return {**({} if alone else dict(zip(found, (1, 0)))), **given}


def balance(np: Any, whole: Any, shards: Sequence[Any]) -> Dict[str, int]:
    """What is lost, and what is given more often than it is there; `whole` and shards are digests of samples."""
    everything = np.concatenate([whole, *shards])
    values, places = np.unique(everything, return_inverse=True)
    ends = np.cumsum([len(whole), *(len(shard) for shard in shards)])
    counts = [np.bincount(part, minlength=len(values)) for part in np.split(places, ends[:-1])]
    given = sum(counts[1:])
    lost = int(np.maximum(counts[0] - given, 0).sum())
    # What is not among all was left over there, since it did not fill a batch: once it may be here.
    double = int(np.maximum(given - np.maximum(counts[0], 1), 0).sum())
    return {"all": len(whole), "given": int(given.sum()), "lost": lost, "double": double}


@contextlib.contextmanager
def listing(backwards: bool) -> Iterator[None]:
    """As on a machine whose file system lists folders in this order: forwards, or backwards."""
    listdir, scandir = os.listdir, os.scandir

    def other_listdir(*args: Any) -> List[Any]:
        return sorted(listdir(*args), reverse=backwards)

    def other_scandir(*args: Any) -> _Entries:
        with scandir(*args) as entries:
            return _Entries(sorted(entries, key=lambda entry: entry.name, reverse=backwards))

    # The user's code looks them up in `os`, and so do glob and os.walk.
    there: Any = os
    there.listdir, there.scandir = other_listdir, other_scandir
    try:
        yield
    finally:
        there.listdir, there.scandir = listdir, scandir


class _Entries:
    """What os.scandir gives, in an order of ours."""

    def __init__(self, entries: Sequence[Any]) -> None:
        self._entries = iter(entries)

    def __iter__(self) -> _Entries:
        return self

    def __next__(self) -> Any:
        return next(self._entries)

    def __enter__(self) -> _Entries:
        return self

    def __exit__(self, *exc: object) -> None:
        return None

    def close(self) -> None:
        return None


Build = Callable[[Mapping[str, Any], int], Any]  # a pipeline with these arguments more, and this seed
Gather = Callable[[Any], Any]  # digests of the samples of a pipeline; Unended where these are not all


class Unended(Exception):
    """A shard has more samples than may be looked at."""


def tried(
    np: Any, found: Parameters, shards: int, batch: int, build: Build, gather: Gather, whole: Any
) -> Dict[str, Any]:
    """What is seen of so many shards; `whole` are the digests of all samples."""

    def shard(place: int, seed: int) -> Any:
        return gather(build({found.number: shards, found.place: place}, seed))

    def differs(one: Any, other: Any) -> bool:
        return not stable(np, one, other, batch)

    samples = [shard(place, 0) for place in range(shards)]
    seen = {**balance(np, whole, samples), "sizes": [len(part) for part in samples]}
    if differs(samples[0], shard(0, 0)):
        return {"batch": batch, "outcome": "compared", **seen, "repeatable": False, "listing": False, "seed": False}
    with listing(False):
        forwards = shard(0, 0)
    with listing(True):
        backwards = shard(0, 0)
    orders = {"listing": differs(forwards, backwards), "seed": differs(samples[0], shard(0, 1))}
    return {"batch": batch, "outcome": "compared", **seen, "repeatable": True, **orders}
