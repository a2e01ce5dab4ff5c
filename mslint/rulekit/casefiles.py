"""The cases of a rule unit as plain Python: bad.py and good.py, a cell for each example, and silent.py.

A cell begins with `# %%`. Behind it, bad.py may say the MindSpore version that it is for (`# %% 2.7`), and silent.py
says what the case is: `# %% what it is | 中文`, with `info: ` before it where the rule may say so much."""

from __future__ import annotations

import re
from pathlib import Path
from typing import List, NamedTuple, Tuple

from mslint.errors import RuleError
from mslint.model import Severity
from mslint.rulekit.bilingual import Words
from mslint.rulekit.rule import Example

BAD, GOOD, SILENT = "bad.py", "good.py", "silent.py"
FILES = (BAD, GOOD, SILENT)
CHINESE = "text.zh.toml"  # beside them, the Chinese of rule.toml
HEAD = re.compile(r"# %%(?: (.*))?$")
_INFO = "info: "


class _Cell(NamedTuple):
    title: str
    code: str
    where: str
    line: int  # of the code's begin


def examples_in(folder: Path) -> Tuple[Example, ...]:
    """Return the examples of a unit: what is bad, and the same as it should be."""
    bad, good = _cells(folder / BAD), _cells(folder / GOOD)
    if len(bad) != len(good):
        raise RuleError("rule-cases-unpaired", where=folder / GOOD, good=len(good), bad=len(bad))
    found: List[Example] = []
    for one, other in zip(bad, good):
        if one.title and not re.fullmatch(r"\d+\.\d+", one.title):
            raise RuleError("rule-case-version", where=one.where, title=one.title)
        found.append(Example(target=one.title, bad=one.code, good=other.code, lines=(one.line, other.line)))
    return tuple(found)


def silent_in(folder: Path) -> Tuple[Example, ...]:
    """Return the cases in which a rule must keep silent, or say no more than it may."""
    found: List[Example] = []
    for cell in _cells(folder / SILENT):
        level = Severity.INFO if cell.title.startswith(_INFO) else None
        english, _, chinese = (part.strip() for part in cell.title[len(_INFO) if level else 0 :].partition("|"))
        if not english:
            raise RuleError("rule-case-untitled", where=cell.where)
        case = Words(english, chinese or english)
        found.append(Example(good=cell.code, case=case, level=level, lines=(cell.line, cell.line)))
    return tuple(found)


def _cells(path: Path) -> List[_Cell]:
    if not path.is_file():
        return []
    try:
        lines = path.read_text(encoding="utf-8").split("\n")
    except (OSError, UnicodeDecodeError) as error:
        raise RuleError("rule-unreadable", where=path, reason=error) from None
    heads = [(number, HEAD.match(line)) for number, line in enumerate(lines, 1)]
    starts = [(number, match.group(1) or "") for number, match in heads if match is not None]
    if any(line.strip() for line in lines[: starts[0][0] - 1 if starts else None]):
        raise RuleError("rule-case-unmarked", where=f"{path}:1")
    cells: List[_Cell] = []
    for (number, title), (end, _) in zip(starts, [*starts[1:], (len(lines) + 1, "")]):
        code = lines[number : end - 1]
        blank = next((count for count, line in enumerate(code) if line.strip()), 0)
        text = "\n".join(code).strip()
        cells.append(_Cell(title.strip(), text, f"{path}:{number}", number + 1 + blank))
    return cells
