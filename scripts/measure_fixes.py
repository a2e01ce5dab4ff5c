"""Run code before and after its safe fixes on a real MindSpore, and say whether both give the same results.

    PYTHON scripts/measure_fixes.py [PART OF A CASE]      where mindspore is installed

Where the code as it was raises, as it does for names and keywords of other versions, the fixed code must run, and give
what the spelling beside it gives. The exit status is 1 if a case has no fix, or one that is not as safe as it claims.
"""

from __future__ import annotations

import os
import sys
import warnings
from pathlib import Path
from typing import Dict, List, Mapping, NamedTuple, Tuple

os.environ.setdefault("GLOG_v", "4")
warnings.filterwarnings("ignore")
sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from mslint.api.versions import Version, parse_version  # noqa: E402
from mslint.config import Settings  # noqa: E402
from mslint.engine import check_source  # noqa: E402
from mslint.fixing.rounds import Outcome, settle  # noqa: E402
from mslint.model import (  # noqa: E402
    SAFE,  # noqa: E402
    FileResult,
    Severity,
)
from mslint.rulekit.catalog import Catalog, load_catalog  # noqa: E402
from mslint.source.text import Source  # noqa: E402

HEAD = """import mindspore as ms
import numpy as np
from mindspore import Tensor, nn, ops

ms.set_seed(7)
wave = Tensor(np.sin(np.arange(2 * 3 * 8 * 8, dtype=np.float32)).reshape(2, 3, 8, 8))
line = wave.reshape(2, 3, 64)
rows = wave.reshape(6, 64)
ones = Tensor(np.ones(10_000, np.float32))
"""


class Case(NamedTuple):
    """A rule and an expression that it finds fault with; `like` is what it must equal where it raises as it stands."""

    code: str
    expression: str
    like: str = ""


CASES: Tuple[Case, ...] = (
    Case("MSL101", "nn.Dropout(0.9).set_train()(ones)"),
    Case("MSL101", "nn.Dropout(0.8).set_train()(ones)"),
    Case("MSL101", "nn.Dropout(0.75)(ones)"),
    Case("MSL904", "nn.Conv2d(3, 4, wave.ndim - 1, has_bias=True, weight_init='ones')(wave)"),
    Case("MSL904", "nn.Conv1d(3, 4, line.ndim + 2, has_bias=True, weight_init='ones')(line)"),
    Case(
        "MSL111",
        "nn.Dense(64, 4, bias=False, weight_init='ones')(rows)",
        "nn.Dense(64, 4, has_bias=False, weight_init='ones')(rows)",
    ),
    Case("MSL111", "nn.LayerNorm((64,), eps=1e-3)(rows)", "nn.LayerNorm((64,), epsilon=1e-3)(rows)"),
    Case("MSL111", "nn.LeakyReLU(negative_slope=0.1)(rows)", "nn.LeakyReLU(alpha=0.1)(rows)"),
    Case("MSL111", "ops.mean(rows, dim=1)", "ops.mean(rows, axis=1)"),
    Case(
        "MSL111",
        "nn.Conv2d(3, 3, 3, groups=3, pad_mode='same', has_bias=False, weight_init='ones')(wave)",
        "nn.Conv2d(3, 3, 3, group=3, pad_mode='same', has_bias=False, weight_init='ones')(wave)",
    ),
    Case("MSL904", "nn.MaxPool2d(5)(wave)"),
    Case("MSL904", "nn.AvgPool2d(5)(wave)"),
    Case("MSL904", "ops.median(rows)"),
    Case("MSL904", "ops.norm(rows)"),
    Case("MSL904", "rows.norm()"),
    Case("MSL904", "rows.svd()"),
)


class Measured(NamedTuple):
    """What became of a case: the fixed expression, and what was seen."""

    case: Case
    after: str
    verdict: str  # "same", "mended", or what is wrong

    @property
    def right(self) -> bool:
        return self.verdict in ("same", "mended")


def fixed(case: Case, catalog: Catalog, version: Version) -> Tuple[str, Outcome]:
    """The expression after the safe fixes of its rule."""
    source = Source("case.py", f"{HEAD}result = {case.expression}\n")
    settings = Settings(level=Severity.INFO, target_version=version, extend_select=(case.code,))

    def check(changed: Mapping[str, Source]) -> FileResult:
        return check_source(changed.get(source.path, source), settings, catalog)

    outcome = settle(lambda path: source, check, check({}), (SAFE,), lambda finding: finding.code == case.code)
    text = outcome.changed.get(source.path, source).text
    return text[len(HEAD) + len("result = ") :].strip(), outcome


def run(expression: str) -> List[object]:
    """The numbers that an expression gives, as arrays."""
    space: Dict[str, object] = {}
    exec(f"{HEAD}result = {expression}\n", space)
    result = space["result"]
    parts = result if isinstance(result, (tuple, list)) else (result,)
    return [part.asnumpy() for part in parts]


def same(one: List[object], other: List[object]) -> bool:
    import numpy as np

    return len(one) == len(other) and all(np.array_equal(a, b) for a, b in zip(one, other))


def measure(case: Case, catalog: Catalog, version: Version) -> Measured:
    after, outcome = fixed(case, catalog, version)
    if not outcome.fixed:
        return Measured(case, after, "no safe fix")
    try:
        before = run(case.expression)
    except Exception:
        if not case.like:
            return Measured(case, after, "raises before the fix")
        wanted = run(case.like)
        return Measured(case, after, "mended" if same(run(after), wanted) else f"not what {case.like} gives")
    return Measured(case, after, "same" if same(run(after), before) else "other results")


def main() -> int:
    import mindspore

    part = sys.argv[1] if len(sys.argv) > 1 else ""
    version = parse_version(".".join(mindspore.__version__.split(".")[:2]))
    catalog = load_catalog()
    found = [measure(case, catalog, version) for case in CASES if part in f"{case.code} {case.expression}"]
    for each in found:
        print(f"{each.case.code} {each.verdict}: {each.case.expression} -> {each.after}")
    wrong = sum(not each.right for each in found)
    print(f"MindSpore {mindspore.__version__}: {len(found) - wrong} of {len(found)} safe fixes keep the results")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
