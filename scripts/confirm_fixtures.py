"""Asks a device about the fixtures with the mslint that is installed here, and fails unless it gives verdicts.

Run it with the Python of an environment that was made in the words of the README."""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import sysconfig
from collections import Counter
from pathlib import Path

FIXTURES = Path(__file__).resolve().parent.parent / "fixtures"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("paths", nargs="*", default=[str(FIXTURES)], help="what to ask about (default: the fixtures)")
    parser.add_argument("--device", default="CPU")
    options = parser.parse_args()
    words = ["confirm", *options.paths, "--device", options.device, "--level", "info", "--output-format", "json"]
    program = Path(sysconfig.get_path("scripts")) / "mslint"
    done = subprocess.run([str(program), *words], capture_output=True, text=True, encoding="utf-8", check=False)
    if done.returncode not in (0, 1):
        print(f"mslint confirm ended with status {done.returncode}: {done.stderr.strip()}", file=sys.stderr)
        return 1
    asked = [each for each in json.loads(done.stdout)["findings"] if each["evidence"] is not None]
    counts = Counter(each["evidence"]["verdict"] for each in asked)
    versions = next((each["evidence"]["versions"] for each in asked if each["evidence"]["versions"]), {})
    named = ", ".join(f"{name} {version}" for name, version in versions.items())
    told = ", ".join(f"{count} {verdict}" for verdict, count in sorted(counts.items()))
    print(f"{options.device} ({named}): {told}")
    for each in asked:
        if each["evidence"]["verdict"] == "refuted":
            place = f"{each['path']}:{each['line']}"
            print(f"refuted: {place} {each['code']}: {each['evidence']['summary']}", file=sys.stderr)
    if not counts["confirmed"]:
        print("no finding was confirmed", file=sys.stderr)
    return 1 if counts["refuted"] or not counts["confirmed"] else 0


if __name__ == "__main__":
    sys.exit(main())
