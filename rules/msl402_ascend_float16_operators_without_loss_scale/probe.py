"""Sends a gradient that float16 cannot hold back through the operators, and counts what is left of it."""

from mslint.rulekit import unit_table

SIZE, SCALE = 1e-9, 2**16
SHAPES = {"line": (2, 4, 8), "image": (2, 4, 8, 8), "volume": (2, 4, 8, 8, 8), "rows": (4, 4), "cubes": (2, 4, 4)}
SCALES = ("LossScaleManager", "LossScaler", "LossScaleCell")


def probe(case, lab):
    scaled = any(call.name.endswith(SCALES) for call in case.beside)
    seen = {}
    for name, row in _rows(case):
        one = _zeros(lab, row, SIZE)
        other = _zeros(lab, row, SIZE * SCALE)
        seen = {"operator": name, "zeros": other if scaled else one, "scaled": other, "size": SIZE, "scale": SCALE}
        if seen["zeros"] > other + 0.01:
            return lab.confirmed(**seen)
    return lab.refuted(**seen) if seen else lab.fail("probe-unknown-value")


def _rows(case):
    """The names that the finding gives, or that the program uses, and how each is run."""
    table = {row["name"]: row for row in unit_table(__file__, "operators.toml")["use"]}
    given = [name.strip() for name in (case.param("operators") or "").split(",")]
    names = [f"mindspore.{name}" for name in given if name] or dict.fromkeys(call.name for call in case.beside)
    return [(name.partition(".")[2], table[name]) for name in names if name in table]


def _zeros(lab, row, size):
    """The share of zeros in the gradient of the first input; a pool leaves most of them anyway."""
    ms = lab.ms
    inputs = [lab.tensor(*SHAPES[name]) for name in row["arguments"]]
    names = {"ms": ms, "nn": lab.nn, "ops": lab.ops, "mint": getattr(ms, "mint", None)}
    made = eval(row["run"], names) if row["name"].startswith("mindspore.nn.") else None

    def run(*tensors):
        found = (
            made(*tensors) if made is not None else eval(row["run"], {**names, **dict(zip(row["arguments"], tensors))})
        )
        return ((found[0] if isinstance(found, tuple) else found) * size).sum()

    return float((ms.grad(run, 0)(*inputs).asnumpy() == 0).mean())
