"""Claims about operators that are documented as float16 only on Ascend (MSL402); a CPU only shows who runs them."""

from __future__ import annotations

import importlib
import re
import sys
from pathlib import Path
from typing import Any, Dict, List, Set

import mindspore as ms
import numpy as np
from mindspore import Tensor, mint, nn, ops  # noqa: F401  (the rows of the table use them)

from program_claims.claim import Measured, Seen, claim, outcome

try:
    import tomllib
except ModuleNotFoundError:
    import tomli as tomllib  # type: ignore[no-redef]

RULES = Path(__file__).resolve().parent.parent.parent / "rules"
TABLE = RULES / "msl402_ascend_float16_operators_without_loss_scale" / "operators.toml"
SHAPES = {"line": (2, 4, 8), "image": (2, 4, 8, 8), "volume": (2, 4, 8, 8, 8), "rows": (4, 4), "cubes": (2, 4, 4)}


def table() -> Dict[str, Any]:
    with open(TABLE, "rb") as file:
        return tomllib.load(file)


def is_cell(row: Dict[str, Any]) -> bool:
    return bool(row["name"].startswith("mindspore.nn."))


def write_cells(kind: str, rows: List[Dict[str, Any]]) -> Any:
    """A module with a Cell for each row that is no Cell itself: graphs are compiled from source files only."""
    lines = ["import mindspore as ms", "from mindspore import mint, nn, ops"]
    for number, row in enumerate(rows):
        if is_cell(row):
            continue
        names = ", ".join(row["arguments"])
        lines += [f"class Cell{number}(nn.Cell):", f"    def construct(self, {names}):", f"        return {row['run']}"]
    Path(f"cells_of_{kind}.py").write_text("\n".join(lines), encoding="utf-8")
    sys.path.insert(0, ".")
    return importlib.import_module(f"cells_of_{kind}")


def operators(cell: Any, arguments: List[str]) -> Set[str]:
    """The operators in an exported graph."""
    tensors = [Tensor(np.ones(SHAPES[name], np.float32)) for name in arguments]
    ms.export(cell, *tensors, file_name="graph", file_format="MINDIR")
    return {found.decode() for found in re.findall(rb"REF::([A-Z][A-Za-z0-9]+)", Path("graph.mindir").read_bytes())}


def compare(kind: str) -> Measured:
    rows = table()[kind]
    cells = write_cells(kind, rows)
    seen: Seen = {}
    holds = True
    for number, row in enumerate(rows):
        result = outcome(
            lambda row=row, number=number: sorted(
                operators(eval(row["run"]) if is_cell(row) else getattr(cells, f"Cell{number}")(), row["arguments"])
            )
        )
        wanted = set(row["operators"])
        right = isinstance(result, list) and wanted <= set(result)
        seen[row["name"]] = sorted(wanted) if right else result
        holds = holds and right
    return seen, holds


@claim("402.uses", "the graphs of these names hold the operators that operators.toml of MSL402 gives")
def uses() -> Measured:
    return compare("use")


@claim("402.not-listed", "these names run operators that are not on the list")
def not_listed() -> Measured:
    kept = table()
    seen, holds = compare("not_listed")
    listed = {name for names in kept["listed"].values() for name in names}
    return seen, holds and not any(listed & set(row["operators"]) for row in kept["not_listed"])


@claim("402.names", "all names of the table exist")
def names() -> Measured:
    def exists(name: str) -> bool:
        value: Any = ms
        for part in name.split(".")[1:]:
            value = getattr(value, part, None)
        return value is not None

    kept = table()
    missing = [
        row["name"] for kind in ("use", "other_device", "not_listed") for row in kept[kind] if not exists(row["name"])
    ]
    return {"missing": missing}, not missing


@claim(
    "402.float16-only", "which of them are float16 only on Ascend cannot be measured on the CPU; this is what it shows"
)
def on_cpu() -> Measured:
    image = Tensor(np.ones((1, 4, 8, 8), np.float32))
    rows = image.reshape(32, 8)
    seen = {
        "Conv2D of float32": outcome(lambda: str(nn.Conv2d(4, 4, 3)(image).dtype)),
        "MaxPool of float32": outcome(lambda: str(nn.MaxPool2d(2)(image).dtype)),
        "TopK of float32": outcome(lambda: str(ops.topk(rows, 2)[0].dtype)),
        "MatMul of float32": outcome(lambda: str(nn.Dense(8, 4)(rows).dtype)),
    }
    return seen, None
