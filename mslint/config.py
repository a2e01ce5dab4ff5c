"""Turns the text of a configuration file, and what the command line says, into Settings; must not read files."""

from __future__ import annotations

import os
from dataclasses import dataclass, replace
from typing import Collection, Dict, Iterable, List, Mapping, Optional, Sequence, Tuple

from mslint.api.versions import NEWEST, OLDEST, Version, format_version, parse_version
from mslint.errors import ConfigError
from mslint.model import FRAMEWORKS, Severity, computable
from mslint.nearest import closest, closest_rule
from mslint.select import anchored
from mslint.toml import Places, line_of, parse_toml
from mslint.words import LANGUAGES

KEYS = (
    "target-version",
    "select",
    "extend-select",
    "ignore",
    "per-file-ignores",
    "exclude",
    "level",
    "lang",
    "rule-paths",
    "baseline",
    "source-framework",
    "severity",
)
LEVELS = tuple(severity.label for severity in sorted(Severity, reverse=True))

# Where each setting came from, in `Settings.origins`: a place ("pyproject.toml:7"), an option ("--select"), or this.
DEFAULT = "default"


@dataclass(frozen=True)
class Mention:
    """A rule named in the settings, and where ("pyproject.toml:7: select", "--select"): for check_codes."""

    key: str
    code: str
    where: str


@dataclass(frozen=True)
class Pin:
    """The version of MindSpore that a requirements file or pyproject.toml asks for."""

    version: Version
    where: str


@dataclass(frozen=True)
class Refusal:
    """Folders of rules that are not followed: their code would run. `key` names the sentence that says why."""

    key: str
    where: str
    paths: Tuple[str, ...]


@dataclass(frozen=True)
class Settings:
    """All that decides how files are checked. Globs and paths are absolute, with "/"."""

    target_version: Version = NEWEST
    target_source: str = "default"  # "command line", "configuration", "requirements" or "default"
    select: Tuple[str, ...] = ()
    extend_select: Tuple[str, ...] = ()
    ignore: Tuple[str, ...] = ()
    per_file_ignores: Tuple[Tuple[str, Tuple[str, ...]], ...] = ()
    exclude: Tuple[str, ...] = ()
    level: Severity = Severity.WARNING
    lang: str = "en"
    rule_paths: Tuple[str, ...] = ()
    rule_path_places: Tuple[str, ...] = ()  # where each of them is written
    refusal: Optional[Refusal] = None  # of rule paths, which are then none of these
    baseline: Optional[str] = None
    source_framework: str = "pytorch"
    severity: Tuple[Tuple[str, Severity], ...] = ()
    unknown_pin: Optional[Version] = None  # what a requirements file asks for, where nothing is known of that
    root: str = ""  # folder of the configuration file; "" without one
    origins: Tuple[Tuple[str, str], ...] = ()  # (key as in the configuration, where its value comes from)
    mentions: Tuple[Mention, ...] = ()
    edits: bool = True  # somebody wants the edits of fixes; else it is only told which findings have one


@dataclass(frozen=True)
class Overrides:
    """What the command line says, as it was typed; None and () where it says nothing."""

    target_version: Optional[str] = None
    select: Optional[Tuple[str, ...]] = None
    extend_select: Tuple[str, ...] = ()
    ignore: Tuple[str, ...] = ()
    exclude: Tuple[str, ...] = ()
    level: Optional[str] = None
    lang: Optional[str] = None
    baseline: Optional[str] = None
    config: Optional[str] = None
    isolated: bool = False
    allow_rule_paths: bool = False
    edits: bool = True
    asks: bool = False  # the user is asked about each folder of rules, wherever its configuration lies


def default_settings() -> Settings:
    """What holds where nothing is configured."""
    return Settings(origins=tuple((key, DEFAULT) for key in KEYS))


def read_config(text: str, path: str, kind: str, root: str = "") -> Optional[Settings]:
    """The settings of a configuration file over the defaults; None for a pyproject.toml without [tool.mslint].

    `kind` is "pyproject" or "mslint.toml", `path` is for messages, globs and paths count from `root`.
    """
    if kind == "pyproject" and "mslint" not in text:
        return None
    document = parse_toml(text, path)
    prefix: Tuple[str, ...] = ()
    table: object = document
    if kind == "pyproject":
        tool = document.get("tool")
        if not isinstance(tool, dict) or "mslint" not in tool:
            return None
        prefix = ("tool", "mslint")
        table = tool["mslint"]
    lines = text.split("\n")
    tool = document.get("tool")
    if kind != "pyproject" and isinstance(tool, dict) and "mslint" in tool:
        raise ConfigError("config-own-table", where=f"{path}:{line_of(lines, ('tool', 'mslint'))}")
    if not isinstance(table, dict):
        where = f"{path}:{line_of(lines, prefix)}: tool.mslint"
        raise ConfigError("config-not-table", where=where, found=_shown(table))
    return _settings(_Reader(path, lines, prefix, table), root)


def apply_overrides(settings: Settings, overrides: Overrides, cwd: str) -> Settings:
    """The settings with what the command line says on top.

    --select begins anew: select, extend-select and ignore of the configuration no longer count. --extend-select,
    --ignore and --exclude add; --extend-select takes back an equal `ignore` of the configuration.
    """
    origins = dict(settings.origins)
    mentions = list(settings.mentions)
    if overrides.select is not None:
        settings = replace(settings, select=overrides.select, extend_select=(), ignore=())
        mentions = [mention for mention in mentions if mention.key not in ("select", "extend-select", "ignore")]
        origins.update({"select": "--select", "extend-select": DEFAULT, "ignore": DEFAULT})
        mentions += [Mention("--select", code, "--select") for code in overrides.select]
    if overrides.extend_select:
        kept = tuple(code for code in settings.ignore if code not in overrides.extend_select)
        settings = replace(settings, extend_select=settings.extend_select + overrides.extend_select, ignore=kept)
        mentions += [Mention("--extend-select", code, "--extend-select") for code in overrides.extend_select]
        _add_origin(origins, "extend-select", "--extend-select")
    if overrides.ignore:
        settings = replace(settings, ignore=settings.ignore + overrides.ignore)
        mentions += [Mention("--ignore", code, "--ignore") for code in overrides.ignore]
        _add_origin(origins, "ignore", "--ignore")
    if overrides.exclude:
        added = tuple(anchored(pattern, cwd) for pattern in overrides.exclude if pattern)
        settings = replace(settings, exclude=settings.exclude + added)
        _add_origin(origins, "exclude", "--exclude")
    if overrides.level is not None:
        level = _one_of(overrides.level, LEVELS, "--level")
        settings = replace(settings, level=Severity.from_label(level))
        origins["level"] = "--level"
    if overrides.lang is not None:
        settings = replace(settings, lang=_one_of(overrides.lang, LANGUAGES, "--lang"))
        origins["lang"] = "--lang"
    if overrides.baseline is not None:
        settings = replace(settings, baseline=_absolute(overrides.baseline, cwd))
        origins["baseline"] = "--baseline"
    if overrides.target_version is not None:
        version = read_version(overrides.target_version, "--target-version")
        settings = replace(settings, target_version=version, target_source="command line")
        origins["target-version"] = "--target-version"
    return replace(settings, origins=tuple(origins.items()), mentions=tuple(mentions), edits=overrides.edits)


def apply_pin(settings: Settings, pin: Optional[Pin]) -> Settings:
    """The settings with the pinned version as target where neither command line nor configuration gives one.

    A version that mslint does not know yet is no mistake here: the nearest known one stands for it.
    """
    if pin is None or settings.target_source != "default":
        return settings
    origins = {**dict(settings.origins), "target-version": pin.where}
    version = min(max(pin.version, OLDEST), NEWEST)
    unknown = pin.version if version != pin.version else None
    settings = replace(settings, target_version=version, target_source="requirements", unknown_pin=unknown)
    return replace(settings, origins=tuple(origins.items()))


def without_rule_paths(settings: Settings, key: str) -> Settings:
    """The settings without the rules of the project. What the configuration says of those rules is no mistake then."""
    where = settings.rule_path_places[0] if settings.rule_path_places else ""
    mentions = tuple(mention for mention in settings.mentions if mention.key.startswith("--"))
    refusal = Refusal(key, where, settings.rule_paths)
    return replace(settings, rule_paths=(), rule_path_places=(), mentions=mentions, refusal=refusal)


def check_codes(settings: Settings, known: Iterable[Tuple[str, str]]) -> None:
    """Raise ConfigError for the first code, prefix or name in the settings that stands for no known (code, slug)."""
    rules = tuple(known)
    names = [name for rule in rules for name in rule]
    for mention in settings.mentions:
        code = mention.code
        if code in names:
            continue
        if code and any(rule[0].startswith(code) for rule in rules):
            if mention.key != "severity":
                continue
            raise ConfigError("config-severity-of-many", where=mention.where, code=code)
        nearest = closest_rule(code, rules, prefixes=mention.key != "severity")
        if nearest is None:
            raise ConfigError("config-unknown-code", where=mention.where, code=code)
        raise ConfigError("config-unknown-code-nearest", where=mention.where, code=code, nearest=nearest)


def read_version(text: str, where: str) -> Version:
    """A target version that mslint can follow, or a ConfigError."""
    try:
        version = parse_version(text)
    except ValueError:
        raise ConfigError("config-version-text", where=where, found=text) from None
    if not OLDEST <= version <= NEWEST:
        known = {"oldest": format_version(OLDEST), "newest": format_version(NEWEST)}
        raise ConfigError("config-version-unknown", where=where, found=text, **known)
    return version


class _Reader:
    """Takes typed values out of the table of a configuration file and says where a wrong one stands."""

    def __init__(self, path: str, lines: Sequence[str], prefix: Tuple[str, ...], table: Mapping[str, object]) -> None:
        self._path = path
        self._lines = lines
        self._places = Places(lines)
        self._prefix = prefix
        self._table = table
        self.mentions: List[Mention] = []

    def place(self, *keys: str, item: Optional[str] = None) -> str:
        """File and line of a key, or of an item in its list."""
        line = self._places.line_of(self._prefix + keys)
        return f"{self._path}:{line if item is None else self._line_with(item, line) or line}"

    def _line_with(self, item: str, line: int) -> Optional[int]:
        """The line, from a given one on, in which an item stands in quotes."""
        quoted = (f'"{item}"', f"'{item}'")
        later = range(line - 1, len(self._lines))
        return next((index + 1 for index in later if any(text in self._lines[index] for text in quoted)), None)

    def where(self, *keys: str) -> str:
        return f"{self.place(*keys)}: {'.'.join(keys)}"

    def check_keys(self) -> None:
        for key in self._table:
            if key in KEYS:
                continue
            nearest = _nearest(key, KEYS)
            if nearest is None:
                raise ConfigError("config-unknown-key", where=self.place(key), name=key, valid=KEYS)
            raise ConfigError("config-unknown-key-nearest", where=self.place(key), name=key, nearest=nearest)

    def origins(self) -> Tuple[Tuple[str, str], ...]:
        return tuple((key, self.place(key) if key in self._table else DEFAULT) for key in KEYS)

    def text(self, key: str) -> Optional[str]:
        if key not in self._table:
            return None
        value = self._table[key]
        if key == "target-version" and isinstance(value, (int, float)) and not isinstance(value, bool):
            raise ConfigError("config-version-number", where=self.where(key))
        return self._text(value, (key,))

    def choice(self, key: str, valid: Sequence[str], default: str) -> str:
        text = self.text(key)
        return default if text is None else _one_of(text, valid, self.where(key))

    def texts(self, key: str) -> Tuple[str, ...]:
        return self._texts(self._table[key], (key,)) if key in self._table else ()

    def codes(self, key: str) -> Tuple[str, ...]:
        codes = self.texts(key)
        self._mention((key,), codes)
        return codes

    def codes_by_glob(self, key: str) -> Tuple[Tuple[str, Tuple[str, ...]], ...]:
        found = []
        for pattern, value in self._sub_table(key).items():
            codes = self._texts(value, (key, pattern))
            self._mention((key, pattern), codes)
            found.append((self._text(pattern, (key,)), codes))
        return tuple(found)

    def severities(self, key: str) -> Tuple[Tuple[str, Severity], ...]:
        found = []
        for code, value in self._sub_table(key).items():
            label = _one_of(self._text(value, (key, code)), LEVELS, self.where(key, code))
            self.mentions.append(Mention(key, code, self.where(key, code)))
            found.append((code, Severity.from_label(label)))
        return tuple(found)

    def _mention(self, keys: Tuple[str, ...], codes: Iterable[str]) -> None:
        first = line = self._places.line_of(self._prefix + keys)
        for code in dict.fromkeys(codes):
            # They stand in this order; where one is written in some odd way, nobody looks for the others.
            found = self._line_with(code, line) if line else None
            line = found or 0
            self.mentions.append(Mention(keys[0], code, f"{self._path}:{found or first}: {'.'.join(keys)}"))

    def _sub_table(self, key: str) -> Mapping[str, object]:
        value = self._table.get(key, {})
        if not isinstance(value, dict):
            raise ConfigError("config-not-table", where=self.where(key), found=_shown(value))
        return value

    def _text(self, value: object, keys: Tuple[str, ...]) -> str:
        if not isinstance(value, str):
            raise ConfigError("config-not-text", where=self.where(*keys), found=_shown(value))
        if not value.strip():
            raise ConfigError("config-empty", where=self.where(*keys))
        return value

    def _texts(self, value: object, keys: Tuple[str, ...]) -> Tuple[str, ...]:
        if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
            raise ConfigError("config-not-texts", where=self.where(*keys), found=_shown(value))
        return tuple(self._text(item, keys) for item in value)


def _settings(reader: _Reader, root: str) -> Settings:
    reader.check_keys()
    target = reader.text("target-version")
    baseline = reader.text("baseline")
    defaults = Settings()
    settings = Settings(
        target_version=NEWEST if target is None else read_version(target, reader.where("target-version")),
        target_source="default" if target is None else "configuration",
        select=reader.codes("select"),
        extend_select=reader.codes("extend-select"),
        ignore=reader.codes("ignore"),
        per_file_ignores=tuple(
            (anchored(pattern, root), codes) for pattern, codes in reader.codes_by_glob("per-file-ignores")
        ),
        exclude=tuple(anchored(pattern, root) for pattern in reader.texts("exclude")),
        level=Severity.from_label(reader.choice("level", LEVELS, defaults.level.label)),
        lang=reader.choice("lang", LANGUAGES, defaults.lang),
        rule_paths=tuple(_absolute(path, root) for path in reader.texts("rule-paths")),
        rule_path_places=tuple(reader.place("rule-paths", item=path) for path in reader.texts("rule-paths")),
        baseline=None if baseline is None else _absolute(baseline, root),
        source_framework=reader.choice("source-framework", FRAMEWORKS, defaults.source_framework),
        severity=reader.severities("severity"),
        root=root,
    )
    return replace(settings, origins=reader.origins(), mentions=tuple(reader.mentions))


def _one_of(text: str, valid: Sequence[str], where: str) -> str:
    if text not in valid:
        raise ConfigError("config-not-one-of", where=where, found=text, valid=tuple(valid))
    return text


def _absolute(path: str, root: str) -> str:
    return os.path.normpath(os.path.join(root, path)).replace(os.sep, "/")


def _add_origin(origins: Dict[str, str], key: str, option: str) -> None:
    before = origins.get(key, DEFAULT)
    origins[key] = option if before == DEFAULT else f"{before}, {option}"


def _nearest(text: str, names: Collection[str]) -> Optional[str]:
    """The name that the user may have meant; capitals and underscores are the usual slips."""
    plain = {name.lower().replace("_", "-"): name for name in names}
    near = closest(text.lower().replace("_", "-"), tuple(plain), cutoff=0.6)
    return plain[near] if near is not None else None


def _shown(value: object) -> str:
    """A TOML value as it looks in the file, or its kind where it would be long."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, dict):
        return "{...}"
    if isinstance(value, list):
        return "[" + ", ".join(map(_shown, value[:3])) + (", ..." if len(value) > 3 else "") + "]"
    if isinstance(value, int) and not computable(value):  # Python writes no more than some thousand digits
        return f"{hex(value)[:10]}..."
    return f'"{value}"' if isinstance(value, str) else str(value)
