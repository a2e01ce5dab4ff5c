"""Finds and reads what a project says of itself: configuration files and the MindSpore version that it pins."""

from __future__ import annotations

import os
import re
from typing import Dict, FrozenSet, List, Optional

from mslint.api.versions import Version
from mslint.config import (
    Overrides,
    Pin,
    Refusal,
    Settings,
    apply_overrides,
    apply_pin,
    default_settings,
    read_config,
    without_rule_paths,
)
from mslint.errors import ConfigError, UserError
from mslint.source.disk import MAX_HEIGHT, ROOT_MARKS, Refused, lies_in, read_whole, with_parents
from mslint.source.files import display_path, to_posix
from mslint.source.globs import path_matcher
from mslint.toml import parse_toml

# requirements.txt, requirement-train.txt, cpu_requirements.txt; environment.yml and mindspore.yaml of conda
_REQUIREMENTS = re.compile(
    r"(?:(?:.*[-_.])?requirements?.*\.txt|(?:environment|conda|mindspore)[-_.\w]*\.ya?ml)\Z", re.IGNORECASE
)
_FOLDER = "requirements"  # which holds files like them
_PACKAGE = r"mindspore(?:[-_.](?:ascend|gpu|cpu|dev))?"
_PIN = re.compile(
    rf"\s*(?:-\s+)?[\"']?{_PACKAGE}(?:\s*\[[^\]]*\])?(?:\s*\()?\s*(?:={{1,3}}|~=)\s*(\d{{1,4}})\.(\d{{1,4}})(?!\d)",
    re.IGNORECASE | re.ASCII,
)
_WHEEL = re.compile(rf"[/\\]{_PACKAGE}-(\d{{1,4}})\.(\d{{1,4}})(?!\d)[^/\\\s]*\.whl", re.IGNORECASE | re.ASCII)
_LONGEST = 1000  # characters; a line that is longer is no requirement


# The leave to run the rules that a repository brings, given from outside of it.
ALLOW = "MSLINT_ALLOW_RULE_PATHS"

UNMARKED_HEIGHT = 2  # how far up the project of a file reaches where nothing marks its top


class Project:
    """The settings of every file of one run. Each folder is looked at once."""

    def __init__(self, overrides: Optional[Overrides] = None) -> None:
        self._overrides = overrides or Overrides()
        self._cwd = to_posix(_current_folder())
        self._settings: Dict[str, Settings] = {}
        self._configs: Dict[str, Optional[Settings]] = {}
        self._pins: Dict[str, Optional[Pin]] = {}
        self._names: Dict[str, FrozenSet[str]] = {}
        self._roots: Dict[str, str] = {}
        # One object for all folders with the same settings, so that others can cache by it.
        self._same: Dict[Settings, Settings] = {}
        self.refusals: Dict[Refusal, str] = {}  # what is not followed, each with the language to say so in

    def settings_for(self, path: str) -> Settings:
        """The settings of a file, which need not exist."""
        return self.settings_in(os.path.dirname(path))

    def settings_in(self, folder: str) -> Settings:
        """The settings of the files in a folder."""
        if folder not in self._settings:
            absolute = os.path.abspath(folder)
            settings = apply_overrides(self._config(absolute) or default_settings(), self._overrides, self._cwd)
            if settings.target_source == "default" and not self._overrides.isolated:
                settings = apply_pin(settings, self._pin(absolute))
            if settings.rule_paths:
                settings = self._with_leave(settings)
            self._settings[folder] = self._same.setdefault(settings, settings)
        return self._settings[folder]

    def _with_leave(self, settings: Settings) -> Settings:
        """The settings with the rules of the project only where the user allows them to run, and only those that lie
        below the configuration at the top of the project: a project may hold others that nobody has looked at."""
        if not (self._overrides.allow_rule_paths or os.environ.get(ALLOW) == "1"):
            settings = without_rule_paths(settings, "rule-paths-not-allowed")
        elif not (self._overrides.asks or self._overrides.config is not None or self._at_top(settings.root)):
            settings = without_rule_paths(settings, "rule-paths-nested")
        else:
            for path, place in zip(settings.rule_paths, settings.rule_path_places):
                if not lies_in(path, settings.root):
                    raise ConfigError("rule-paths-outside", where=place, path=display_path(path))
        if settings.refusal is not None:
            self.refusals.setdefault(settings.refusal, settings.lang)
        return settings

    def _at_top(self, folder: str) -> bool:
        """Whether a folder is the top of the project that mslint was started in: that of its git repository, or else
        the highest one with a configuration."""
        top = None
        for here in with_parents(self._cwd):
            if ".git" in self._listing(here):
                return here == folder
            if here == folder or self._has_config(here):
                top = here
        return top == folder

    def _has_config(self, folder: str) -> bool:
        try:
            return self._config_here(folder) is not None
        except ConfigError:
            return True

    def excludes(self, path: str, is_folder: bool) -> bool:
        """Whether the settings exclude an absolute path: what find_files asks."""
        exclude = self.settings_in(os.path.dirname(path)).exclude
        return bool(exclude) and path_matcher(exclude)(path)

    def root_of(self, path: str) -> str:
        """The folder, with slashes, above which the modules of a file's program cannot lie: that of its project."""
        folder = os.path.dirname(path)
        if folder not in self._roots:
            above = self._above(os.path.abspath(folder))
            marked = not ROOT_MARKS.isdisjoint(self._listing(above[-1]))
            self._roots[folder] = to_posix(above[-1 if marked else min(UNMARKED_HEIGHT, len(above) - 1)])
        return self._roots[folder]

    def _above(self, folder: str) -> List[str]:
        """A folder and those above it, up to the first that is marked as the project's, or as far as is looked."""
        above = [folder]
        while ROOT_MARKS.isdisjoint(self._listing(above[-1])):
            parent = os.path.dirname(above[-1])
            if parent == above[-1] or len(above) == MAX_HEIGHT:
                break
            above.append(parent)
        return above

    def _config(self, folder: str) -> Optional[Settings]:
        if self._overrides.config is not None:
            if "" not in self._configs:
                self._configs[""] = _read_named(self._overrides.config)
            return self._configs[""]
        if self._overrides.isolated:
            return None
        if folder not in self._configs:
            self._configs[folder] = self._config_here(folder) or self._config_above(folder)
        return self._configs[folder]

    def _config_here(self, folder: str) -> Optional[Settings]:
        for name in ("mslint.toml", "pyproject.toml"):
            if name in self._listing(folder):
                path = os.path.join(folder, name)
                settings = _read(path, _kind(path))
                if settings is not None:
                    return settings
        return None

    def _config_above(self, folder: str) -> Optional[Settings]:
        parent = self._parent(folder)
        return None if parent is None else self._config(parent)

    def _pin(self, folder: str) -> Optional[Pin]:
        if folder not in self._pins:
            pin = self._pin_here(folder)
            parent = self._parent(folder)
            self._pins[folder] = self._pin(parent) if pin is None and parent is not None else pin
        return self._pins[folder]

    def _pin_here(self, folder: str) -> Optional[Pin]:
        names = self._listing(folder)
        # requirements.txt before requirements-dev.txt, and that before environment.yml
        found = sorted(filter(_REQUIREMENTS.match, names), key=lambda name: (not name.endswith("txt"), len(name), name))
        if _FOLDER in names:
            within = sorted(self._listing(os.path.join(folder, _FOLDER)))
            found += [os.path.join(_FOLDER, name) for name in within if name.endswith(".txt")]
        for name in found:
            path = os.path.join(folder, name)
            for number, line in enumerate(_text_or_nothing(path).splitlines(), 1):
                version = _pinned(line)
                if version is not None:
                    return Pin(version, f"{display_path(path)}:{number}")
        if "pyproject.toml" in names:
            return _pin_in_pyproject(os.path.join(folder, "pyproject.toml"))
        return None

    def _parent(self, folder: str) -> Optional[str]:
        """The next folder to look at; None above the top of a git repository and at the root."""
        parent = os.path.dirname(folder)
        return None if parent == folder or ".git" in self._listing(folder) else parent

    def _listing(self, folder: str) -> FrozenSet[str]:
        if folder not in self._names:
            try:
                names = frozenset(os.listdir(folder))
            except OSError:
                names = frozenset()
            self._names[folder] = names
        return self._names[folder]


def _current_folder() -> str:
    try:
        return os.getcwd()
    except OSError:  # somebody has removed it; without it no relative path means anything
        raise UserError("no-current-folder") from None


def _read_named(path: str) -> Settings:
    """The file given with --config, which must have something to say."""
    if not os.path.isfile(path):
        raise ConfigError("config-not-found", path=display_path(path))
    settings = _read(os.path.abspath(path), _kind(path), named=True)
    if settings is None:
        raise ConfigError("config-no-table", path=display_path(path))
    return settings


def _kind(path: str) -> str:
    return "pyproject" if os.path.basename(path) == "pyproject.toml" else "mslint.toml"


def _read(path: str, kind: str, named: bool = False) -> Optional[Settings]:
    shown = display_path(path)
    try:
        data = read_whole(path, named=named)
    except Refused as error:
        raise ConfigError(error.key, path=shown) from None
    except OSError as error:
        raise ConfigError("config-unreadable", path=shown, reason=error.strerror or str(error)) from None
    if kind == "pyproject" and b"mslint" not in data:
        return None
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise ConfigError("config-not-utf8", path=shown) from None
    return read_config(text, shown, kind, to_posix(os.path.dirname(path)))


def _text_or_nothing(path: str) -> str:
    try:
        return read_whole(path).decode("utf-8-sig", "replace")
    except OSError:
        return ""


def _pinned(requirement: str) -> Optional[Version]:
    if len(requirement) > _LONGEST or requirement.lstrip().startswith("#"):
        return None
    match = _PIN.match(requirement) or _WHEEL.search(requirement)
    return (int(match.group(1)), int(match.group(2))) if match else None


def _pin_in_pyproject(path: str) -> Optional[Pin]:
    text = _text_or_nothing(path)
    if "mindspore" not in text.lower():
        return None
    shown = display_path(path)
    try:
        project = parse_toml(text, shown).get("project")
    except ConfigError:  # a broken file without settings of ours is not ours to complain of
        return None
    dependencies = project.get("dependencies") if isinstance(project, dict) else None
    lines = text.split("\n")
    for item in dependencies if isinstance(dependencies, list) else []:
        version = _pinned(item) if isinstance(item, str) else None
        if version is not None:
            return Pin(version, f"{shown}:{_line_with(lines, item)}")
    return None


def _line_with(lines: List[str], text: str) -> int:
    return next((number for number, line in enumerate(lines, 1) if text in line), 1)
