"""`mslint test-rules`: runs the examples of a project's own rules and says what differs."""

from __future__ import annotations

import os
from dataclasses import replace

from mslint.cli import streams
from mslint.cli.options import Options
from mslint.cli.settings import overrides_from, tell_of_refusals
from mslint.errors import UserError
from mslint.project import Project
from mslint.rulekit.catalog import UNIT, load_catalog, rules_folder
from mslint.rulekit.convert import is_old
from mslint.selftest import Case, Difference, cases, differences
from mslint.source.files import display_path
from mslint.words import say


def selftest(options: Options) -> int:
    """Print each difference and a closing line; 1 if there is any."""
    # Whoever asks for the tests of rules wants them to run.
    project = Project(replace(overrides_from(options), allow_rule_paths=True))
    settings = project.settings_in(os.curdir)
    tell_of_refusals(project)
    options.speaks = lang = settings.lang
    if not settings.rule_paths:
        raise UserError("test-rules-none")
    catalog = load_catalog(settings.rule_paths, whole=True, places=settings.rule_path_places)
    own = [rule for rule in catalog.rules.values() if rule.folder.parent != rules_folder()]
    for rule in own:
        if is_old(rule.folder / UNIT):
            streams.complain(say(lang, "old-unit", unit=display_path(str(rule.folder))))
    shown = [case for rule in own for case in cases(rule, lang)]
    count = 0
    for case in shown:
        for difference in differences(case, catalog, lang):
            count += 1
            streams.write(_line(case, difference, lang))
    streams.write(say(lang, "test-rules-closing", count=count, rules=len(own), examples=len(shown)))
    return 1 if count else 0


def _line(case: Case, difference: Difference, lang: str) -> str:
    code, severity = difference.code, say(lang, difference.severity.label)
    if not difference.line:
        problem = say(lang, "test-rules-no-mark", code=code)
    elif difference.message is None:
        problem = say(lang, "test-rules-unreported", code=code, severity=severity)
    else:
        message = difference.message
        problem = say(lang, "test-rules-unmarked", code=code, severity=severity, message=message)
    unit = display_path(str(case.rule.folder / case.file))
    if case.first:
        return say(
            lang, "test-rules-place-in-file", unit=unit, line=case.first + max(difference.line, 1) - 1, problem=problem
        )
    example = say(lang, f"test-rules-{case.kind}", number=case.name, case=case.name)
    return say(lang, "test-rules-place", unit=unit, example=example, line=difference.line or 1, problem=problem)
