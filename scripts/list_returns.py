"""Write rules/_api/returns.json: the functions and Tensor methods whose result certainly is one Tensor, or several.

    PYTHON scripts/list_returns.py      once with each version's interpreter

A name is listed if every "Returns" of its documentation begins with a Tensor and allows nothing else (aliases count as
what they point to), and if trying it on small tensors on a CPU does not show otherwise. It is listed under `tensors` if
each trial that is accepted gives a tuple or list of Tensors, and no argument asks for something else; under `takes` if
nothing but a Tensor is accepted in the first place: no array, list, tuple of Tensors or number. Each run replaces what
the file says of its own version in scripts/api_returns.json; what mslint reads is what holds in every version that has
the name.
"""

import inspect
import json
import re
from pathlib import Path

import mindspore
import numpy
from mindspore import Tensor, mint, ops

HERE = Path(__file__).resolve().parent
SEEN = HERE / "api_returns.json"
FILE = HERE.parent / "rules" / "_api" / "returns.json"
# Trying these ends the interpreter.
NOT_TRIED = ("assign_value", "assign_value_cpp", "persistent_data_from_numpy", "convert_bytes_to_tensor")
# Between devices, of which there is one.
COLLECTIVE = re.compile(
    r"all_(gather|reduce|to_all)|reduce_scatter|broadcast$|barrier|send|recv|gather_into|matmul_reduce"
)
# These do not compute: decorators and the like, which refuse what no function is given.
NO_OPERATORS = ("add_flags", "deepcopy", "kernel", "no_inline", "to_dlpack")
OWNERS = {
    "mindspore": mindspore,
    "mindspore.ops": ops,
    "mindspore.mint": mint,
    "mindspore.mint.linalg": mint.linalg,
    "mindspore.mint.nn.functional": mint.nn.functional,
    "mindspore.mint.special": mint.special,
    "mindspore.Tensor": Tensor,
}
SECTION = re.compile(r"(?:^|\n)( *)(?:Returns|Outputs):[ \t]*\n((?:\1 +\S.*\n?|[ \t]*\n)+)")
ALIAS = re.compile(r"(?:[Aa]lias (?:for|of)|[Rr]efer to) *:func:`~?\.?(mindspore\.[\w.]+)(?:\(\))?`")
ONE = re.compile(r"(?:(?:A|An|The|One|Scalar|Boolean|bool|1-D|2-D|3-D|new|output|\w+ed) )*Tensor\b", re.IGNORECASE)
# ... and nothing else: no container, nothing that depends on an argument. "Scalar" is what it calls a Tensor without
# dimensions as well as a number: there trying must show a Tensor.
OTHER = re.compile(
    r"[Tt]uple of|[Tt]uple\W*Tensor|\bor (a )?tuple|[Ll]ist\b|Union|\bNone\b[^`]|[Cc]ommHandle|"
    r"COOTensor|CSRTensor|sub-tensors"
)
SCALAR = re.compile(r"\bor (a |an )?(scalar|number|int|float|bool)\b")
# ... and no argument that asks for more or for something else.
CHOICE = re.compile(r"\b(?:return_\w+|as_tuple|async_op|compute_uv|output_mask)\b|where\(condition\)")


def found(name):
    owner, _, short = name.rpartition(".")
    return getattr(OWNERS[owner], short, None) if owner in OWNERS else None


def documented(name, depth=0):
    """Whether the documentation promises one Tensor; None where it says nothing."""
    document = inspect.getdoc(found(name)) or ""
    if CHOICE.search(document):
        return False
    sections = [inspect.cleandoc(body) for _, body in SECTION.findall(document + "\n")]
    if sections:
        one = all(ONE.match(body) and not OTHER.search(body) for body in sections)
        return one and (not any(SCALAR.search(body) for body in sections) or tried(found(name)) is True)
    alias = ALIAS.search(document)
    return documented(alias.group(1), depth + 1) if alias and depth < 3 and found(alias.group(1)) else None


def several(name):
    """Whether trying shows a tuple or list of Tensors, whatever is given."""
    function = found(name)
    if CHOICE.search(inspect.getdoc(function) or "") or CHOICE.search(signature_of(function)):
        return False
    return bool(results := list(trials(function))) and all(
        isinstance(result, (tuple, list)) and result and all(isinstance(item, Tensor) for item in result)
        for result in results
    )


def tried_alone(short, function):
    """Whether it may be given what it is not meant for: a primitive may wait for ever then."""
    return inspect.isfunction(function) and short not in NO_OPERATORS and not COLLECTIVE.search(short)


def signature_of(function):
    try:
        return str(inspect.signature(function))
    except (TypeError, ValueError):
        return ""


def takes_tensors(function):
    """Whether the first argument must be a Tensor, by what is accepted in its place."""
    accepted = False
    for arguments in arguments_to_try():
        if not runs(function, arguments):
            continue
        accepted = True
        first = arguments[0].asnumpy()
        for other in (first, first.tolist(), (arguments[0], arguments[0]), 1.5, 1, True):
            if runs(function, (other, *arguments[1:])):
                return False
    return accepted


def runs(function, arguments):
    try:
        function(*arguments)
        mindspore.runtime.synchronize()
    except Exception:
        return False
    return True


def arguments_to_try():
    """Small tensors, with what often follows them."""
    for kind in (numpy.float32, numpy.int32, numpy.bool_):
        for shape in ((2, 2), (3,)):
            x = Tensor(numpy.ones(shape, kind))
            yield from ((x,), (x, x), (x, 0), (x, 1), (x, x, x), (x, 0, 1), (x, 1, 0), (x, (0,)), (x, shape), (x, kind))


def trials(function):
    """What small tensors give."""
    for arguments in arguments_to_try():
        try:
            result = function(*arguments)
            mindspore.runtime.synchronize()
        except Exception:
            continue
        yield result


def tried(function):
    """Whether small tensors give one Tensor; None where none of them is accepted."""
    results = [isinstance(result, Tensor) for result in trials(function)]
    return all(results) if results else None


def main() -> None:
    mindspore.set_device("CPU")
    known = json.loads(SEEN.read_text(encoding="utf-8")) if SEEN.exists() else {}
    rows = known[mindspore.__version__] = {}
    for owner, holder in OWNERS.items():
        lists = {"one": [], "not": [], "several": [], "takes": []}
        for short in sorted(dir(holder)):
            function = None if short.startswith("_") or short in NOT_TRIED else found(f"{owner}.{short}")
            if not callable(function) or inspect.isclass(function) or inspect.ismodule(function):
                continue
            said = documented(f"{owner}.{short}")
            if said is not None:
                one = said and tried(function) is not False
                if owner != "mindspore.Tensor" and tried_alone(short, function) and takes_tensors(function):
                    lists["takes"].append(short)
                lists["one" if one else "several" if several(f"{owner}.{short}") else "not"].append(short)
        rows[owner] = {key: " ".join(names) for key, names in lists.items()}
    SEEN.write_text(json.dumps(dict(sorted(known.items())), indent=1) + "\n", encoding="utf-8")
    kinds = {"tensor": "one", "tensors": "several", "takes": "takes"}
    merged = {"read": sorted(known), **{key: certain(known, kind) for key, kind in kinds.items()}}
    if FILE.exists():  # what list_pure.py has found
        merged["pure"] = json.loads(FILE.read_text(encoding="utf-8")).get("pure", {})
    FILE.write_text(json.dumps(merged, indent=1) + "\n", encoding="utf-8")
    for key in kinds:
        print(mindspore.__version__, key, {owner: len(names.split()) for owner, names in merged[key].items()})


def certain(known, kind):
    """The names that are of this kind in each version that has them."""
    merged = {}
    for owner in OWNERS:
        of_kind = {name for row in known.values() for name in row[owner].get(kind, "").split()}
        other = {
            name
            for row in known.values()
            for key, names in row[owner].items()
            if key not in (kind, "takes") and kind != "takes"
            for name in names.split()
        }
        if kind == "takes":  # in each version that has the name
            has = [{name for names in row[owner].values() for name in names.split()} for row in known.values()]
            taking = [set(row[owner].get(kind, "").split()) for row in known.values()]
            other = {name for names, these in zip(has, taking) for name in names - these}
        merged[owner] = " ".join(sorted(of_kind - other))
    return merged


if __name__ == "__main__":
    main()
