"""Claims about dataset sources: their order and their shards (MSL301, 302, 303, 305)."""

from __future__ import annotations

import os
import struct
import tempfile
from typing import Any, Callable, Dict, Iterator, List

import mindspore as ms
import mindspore.dataset as ds
import numpy as np
from mindspore import nn

from program_claims.claim import Measured, Seen, claim, is_error, outcome, told

IN_ORDER = list(range(10))


def generator() -> Iterator[Any]:
    for index in range(10):
        yield (np.array(index, np.int32),)


class Iterable:
    def __iter__(self) -> Iterator[Any]:
        return generator()


class SizedIterable(Iterable):
    def __len__(self) -> int:
        return 10


class Indexed:
    def __getitem__(self, index: int) -> Any:
        if index >= 10:
            raise IndexError
        return (np.array(index, np.int32),)

    def __len__(self) -> int:
        return 10


class Both(Indexed):
    def __iter__(self) -> Iterator[Any]:
        return generator()


class WithNext(Iterable):
    def __iter__(self) -> Iterator[Any]:
        self.rest = generator()
        return self

    def __next__(self) -> Any:
        return next(self.rest)


ONCE = ("iterable", "sized iterable", "own __next__", "generator function", "lambda of a generator", "generator object")
ALWAYS = ("__getitem__ and __len__", "__getitem__, __len__ and __iter__", "list", "tuple", "zip(...)")
SOURCES: Dict[str, Callable[[], Any]] = {
    "iterable": Iterable,
    "sized iterable": SizedIterable,
    "own __next__": WithNext,
    "generator function": lambda: generator,
    "lambda of a generator": lambda: lambda: generator(),
    "generator object": generator,
    "zip(...)": lambda: zip([np.array(each, np.int32) for each in range(10)]),
    "__getitem__ and __len__": Indexed,
    "__getitem__, __len__ and __iter__": Both,
    "list": lambda: list(generator()),
    "tuple": lambda: tuple(generator()),
}


def order(data: Any) -> List[int]:
    rows = data.create_tuple_iterator(num_epochs=1, output_numpy=True)
    return [int(row[0]) for row in rows]


def read(source: Any, **options: Any) -> Any:
    return outcome(lambda: order(ds.GeneratorDataset(source, ["x"], **options)))


def shuffled(seen: Any) -> bool:
    return isinstance(seen, list) and seen != sorted(seen) and sorted(seen) == IN_ORDER


@claim("301.default-shuffles", "sources with random access shuffle unless shuffle=False, anew in every epoch")
def random_access() -> Measured:
    seen: Seen = {}
    for name in ALWAYS:
        seen[name] = read(SOURCES[name]())
        seen[f"{name}, shuffle=False"] = read(SOURCES[name](), shuffle=False)
    seen["NumpySlicesDataset"] = order(ds.NumpySlicesDataset(IN_ORDER, ["x"]))
    seen["NumpySlicesDataset, shuffle=False"] = order(ds.NumpySlicesDataset(IN_ORDER, ["x"], shuffle=False))
    holds = all(each == IN_ORDER if "False" in name else shuffled(each) for name, each in seen.items())
    data = ds.GeneratorDataset(Indexed(), ["x"])
    rows = data.create_tuple_iterator(num_epochs=2, output_numpy=True)
    epochs = [[int(row[0]) for row in rows] for _ in range(2)]
    seen["two epochs alike"] = epochs[0] == epochs[1]
    seen["shuffle=False, then .shuffle(10)"] = order(ds.GeneratorDataset(Indexed(), ["x"], shuffle=False).shuffle(10))
    return seen, holds and not seen["two epochs alike"] and shuffled(seen["shuffle=False, then .shuffle(10)"])


@claim("301.shuffle-and-sampler", "a sampler together with shuffle raises, whatever the value")
def conflict() -> Measured:
    def build(**options: Any) -> Any:
        return read(Indexed(), sampler=ds.RandomSampler(), **options)

    seen = {f"shuffle={flag}": build(shuffle=flag) for flag in (True, False, None)}
    return seen, is_error(seen["shuffle=True"]) and is_error(seen["shuffle=False"]) and shuffled(seen["shuffle=None"])


@claim("302.shuffle-ignored", "shuffle=True does nothing on generators and pure iterables, without error or warning")
def ignored() -> Measured:
    seen = {}
    quiet = True
    for name in ONCE:
        for flag in (True, False, None):
            result, warnings = told(lambda name=name, flag=flag: read(SOURCES[name](), shuffle=flag))
            seen[f"{name}, shuffle={flag}"] = result
            if warnings:
                quiet = False
                seen[f"{name}, shuffle={flag}, warned"] = warnings
    return seen, quiet and all(each == IN_ORDER for each in seen.values())


@claim("302.random-access-obeys", "lists, tuples and sources with __getitem__ obey shuffle=True; so does .shuffle(n)")
def obeyed() -> Measured:
    seen = {f"{name}, shuffle=True": read(SOURCES[name](), shuffle=True) for name in ALWAYS}
    for name in ("generator function", "iterable"):
        seen[f"{name}, .shuffle(10)"] = outcome(
            lambda name=name: order(ds.GeneratorDataset(SOURCES[name](), ["x"]).shuffle(10))
        )
    return seen, all(map(shuffled, seen.values()))


@claim("302.generator-object", "a generator object instead of its function is read as often as one likes")
def generator_object() -> Measured:
    data = ds.GeneratorDataset(generator(), ["x"])
    seen = {f"pass {number}": outcome(lambda: order(data)) for number in (1, 2)}
    return seen, all(each == IN_ORDER for each in seen.values())


def mnist(folder: str, name: str, count: int = 24) -> None:
    """The two files of an MNIST split, one label per image in rising order."""
    images = struct.pack(">IIII", 2051, count, 28, 28) + bytes(784 * count)
    labels = struct.pack(">II", 2049, count) + bytes(index % 10 for index in range(count))
    for kind, data in (("images-idx3-ubyte", images), ("labels-idx1-ubyte", labels)):
        with open(os.path.join(folder, f"{name}-{kind}"), "wb") as file:
            file.write(data)


def image_folder(folder: str) -> None:
    from PIL import Image

    for label in ("a", "b"):
        os.makedirs(os.path.join(folder, label))
        for number in range(6):
            Image.fromarray(np.full((2, 2, 3), number, np.uint8)).save(os.path.join(folder, label, f"{number}.png"))


def labels(data: Any, column: str = "label") -> List[int]:
    return [int(row[column]) for row in data.create_dict_iterator(num_epochs=1, output_numpy=True)]


@claim("303.evaluation-splits-shuffle", "built-in datasets shuffle by default, for test and validation data, too")
def test_split() -> Measured:
    seen: Seen = {}
    with tempfile.TemporaryDirectory() as folder:
        mnist(folder, "t10k")
        wanted = [index % 10 for index in range(24)]
        for flag in (None, True, False):
            data = ds.MnistDataset(folder, usage="test", shuffle=flag)
            seen[f"MnistDataset, usage='test', shuffle={flag}"] = "in order" if labels(data) == wanted else "shuffled"
    with tempfile.TemporaryDirectory() as folder:
        image_folder(folder)
        for flag in (None, False):
            data = ds.ImageFolderDataset(folder, shuffle=flag)
            seen[f"ImageFolderDataset, shuffle={flag}"] = (
                "in order" if labels(data) == 6 * [0] + 6 * [1] else "shuffled"
            )
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "lines.txt")
        with open(path, "w", encoding="utf-8") as file:
            file.write("\n".join(map(str, range(24))))
        for flag in (None, True, False):
            options = {} if flag is None else {"shuffle": flag}
            data = ds.TextFileDataset(path, **options)
            rows = [int(str(row[0])) for row in data.create_tuple_iterator(num_epochs=1, output_numpy=True)]
            seen[f"TextFileDataset, shuffle={flag}"] = "in order" if rows == list(range(24)) else "shuffled"
        csv = os.path.join(folder, "lines.csv")
        with open(csv, "w", encoding="utf-8") as file:
            file.write("\n".join(f"{each},{each}" for each in range(24)))
        data = ds.CSVDataset(csv, column_defaults=[0, 0], column_names=["x", "y"])
        rows = [int(row[0]) for row in data.create_tuple_iterator(num_epochs=1, output_numpy=True)]
        seen["CSVDataset, shuffle=None"] = "in order" if rows == list(range(24)) else "shuffled"
    return seen, all(each == ("in order" if "False" in name else "shuffled") for name, each in seen.items())


@claim("303.drop-remainder", "drop_remainder=True loses the last samples; batch keeps them by default")
def remainder() -> Measured:
    def count(**options: Any) -> int:
        data = ds.GeneratorDataset(Indexed(), ["x"], shuffle=False).batch(4, **options)
        return sum(len(row[0]) for row in data.create_tuple_iterator(num_epochs=1, output_numpy=True))

    seen: Seen = {"not given": count(), "False": count(drop_remainder=False), "True": count(drop_remainder=True)}

    class Rows(nn.Metric):
        def __init__(self) -> None:
            super().__init__()
            self.clear()

        def clear(self) -> None:
            self.rows = 0

        def update(self, *inputs: Any) -> None:
            self.rows += len(inputs[-1])

        def eval(self) -> int:
            return self.rows

    values = np.zeros((10, 3), np.float32)
    for drop in (False, True):
        data = ds.NumpySlicesDataset((values, values), ["x", "y"]).batch(4, drop_remainder=drop)
        model = ms.Model(nn.Dense(3, 3), nn.MSELoss(), metrics={"rows": Rows()})
        seen[f"Model.eval, drop_remainder={drop}"] = model.eval(data)["rows"]
    return seen, list(seen.values()) == [10, 10, 8, 10, 8]


def builders(folder: str) -> Dict[str, Callable[..., Any]]:
    return {
        "GeneratorDataset": lambda **options: labels(ds.GeneratorDataset(Indexed(), ["label"], **options)),
        "NumpySlicesDataset": lambda **options: labels(ds.NumpySlicesDataset(IN_ORDER, ["label"], **options)),
        "MnistDataset": lambda **options: labels(ds.MnistDataset(folder, usage="train", **options)),
    }


def refused(options: Dict[str, Any]) -> Seen:
    with tempfile.TemporaryDirectory() as folder:
        mnist(folder, "train", 10)
        return {
            name: outcome(lambda build=build: build(shuffle=False, **options))
            for name, build in builders(folder).items()
        }


@claim("305.alone", "num_shards or shard_id alone raises")
def alone() -> Measured:
    seen: Seen = {}
    for options in ({"num_shards": 2}, {"shard_id": 0}):
        for name, each in refused(options).items():
            seen[f"{name}, {options}"] = each
    return seen, all(map(is_error, seen.values()))


@claim("305.out-of-range", "shard_id not below num_shards raises")
def out_of_range() -> Measured:
    seen: Seen = {}
    for number in (2, 3, -1):
        for name, each in refused({"num_shards": 2, "shard_id": number}).items():
            seen[f"{name}, num_shards=2, shard_id={number}"] = each
    return seen, all(map(is_error, seen.values()))


@claim("305.both", "with both given each device reads its share; neither is the default and reads all")
def both() -> Measured:
    seen: Seen = {}
    for number in range(3):
        for name, each in refused({"num_shards": 3, "shard_id": number}).items():
            seen[f"{name}, 3 shards, shard_id={number}"] = each
    whole = refused({})
    seen.update({f"{name}, neither": each for name, each in whole.items()})
    seen.update({f"{name}, both None": each for name, each in refused({"num_shards": None, "shard_id": None}).items()})
    shares = [each for name, each in seen.items() if "3 shards" in name]
    holds = all(isinstance(each, list) and len(each) == 4 for each in shares)
    return seen, holds and all(sorted(each) == IN_ORDER for each in whole.values())


@claim("305.generator-sources", "shards or a sampler on a generator, a pure iterable or zip(...) raise")
def shards_of_generators() -> Measured:
    seen: Seen = {}
    for name in ("generator function", "iterable", "sized iterable", "zip(...)"):
        seen[f"{name}, shards"] = read(SOURCES[name](), num_shards=2, shard_id=0)
        seen[f"{name}, sampler"] = read(SOURCES[name](), sampler=ds.SequentialSampler())
        seen[f"{name}, DistributedSampler"] = read(SOURCES[name](), sampler=ds.DistributedSampler(2, 0))
    return seen, all(map(is_error, seen.values()))


@claim("305.when-it-raises", "all of these raise when the dataset is built, before anything is read")
def when() -> Measured:
    calls: Dict[str, Dict[str, Any]] = {
        "num_shards alone": {"source": Indexed(), "num_shards": 2},
        "shard_id alone": {"source": Indexed(), "shard_id": 0},
        "shard_id too large": {"source": Indexed(), "num_shards": 2, "shard_id": 2},
        "generator with shards": {"source": generator, "num_shards": 2, "shard_id": 0},
        "generator with sampler": {"source": generator, "sampler": ds.SequentialSampler()},
        "shards and sampler": {"source": Indexed(), "num_shards": 2, "shard_id": 0, "sampler": ds.SequentialSampler()},
    }
    seen = {}
    for name, options in calls.items():
        built = outcome(lambda options=options: type(ds.GeneratorDataset(column_names=["x"], **options)).__name__)
        seen[name] = built
    return seen, all(map(is_error, seen.values()))


@claim("305.sharded-and-shuffled", "shards follow shuffle; DistributedSampler shuffles by default")
def sharded() -> Measured:
    options = {"num_shards": 2, "shard_id": 0}
    seen = {
        "shuffle not given": read(Indexed(), **options),
        "shuffle=False": read(Indexed(), shuffle=False, **options),
        "DistributedSampler(2, 0)": read(Indexed(), sampler=ds.DistributedSampler(2, 0)),
        "DistributedSampler(2, 0, shuffle=False)": read(Indexed(), sampler=ds.DistributedSampler(2, 0, shuffle=False)),
    }
    evens = [0, 2, 4, 6, 8]
    return seen, [each == evens for each in seen.values()] == [False, True, False, True]
