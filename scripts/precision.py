"""Measures how often mslint is right on real code: draws findings, and counts the verdicts of two readers.

python scripts/precision.py draw FOLDER ... --out DIR [--side B] [--count 500] [--seed 1] [--level warning]
    writes DIR/findings.json and one page per finding, DIR/pages/0001.md and so on
python scripts/precision.py report DIR FIRST SECOND [--again FILE]
    agreement of the two, then the figures by rule and weighted by how often each rule fires
python scripts/precision.py keep DIR FIRST SECOND [--again FILE] --out FILE
    the findings that both call true: what later changes must not lose
python scripts/precision.py units DIR FIRST SECOND [--again FILE] --date DATE
    the tallies, written into the units of the rules
python scripts/precision.py carry OLD NEW VERDICTS ...
    the verdicts of an earlier draw for findings that say the same of the same place; only the others are left to judge
python scripts/precision.py kept FILE FOLDER ...
    how many of them mslint still reports, and at which level

docs/measuring.md says what the verdicts mean and how they are come by. A file of verdicts has one line per finding:
number, verdict (T, H, F or ?) and the reason, separated by blanks.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import math
import random
import re
import subprocess
import sys
from collections import Counter, defaultdict
from pathlib import Path
from typing import Any, Dict, Iterable, List, Optional, Sequence, Set, Tuple

Finding = Dict[str, Any]
#: A folder with one of these is what a user would clone or copy.
MARKS_OF_A_PROJECT = (
    "README.md",
    "README_CN.md",
    "readme.md",
    "README.rst",
    "requirements.txt",
    "setup.py",
    "pyproject.toml",
)
VERDICTS = "THF?"
#: The table of a unit that holds its tally: it is the last one.
MEASURED = re.compile(r"\n\[measured\]\n.*\Z", re.DOTALL)
LEVELS = ("info", "warning", "error")
#: Half the width of a 95 % interval in standard deviations.
Z = 1.96


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(dest="command", required=True)
    draw = commands.add_parser("draw", help="draw findings and write their pages")
    draw.add_argument("folders", nargs="+", type=Path)
    draw.add_argument("--out", required=True, type=Path)
    draw.add_argument("--side", choices="AB", help="only projects of this side; without it, all")
    draw.add_argument("--level", choices=LEVELS, default="info", help="the lowest level that is drawn")
    draw.add_argument("--only", choices=LEVELS, help="draw this level alone")
    draw.add_argument("--rule", action="append", help="draw these codes alone")
    draw.add_argument("--count", type=int, default=500)
    draw.add_argument("--least", type=int, default=20, help="at least so many of each rule, if it has them")
    draw.add_argument("--seed", type=int, default=1)
    draw.add_argument(
        "--before", help="an earlier mslint: what it shows by default and this one does not is drawn, too"
    )
    draw.add_argument("--context", type=int, default=15, help="lines around each finding")
    add_mslint(draw)
    report = commands.add_parser("report", help="count verdicts")
    keep = commands.add_parser("keep", help="write the findings that are true to a file")
    units = commands.add_parser("units", help="write the tallies into the units of the rules")
    for command in (report, keep, units):
        add_verdicts(command)
    units.add_argument("--date", required=True)
    units.add_argument("--rules", type=Path, default=Path(__file__).resolve().parent.parent / "rules")
    report.add_argument("--differing", action="store_true", help="list those on which the two differ")
    keep.add_argument("--out", required=True, type=Path)
    carry = commands.add_parser("carry", help="take over the verdicts of an earlier draw")
    carry.add_argument("old", type=Path)
    carry.add_argument("new", type=Path)
    carry.add_argument("verdicts", nargs="+", help="names of the files in OLD, which are written in NEW")
    kept = commands.add_parser("kept", help="how many of the kept findings are still reported")
    kept.add_argument("file", type=Path)
    kept.add_argument("folders", nargs="+", type=Path)
    add_mslint(kept)
    options = parser.parse_args()
    what = {
        "draw": draw_findings,
        "report": print_report,
        "keep": keep_true,
        "units": write_units,
        "carry": carry_over,
        "kept": print_kept,
    }
    return what[options.command](options)


def add_verdicts(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("directory", type=Path)
    parser.add_argument("first", type=Path)
    parser.add_argument("second", type=Path)
    parser.add_argument("--again", type=Path, help="verdicts of those on which the two differ, looked at once more")


def add_mslint(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--mslint", default=None, help="the mslint to measure; without it, that of this checkout")
    parser.add_argument("--target-version", default=None)
    parser.add_argument(
        "--top", type=Path, help="the folder that holds the repositories; without it, that of each FOLDER"
    )


# Drawing


def draw_findings(options: argparse.Namespace) -> int:
    levels = (options.only,) if options.only else LEVELS[LEVELS.index(options.level) :]
    population, lines = findings_of(options.folders, options)
    population = [
        one
        for one in population
        if one["severity"] in levels
        and options.side in (None, one["side"])
        and (not options.rule or one["code"] in options.rule)
    ]
    if options.before:
        population += lost_since(population, options)
    strata = strata_of(population)
    sizes = allocate({name: len(members) for name, members in strata.items()}, options.count, options.least)
    chance = random.Random(options.seed)
    chosen = [one for name in sorted(strata) for one in chance.sample(strata[name], sizes[name])]
    chosen.sort(key=place)
    (options.out / "pages").mkdir(parents=True)
    for number, one in enumerate(chosen, 1):
        one["number"] = number
        page = options.out / "pages" / f"{number:04}.md"
        page.write_text(page_of(one, options.context), encoding="utf-8")
        del one["file"], one["shown"]
    record = {
        "seed": options.seed,
        "side": options.side,
        "levels": levels,
        "lines": lines,
        "population": {name: len(members) for name, members in sorted(strata.items())},
        "findings": chosen,
    }
    (options.out / "findings.json").write_text(json.dumps(record, indent=1) + "\n", encoding="utf-8")
    print(f"{len(population)} findings, {len(chosen)} drawn, in {options.out}")
    return 0


def findings_of(folders: Iterable[Path], options: argparse.Namespace) -> Tuple[List[Finding], Dict[str, int]]:
    """What mslint finds in each project below these folders, with project and side, and the lines of code by side.

    Of copies of a file one counts."""
    found: List[Finding] = []
    lines: Counter[str] = Counter()
    seen: Set[bytes] = set()
    for folder in folders:
        folder = folder.resolve()
        top = top_of(folder, options)
        projects = defaultdict(list)
        for file in sorted([*folder.rglob("*.py"), *folder.rglob("*.ipynb")]):
            text = file.read_bytes() if file.is_file() else b""
            digest = hashlib.sha256(text).digest()
            if b"mindspore" in text and digest not in seen:
                seen.add(digest)
                projects[project_of(file, top)].append(file)
        for project, files in sorted(projects.items()):
            side = side_of(project)
            lines[side] += sum(file.read_bytes().count(b"\n") for file in files if file.suffix == ".py")
            start = top / project if folder in (top / project).parents else folder
            own = {file.relative_to(start).as_posix(): file for file in files}
            for one in run_mslint(start, options):
                if one["path"] in own:
                    file = own[one["path"]]
                    path = file.relative_to(top).as_posix()
                    more = {"path": path, "shown": one["path"], "project": project, "side": side, "file": str(file)}
                    found.append({**one, **more})
    return found, dict(lines)


def lost_since(now: List[Finding], options: argparse.Namespace) -> List[Finding]:
    """What an earlier mslint shows by default and this one does not, marked as lost."""
    earlier = argparse.Namespace(**{**vars(options), "mslint": options.before})
    still = {key for one in now if one["severity"] != "info" for key in keys_of(one)}
    return [
        {**one, "lost": True}
        for one in findings_of(options.folders, earlier)[0]
        if one["severity"] != "info"
        and options.side in (None, one["side"])
        and (not options.rule or one["code"] in options.rule)
        and still.isdisjoint(keys_of(one)[:1])
    ]


def keys_of(finding: Finding) -> List[Tuple[str, Optional[int], int, str]]:
    """Where a finding and its related places are, each with its code: the first is its own."""
    start = finding["path"][: -len(finding["shown"])]
    own = finding["path"], finding["cell"], finding["line"], finding["code"]
    places = ((start + other["path"], other.get("cell"), other["line"]) for other in finding["related"])
    return [own, *((*place_of, finding["code"]) for place_of in places)]


def run_mslint(folder: Path, options: argparse.Namespace) -> List[Finding]:
    command = [options.mslint] if options.mslint else [sys.executable, "-m", "mslint"]
    # As a user would run it there: a version that requirements.txt pins is the target.
    command += ["--no-cache", "--level", "info", "--output-format", "json"]
    if options.target_version:
        command += ["--target-version", options.target_version]
    done = subprocess.run([*command, "."], cwd=folder, capture_output=True, check=False)
    if done.returncode not in (0, 1):
        raise SystemExit(done.stderr.decode("utf-8", "replace"))
    findings: List[Finding] = json.loads(done.stdout)["findings"]
    return findings


def top_of(folder: Path, options: argparse.Namespace) -> Path:
    """The folder that holds the repositories: paths are told from there."""
    return options.top.resolve() if options.top else folder.parent


def project_of(file: Path, top: Path) -> str:
    """The path of the nearest folder that a user would clone or copy."""
    for folder in file.parents:
        if folder.parent == top or any((folder / mark).is_file() for mark in MARKS_OF_A_PROJECT):
            return folder.relative_to(top).as_posix()
    raise ValueError(f"{file} does not lie in {top}")


def side_of(project: str) -> str:
    """A or B: the projects that are read and tuned on, and those that are only drawn and judged."""
    return "AB"[hashlib.sha256(project.encode()).digest()[0] % 2]


def strata_of(findings: Iterable[Finding]) -> Dict[str, List[Finding]]:
    """Findings by rule and by whether they show by default."""
    strata: Dict[str, List[Finding]] = defaultdict(list)
    for one in sorted(findings, key=place):
        strata[stratum(one)].append(one)
    return dict(strata)


def stratum(finding: Finding) -> str:
    return finding["code"] + (" lost" if finding.get("lost") else " info" if finding["severity"] == "info" else "")


def place(finding: Finding) -> Tuple[str, int, int, int, str]:
    return finding["path"], finding["cell"] or 0, finding["line"], finding["column"], finding["code"]


def allocate(sizes: Dict[str, int], count: int, least: int) -> Dict[str, int]:
    """How many of each stratum to draw: at least so many, the rest in proportion to what is left."""
    drawn = {name: min(size, least) for name, size in sizes.items()}
    left = {name: sizes[name] - drawn[name] for name in sizes}
    spare, total = count - sum(drawn.values()), sum(left.values())
    if spare > 0 and total:
        for name in left:
            drawn[name] += min(left[name], round(spare * left[name] / total))
    return drawn


def page_of(finding: Finding, context: int) -> str:
    place_of = f"{finding['path']}" + (f", cell {finding['cell']}" if finding["cell"] else "")
    parts = [
        f"# {finding['number']:04} {finding['code']} {finding['slug']} ({finding['severity']})\n",
        f"{place_of}, line {finding['line']}, column {finding['column']}\n",
        f"**Message.** {finding['message']}\n",
    ]
    if finding["evidence"]:
        parts.append(f"**Evidence.** {json.dumps(finding['evidence'])}\n")
    for other in finding["related"]:
        cell = f", cell {other['cell']}" if other.get("cell") else ""
        parts.append(f"- also {other.get('path') or ''}{cell}, line {other['line']}: {other.get('message') or ''}\n")
    parts.append("\n```\n" + "\n".join(numbered(finding, context)) + "\n```\n")
    return "".join(parts)


def numbered(finding: Finding, context: int) -> List[str]:
    file = Path(finding["file"])
    text = file.read_text(encoding="utf-8", errors="replace")
    if finding["cell"]:
        source = json.loads(text)["cells"][finding["cell"] - 1]["source"]
        text = source if isinstance(source, str) else "".join(source)
    lines = text.splitlines()
    first, last = max(1, finding["line"] - context), min(len(lines), finding["end_line"] + context)
    return [
        f"{'>' if finding['line'] <= number <= finding['end_line'] else ' '}{number:5} {lines[number - 1]}"
        for number in range(first, last + 1)
    ]


# Counting


def print_report(options: argparse.Namespace) -> int:
    record = record_of(options.directory)
    findings: List[Finding] = record["findings"]
    first, second, again = judged(options, findings)
    numbers = [one["number"] for one in findings]
    agree = sum(first[number] == second[number] for number in numbers)
    worth = sum((first[number] == "T") == (second[number] == "T") for number in numbers)
    print(f"{len(numbers)} findings judged twice: {agree} verdicts agree; {worth} agree on whether it is T")
    if options.differing:
        for one in findings:
            if first[one["number"]] != second[one["number"]] and one["number"] not in again:
                print(f"{one['number']:04} {one['code']} {first[one['number']]} {second[one['number']]}")
        return 0
    final = finals(options, findings)
    kinds = {"": "Errors and warnings", "info": "Info", "lost": "No longer shown by default"}
    for kind, title in kinds.items():
        table([one for one in findings if stratum(one)[7:] == kind], final, record["population"], title)
    true = {kind: estimate(findings, final, record["population"], kind) for kind in kinds}
    if true["lost"]:
        was = true[""] + true["lost"]
        print(f"\nof {was:.0f} true findings {true['lost']:.1f} ({100 * true['lost'] / was:.1f} %) are lost")
    lines = sum(count for side, count in record["lines"].items() if record["side"] in (None, side))
    infos = sum(size for name, size in record["population"].items() if name.endswith(" info"))
    if infos:
        print(f"\n{infos} info findings in {lines} lines that name mindspore: {1000 * infos / lines:.2f} in 1,000")
    return 0


def record_of(directory: Path) -> Dict[str, Any]:
    record: Dict[str, Any] = json.loads((directory / "findings.json").read_text(encoding="utf-8"))
    return record


def lines_of(file: Path) -> List[str]:
    return [line for line in file.read_text(encoding="utf-8").splitlines() if line.strip()]


def verdicts_of(file: Path) -> Dict[int, str]:
    verdicts: Dict[int, str] = {}
    for number, line in enumerate(lines_of(file), 1):
        words = line.split(None, 2)
        if len(words) < 2 or not words[0].isdigit() or words[1] not in VERDICTS:
            raise SystemExit(f"{file}:{number}: a line is a number, one of T H F ?, and a reason")
        verdicts[int(words[0])] = words[1]
    return verdicts


def judged(options: argparse.Namespace, findings: Sequence[Finding]) -> Tuple[Dict[int, str], ...]:
    """What the two readers say, who must say something of each finding, and the third one."""
    both = verdicts_of(options.first), verdicts_of(options.second)
    for file, verdicts in zip((options.first, options.second), both):
        missing = [one["number"] for one in findings if one["number"] not in verdicts]
        if missing:
            raise SystemExit(f"{file}: no verdict for {len(missing)} findings, the first is {missing[0]:04}")
    return (*both, verdicts_of(options.again) if options.again else {})


def finals(options: argparse.Namespace, findings: Sequence[Finding]) -> Dict[int, str]:
    """One of T, H, F for each finding, or ? for what stays open."""
    first, second, again = judged(options, findings)
    agreed = {number: verdict if second.get(number) == verdict else "?" for number, verdict in first.items()}
    return {**agreed, **again}


def table(findings: Sequence[Finding], final: Dict[int, str], population: Dict[str, int], title: str) -> None:
    if not findings:
        return
    strata = strata_of(findings)
    print(f"\n{title}\n{'rule':14}{'fires':>7}{'judged':>7}{'T':>5}{'H':>5}{'F':>5}{'?':>5}{'right':>7}")
    for name, members in sorted(strata.items()):
        counts = Counter(final[one["number"]] for one in members)
        right = 100 * share(members, final)
        print(
            f"{name:14}{population[name]:7}{len(members):7}"
            f"{counts['T']:5}{counts['H']:5}{counts['F']:5}{counts['?']:5}{right:6.0f} %"
        )
    counts = Counter(final[one["number"]] for one in findings)
    fires = sum(population[name] for name in strata)
    print(f"{'all':14}{fires:7}{len(findings):7}" + "".join(f"{counts[each]:5}" for each in VERDICTS))
    alike = sum(share(members, final) for members in strata.values()) / len(strata)
    print(f"each rule the same: {100 * alike:.1f} %")
    weights = {name: population[name] / fires for name in strata}
    for label, wanted in (("T", "T"), ("F", "F")):
        value = sum(weights[name] * share(members, final, wanted) for name, members in strata.items())
        # What the sample is worth: so many findings drawn without strata would tell as much.
        worth = 1 / sum(weights[name] ** 2 / len(members) for name, members in strata.items())
        low, high = interval(value, worth)
        print(f"weighted by firings, {label}: {100 * value:.1f} % (95 % interval {100 * low:.1f} to {100 * high:.1f})")


def estimate(findings: Sequence[Finding], final: Dict[int, str], population: Dict[str, int], kind: str) -> float:
    """How many findings of a kind are true."""
    strata = strata_of(one for one in findings if stratum(one)[7:] == kind)
    return sum(population[name] * share(members, final) for name, members in strata.items())


def share(findings: Sequence[Finding], final: Dict[int, str], wanted: str = "T") -> float:
    """The part of these findings with the wanted verdict; what stays open counts half."""
    value = {wanted: 1.0, "?": 0.5 if wanted == "T" else 0.0}
    return sum(value.get(final[one["number"]], 0.0) for one in findings) / len(findings)


def interval(share_: float, count: float) -> Tuple[float, float]:
    """Wilson's interval: it holds near 0 and 1, where the usual one has no width."""
    middle = (share_ + Z * Z / (2 * count)) / (1 + Z * Z / count)
    half = Z * math.sqrt(share_ * (1 - share_) / count + Z * Z / (4 * count * count)) / (1 + Z * Z / count)
    return max(0.0, middle - half), min(1.0, middle + half)


# What must not be lost


def keep_true(options: argparse.Namespace) -> int:
    record = record_of(options.directory)
    final = finals(options, record["findings"])
    rows = [
        {
            "path": one["path"],
            "cell": one["cell"],
            "line": one["line"],
            "code": one["code"],
            "severity": one["severity"],
        }
        for one in record["findings"]
        if final[one["number"]] == "T"
    ]
    options.out.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    print(f"{len(rows)} findings in {options.out}")
    return 0


def write_units(options: argparse.Namespace) -> int:
    """Write into each unit how its findings were judged: those that show by default, or all of a rule that has none."""
    record = record_of(options.directory)
    final = finals(options, record["findings"])
    strata = strata_of(one for one in record["findings"] if not one.get("lost"))
    for unit in sorted(options.rules.glob("msl*/rule.toml")):
        code = unit.parent.name[:6].upper()
        members = strata.get(code) or strata.get(f"{code} info") or []
        text = MEASURED.sub("", unit.read_text(encoding="utf-8")).rstrip("\n") + "\n"
        if members:
            counts = Counter(final[one["number"]] for one in members)
            corpora = ", ".join(f'"{name}"' for name in sorted({one["path"].split("/")[0] for one in members}))
            text += f"\n[measured]\ndate = {options.date}\ncorpora = [{corpora}]\nright = {counts['T']}\n"
            text += f"wrong = {counts['H'] + counts['F']}\ncannot_tell = {counts['?']}\n"
        unit.write_text(text, encoding="utf-8")
    return 0


def carry_over(options: argparse.Namespace) -> int:
    """Write verdicts of an earlier draw for the findings of a new one, and tell which have none."""
    numbers = {_said(one): one["number"] for one in record_of(options.old)["findings"]}
    findings = record_of(options.new)["findings"]
    known = {one["number"]: numbers[_said(one)] for one in findings if _said(one) in numbers}
    for name in options.verdicts:
        lines = {int(line.split()[0]): line.split(None, 1)[1] for line in lines_of(options.old / name)}
        text = "".join(f"{new:04} {lines[old]}\n" for new, old in sorted(known.items()) if old in lines)
        (options.new / name).write_text(text, encoding="utf-8")
    left = [one["number"] for one in findings if one["number"] not in known]
    print(f"{len(known)} of {len(findings)} findings were judged before; left:")
    print(" ".join(f"{number:04}" for number in left))
    return 0


def _said(finding: Finding) -> Tuple[Any, ...]:
    """What a verdict is about: the place, the words and the level by which it shows."""
    shows = finding["severity"] != "info"
    return finding["path"], finding["cell"], finding["line"], finding["code"], finding["message"], shows


def print_kept(options: argparse.Namespace) -> int:
    rows = [json.loads(line) for line in options.file.read_text(encoding="utf-8").splitlines()]
    now: Dict[Tuple[str, Optional[int], int, str], str] = {}
    found, _ = findings_of(options.folders, options)
    for one in found:
        for key in keys_of(one):
            now[key] = max(now.get(key, "info"), one["severity"], key=LEVELS.index)
    linted = tuple(
        folder.resolve().relative_to(top_of(folder.resolve(), options)).as_posix() + "/" for folder in options.folders
    )
    outcome: Counter[Tuple[str, str]] = Counter()
    for row in rows:
        if not row["path"].startswith(linted):
            continue
        level = now.get((row["path"], row["cell"], row["line"], row["code"]), "gone")
        before, after = (("default" if value in ("warning", "error") else value) for value in (row["severity"], level))
        outcome[before, after] += 1
        if before == "default" and after != "default":
            print(f"{row['path']}:{row['line']} {row['code']}: {level}")
    for (before, after), count in sorted(outcome.items()):
        print(f"{before} -> {after}: {count}")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
