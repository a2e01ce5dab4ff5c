"""`mslint explain`: the page of a rule, or what mslint knows at a place of a file."""

from __future__ import annotations

import os
import re
from dataclasses import replace
from typing import Optional, Tuple

from mslint.cli import streams
from mslint.cli.options import Options
from mslint.cli.progress import Progress
from mslint.cli.settings import overrides_from, tell_of_refusals
from mslint.errors import UserError
from mslint.inputs import Input, settings_of
from mslint.model import Finding, Severity
from mslint.project import Project
from mslint.rulekit.rule import Rule
from mslint.source.files import display_path
from mslint.visible import visible
from mslint.words import say

_PLACE = re.compile(r"(.+?):([0-9]{1,9})(?::([0-9]{1,9}))?")


def explain(options: Options) -> int:
    """Show a rule, or what is known at a place."""
    place = _place(options.words[0])
    if place is None:
        from mslint.cli.rules import rule

        return rule(options)
    return _explain(*place, options)


def _place(word: str) -> Optional[Tuple[str, int, Optional[int]]]:
    """FILE:LINE or FILE:LINE:COLUMN; None for the name of a rule."""
    found = _PLACE.fullmatch(word)
    if found is None:
        if os.path.isfile(word):
            raise UserError("explain-no-line", path=word)
        return None
    path, line, column = found.groups()
    if ".ipynb:" in path:
        raise UserError("explain-notebook", path=display_path(path[: path.index(".ipynb:") + len(".ipynb")]))
    return path, int(line), int(column) if column is not None else None


def _told(finding: Finding, rule: Optional[Rule]) -> bool:
    """Whether it is a finding, and not an answer for the checklist alone."""
    return rule is None or not rule.answers or finding.severity > Severity.INFO


def _explain(path: str, line: int, column: Optional[int], options: Options) -> int:
    project = Project(replace(overrides_from(options), level="info"))
    settings = settings_of([path], project)
    options.speaks = settings.lang
    if path.endswith(".ipynb"):
        raise UserError("explain-notebook", path=display_path(path))
    if not os.path.isfile(path):
        raise UserError("explain-no-file", path=display_path(path))
    from mslint.around import with_project
    from mslint.explained import Explaining, Watching, is_at
    from mslint.looking import text_of, unexamined
    from mslint.report.placepage import Place, document, page
    from mslint.rulebook import catalog_of
    from mslint.runner import run
    from mslint.source.text import Unreadable

    file = Input(path, named=True)
    shown = file.shown
    try:
        source = text_of(file)
    except OSError as error:
        raise UserError("explain-unreadable", path=shown, detail=error.strerror) from None
    except Unreadable as error:
        raise UserError(
            "explain-unreadable", path=shown, detail=say(settings.lang, error.key, **error.params)
        ) from None
    lines = source.lines[:-1] if source.text.endswith("\n") else source.lines
    if not 1 <= line <= len(lines):
        raise UserError("explain-past-end", path=shown, line=line, lines=len(lines))
    watching = Watching(shown, line)
    with Progress(settings.lang, wanted=True) as progress:
        result = run(with_project([file], [path], project), project, settings, (), progress.step, observer=watching)
    tell_of_refusals(project)
    try:
        things, calls = Explaining(unexamined(file, settings), source, watching).at(line, column)
    except Unreadable as error:
        raise UserError(
            "explain-unreadable", path=shown, detail=say(settings.lang, error.key, **error.params)
        ) from None
    rules = catalog_of(settings).rules
    here = Place(
        shown,
        line,
        column,
        lines[line - 1].strip(),
        things,
        calls,
        tuple(sorted(set(watching.scripts))),
        watching.alone,
        tuple(each for each in result.findings if is_at(each, shown, line) and _told(each, rules.get(each.code))),
        tuple(each for each in result.suppressed if is_at(each, shown, line)),
    )
    if options.output_format == "json":
        streams.write(document(here))
    else:
        streams.write("\n".join(map(visible, page(here, settings.lang))))
    return 0
