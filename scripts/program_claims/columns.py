"""Claims about what a source returns, and how long it says that it is (MSL309)."""

from __future__ import annotations

from typing import Any, Callable, Dict, Iterator, Sequence

import mindspore.dataset as ds
import numpy as np

from program_claims.claim import Measured, claim, is_error, outcome, raised, told
from program_claims.sources import IN_ORDER, Indexed, Iterable, generator, read


def source_of(row: Callable[[], Any]) -> Any:
    class Source:
        def __getitem__(self, index: int) -> Any:
            return row()

        def __len__(self) -> int:
            return 2

    return Source()


def generator_of(row: Callable[[], Any]) -> Any:
    def rows() -> Iterator[Any]:
        for _ in range(2):
            yield row()

    return rows


A, B = np.zeros(3, np.float32), np.ones(3, np.float32)
ROWS: Dict[str, Callable[[], Any]] = {
    "(a, b)": lambda: (A, B),
    "[a, b]": lambda: [A, B],
    "(a,)": lambda: (A,),
    "a": lambda: A,
    "(a, b, a)": lambda: (A, B, A),
    "{'x': a, 'y': b}": lambda: {"x": A, "y": B},
    "((a, b), a)": lambda: ((A, B), A),
    "array of 2 x 3": lambda: np.stack([A, B]),
    "(a, 1)": lambda: (A, 1),
    "(a, 'text')": lambda: (A, "text"),
    "None": lambda: None,
}


def rows_of(source: Any, names: Sequence[str]) -> Any:
    try:
        data = ds.GeneratorDataset(source, list(names), shuffle=False)
    except Exception as error:
        return f"built: {raised(error)}"
    rows = data.create_tuple_iterator(num_epochs=1, output_numpy=True)
    return outcome(lambda: [[list(np.shape(each)) for each in row] for row in rows][:1])


@claim("309.columns", "a number of columns that differs from what the source returns raises when it is read")
def columns() -> Measured:
    seen = {}
    for text, row in ROWS.items():
        for names in (["x"], ["x", "y"]):
            seen[f"{text} as {names}"] = rows_of(source_of(row), names)
            if text in ("(a, b)", "(a,)", "a", "(a, b, a)"):
                seen[f"generator of {text} as {names}"] = rows_of(generator_of(row), names)
    fits = {"(a, b) as ['x', 'y']", "[a, b] as ['x', 'y']", "(a,) as ['x']", "a as ['x']"}
    raising = {"(a, b) as ['x']", "(a, b, a) as ['x', 'y']", "(a,) as ['x', 'y']", "a as ['x', 'y']"}
    holds = all(isinstance(seen[name], list) for name in fits) and all(is_error(seen[name]) for name in raising)
    return seen, holds and all(is_error(seen[f"generator of {name}"]) for name in raising)


@claim("309.no-len", "a source with __getitem__ and no __len__ raises; with __iter__ alone it needs none")
def unsized() -> Measured:
    class Unsized:
        def __getitem__(self, index: int) -> Any:
            if index >= 10:
                raise IndexError
            return (np.array(index, np.int32),)

    class UnsizedIterable(Unsized):
        def __iter__(self) -> Iterator[Any]:
            return generator()

    class Derived(Unsized):
        def __len__(self) -> int:
            return 10

    class Delegating(Unsized):
        def __getattr__(self, name: str) -> Any:
            if name == "__len__":
                return lambda: 10
            raise AttributeError(name)

    makers = {
        "__getitem__": Unsized,
        "__getitem__ and __iter__": UnsizedIterable,
        "__iter__": Iterable,
        "__len__ in a subclass": Derived,
        "__len__ by __getattr__": Delegating,
    }
    seen = {name: read(make(), shuffle=False) for name, make in makers.items()}
    seen["__getitem__, sampler, num_samples"] = read(Unsized(), sampler=ds.SequentialSampler(num_samples=4))
    for text, source in (("__getitem__", Unsized), ("__getitem__ and __iter__", UnsizedIterable)):
        data = ds.GeneratorDataset(source(), ["x"])
        seen[f"{text}, built and batched"] = outcome(lambda data=data: type(data.batch(2)).__name__)
        seen[f"{text}, get_dataset_size()"] = outcome(data.get_dataset_size)
    return seen, is_error(seen["__getitem__"]) and seen["__iter__"] == IN_ORDER


@claim("309.wrong-len", "a __len__ that is too small cuts silently; one that is too large raises")
def wrong_length() -> Measured:
    def sized(base: type, length: int) -> Any:
        return type("Sized", (base,), {"__len__": lambda self: length})()

    seen = {}
    for name, base in (("__getitem__", Indexed), ("iterable", Iterable)):
        for length in (5, 20):
            result, warnings = told(lambda base=base, length=length: read(sized(base, length), shuffle=False))
            seen[f"{name}, __len__ {length} of 10"] = result
            if warnings:
                seen[f"{name}, __len__ {length} of 10, warned"] = warnings[:2]
    return seen, seen["__getitem__, __len__ 5 of 10"] == IN_ORDER[:5] and is_error(
        seen["__getitem__, __len__ 20 of 10"]
    )
