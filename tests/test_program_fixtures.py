"""Projects of several files, one folder each: what a program rule finds there is what the comments announce.

A folder is named after its rule, as in fixtures/projects/msl201_loop_in_a_module; one that ends in `_silent` is a near
miss. Of other rules, whatever they show at the default level must be announced too."""

from __future__ import annotations

import re
from pathlib import Path
from typing import List, Set, Tuple

import pytest
from running import ROOT

from mslint.checklist.observe import Sights
from mslint.inputs import inputs, settings_of
from mslint.model import Severity
from mslint.project import Overrides, Project
from mslint.rulekit.catalog import load_catalog
from mslint.runner import run

PROJECTS = ROOT / "fixtures" / "projects"
FOLDERS = sorted(path for path in PROJECTS.iterdir() if re.match(r"msl\d{3}_", path.name))
MARK = re.compile(r"#\s*(MSL\d{3})(?:\s+(error|warning|info))?(?:,\s*(MSL\d{3})(?:\s+(error|warning|info))?)?\s*$")


def announced(folder: Path) -> Set[Tuple[str, int, str, str]]:
    """(file, line, code, severity) of every comment; the rule's own severity where none is written."""
    rules = load_catalog().rules
    found: Set[Tuple[str, int, str, str]] = set()
    for path in sorted(folder.rglob("*.py")):
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            match = MARK.search(line)
            for code, label in zip(match.groups()[::2], match.groups()[1::2]) if match else ():
                if code:
                    found.add((path.relative_to(folder).as_posix(), number, code, label or rules[code].severity.label))
    return found


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda path: path.name)
def test_a_project_shows_what_it_announces(folder: Path) -> None:
    code = folder.name[:6].upper()
    project = Project(Overrides(level="info"))
    settings = settings_of([str(folder)], project)
    files, errors = inputs([str(folder)], project, "en")
    # What answers the checklist is told to those alone who fill it in.
    observer = Sights("en", [file.shown for file in files]) if load_catalog().rules[code].answers else None
    result = run(files, project, settings, errors, observer=observer)
    shown = {
        (
            Path(finding.path).resolve().relative_to(folder).as_posix(),
            finding.span.line,
            finding.code,
            finding.severity.label,
        )
        for finding in result.findings
        if finding.code == code or finding.severity >= Severity.WARNING
    }
    assert shown == announced(folder)
    assert any(each[2] == code for each in shown) != folder.name.endswith("_silent")


def test_every_program_rule_has_a_project_and_a_near_miss() -> None:
    names: List[str] = [folder.name for folder in FOLDERS]
    for rule in load_catalog().rules.values():
        if rule.program:
            own = [name for name in names if name.startswith(rule.code.lower())]
            assert any(not name.endswith("_silent") for name in own), f"{rule.code} has no project in fixtures"
            assert any(name.endswith("_silent") for name in own), f"{rule.code} has no near miss in fixtures"
