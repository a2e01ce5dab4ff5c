"""Write scripts/api_builtin.json: the public names of classes that are partly C++, as running MindSpores show them.

    PYTHON scripts/list_builtin.py      once with each version's interpreter (or with PYTHONPATH on an unpacked wheel)

Each run replaces what the file says of its own version. Needed because no text in a wheel lists these names.
"""

import json
from pathlib import Path

import mindspore
from mindspore import nn

FILE = Path(__file__).resolve().parent / "api_builtin.json"
CLASSES = {"mindspore.Tensor": mindspore.Tensor, "mindspore.nn.Cell": nn.Cell}


def main() -> None:
    known = json.loads(FILE.read_text(encoding="utf-8")) if FILE.exists() else {}
    version = mindspore.__version__
    for full, owner in CLASSES.items():
        rows = known.setdefault(full, {})
        for row in rows.values():
            row["versions"] = [seen for seen in row["versions"] if seen != version]
        for name in dir(owner):
            if not name.startswith("_"):
                kind = "method" if callable(getattr(owner, name)) else "attribute"
                row = rows.setdefault(name, {"kind": kind, "versions": []})
                row["kind"] = kind
                row["versions"] = sorted({*row["versions"], version}, key=lambda v: [int(p) for p in v.split(".")])
        known[full] = {name: row for name, row in sorted(rows.items()) if row["versions"]}
    lines = [
        '"{}": {{\n{}\n}}'.format(full, ",\n".join(f" {json.dumps(n)}: {json.dumps(row)}" for n, row in rows.items()))
        for full, rows in sorted(known.items())
    ]
    FILE.write_text("{{\n{}\n}}\n".format(",\n".join(lines)), encoding="utf-8")
    print(version, {full: sum(version in row["versions"] for row in rows.values()) for full, rows in known.items()})


if __name__ == "__main__":
    main()
