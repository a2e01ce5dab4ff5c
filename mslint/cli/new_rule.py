"""`mslint new-rule`: makes a rule unit that works as it is, to be edited; asks nothing and overwrites nothing."""

from __future__ import annotations

import os
import re
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import Mapping, NamedTuple

import mslint
from mslint.cli import streams
from mslint.cli.options import Options
from mslint.cli.settings import overrides_from
from mslint.errors import UserError
from mslint.project import Project
from mslint.rulekit.casefiles import BAD, CHINESE, GOOD, SILENT
from mslint.rulekit.catalog import UNIT, load_catalog, rules_folder, units_in
from mslint.words import say

# Codes that mslint itself will never use.
FIRST, LAST = 950, 999

_TEMPLATE = """\
code = "{code}"
slug = "{slug}"
severity = "warning"            # error: it raises or corrupts training for certain; info: it is often intended
status = "stable"               # "preview" keeps it out of the default set: only its full code or name selects it
since = "{version}"
mindspore = ">=2.7"             # versions of MindSpore for which all that is said here holds

{asked}[text.en]
title = "{title}"
message = "{{api}} is given {argument}={{text}}."
why = "This is an example: say here why it matters."
fix = "Say here what to do instead."

[[source]]
title = "Where the fact comes from"
fact = "What was seen there."
checked = {today}

# Read up to 20 of its findings on real code and write the tally down.
# [measured]
# date = {today}
# corpora = ["the projects that were read"]
# right = 0
# wrong = 0
# cannot_tell = 0
# note = "What there is to say of it."
"""
_BAD = """\
# %%
from mindspore import nn

layer = {bad}  # {code}
"""
_GOOD = """\
# %%
from mindspore import nn

layer = {good}
"""
_SILENT = """\
# %% what must not be reported although it looks alike | 看起来相似，但不应报告的写法
from mindspore import nn

layer = {silent}
"""


_ROWS = """\
# A row is a finding where one of the APIs is called and all that is asked of its arguments holds: given, how
# ("positional" or "keyword"), type, equals, not_none, below, at_least, above.
[[api]]
names = ["mindspore.nn.Dense"]
when = { activation = { given = true } }

# Where rows do not suffice: remove them, put a checker.py with check_call(call, facts) beside this file, and name here
# what it is to see.
# [on]
# calls = ["mindspore.nn.Dense"]

"""
_CHINESE = """\
# What rule.toml says, in Chinese. Without this file the English is shown in Chinese too.
title = "Dense 带有激活函数"
message = "{api} 设置了 activation={text}。"
why = "这是示例：请在此说明原因。"
fix = "请在此说明应该怎么改。"

[[source]]
title = "依据的出处"
fact = "在那里看到了什么。"
"""
_VISITED = """\
fixes = ["unsafe"]

[on]
file = true                     # checker.py is asked about each file; its visitor goes through the libcst tree

"""
_VISITOR = """\
\"\"\"Embeddings by one-hot vectors: an example, in libcst's way.\"\"\"

import libcst as cst
import libcst.matchers as m

from mslint.rulekit import Visitor, leaving, remove_argument, unsafe

ONE_HOT = m.Call(args=[m.ZeroOrMore(), m.Arg(keyword=m.Name("use_one_hot")), m.ZeroOrMore()])


class EmbeddingByOneHot(Visitor):
    def visit_Call(self, node: cst.Call) -> None:
        if not m.matches(node, ONE_HOT):
            return
        call = self.facts.call(node)  # what mslint knows of it: the resolved name, arguments by parameter, values
        if call is None or call.name != "mindspore.nn.Embedding":
            return
        fix = unsafe(leaving("use_one_hot"), remove_argument(call, "use_one_hot"))
        self.report(node, fix=fix, text=call.get("use_one_hot").text)
"""


class _Example(NamedTuple):
    """What the unit is an example of: each form has one of its own, so that two of them get along."""

    title: str
    argument: str
    bad: str
    good: str
    silent: str


_DENSE = _Example(
    "Dense with an activation",
    "activation",
    'nn.Dense(3, 4, activation="relu")',
    "nn.Dense(3, 4)",
    "nn.Dense(3, 4, has_bias=False)",
)
_EMBEDDING = _Example(
    "Embedding by one-hot vectors",
    "use_one_hot",
    "nn.Embedding(3, 4, use_one_hot=True)",
    "nn.Embedding(3, 4)",
    "nn.Embedding(3, 4, padding_idx=0)",
)


def new_rule(options: Options) -> int:
    """Make the unit and say what to do with it; with --convert, bring one into today's form."""
    if options.convert is not None:
        return _convert(Path(options.convert), options)
    slug = options.words[0]
    if not re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", slug):
        raise UserError("new-rule-bad-slug", slug=slug)
    # What is there is read, and nothing of it runs.
    settings = Project(replace(overrides_from(options), allow_rule_paths=True)).settings_in(os.curdir)
    options.speaks = settings.lang
    folder = Path(options.path or next(iter(settings.rule_paths), "rules"))
    # Elsewhere a folder without rules is a mistake; here it is where the first one goes, and it may not even exist.
    filled = [path for path in settings.rule_paths if units_in(Path(path))]
    known = {rule.code: rule.folder for rule in load_catalog(filled).rules.values()}
    # The folder's own rules count too, though the settings may not speak of it (yet).
    known.update((unit.name[:6].upper(), unit) for unit in folder.glob("msl[0-9][0-9][0-9]_*"))
    code = options.code or _free_code(known)
    if not re.fullmatch(r"MSL\d{3}", code, re.ASCII):
        raise UserError("new-rule-bad-code", code=code)
    for other, place in sorted(known.items()):
        if code == other or place.name[7:] == slug.replace("-", "_"):
            raise UserError("new-rule-taken", name=code if code == other else slug, folder=place)
    unit = folder / f"{code.lower()}_{slug.replace('-', '_')}"
    asked, example = (_VISITED, _EMBEDDING) if options.libcst else (_ROWS, _DENSE)
    today = date.today().isoformat()
    words = {**example._asdict(), "code": code}
    text = _TEMPLATE.format(slug=slug, version=mslint.__version__, today=today, asked=asked, **words)
    files = {
        "rule.toml": text,
        BAD: _BAD.format(**words),
        GOOD: _GOOD.format(**words),
        SILENT: _SILENT.format(**words),
    }
    files.update({"checker.py": _VISITOR} if options.libcst else {CHINESE: _CHINESE})
    try:
        unit.mkdir(parents=True)
        for name, content in files.items():
            (unit / name).write_bytes(content.encode("utf-8"))
    except OSError as error:
        raise UserError("new-rule-cannot-write", path=unit, detail=error.strerror or error) from None
    streams.write(say(settings.lang, "new-rule-made", file=unit / "rule.toml", code=code))
    if folder.resolve() not in [rules_folder().resolve(), *(Path(path).resolve() for path in settings.rule_paths)]:
        streams.write(say(settings.lang, "new-rule-not-seen", folder=folder.as_posix()))
    return 0


def _convert(path: Path, options: Options) -> int:
    """Convert a unit, or all units of a folder."""
    from mslint.rulekit.convert import convert

    settings = Project(replace(overrides_from(options), allow_rule_paths=True)).settings_in(os.curdir)
    options.speaks = settings.lang
    units = [path / UNIT] if (path / UNIT).is_file() else units_in(path)
    if not units:
        raise UserError("rule-path-empty", where="--convert", path=path)
    for unit in units:
        try:
            written = convert(unit)
        except OSError as error:
            raise UserError("new-rule-cannot-write", path=unit, detail=error.strerror or error) from None
        key = "new-rule-converted" if written else "new-rule-as-today"
        streams.write(say(settings.lang, key, unit=unit.parent.as_posix(), files=tuple(file.name for file in written)))
    return 0


def _free_code(known: Mapping[str, Path]) -> str:
    for number in range(FIRST, LAST + 1):
        if f"MSL{number}" not in known:
            return f"MSL{number}"
    raise UserError("new-rule-no-code", first=f"MSL{FIRST}", last=f"MSL{LAST}")
