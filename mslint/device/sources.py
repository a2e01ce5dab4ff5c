"""Builds a source of samples like the one that a program reads from: its kind, its length and its columns."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Callable, Dict, Iterator, Tuple

from mslint.model import Recipe, Unknown

if TYPE_CHECKING:
    from mslint.device.lab import Lab

READ = ("source", "column_names", "shuffle")


def generated(lab: Lab, recipe: Recipe, count: int) -> Any:
    """The GeneratorDataset of a call, over so many numbered samples, without what does not matter to their order."""
    like = recipe.get("source")
    if not isinstance(like, Recipe):
        lab.fail("probe-unknown-argument", name="source")
    passed = tuple(each for each in recipe.passed if each.name in READ)
    names, columns = recipe.get("column_names"), like.get("columns")
    known = names if isinstance(names, (tuple, list)) else None if names is Unknown.VALUE else [names]
    width = columns if isinstance(columns, int) else len(known or "xy")
    fill = {"column_names": [f"column{number}" for number in range(width)]} if known is None else {}
    return lab.make(Recipe(recipe.name, passed), source=source_like(lab, like, count, width), **fill)


def source_like(lab: Lab, like: Recipe, count: int, width: int) -> Any:
    def sample(index: int) -> Tuple[Any, ...]:
        return tuple(lab.np.array(index, lab.np.int32) for _ in range(width))

    def samples(_: Any = None) -> Iterator[Any]:
        return (sample(index) for index in range(count))

    def item(_: Any, index: int) -> Any:
        if index >= count:
            raise IndexError(index)
        return sample(index)

    members: Dict[str, Callable[..., Any]] = {}
    if not like.get("indexed"):
        written = like.get("written")
        if written == "function":
            return samples
        members["__iter__"] = samples
    else:
        members["__getitem__"] = item
    if like.get("sized") or (like.get("sized") is None and like.get("indexed")):
        members["__len__"] = lambda _: count
    return type("Source", (), members)()
