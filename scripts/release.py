"""Make a release ready, or say what is in its way: `python scripts/release.py 0.2.0`. Uploads nothing, tags nothing.

What a version may bring, docs/versioning.md says; here it is held against the rules of the last tag. What is built is
looked at the way users get it: twine's check, then the wheel and the sdist in environments of their own.
"""

from __future__ import annotations

import argparse
import re
import subprocess
import sys
import tempfile
import venv
from pathlib import Path
from typing import Dict, List, Mapping, NamedTuple, Optional, Tuple

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from mslint.toml import parse_toml  # noqa: E402

VERSION = re.compile(r"(\d+)\.(\d+)\.(\d+)")
LOUDNESS = ("info", "warning", "error")


class Unit(NamedTuple):
    """What users rely on in a rule, whatever else of it changes."""

    slug: str
    status: str
    severity: str


Units = Mapping[str, Unit]  # by code


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("version", help="the version to release, such as 0.2.0")
    parser.add_argument("--dist", type=Path, default=ROOT / "dist", help="where the built files go")
    parser.add_argument("--only-check", action="store_true", help="build nothing; say what is in the way")
    options = parser.parse_args()
    wrong = in_the_way(options.version)
    for line in wrong:
        print(line, file=sys.stderr)
    if wrong or options.only_check:
        return 1 if wrong else 0
    try:
        built = build(options.dist)
        for file in built:
            try_out(file, options.version)
    except subprocess.CalledProcessError as error:
        print(f"failed: {' '.join(map(str, error.cmd))}", file=sys.stderr)
        return 1
    print(f"ready: {', '.join(file.name for file in built)}; now:")
    print(f"  git tag -a v{options.version} -m 'mslint {options.version}' && git push origin v{options.version}")
    print(f"  python -m twine upload {' '.join(str(file) for file in built)}")
    return 0


# -- what is in the way


def in_the_way(version: str) -> List[str]:
    """What speaks against releasing this tree as that version."""
    if VERSION.fullmatch(version) is None:
        return [f"{version} is no version: it needs three numbers, as in 0.2.0"]
    wrong = []
    own = re.search(r'__version__ = "(.*)"', (ROOT / "mslint" / "__init__.py").read_text(encoding="utf-8"))
    if own is None or own.group(1) != version:
        wrong.append(f"mslint/__init__.py: __version__ is {own and own.group(1)}, not {version}")
    changes = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    section = re.search(rf"^## {re.escape(version)}\n(.*?)(?=^## |\Z)", changes, re.M | re.S)
    if section is None:
        wrong.append(f"CHANGELOG.md: no section '## {version}'")
    if git("status", "--porcelain").strip():
        wrong.append("the work tree has changes that are not committed")
    if f"v{version}" in git("tag").split():
        wrong.append(f"the tag v{version} exists already")
    last = last_tag()
    if last is not None:
        before, now = units_of(last), units_of(None)
        wrong += breaches(before, now, last, version, section.group(1) if section else "")
    return wrong


def breaches(before: Units, now: Units, last: str, version: str, section: str) -> List[str]:
    """What the rules do that the step from one version to another does not allow, or the changelog does not name."""
    old, new = numbers(last), numbers(version)
    if new <= old:
        return [f"{version} does not come after {last.lstrip('v')}"]
    patch = new[:2] == old[:2]
    wrong = [
        f"{code}: gone; a rule that goes keeps its folder, with status 'removed'" for code in before if code not in now
    ]
    for code, unit in now.items():
        was = before.get(code)
        if was is None:
            if unit.status != "preview":
                wrong.append(f"{code}: a new rule enters as 'preview', not as '{unit.status}'")
            if code not in section:
                wrong.append(f"{code}: is new, and the section of {version} in CHANGELOG.md does not name it")
            continue
        louder = LOUDNESS.index(unit.severity) > LOUDNESS.index(was.severity)
        wider = unit.status == "stable" and was.status == "preview"
        if was.status == "removed" and unit.status != "removed":
            wrong.append(f"{code}: was removed; its number is not used again")
        if unit.slug != was.slug:
            wrong.append(f"{code}: its name was {was.slug} and is {unit.slug} now; configurations name it")
        if patch and (wider or louder):
            wrong.append(f"{code}: {'joins the defaults' if wider else 'gets louder'}, which takes a minor version")
        if unit[1:] != was[1:] and code not in section:
            wrong.append(f"{code}: has changed, and the section of {version} in CHANGELOG.md does not name it")
    return wrong


def numbers(version: str) -> Tuple[int, ...]:
    return tuple(int(number) for number in version.lstrip("v").split("."))


def units_of(tag: Optional[str]) -> Dict[str, Unit]:
    """The rules of a tag, or of the work tree."""
    if tag is None:
        texts = [(str(path), path.read_text(encoding="utf-8")) for path in sorted((ROOT / "rules").glob("*/rule.toml"))]
    else:
        names = git("ls-tree", "-r", "--name-only", tag, "rules/").splitlines()
        texts = [(name, git("show", f"{tag}:{name}")) for name in names if name.endswith("/rule.toml")]
    units = {}
    for name, text in texts:
        rule = parse_toml(text, name)
        units[str(rule["code"])] = Unit(*(str(rule[key]) for key in Unit._fields))
    return units


def last_tag() -> Optional[str]:
    tags = [tag for tag in git("tag").split() if re.fullmatch(r"v\d+\.\d+\.\d+", tag)]
    return max(tags, key=numbers, default=None)


def git(*words: str) -> str:
    return subprocess.run(
        ["git", *words], cwd=ROOT, check=True, capture_output=True, text=True, encoding="utf-8"
    ).stdout


# -- what users will get


def build(dist: Path) -> List[Path]:
    """The sdist and the wheel, looked at by twine."""
    if dist.is_dir() and any(dist.iterdir()):
        sys.exit(f"{dist} is not empty; what lies there might be uploaded too")
    run(sys.executable, "-m", "build", "--outdir", dist, ROOT)
    built = sorted(dist.iterdir())
    run(sys.executable, "-m", "twine", "check", "--strict", *built)
    return built


def try_out(file: Path, version: str) -> None:
    """Install a file in an environment of its own, far from the checkout, and run what the README begins with."""
    with tempfile.TemporaryDirectory() as place:
        venv.create(Path(place) / "venv", with_pip=True)
        home = Path(place) / "venv" / ("Scripts" if sys.platform == "win32" else "bin")
        run(home / "python", "-m", "pip", "install", "--quiet", f"{file}[flake8]", cwd=place)
        mslint = home / "mslint"
        told = run(mslint, "--version", cwd=place)
        if version not in told:
            sys.exit(f"{file.name}: calls itself {told.strip()}")
        (Path(place) / "a.py").write_text("from mindspore import nn\n\ndrop = nn.Dropout(0.1)\n", encoding="utf-8")
        for words in ((mslint, "check", "--output-format", "concise", "a.py"), (home / "flake8", "a.py")):
            if "MSL101" not in run(*words, cwd=place, status=1):
                sys.exit(f"{file.name}: {' '.join(map(str, words))} does not find MSL101")
        run(mslint, "rules", cwd=place)
        print(f"{file.name}: installed, and finds what it must")


def run(*words: object, cwd: object = ROOT, status: int = 0) -> str:
    done = subprocess.run(
        list(map(str, words)), cwd=str(cwd), capture_output=True, text=True, encoding="utf-8", check=False
    )
    if done.returncode != status:
        print(done.stdout + done.stderr, file=sys.stderr)
        raise subprocess.CalledProcessError(done.returncode, list(map(str, words)))
    return done.stdout


if __name__ == "__main__":
    sys.exit(main())
