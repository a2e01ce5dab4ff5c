"""Runs mslint over a folder, or over code that is made up, beside libcst's bare parse, flake8 and ruff; prints ratios.

    python scripts/bench.py [FOLDER] [--files 1000] [-j 2] [--repeat 3] [--json FILE]
    python scripts/bench.py --packages 800 --scripts 800

Whole commands are measured, by the clock, one after the other and the best of each kind: only figures of one run can be
compared. "Cold" begins without a cache, "warm" finds that of the run before; then one file has a comment more at its
end, or a line of code that it never had: each of some files across the folder in turn, of which the middle one in cost
and the costliest are told. The bare parse is that of the
files that name mindspore. flake8 and ruff are measured where they are installed, with their default rules.

With `--packages` and `--scripts`, the cost of a project is told in which every script imports every package through
one `__init__`: from 50 of each on and doubled up to as many, in CPU seconds of all processes, beside the floor:
`ast.parse` of the same files and one walk, without the collector.
"""

from __future__ import annotations

import argparse
import itertools
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from importlib.util import find_spec
from pathlib import Path
from typing import Callable, Dict, List, NamedTuple, Optional, Sequence

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "scripts"))

import corpus  # noqa: E402

PARSE = """
import multiprocessing, sys
import libcst

def parse(paths):
    for path in paths:
        try:
            libcst.parse_module(open(path, "rb").read())
        except Exception:
            pass

if __name__ == "__main__":
    count, paths = int(sys.argv[1]), open(sys.argv[2]).read().split("\\n")
    if count == 1:
        parse(paths)
    else:
        with multiprocessing.Pool(count) as pool:
            pool.map(parse, [paths[at :: count * 8] for at in range(count * 8)], 1)
"""
CHANGED = 9  # files, one after the other, with a line more of each kind
MORE = {"a comment more": "# line ", "a line of code more": "bench_line = "}
# The plug-in beside flake8's own, without being installed.
LOCAL = "[flake8:local-plugins]\nextension =\n    MSL = mslint.flake8_plugin:Plugin\n"


class Cost(NamedTuple):
    seconds: float
    peak: float  # MiB, of the process itself
    cpu: float  # seconds, with those of its own processes


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", nargs="?", help="what to run over (default: made-up code)")
    parser.add_argument("--files", type=int, default=1000, help="how many files to make up")
    parser.add_argument("-j", "--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--repeat", type=int, default=3)
    parser.add_argument("--only-mslint", action="store_true", help="leave flake8 and ruff out")
    parser.add_argument("--json", help="also write the figures there")
    parser.add_argument("--packages", type=int, help="how cost grows: packages of the largest project")
    parser.add_argument("--scripts", type=int, help="and its scripts (default: as many)")
    options = parser.parse_args()
    if options.packages or options.scripts:
        return grow(options.packages or options.scripts, options.scripts or options.packages, options)
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place) / "code"
        if options.folder:
            shutil.copytree(options.folder, folder, ignore=shutil.ignore_patterns(".git", ".*_cache"))
        else:
            corpus.write(folder, options.files)
        return measure(folder, Path(place), options)


FLOOR = """
import ast, gc, sys
gc.disable()
for path in open(sys.argv[1]).read().split("\\n"):
    for _ in ast.walk(ast.parse(open(path, "rb").read())):
        pass
"""


def grow(packages: int, scripts: int, options: argparse.Namespace) -> int:
    """How the cost of a project grows with its packages and scripts."""
    print(f"{'packages':>9}{'scripts':>9}{'CPU s':>9}{'growth':>9}{'floor':>9}{'x floor':>9}{'MiB':>7}")
    before = 0.0
    steps = [max(packages, scripts)]
    while steps[0] > 50:
        steps.insert(0, max(50, steps[0] // 2))
    with tempfile.TemporaryDirectory() as place:
        for step in steps:
            share = step / steps[-1]
            folder = Path(place) / str(step)
            corpus.write_packages(folder, max(1, int(packages * share)), max(1, int(scripts * share)))
            names = Path(place) / "paths"
            names.write_text("\n".join(map(str, sorted(folder.rglob("*.py")))))
            (Path(place) / "floor.py").write_text(FLOOR)
            words = ("-m", "mslint", "--isolated", "--quiet", "--no-cache", "-j", str(options.jobs))
            cost = min((cost_of(folder, *words) for _ in range(options.repeat)), key=lambda each: each.cpu)
            floor = min(cost_of(folder, str(Path(place) / "floor.py"), str(names)).cpu for _ in range(options.repeat))
            row = f"{int(packages * share):9}{int(scripts * share):9}{cost.cpu:9.2f}"
            grown = f"{cost.cpu / before:9.2f}" if before else " " * 9
            print(f"{row}{grown}{floor:9.2f}{cost.cpu / floor:9.1f}{cost.peak:7.0f}", flush=True)
            before = cost.cpu
    return 0


def measure(folder: Path, place: Path, options: argparse.Namespace) -> int:
    paths = sorted(folder.rglob("*.py"))
    for path in paths:  # what is younger than the cache is read again
        os.utime(path, (1_700_000_000, 1_700_000_000))
    texts = {path: path.read_bytes() for path in paths}
    naming = [path for path, text in texts.items() if b"mindspore" in text]
    lines = sum(texts[path].count(b"\n") for path in naming)
    size = sum(map(len, texts.values())) / 1e6
    print(f"{len(paths)} files, {size:.1f} MB, {len(naming)} name mindspore ({lines} lines)")
    (place / "parse.py").write_text(PARSE)
    (place / "paths").write_text("\n".join(map(str, naming)))
    (place / "flake8.ini").write_text(LOCAL)
    some = sorted(naming)[len(naming) // (2 * CHANGED) :: max(1, len(naming) // CHANGED)][:CHANGED]
    kinds = competitors(folder, place, some, options)
    best: Dict[str, Cost] = {}
    for _ in range(options.repeat):
        for name, work in kinds.items():
            cost = work()
            known = best.get(name, cost)
            best[name] = Cost(min(cost.seconds, known.seconds), max(cost.peak, known.peak), min(cost.cpu, known.cpu))
    for more in MORE:
        each = sorted((best.pop(f"{more} {number}") for number in range(len(some))), key=lambda cost: cost.seconds)
        best[more], best[f"{more}, worst"] = each[len(each) // 2], each[-1]
    report(best, lines, options.jobs)
    if options.json:
        document = {"files": len(paths), "naming": len(naming), "lines": lines, "jobs": options.jobs}
        figures = {name: cost._asdict() for name, cost in best.items()}
        Path(options.json).write_text(json.dumps({**document, "costs": figures}, indent=1))
    return 0


def competitors(
    folder: Path, place: Path, some: Sequence[Path], options: argparse.Namespace
) -> Dict[str, Callable[[], Cost]]:
    cache = place / "cache"
    numbers = itertools.count()
    count = str(options.jobs)

    def mslint(*words: str) -> Callable[[], Cost]:
        return lambda: cost_of(folder, "-m", "mslint", "--isolated", "--quiet", *words)

    def cold(*words: str) -> Callable[[], Cost]:
        def work() -> Cost:
            shutil.rmtree(cache, ignore_errors=True)
            return cost_of(folder, "-m", "mslint", "--isolated", "--quiet", "--cache-dir", str(cache), *words)

        return work

    def changed(one: Path, line: str) -> Callable[[], Cost]:
        content = one.read_bytes()

        def work() -> Cost:
            one.write_bytes(content + f"{line}{next(numbers)}\n".encode())
            os.utime(one, (1_700_000_100, 1_700_000_100))
            try:
                return mslint("--cache-dir", str(cache))()
            finally:
                one.write_bytes(content)
                os.utime(one, (1_700_000_000, 1_700_000_000))

        return work

    def flake8(*words: str, forget: bool = False) -> Callable[[], Cost]:
        def work() -> Cost:
            if forget:
                shutil.rmtree(place / "flake8_cache", ignore_errors=True)
            return cost_of(
                folder, "-m", "flake8", "-q", "-j", count, *words, ".", MSLINT_CACHE_DIR=str(place / "flake8_cache")
            )

        return work

    kinds: Dict[str, Callable[[], Cost]] = {
        "parse, 1 process": lambda: cost_of(folder, str(place / "parse.py"), "1", str(place / "paths")),
        f"parse, {count} processes": lambda: cost_of(folder, str(place / "parse.py"), count, str(place / "paths")),
        "cold, 1 process": cold("-j", "1"),
        f"cold, {count} processes": cold("-j", count),
        "warm": mslint("--cache-dir", str(cache)),
    }
    for more, line in MORE.items():
        for number, one in enumerate(some):
            kinds[f"{more} {number}"] = changed(one, line)
    if find_spec("flake8") and not options.only_mslint:
        kinds["flake8"] = flake8("--isolated")
        kinds["flake8 with mslint, cold"] = flake8("--config", str(place / "flake8.ini"), forget=True)
        kinds["flake8 with mslint, warm"] = flake8("--config", str(place / "flake8.ini"))
    if find_spec("ruff") and not options.only_mslint:
        ruff = ("-m", "ruff", "check", "--isolated", "--quiet", "--exit-zero", "--cache-dir", str(place / "ruff"), ".")

        def ruff_cold() -> Cost:
            shutil.rmtree(place / "ruff", ignore_errors=True)
            return cost_of(folder, *ruff)

        kinds["ruff, cold"] = ruff_cold
        kinds["ruff, warm"] = lambda: cost_of(folder, *ruff)
    return kinds


def cost_of(cwd: Path, *words: str, **more: str) -> Cost:
    """What one command takes; its output goes nowhere."""
    env = {**os.environ, "PYTHONPATH": str(ROOT), **more}
    env.pop("PYTHONDONTWRITEBYTECODE", None)  # what is installed is compiled once, not by every command
    started = time.perf_counter()
    process = subprocess.Popen(
        [sys.executable, *words], cwd=cwd, env=env, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    peak: Optional[float] = None
    cpu = 0.0
    if hasattr(os, "wait4"):
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        peak = usage.ru_maxrss / (2**20 if sys.platform == "darwin" else 2**10)
        cpu = usage.ru_utime + usage.ru_stime
    else:
        process.wait()
    seconds = time.perf_counter() - started
    if process.returncode not in (0, 1):
        raise SystemExit(f"exit status {process.returncode}: {' '.join(words)}")
    return Cost(seconds, peak or 0.0, cpu)


def report(best: Dict[str, Cost], lines: int, jobs: int) -> None:
    parse = best[f"parse, {jobs} processes"].seconds
    print(f"{'':28}{'seconds':>9}{'x parse':>9}{'lines/s':>10}{'MiB':>7}")
    for name, cost in best.items():
        base = best["parse, 1 process"].seconds if name.endswith("1 process") else parse
        row = f"{cost.seconds:9.2f}{cost.seconds / base:9.2f}{lines / cost.seconds:10.0f}{cost.peak:7.0f}"
        print(f"{name:28}{row}")
    cold, warm = best[f"cold, {jobs} processes"].seconds, best["warm"].seconds
    rows: List[str] = []
    for more in MORE:
        usual, worst = best[more].seconds / warm, best[f"{more}, worst"].seconds / warm
        rows.append(f"{more} / warm: {usual:.2f}, {worst:.2f} at worst")
    if "flake8" in best:
        plain = best["flake8"].seconds
        rows.append(f"cold / flake8: {cold / plain:.2f}")
        for kind in ("cold", "warm"):
            rows.append(
                f"mslint in flake8, {kind}: {(best[f'flake8 with mslint, {kind}'].seconds / plain - 1) * 100:+.0f} %"
            )
    if "ruff, warm" in best:
        rows.append(f"warm / ruff's warm: {warm / best['ruff, warm'].seconds:.2f}")
    print("\n".join(rows))


if __name__ == "__main__":
    raise SystemExit(main())
