"""Fills in the checklist of a folder, as the command does, and gives the items by their ids."""

from __future__ import annotations

import textwrap
from pathlib import Path
from typing import Dict, FrozenSet, Optional, Sequence, Tuple

from mslint.checklist.conclude import Known, Shown, conclude
from mslint.checklist.model import Item
from mslint.checklist.observe import Sights
from mslint.inputs import inputs, settings_of
from mslint.project import Overrides, Project
from mslint.rulebook import catalog_of
from mslint.runner import run


def filled(
    folder: Path,
    lang: str = "en",
    off: Sequence[str] = (),
    data: Optional[Shown] = None,
    built: FrozenSet[Tuple[str, int]] = frozenset(),
) -> Dict[str, Item]:
    project = Project(Overrides(isolated=True, level="info", lang=lang))
    settings = settings_of([str(folder)], project)
    files, errors = inputs([str(folder)], project, lang)
    sights = Sights(lang, [file.shown for file in files])
    result = run(files, project, settings, errors, observer=sights)
    rules = catalog_of(settings).rules
    known = Known(
        findings=result.findings,
        silenced=result.suppressed,
        rules=rules,
        off=[rules[code] for code in off],
        sights=sights,
        data=data or {},
        built=built,
    )
    assert sights.failed == {}
    return {item.id: item for item in conclude(known, lang)}


def script(folder: Path, text: str, name: str = "train.py") -> Path:
    """Write a script into a folder that is a project of its own."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "mslint.toml").touch()
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(textwrap.dedent(text), encoding="utf-8")
    return path
