"""Brings a rule unit of an earlier form into today's: cases into Python files, Chinese into text.zh.toml."""

from __future__ import annotations

import re
import tempfile
from dataclasses import replace
from pathlib import Path
from typing import Dict, Iterator, List, NamedTuple, Optional, Sequence

from mslint.errors import ConfigError, RuleError
from mslint.rulekit.casefiles import BAD, CHINESE, GOOD, HEAD, SILENT
from mslint.rulekit.rule import Rule
from mslint.rulekit.schema import read_rule

_HEADER = re.compile(r"\[\[?\s*([\w.\"-]+)\s*\]?\]")
_LONG = ("'''", '"""')
_TEXT = re.compile(r"""'''|\"{3}|"(?:\\.|[^"\\])*"|'[^']*'|#.*""")
_CASES = ("example", "silent")
_ZH = re.compile(r"(\w+)_zh(\s*=)")


class _Part(NamedTuple):
    """A table of a TOML file as it is written; without a name, what stands before the first one."""

    name: str
    lines: List[str]


def is_old(unit: Path) -> bool:
    """Whether a rule.toml holds what has files of its own today."""
    return any(_is_moved(part) for part in _parts(unit.read_text(encoding="utf-8")))


def convert(unit: Path) -> List[Path]:
    """Rewrite a unit, given by its rule.toml, and return what was written; nothing where it has today's form."""
    if not is_old(unit):
        return []
    rule = read_rule(unit, whole=True)
    parts = _parts(unit.read_text(encoding="utf-8"))
    chinese = [_in_chinese(part) for part in parts]
    kept = [_in_english(part) for part in parts if not _is_moved(part, whole=True)]
    for each in (*rule.examples, *rule.silent):
        lines = [line for code in (each.bad, each.good) for line in code.split("\n") if HEAD.match(line)]
        if lines or "|" in each.case.en + each.case.zh:
            raise RuleError("rule-case-unfit", where=unit, text=lines[0] if lines else each.case.en)
    files: Dict[str, str] = {unit.name: _text(kept)}
    texts = sorted((part for part in chinese if part is not None), key=lambda part: part.name != "")
    if texts:
        files[CHINESE] = _text(texts)
    examples, silent = rule.examples, rule.silent
    if examples:
        files[BAD] = _cells((each.target, each.bad) for each in examples)
        files[GOOD] = _cells(("", each.good) for each in examples)
    if silent:
        files[SILENT] = _cells(
            (f"{'info: ' if each.level is not None else ''}{_title(each.case.en, each.case.zh)}", each.good)
            for each in silent
        )
    if not _says_the_same(rule, files):
        raise RuleError("rule-not-converted", where=unit)
    for name, text in files.items():
        unit.with_name(name).write_bytes(text.encode("utf-8"))
    return [unit.with_name(name) for name in files]


def _says_the_same(rule: Rule, files: Dict[str, str]) -> bool:
    """Whether a unit of these files is the same rule."""
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder) / rule.folder.name
        place.mkdir()
        for name, text in {"checker.py": "", **files}.items():
            (place / name).write_bytes(text.encode("utf-8"))
        try:
            again = read_rule(place / "rule.toml", whole=True)
        except (RuleError, ConfigError):
            return False
    same = [without_lines(each) for each in (rule, replace(again, folder=rule.folder))]
    return same[0] == same[1]


def without_lines(rule: Rule) -> Rule:
    """A rule that does not say where its cases stand."""
    examples, silent = (tuple(replace(each, lines=(0, 0)) for each in some) for some in (rule.examples, rule.silent))
    return replace(rule, examples=examples, silent=silent)


def _title(english: str, chinese: str) -> str:
    return english if chinese == english else f"{english} | {chinese}"


def _cells(cells: Iterator[tuple[str, str]]) -> str:
    return "\n".join(f"# %% {title}".rstrip() + f"\n{code}\n" for title, code in cells)


def _parts(text: str) -> List[_Part]:
    """The tables of a TOML file, in order: a line is no header inside of a text of several lines."""
    parts = [_Part("", [])]
    quote = ""
    for line in text.split("\n"):
        header = _HEADER.match(line) if not quote else None
        if header is not None:
            parts.append(_Part(header.group(1).replace('"', ""), []))
        parts[-1].lines.append(line)
        quote = _open(line, quote)
    return parts


def _open(line: str, quote: str) -> str:
    """The quotes in which a line ends, if a text of several lines goes on behind it."""
    at = 0
    while at < len(line):
        if quote:
            end = line.find(quote, at)
            if end < 0:
                return quote
            at, quote = end + 3, ""
            continue
        match = _TEXT.search(line, at)
        if match is None or match.group().startswith("#"):
            return ""
        at = match.end()
        quote = match.group() if len(match.group()) == 3 and match.group() in _LONG else ""
    return quote


def _is_moved(part: _Part, whole: bool = False) -> bool:
    """Whether a table goes into another file, or, if it need not be the whole table, something in it."""
    if part.name in _CASES or part.name == "text.zh" or part.name.startswith("text.zh."):
        return True
    return not whole and part.name in ("source", "measured") and any(_ZH.match(line) for line in part.lines)


def _in_english(part: _Part) -> _Part:
    return part if part.name not in ("source", "measured") else _Part(part.name, _entries(part, chinese=False))


def _in_chinese(part: _Part) -> Optional[_Part]:
    """A table as it stands in text.zh.toml; None where there is none of it."""
    if part.name == "text.zh":
        return _Part("", part.lines[1:])
    if part.name.startswith("text.zh."):
        return _Part(part.name[8:], [part.lines[0].replace("text.zh.", "", 1), *part.lines[1:]])
    if part.name in ("source", "measured"):
        lines = [_ZH.sub(r"\1\2", line, count=1) for line in _entries(part, chinese=True)]
        return _Part(part.name, lines) if part.name == "source" or len(lines) > 1 else None
    return None


def _entries(part: _Part, chinese: bool) -> List[str]:
    """The header and those entries that are Chinese, or all others."""
    found, mine, quote = [part.lines[0]], False, ""
    for line in part.lines[1:]:
        if not quote and re.match(r"\w+\s*=", line):
            mine = bool(_ZH.match(line)) == chinese
        elif not quote and not line.strip():
            mine = not chinese
        if mine:
            found.append(line)
        quote = _open(line, quote)
    return found


def _text(parts: Sequence[_Part]) -> str:
    text = "\n".join(line for part in parts for line in part.lines)
    return re.sub(r"\n{3,}", "\n\n", text).strip("\n") + "\n"
