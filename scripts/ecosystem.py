"""Runs mslint on folders of real code: findings per rule, and a random sample of them with context to read.

python scripts/ecosystem.py FOLDER ... [--rule MSL102] [--sample 20] [--level info]
"""

from __future__ import annotations

import argparse
import random
import sys
from collections import Counter
from pathlib import Path
from typing import List

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from mslint.config import Overrides  # noqa: E402
from mslint.inputs import inputs, settings_of  # noqa: E402
from mslint.model import Finding, Severity  # noqa: E402
from mslint.project import Project  # noqa: E402
from mslint.runner import run  # noqa: E402
from mslint.source.text import decode  # noqa: E402


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folders", nargs="+")
    parser.add_argument("--rule", action="append", help="only these codes in the sample")
    parser.add_argument("--sample", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--level", default="warning")
    parser.add_argument("--target-version", default=None)
    parser.add_argument("--context", type=int, default=2, help="lines around each finding")
    options = parser.parse_args()
    # The folder's own configuration is not ours to follow: what is measured is the default.
    project = Project(Overrides(isolated=True, level=options.level, target_version=options.target_version))
    found: List[Finding] = []
    lines = files = 0
    for folder in options.folders:
        files_of, errors = inputs([folder], project, "en")
        result = run(files_of, project, settings_of([folder], project), errors)
        found += result.findings
        named = [path for path in (Path(file.path) for file in files_of) if b"mindspore" in path.read_bytes()]
        files += len(named)
        lines += sum(path.read_bytes().count(b"\n") for path in named)
    report(found, lines, files)
    chosen = [finding for finding in found if not options.rule or finding.code in options.rule]
    for finding in random.Random(options.seed).sample(chosen, min(options.sample, len(chosen))):
        show(finding, options.context)
    return 0


def report(found: List[Finding], lines: int, files: int) -> None:
    print(f"{files} files that name mindspore, {lines} lines, {len(found)} findings")
    per_rule = Counter((finding.code, finding.severity) for finding in found)
    for (code, severity), count in sorted(per_rule.items(), key=lambda item: (item[0][0], -item[0][1])):
        print(f"  {code} {severity.label:8}{count:6}")
    default = sum(count for (_, severity), count in per_rule.items() if severity >= Severity.WARNING)
    if default:
        print(f"one finding at warning level or above per {lines / default:.0f} lines")


def show(finding: Finding, context: int) -> None:
    print(
        f"\n{finding.path}:{finding.span.line}:{finding.span.column}"
        f" {finding.code} {finding.severity.label} {finding.message}"
    )
    lines = decode(finding.path, Path(finding.path).read_bytes()).lines
    for number in range(max(1, finding.span.line - context), min(len(lines), finding.span.end_line + context) + 1):
        mark = ">" if finding.span.line <= number <= finding.span.end_line else " "
        print(f"  {mark}{number:5} {lines[number - 1]}")


if __name__ == "__main__":
    raise SystemExit(main())
