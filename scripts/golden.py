"""Compares what two states of mslint say of the same code: findings, edits and checklist; prints every difference.

    python scripts/golden.py --at COMMIT [--no-edits] [PATH ...]

The other state is a commit, checked out into a temporary folder, so that nothing has to be kept. Of each path (the
projects and the notebooks of fixtures/ where none is named) three documents are compared: JSON at info level,
`--diff --unsafe-fixes --level info`, and the checklist's JSON. The JSON of this state is also made with two processes,
with a cold and with a warm cache, which must change nothing. Exit status 1 if anything differs.
"""

from __future__ import annotations

import argparse
import difflib
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Dict, Iterator, List, Sequence

ROOT = Path(__file__).resolve().parent.parent
OWN = ("fixtures/projects", "fixtures/notebooks")
PLAIN = ("--isolated", "--lang", "en")
DOCUMENTS = {
    "findings": ("check", *PLAIN, "--no-cache", "-j", "1", "--level", "info", "--output-format", "json", "."),
    "edits": ("check", *PLAIN, "--no-cache", "--quiet", "--level", "info", "--diff", "--unsafe-fixes", "."),
    "checklist": ("checklist", *PLAIN, "--output-format", "json", "."),
}
WITH_CACHE = ("check", *PLAIN, "-j", "2", "--level", "info", "--output-format", "json", ".", "--cache-dir")
CHANGES = ("seconds", "mslint")  # of each run, or of each state


def said(home: Path, folder: Path, words: Sequence[str]) -> str:
    """Return what a state of mslint, which lies in `home`, writes to its standard output."""
    environment = {**os.environ, "PYTHONPATH": str(home), "PYTHONDONTWRITEBYTECODE": "1"}
    command = (
        [sys.executable, "-P", "-m", "mslint"] if sys.version_info >= (3, 11) else [sys.executable, "-m", "mslint"]
    )
    done = subprocess.run([*command, *words], cwd=folder, env=environment, capture_output=True)
    if done.returncode not in (0, 1):
        raise SystemExit(
            f"{home}: mslint {' '.join(words)} in {folder}: status {done.returncode}\n{done.stderr.decode()}"
        )
    return done.stdout.decode("utf-8", "replace")


def steady(text: str) -> str:
    """Return a document as lines that can be compared, without what differs from run to run."""
    if not text.startswith("{"):
        return text
    document = json.loads(text)
    for name in CHANGES:
        document.pop(name, None)
        document.get("summary", {}).pop(name, None)
    if "findings" not in document:
        return json.dumps(document, indent=1, ensure_ascii=False)
    findings = [json.dumps(each, ensure_ascii=False, sort_keys=True) for each in document.pop("findings")]
    return "\n".join([*findings, json.dumps(document, indent=1, ensure_ascii=False)])


def compared(other: Path, folder: Path, names: Sequence[str]) -> Iterator[List[str]]:
    """Yield the differences of each document."""
    mine: Dict[str, str] = {}
    for name in names:
        mine[name] = steady(said(ROOT, folder, DOCUMENTS[name]))
        yield differences(f"{name} of {folder.name}", steady(said(other, folder, DOCUMENTS[name])), mine[name])
    with tempfile.TemporaryDirectory() as cache:
        for state in ("cold", "warm"):
            text = steady(said(ROOT, folder, [*WITH_CACHE, cache]))
            yield differences(f"findings of {folder.name}, two processes, {state}", mine["findings"], text)


def differences(title: str, before: str, after: str) -> List[str]:
    lines = list(difflib.unified_diff(before.splitlines(), after.splitlines(), "before", "after", lineterm="", n=0))
    print(f"{title}: {sum(line[:1] in '+-' for line in lines[2:]) or 'no'} different lines", flush=True)
    return lines[2:]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--at", required=True, metavar="COMMIT")
    parser.add_argument("--no-edits", action="store_true", help="leave out --diff, which takes longest")
    parser.add_argument("paths", nargs="*", type=Path, metavar="PATH")
    words = parser.parse_args()
    folders = words.paths or [ROOT / own for own in OWN]
    names = [name for name in DOCUMENTS if not (words.no_edits and name == "edits")]
    found: List[str] = []
    with tempfile.TemporaryDirectory() as place:
        other = Path(place) / "other"
        git = ["git", "-C", str(ROOT), "worktree"]
        subprocess.run([*git, "add", "--quiet", "--detach", str(other), words.at], check=True)
        try:
            for folder in folders:
                for lines in compared(other, folder.resolve(), names):
                    print(*lines, sep="\n", end="\n" if lines else "")
                    found += lines
        finally:
            subprocess.run([*git, "remove", "--force", str(other)], check=True)
    print(f"{len(found)} different lines in all" if found else "nothing differs")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
