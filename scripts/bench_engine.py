"""Measures in one process what mslint costs beside libcst's bare parse of the same files, and what starting it costs.

    python scripts/bench_engine.py [FOLDER ...] [--repeat 5] [--no-start] [--profile]

libcst's parse is the yardstick and no part of mslint's work, which begins with `ast`. All kinds get the same decoded
texts: of the files that name mindspore, those that both can read. The repetitions are interleaved and the best one of
each kind counts, so that the machine's noise hits all alike; what is counted is processor time, which other work on the
machine stretches least. A whole run is one in one process, without a cache: it reads the files from disk as well, and
follows the programs they are part of. `bench.py` measures whole commands, with their processes, caches and memory.
"""

from __future__ import annotations

import argparse
import ast
import cProfile
import dataclasses
import gc
import os
import pstats
import statistics
import subprocess
import sys
import time
import warnings
from pathlib import Path
from typing import Callable, Dict, List, Sequence

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

import libcst  # noqa: E402

from mslint.config import Overrides, Settings  # noqa: E402
from mslint.engine import examine  # noqa: E402
from mslint.inputs import MARK, inputs, settings_of  # noqa: E402
from mslint.looking import collector_paused  # noqa: E402
from mslint.project import Project  # noqa: E402
from mslint.rulekit.catalog import Catalog, load_catalog  # noqa: E402
from mslint.runner import run  # noqa: E402
from mslint.source.files import find_files  # noqa: E402
from mslint.source.text import Source, Unreadable, decode  # noqa: E402
from mslint.syntax.parse import parse  # noqa: E402

GOAL = 1.6
ONE_RULE = "MSL101"
COPIES = 4  # how many times over the rules are loaded to see what further rules cost


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folders", nargs="*", default=[str(ROOT / "fixtures")])
    parser.add_argument("--repeat", type=int, default=5)
    parser.add_argument("--no-start", action="store_true", help="do not measure what starting costs")
    parser.add_argument("--profile", action="store_true", help="also show where mslint's time goes")
    options = parser.parse_args()
    sources = texts(options.folders)
    lines = sum(source.text.count("\n") for source in sources)
    print(f"{len(sources)} files that name mindspore, {lines} lines, Python {sys.version.split()[0]}")
    kinds = competitors(sources, options.folders)
    best = race(kinds, options.repeat)
    bare = best["parse"]
    for name, seconds in best.items():
        print(f"{LABELS[name]:42}{seconds:8.3f} s{seconds / bare:7.2f} times the parse{lines / seconds:10.0f} lines/s")
    ratio = best["run"] / bare
    for what, seconds in parts(best).items():
        print(f"{what:42}{seconds:8.3f} s{seconds / bare:7.2f} times the parse")
    print(f"{'ratio, a whole run to bare parse':42}{ratio:8.2f} (goal: at most {GOAL})")
    if not options.no_start:
        nothing, version = start("-c", "pass"), start("-m", "mslint", "--version")
        more = (version - nothing) * 1000
        print(f"{'start: python -c pass':42}{nothing * 1000:8.1f} ms")
        print(f"{'start: python -m mslint --version':42}{version * 1000:8.1f} ms, {more:.1f} ms more (goal: below 60)")
    if options.profile:
        profile(kinds["run"])
    return 0 if ratio <= GOAL else 1


LABELS = {
    "parse": "libcst's bare parse",
    "ast": "ast's bare parse",
    "tree": "mslint, the tree",
    "none": "mslint, tree and facts, no rule",
    "one": f"mslint, one rule ({ONE_RULE})",
    "files": "mslint, all rules that look at one file",
    "copies": f"mslint, every one of them {COPIES} times over",
    "run": "mslint, a whole run, programs included",
}


def parts(best: Dict[str, float]) -> Dict[str, float]:
    """What a whole run is made of, by the differences between the kinds."""
    return {
        "of a run: parsing": best["ast"],
        "of a run: making the tree": best["tree"] - best["ast"],
        "of a run: the walk that collects facts": best["none"] - best["tree"],
        "of a run: rules, and what they ask": best["files"] - best["none"],
        "of a run: reading, and programs": best["run"] - best["files"],
    }


def texts(folders: Sequence[str]) -> List[Source]:
    found, errors = find_files(folders, None, "en")
    for error in errors:
        print(f"{error.path}: {error.message}", file=sys.stderr)
    sources: List[Source] = []
    for file in found:
        data = Path(file.path).read_bytes()
        if MARK not in data:
            continue
        try:
            source = decode(file.path, data)
            if parse(source).module is None:
                continue  # only libcst can read it: nothing of the usual way is measured
            libcst.parse_module(source.text)
        except (Unreadable, libcst.ParserSyntaxError):
            continue  # what one of the two cannot parse is no measure for the other
        sources.append(source)
    return sources


def competitors(sources: Sequence[Source], folders: Sequence[str]) -> Dict[str, Callable[[], None]]:
    catalog = load_catalog()
    project = Project(Overrides(isolated=True))
    settings = settings_of(folders, project)
    wanted = {source.path for source in sources}
    files = [file for file in inputs(folders, project, "en")[0] if file.path in wanted]

    def bare() -> None:
        for source in sources:
            libcst.parse_module(source.text)

    def plain() -> None:
        with collector_paused(), warnings.catch_warnings():
            warnings.simplefilter("ignore")
            for source in sources:
                ast.parse(source.text)

    def trees() -> None:
        for source in sources:
            with collector_paused():
                parse(Source(source.path, source.text))

    def check(settings: Settings, rules: Catalog) -> Callable[[], None]:
        def work() -> None:
            for source in sources:
                # A new Source each time: what it has computed once is part of the cost.
                with collector_paused():
                    examine(Source(source.path, source.text), settings, rules)

        return work

    def whole() -> None:
        run(files, project, settings)
        gc.unfreeze()

    return {
        "parse": bare,
        "ast": plain,
        "tree": trees,
        "none": check(Settings(select=("MSL001",)), catalog),
        "one": check(Settings(select=(ONE_RULE,)), catalog),
        "files": check(Settings(), catalog),
        "copies": check(Settings(), copied(catalog)),
        "run": whole,
    }


def copied(catalog: Catalog) -> Catalog:
    """The same rules several times under further codes."""
    rules = list(catalog.rules.values())
    for number in range(1, COPIES):
        rules += [
            dataclasses.replace(rule, code=f"{rule.code}{number}", slug=f"{rule.slug}-{number}", yields_to=())
            for rule in catalog.rules.values()
        ]
    return Catalog(rules)


def race(kinds: Dict[str, Callable[[], None]], repeat: int) -> Dict[str, float]:
    best = {name: float("inf") for name in kinds}
    for work in kinds.values():  # tables, checkers and memory are warm before the clock runs
        work()
    for _ in range(repeat):
        for name, work in kinds.items():
            gc.collect()
            started = time.process_time()
            work()
            best[name] = min(best[name], time.process_time() - started)
    return best


def start(*args: str, runs: int = 15) -> float:
    """The median time of starting Python with these arguments."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    times: List[float] = []
    for _ in range(runs):
        started = time.perf_counter()
        subprocess.run([sys.executable, *args], check=True, env=environment, stdout=subprocess.DEVNULL)
        times.append(time.perf_counter() - started)
    return statistics.median(times)


def profile(work: Callable[[], None]) -> None:
    profiler = cProfile.Profile()
    profiler.runcall(work)
    stats = pstats.Stats(profiler)
    stats.sort_stats("tottime").print_stats(35)
    stats.sort_stats("cumulative").print_stats(45)


if __name__ == "__main__":
    raise SystemExit(main())
