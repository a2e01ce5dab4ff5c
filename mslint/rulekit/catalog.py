"""Finds and loads rule units: whatever folder holds a rule.toml is one. No list of rules exists anywhere."""

from __future__ import annotations

import importlib.util
import inspect
import sys
from functools import cached_property
from itertools import chain
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Callable, Dict, Iterable, Iterator, List, Mapping, Optional, Sequence, Tuple, Union

from mslint import folders
from mslint.errors import RuleError
from mslint.rulekit.hits import Hit
from mslint.rulekit.rule import Rule
from mslint.toml import line_of

if TYPE_CHECKING:
    from mslint.api.tables import ApiTables
    from mslint.rulekit.probes import Probe

# The functions that checker.py may define, with the names of their parameters.
ENTRY_POINTS = {
    "check_call": ("call", "facts"),
    "check_class": ("cell", "facts"),
    "check_reference": ("reference", "facts"),
    "check_file": ("facts",),
}

UNIT = "rule.toml"
Checker = Callable[..., Iterable[Hit]]


def rules_folder() -> Path:
    """The rules that come with mslint."""
    return Path(folders.rules_folder()).resolve()


class Catalog:
    """All rule units by code, and their checkers, loaded when first needed."""

    def __init__(self, rules: Sequence[Rule]) -> None:
        self.rules: Mapping[str, Rule] = {rule.code: rule for rule in sorted(rules, key=lambda rule: rule.code)}
        self._slugs = {rule.slug: rule for rule in rules}
        self._modules: Dict[str, ModuleType] = {}
        self._probes: Dict[str, Optional[Probe]] = {}

    @cached_property
    def tables(self) -> ApiTables:
        """What rules know of the APIs."""
        from mslint.api.tables import ApiTables

        return ApiTables(rules_folder() / "_api")

    def find(self, code_or_slug: str) -> Optional[Rule]:
        return self.rules.get(code_or_slug) or self._slugs.get(code_or_slug)

    def checker(self, rule: Rule, entry: str) -> Optional[Checker]:
        """The function of that name in the unit's checker.py."""
        if rule.code not in self._modules:
            path = rule.checker_path
            if not path.is_file():
                return None
            self._modules[rule.code] = _load(path, rule)
        function: Optional[Checker] = getattr(self._modules[rule.code], entry, None)
        return function

    def probe(self, rule: Rule) -> Optional[Probe]:
        """What the unit says of its probe; None where it has none."""
        if rule.code not in self._probes:
            from mslint.rulekit.probes import read_probe

            self._probes[rule.code] = read_probe(rule)
        return self._probes[rule.code]

    def place_of_text(self, rule: Rule, lang: str, variant: str, part: str) -> str:
        """The file and line in which a unit says something, for those who have to mend it."""
        from mslint.rulekit.casefiles import CHINESE

        beside = rule.folder / CHINESE
        keys: Tuple[Union[str, int], ...] = ("variants", variant, part) if variant else (part,)
        file = beside if lang == "zh" and beside.is_file() else rule.folder / UNIT
        keys = keys if file == beside else ("text", lang, *keys)
        try:
            lines = file.read_text(encoding="utf-8").splitlines()
        except (OSError, UnicodeDecodeError):  # it could be read a moment ago
            return f"{file.name}:1"
        return f"{file.name}:{line_of(lines, keys)}"


def line_in(path: Path, error: BaseException) -> Optional[int]:
    """The line of a file in which an error arose; None where it was not in there."""
    import traceback

    lines = [frame.lineno for frame in traceback.extract_tb(error.__traceback__) if frame.filename == str(path)]
    return lines[-1] if lines else None


def transformation(rule: Rule, name: str) -> Callable[..., object]:
    """The transformation of that name in the unit's checker.py."""
    module = sys.modules.get(_module_name(rule))
    if module is None or module.__file__ != str(rule.checker_path):
        module = _load(rule.checker_path, rule)
    function: Optional[Callable[..., object]] = getattr(module, name, None)
    if function is None:
        raise RuleError("rule-checker-lacks", where=rule.checker_path, entry=f"{name}(node, ...)")
    return function


def _module_name(rule: Rule) -> str:
    return f"mslint.rules.{rule.folder.name}"


def load_catalog(
    rule_paths: Sequence[str] = (),
    whole: bool = False,
    places: Sequence[str] = (),
    own: Optional[Sequence[Rule]] = None,
) -> Catalog:
    """The rules of mslint and those in further folders. RuleError where a unit is not what it must be.

    `places` are where the configuration names each of these folders; `own` are the rules of mslint, where somebody has
    them already."""
    further = list(_units(rule_paths, places or [""] * len(rule_paths)))
    rules = [*(own_rules(whole) if own is None else own), *_read(further, whole)]
    seen: Dict[str, Path] = {}
    for rule in rules:
        unit = rule.folder / UNIT
        for key in (rule.code, rule.slug):
            if key in seen:
                raise RuleError("rule-duplicate", where=unit, key=key, other=seen[key])
            seen[key] = unit
    return Catalog(rules)


def own_rules(whole: bool = False) -> List[Rule]:
    """The rules that come with mslint."""
    return _read(units_in(rules_folder()), whole)


def _read(units: Sequence[Path], whole: bool) -> List[Rule]:
    if not units:
        return []
    from mslint.rulekit.schema import read_rule

    return [read_rule(unit, whole) for unit in units]


def units_in(folder: Path) -> List[Path]:
    """The rule.toml files of the units in a folder, which need not exist."""
    return sorted(folder.glob(f"*/{UNIT}"))


def _units(rule_paths: Sequence[str], places: Sequence[str]) -> Iterator[Path]:
    for path, place in zip(rule_paths, places):
        where = f"{place}: rule-paths" if place else "rule-paths"
        if not Path(path).is_dir():
            raise RuleError("rule-path-missing", where=where, path=path)
        units = units_in(Path(path))
        if not units:
            raise RuleError("rule-path-empty", where=where, path=path)
        yield from units


def _ask_visitors(module: ModuleType) -> None:
    """Let the visitors of a checker be its check_file."""
    visitor = sys.modules.get("mslint.rulekit.visitor")
    if visitor is None or hasattr(module, "check_file"):
        return
    classes = [each for each in vars(module).values() if isinstance(each, type) and each.__module__ == module.__name__]
    own = [each for each in classes if issubclass(each, visitor.Visitor)]
    mine = [each for each in own if not any(each in other.__bases__ for other in own)]  # no base that others share
    if mine:
        module.check_file = lambda facts: chain(*(visitor.visited(each(facts)) for each in mine))  # type: ignore[attr-defined]


def _load(path: Path, rule: Rule) -> ModuleType:
    """Load a checker by its path and see that what it defines is what the engine will call."""
    name = _module_name(rule)
    spec = importlib.util.spec_from_file_location(name, path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    try:
        spec.loader.exec_module(module)
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # sys.exit() too: a rule does not end the run, and its author must hear of it
        line = line_in(path, error)
        where = f"{path}:{line}" if line is not None else path
        raise RuleError("rule-checker-broken", where=where, reason=f"{type(error).__name__}: {error}") from error
    _ask_visitors(module)
    for entry, parameters in ENTRY_POINTS.items():
        function = getattr(module, entry, None)
        if function is None:
            if entry in rule.entries:
                raise RuleError("rule-checker-lacks", where=path, entry=f"{entry}({', '.join(parameters)})")
            continue
        found: Tuple[str, ...] = tuple(inspect.signature(function).parameters) if callable(function) else ()
        if found != parameters:
            line = getattr(getattr(function, "__code__", None), "co_firstlineno", 1)
            raise RuleError(
                "rule-checker-signature",
                where=f"{path}:{line}",
                entry=entry,
                wanted=", ".join(parameters),
                found=", ".join(found),
            )
    return module
