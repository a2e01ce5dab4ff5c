"""Run what the rules about whole programs claim of MindSpore on the CPU, print what was seen, and keep it with --write.

    python scripts/measure_program_rules.py                all rules
    python scripts/measure_program_rules.py 203 403.adam   some of them, by number or by the beginning of a claim
    python scripts/measure_program_rules.py --write        and store it in measured_program_rules.json

Run it once with each MindSpore version that matters: a result is kept under its claim and version. "holds" and
"differs" compare what was seen with the claim as it is worded there, which was mended where the first run refuted it.
Nothing here says anything about Ascend or GPU. Each rule runs in a process of its own, so that a claim that kills it
costs one line; it takes some two minutes.
"""

from __future__ import annotations

import argparse
import datetime
import importlib
import json
import os
import subprocess
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path
from typing import Any, Dict, List, Sequence

HERE = Path(__file__).resolve().parent
RESULTS = HERE / "measured_program_rules.json"
MODULES = (
    "losses",
    "modes",
    "model_modes",
    "sources",
    "graphs",
    "built_inside",
    "numpy_inside",
    "columns",
    "images",
    "amp",
    "masks",
    "half_operators",
    "scaling",
    "runs",
    "weights",
    "dropping",
    "decay",
    "batches",
    "penalties",
)
VERDICTS = {True: "holds", False: "differs", None: "not run"}  # None: not to be measured on a CPU
LONGEST = 300  # seconds for the claims of one rule

Result = Dict[str, Any]


def load_claims() -> Dict[str, Any]:
    for name in MODULES:
        importlib.import_module(f"program_claims.{name}")
    from program_claims.claim import CLAIMS

    return CLAIMS


def measure_here(names: Sequence[str], file: str) -> None:
    """In the child: one line per claim, written at once; a line without a verdict marks where a process died."""
    import mindspore as ms
    from program_claims.claim import plain, raised, random_batch

    claims = load_claims()
    ms.set_context(mode=ms.PYNATIVE_MODE, pynative_synchronize=True)
    random_batch(2).abs()  # with a NumPy that it does not know the very first operator may fail; later ones work
    with open(file, "a", encoding="utf-8") as lines:
        for name in names:
            row: Result = {"name": name, "text": claims[name].text}
            print(json.dumps(row), file=lines, flush=True)
            ms.set_seed(1)
            try:
                seen, holds = claims[name].measure()
                row.update(verdict=VERDICTS[holds], seen=plain(seen))
            except Exception as error:
                row.update(verdict="failed", seen={"error": raised(error)})
            print(json.dumps(row), file=lines, flush=True)


def measure(names: List[str]) -> List[Result]:
    """In the parent: the claims of one rule, in as many processes as it takes to get past those that die."""
    results: List[Result] = []
    waiting = list(names)
    while waiting:
        with tempfile.TemporaryDirectory() as folder:
            file = os.path.join(folder, "results")
            command = [sys.executable, __file__, "--child", file, *waiting]
            # Warnings are part of what is measured, and MindSpore leaves rank_0 folders where it runs.
            environment = {**os.environ, "GLOG_v": "2", "PYTHONPATH": str(HERE)}
            try:
                done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, timeout=LONGEST)
                ending = f"exit status {done.returncode}"
                told = done.stderr.decode("utf-8", "replace")
            except subprocess.TimeoutExpired:
                ending, told = f"no end in {LONGEST} s", ""
            lines = Path(file).read_text(encoding="utf-8").splitlines() if os.path.exists(file) else []
        rows = {row["name"]: row for row in map(json.loads, lines)}
        if not rows:
            raise SystemExit(f"nothing was measured, {ending}:\n{told[-2000:]}")
        for row in rows.values():
            row.setdefault("verdict", "died")
            row.setdefault("seen", {"process": ending})
        results += rows.values()
        waiting = [name for name in waiting if name not in rows]
    return results


def show(result: Result) -> None:
    print(f"{result['verdict']:8} {result['name']}: {result['text']}")
    for key, value in result["seen"].items():
        print(f"         {key:44} {json.dumps(value, ensure_ascii=False)}")


def lines_of(value: Any, depth: int) -> str:
    """JSON with a line of its own for what stands in the outer dictionaries, so that changes are easy to read."""
    if not depth or not isinstance(value, dict) or not value:
        return json.dumps(value, ensure_ascii=False)
    indent = " " * (6 - depth)
    rows = (
        f"{indent}{json.dumps(key, ensure_ascii=False)}: {lines_of(each, depth - 1)}" for key, each in value.items()
    )
    return "{\n" + ",\n".join(rows) + f"\n{indent[1:]}}}"


def write(results: List[Result], version: str) -> None:
    """Keep the results; what another version has shown alike is kept once, under "same_as"."""
    kept = json.loads(RESULTS.read_text(encoding="utf-8")) if RESULTS.exists() else {}
    date = datetime.date.today().isoformat()
    for result in results:
        row = kept.setdefault(result["name"], {"claim": "", "measured": {}})
        row["claim"] = result["text"]
        measured = row["measured"]
        full = {key: measured[each.get("same_as", key)]["seen"] for key, each in measured.items()}
        full[version] = result["seen"]
        measured[version] = {"date": date, "verdict": result["verdict"]}
        for key, each in measured.items():
            first = next(other for other in measured if full[other] == full[key])
            each.pop("same_as", None)
            each.pop("seen", None)
            each.update({"seen": full[key]} if first == key else {"same_as": first})
    RESULTS.write_text(lines_of(dict(sorted(kept.items())), 5) + "\n", encoding="utf-8")


def main(arguments: List[str]) -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("parts", nargs="*", help="numbers of rules, or beginnings of claims")
    parser.add_argument("--write", action="store_true", help="keep the results")
    parser.add_argument("--child", metavar="FILE", help=argparse.SUPPRESS)
    options = parser.parse_args(arguments)
    if options.child:
        measure_here(options.parts, options.child)
        return 0
    started = time.monotonic()
    import mindspore as ms

    names = [name for name in sorted(load_claims()) if not options.parts or name.startswith(tuple(options.parts))]
    results: List[Result] = []
    for code in sorted({name.split(".")[0] for name in names}):
        for result in measure([name for name in names if name.startswith(code + ".")]):
            results.append(result)
            show(result)
    counts = Counter(row["verdict"] for row in results)
    print(f"MindSpore {ms.__version__}, {len(results)} claims in {time.monotonic() - started:.0f} s: {dict(counts)}")
    if options.write:
        write(results, ms.__version__)
    return 0 if set(counts) <= {"holds", "not run"} else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
