"""`mslint new-rule`: makes a rule unit that works as it is, to be edited; asks nothing and overwrites nothing."""

from __future__ import annotations

import os
import re
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import Mapping

import mslint
from mslint.cli import streams
from mslint.cli.options import Options
from mslint.cli.settings import overrides_from
from mslint.errors import UserError
from mslint.project import Project
from mslint.rulekit.catalog import load_catalog, rules_folder, units_in
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
title = "Dense with an activation"
message = "{{api}} is given activation={{text}}."
why = "This is an example: say here why it matters."
fix = "Say here what to do instead."

{chinese}[[source]]
# The texts below may have their Chinese beside them; without it the English is shown in Chinese too.
title = "Where the fact comes from"
title_zh = "依据的出处"
fact = "What was seen there."
fact_zh = "在那里看到了什么。"
checked = {today}

[[example]]
bad = '''
from mindspore import nn

dense = nn.Dense(3, 4, activation="relu")  # {code}
'''
good = '''
from mindspore import nn

dense = nn.Dense(3, 4)
'''

[[silent]]
case = "what must not be reported although it looks alike"
case_zh = "看起来相似，但不应报告的写法"
code = '''
from mindspore import nn

dense = nn.Dense(3, 4, has_bias=False)
'''

# Read up to 20 of its findings on real code and write the tally down.
# [measured]
# date = {today}
# corpora = ["the projects that were read"]
# right = 0
# wrong = 0
# cannot_tell = 0
# note = "What there is to say of it."
# note_zh = "需要补充说明的情况。"
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
[text.zh]
title = "Dense 带有激活函数"
message = "{api} 设置了 activation={text}。"
why = "这是示例：请在此说明原因。"
fix = "请在此说明应该怎么改。"

"""
_VISITED = """\
fixes = ["unsafe"]

[on]
file = true                     # checker.py is asked about each file; its visitor goes through the libcst tree

"""
_VISITOR = """\
\"\"\"Dense layers that are given an activation: an example, in libcst's way.\"\"\"

import libcst as cst
import libcst.matchers as m

from mslint.rulekit import Visitor, leaving, remove_argument, unsafe

ACTIVATED = m.Call(args=[m.ZeroOrMore(), m.Arg(keyword=m.Name("activation")), m.ZeroOrMore()])


class DenseWithActivation(Visitor):
    def visit_Call(self, node: cst.Call) -> None:
        if not m.matches(node, ACTIVATED):
            return
        call = self.facts.call(node)  # what mslint knows of it: the resolved name, arguments by parameter, values
        if call is None or call.name != "mindspore.nn.Dense":
            return
        fix = unsafe(leaving("activation"), remove_argument(call, "activation"))
        self.report(node, fix=fix, text=call.get("activation").text)
"""


def new_rule(options: Options) -> int:
    """Make the unit and say what to do with it."""
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
    asked, chinese = (_VISITED, "") if options.libcst else (_ROWS, _CHINESE)
    today = date.today().isoformat()
    text = _TEMPLATE.format(code=code, slug=slug, version=mslint.__version__, today=today, asked=asked, chinese=chinese)
    try:
        unit.mkdir(parents=True)
        (unit / "rule.toml").write_bytes(text.encode("utf-8"))
        if options.libcst:
            (unit / "checker.py").write_bytes(_VISITOR.encode("utf-8"))
    except OSError as error:
        raise UserError("new-rule-cannot-write", path=unit, detail=error.strerror or error) from None
    streams.write(say(settings.lang, "new-rule-made", file=unit / "rule.toml", code=code))
    if folder.resolve() not in [rules_folder().resolve(), *(Path(path).resolve() for path in settings.rule_paths)]:
        streams.write(say(settings.lang, "new-rule-not-seen", folder=folder.as_posix()))
    return 0


def _free_code(known: Mapping[str, Path]) -> str:
    for number in range(FIRST, LAST + 1):
        if f"MSL{number}" not in known:
            return f"MSL{number}"
    raise UserError("new-rule-no-code", first=f"MSL{FIRST}", last=f"MSL{LAST}")
