"""What the command line says of the settings, and `--show-settings`."""

from __future__ import annotations

import json
import os
from typing import Optional, Sequence, Tuple

from mslint.api.versions import format_version
from mslint.cli import streams
from mslint.cli.options import Options
from mslint.config import DEFAULT, Overrides, Refusal, Settings
from mslint.model import Severity
from mslint.project import Project
from mslint.source.files import display_path
from mslint.words import say

# What tells whether a finding can be fixed, and not how.
WITHOUT_EDITS = ("full", "concise", "github", "gitlab")
PAGES = ("text", "markdown", "html")  # of the checklist


def overrides_from(options: Options) -> Overrides:
    return Overrides(
        target_version=options.target_version,
        select=_tuple_or_none(options, "select"),
        extend_select=_tuple_or_none(options, "extend_select") or (),
        ignore=_tuple_or_none(options, "ignore") or (),
        exclude=_tuple_or_none(options, "exclude") or (),
        level=getattr(options, "level", None),
        baseline=getattr(options, "baseline", None),
        lang=options.lang,
        config=options.config,
        isolated=options.isolated,
        allow_rule_paths=options.allow_rule_paths,
        edits=_wants_edits(options),
    )


def _wants_edits(options: Options) -> bool:
    fixes = getattr(options, "fix", False) or getattr(options, "diff", False)
    return bool(fixes or getattr(options, "output_format", "") not in (*WITHOUT_EDITS, *PAGES))


def tell_of_refusals(project: Project) -> None:
    """Say which rules of the project are not followed, and how that is changed."""
    for refusal, lang in project.refusals.items():
        streams.complain(refused(refusal, lang))
    project.refusals.clear()


def refused(refusal: Refusal, lang: str) -> str:
    paths = tuple(map(display_path, refusal.paths))
    return say(lang, refusal.key, where=refusal.where, paths=paths)


def told_of_pin(settings: Settings) -> Optional[str]:
    """That a project asks for a version of which nothing is known, and what stands for it."""
    if settings.unknown_pin is None:
        return None
    where = dict(settings.origins)["target-version"]
    found, used = format_version(settings.unknown_pin), format_version(settings.target_version)
    return say(settings.lang, "pin-unknown", where=where, found=found, used=used)


def show_settings(options: Options) -> int:
    """Print each setting and where its value comes from."""
    from mslint.inputs import settings_of

    paths = options.words if options.command == "check" and options.words not in ([], ["-"]) else [os.curdir]
    settings = settings_of(paths, Project(overrides_from(options)))
    options.speaks = settings.lang
    rows = [(f"{key} = {_value(settings, key)}", origin) for key, origin in settings.origins]
    if not settings.root:
        streams.write(f"# {say(settings.lang, 'settings-none')}")
    pin = told_of_pin(settings)
    if pin is not None:
        streams.write(f"# {pin}")
    if settings.refusal is not None:
        streams.write(f"# {refused(settings.refusal, settings.lang)}")
    wide = max(len(row) for row, _ in rows)
    for row, origin in rows:
        shown = say(settings.lang, "settings-default") if origin == DEFAULT else origin
        streams.write(f"{row:{min(wide, 40)}}  # {shown}")
    return 0


def _value(settings: Settings, key: str) -> str:
    """The value of a setting as TOML would write it."""
    value: object = getattr(settings, key.replace("-", "_"))
    if key == "target-version":
        value = format_version(settings.target_version)
    if key in ("per-file-ignores", "severity") and isinstance(value, tuple):
        return "{" + ", ".join(f"{_toml(name)} = {_toml(item)}" for name, item in value) + "}"
    return _toml(value)


def _toml(value: object) -> str:
    if isinstance(value, Severity):
        value = value.label
    if isinstance(value, (tuple, list)):
        return "[" + ", ".join(map(_toml, value)) + "]"
    return json.dumps("" if value is None else value, ensure_ascii=False)


def _tuple_or_none(options: Options, name: str) -> Optional[Tuple[str, ...]]:
    values: Optional[Sequence[str]] = getattr(options, name, None)
    return None if values is None else tuple(values)
