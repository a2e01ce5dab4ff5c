"""Fix copies of real projects, and say how many fixes were made and taken back, and whether all of it still parses.

    python scripts/ecosystem_fixes.py FOLDER ... [--level info] [--patch FILE]

The folders themselves stay as they are. The exit status is 1 if a file that parsed does not parse any more, or if a
second run finds anything left to do. What changes is written as a patch, to be read: no script says if it is right.
"""

from __future__ import annotations

import argparse
import ast
import re
import shutil
import subprocess
import sys
import tempfile
import time
import warnings
from collections import Counter
from pathlib import Path
from typing import Dict, List, Tuple

ROOT = Path(__file__).resolve().parent.parent
TAKEN_BACK = re.compile(r"the fix of (MSL\d+) was not made: (.*)")


def mslint(folder: Path, *words: str) -> Tuple[str, str]:
    """Standard output and error of a run in a folder; a status of 2 is a defect."""
    command = [sys.executable, "-m", "mslint", ".", "--no-progress", "--unsafe-fixes", "--lang", "en", *words]
    environment = {"PYTHONPATH": str(ROOT), "PYTHONIOENCODING": "utf-8", "PATH": ""}
    done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, encoding="utf-8", check=False)
    if done.returncode == 2 and "Traceback" in done.stderr:
        raise SystemExit(done.stderr)
    return done.stdout, done.stderr


def broken(folder: Path) -> List[str]:
    """The files that do not parse."""
    found = []
    for path in sorted(folder.rglob("*.py")):
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                ast.parse(path.read_bytes())
        except (SyntaxError, ValueError):
            found.append(path.relative_to(folder).as_posix())
    return found


def contents(folder: Path) -> Dict[str, bytes]:
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*.py") if path.is_file()}


def measure(project: Path, level: str, patch: List[str]) -> bool:
    """Fix a copy of one project; whether nothing is wrong with it."""
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place) / project.name
        shutil.copytree(project, folder, ignore=shutil.ignore_patterns(".git"), symlinks=True)
        before, unread = contents(folder), broken(folder)
        shown, _ = mslint(folder, "--diff", "--level", level)
        patch.append(shown)
        started = time.perf_counter()
        out, told = mslint(folder, "--fix", "--level", level, "--output-format", "concise")
        seconds = time.perf_counter() - started
        after = contents(folder)
        again, _ = mslint(folder, "--diff", "--level", level)
        closing = next((line for line in out.splitlines()[::-1] if line.startswith(("Fixed", "Nothing"))), "?")
        changed = sum(after[path] != data for path, data in before.items())
        plus = sum(line.startswith("+") and not line.startswith("+++") for line in shown.splitlines())
        print(f"{project.name}, level {level}: {closing} {changed} files changed, {plus} lines, {seconds:.1f} s")
        for (code, why), count in sorted(Counter(TAKEN_BACK.findall(told)).items()):
            print(f"  taken back: {count} x {code}: {why}")
        worse = [path for path in broken(folder) if path not in unread]
        for path in worse:
            print(f"  does not parse any more: {path}")
        if again:
            print("  a second run would change something")
        return not worse and not again


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folders", nargs="+", type=Path)
    parser.add_argument("--level", default="warning")
    parser.add_argument("--patch", type=Path)
    options = parser.parse_args()
    patch: List[str] = []
    right = [measure(folder.resolve(), options.level, patch) for folder in options.folders]
    if options.patch is not None:
        options.patch.write_text("".join(patch), encoding="utf-8")
    return 0 if all(right) else 1


if __name__ == "__main__":
    sys.exit(main())
