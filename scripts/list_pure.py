"""Write `pure` in rules/_api/returns.json: functions and methods of tensors that leave what they are given as it was.

    PYTHON scripts/list_pure.py      once with each version's interpreter, after list_returns.py

Asked are those whose documentation promises tensors. A name is listed if some trial on small tensors and parameters is
accepted and none changes an argument, in any version (scripts/api_pure.json). Some trials end the interpreter: then run
it again, and it goes on behind the name, which counts as not known.
"""

import inspect
import json
from pathlib import Path

import list_returns
import mindspore
import numpy
from mindspore import Parameter, Tensor

HERE = Path(__file__).resolve().parent
SEEN = HERE / "api_pure.json"
CHANGES, PURE, REFUSED, ENDED = "changes", "pure", "refused", "ended"


def arguments_to_try():
    for kind in (numpy.float32, numpy.int32, numpy.bool_):
        for shape in ((2, 2), (3,), (1, 2, 4, 4)):
            for wrap in (Tensor, lambda array: Parameter(Tensor(array), name="p")):
                yield from _arguments(kind, shape, wrap)


def _arguments(kind, shape, wrap):
    def x():
        return wrap(numpy.arange(int(numpy.prod(shape))).reshape(shape).astype(kind))

    mask = Tensor(numpy.ones(shape, numpy.bool_))
    places, place = Tensor(numpy.zeros(shape, numpy.int32)), Tensor(numpy.zeros(1, numpy.int32))
    yield from ((x(),), (x(), x()), (x(), x(), x()), ((x(), x()),), ((x(), x()), 0))
    yield from ((x(), 0), (x(), 1), (x(), 2.0), (x(), 0, 1), (x(), 1, 0), (x(), 0.25, 0.75), (x(), 1, 0, 0))
    yield from ((x(), (0,)), (x(), shape), (x(), shape[0]), (x(), kind), (x(), mindspore.float16))
    yield from ((x(), mask), (x(), mask, 0.5), (x(), mask, 1), (x(), place, 0), (x(), places, 0), (x(), places, x()))
    yield from ((x(), 0, place), (x(), 0, place, 0.5), (x(), 0, place, x()), (x(), 0, places), (x(), 0, places, x()))


def tried(function):
    accepted = False
    for arguments in arguments_to_try():
        before = [each.asnumpy().copy() if isinstance(each, Tensor) else None for each in arguments]
        try:
            function(*arguments)
            mindspore.runtime.synchronize()
        except Exception:
            continue
        accepted = True
        if any(was is not None and not same(was, each.asnumpy()) for was, each in zip(before, arguments)):
            return CHANGES
    return PURE if accepted else REFUSED


def same(one, other):
    return one.dtype == other.dtype and one.shape == other.shape and numpy.array_equal(one, other)


def names():
    rows = json.loads(list_returns.SEEN.read_text(encoding="utf-8"))[mindspore.__version__]
    for owner in list_returns.OWNERS:
        for short in f"{rows[owner]['one']} {rows[owner]['several']}".split():
            function = list_returns.found(f"{owner}.{short}")
            plain = owner == "mindspore.Tensor" or inspect.isfunction(function)
            if plain and not list_returns.COLLECTIVE.search(short) and short not in list_returns.NOT_TRIED:
                yield f"{owner}.{short}", function


def main() -> None:
    mindspore.set_device("CPU")
    known = json.loads(SEEN.read_text(encoding="utf-8")) if SEEN.exists() else {}
    rows = known.setdefault(mindspore.__version__, {})
    for name, function in names():
        if name not in rows:
            rows[name] = ENDED
            write(SEEN, known)
            rows[name] = tried(function)
    write(SEEN, known)
    found = json.loads(list_returns.FILE.read_text(encoding="utf-8"))
    found["pure"] = {owner: " ".join(pure(owner, known)) for owner in list_returns.OWNERS}
    write(list_returns.FILE, found)
    print(mindspore.__version__, {owner: len(names.split()) for owner, names in found["pure"].items()})


def pure(owner, known):
    """The names of a module that were pure when they were tried; what is called in place is not."""
    every = {name for rows in known.values() for name in rows if name.rpartition(".")[0] == owner}
    for name in sorted(every):
        short = name.rpartition(".")[2]
        verdicts = {rows.get(name) for rows in known.values()}
        if (
            PURE in verdicts
            and CHANGES not in verdicts
            and not short.endswith("_")
            and not short.startswith("inplace_")
        ):
            yield short


def write(path, document):
    path.write_text(json.dumps(document, indent=1, sort_keys=path == SEEN) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
