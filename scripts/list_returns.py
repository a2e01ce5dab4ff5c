"""Write rules/_api/returns.json: the functions and Tensor methods whose result certainly is one Tensor.

    PYTHON scripts/list_returns.py      once with each version's interpreter

A name is listed if every "Returns" of its documentation begins with a Tensor and allows nothing else (aliases count as
what they point to), and if trying it on small tensors on a CPU does not show otherwise. Each run replaces what the file
says of its own version in scripts/api_returns.json; what mslint reads is what holds in every version that has the name.
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
ALIAS = re.compile(r"(?:[Aa]lias (?:for|of)|[Rr]efer to) *:func:`~?\.?(mindspore\.[\w.]+)`")
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


def tried(function):
    """What small tensors show: True, False, or None where none of them is accepted."""
    seen = None
    for kind in (numpy.float32, numpy.int32, numpy.bool_):
        for shape in ((2, 2), (3,)):
            x = Tensor(numpy.ones(shape, kind))
            for arguments in ((x,), (x, x), (x, 0), (x, x, x), (x, 0, 1)):
                try:
                    result = function(*arguments)
                    mindspore.runtime.synchronize()
                except Exception:
                    continue
                if not isinstance(result, Tensor):
                    return False
                seen = True
    return seen


def main() -> None:
    mindspore.set_device("CPU")
    known = json.loads(SEEN.read_text(encoding="utf-8")) if SEEN.exists() else {}
    rows = known[mindspore.__version__] = {}
    for owner, holder in OWNERS.items():
        lists = {"one": [], "not": []}
        for short in sorted(dir(holder)):
            function = None if short.startswith("_") or short in NOT_TRIED else found(f"{owner}.{short}")
            if not callable(function) or inspect.isclass(function) or inspect.ismodule(function):
                continue
            said = documented(f"{owner}.{short}")
            if said is not None:
                lists["one" if said and tried(function) is not False else "not"].append(short)
        rows[owner] = {key: " ".join(names) for key, names in lists.items()}
    SEEN.write_text(json.dumps(dict(sorted(known.items())), indent=1) + "\n", encoding="utf-8")
    merged = {}
    for owner in OWNERS:
        one = {name for row in known.values() for name in row[owner]["one"].split()}
        other = {name for row in known.values() for name in row[owner]["not"].split()}
        merged[owner] = " ".join(sorted(one - other))
    FILE.write_text(json.dumps({"read": sorted(known), "tensor": merged}, indent=1) + "\n", encoding="utf-8")
    print(mindspore.__version__, {owner: len(names.split()) for owner, names in merged.items()})


if __name__ == "__main__":
    main()
