"""Which rules are asked about a file, and about what in it; knows no facts."""

from __future__ import annotations

from functools import cached_property, lru_cache
from typing import Dict, FrozenSet, List, Sequence, Tuple

from mslint.config import Settings
from mslint.model import Severity
from mslint.rulekit.catalog import Catalog
from mslint.rulekit.hits import Hit
from mslint.rulekit.rule import ALL, AT_INFO, Rule
from mslint.select import Selector

UNREADABLE, UNUSED, CRASHED = "MSL001", "MSL002", "MSL003"  # the tool's own


class Dispatch:
    """Which rules are asked about what."""

    def __init__(self, rules: Sequence[Rule], answers: bool = False) -> None:
        self.rules = tuple(rules)
        self.answers = answers  # somebody fills in the checklist
        self.codes = ",".join(rule.code for rule in rules)
        # The rules of the tool itself do not run the way others do: no comment can be unused on their account.
        self.ran = [(rule.code, rule.slug) for rule in rules if rule.looks_at_code]
        self.unused = next((rule for rule in rules if rule.code == UNUSED), None)
        self.by_name: Dict[str, List[Rule]] = {}
        self.by_role: Dict[str, List[Rule]] = {}
        self.by_api = [rule for rule in rules if rule.apis]
        self.by_reference = [rule for rule in rules if rule.references]
        self.by_method = [rule for rule in rules if rule.methods]
        self.by_discarded = [rule for rule in rules if rule.discarded]
        self.by_class = [rule for rule in rules if rule.classes]
        self.by_file = [rule for rule in rules if rule.file]
        self.by_program = [rule for rule in rules if rule.program]
        # The identifiers without any of which a module has nothing to say to the rules that look at programs, and those
        # without any of which nobody asks what it defines.
        self.interests = frozenset(word for rule in self.by_program for word in rule.program if not rule.defines)
        self.defined = frozenset(word for rule in self.by_program for word in rule.program if rule.defines)
        for rule in rules:
            for name in {*rule.calls, *(name for row in rule.rows for name in row.names)}:
                self.by_name.setdefault(name, []).append(rule)
            for role in rule.roles:
                self.by_role.setdefault(role, []).append(rule)

    def tells(self, rule: Rule, hit: Hit) -> bool:
        """Whether a hit is a finding; else it is an answer for the checklist, which nobody fills in."""
        return self.answers or rule.answers != AT_INFO or (hit.severity or rule.severity) > Severity.INFO

    @cached_property
    def tensor_methods(self) -> FrozenSet[str]:
        """The methods of tensors that some rule asks about."""
        from mslint.facts.kinds import TENSOR

        return frozenset(name.rpartition(".")[2] for name in self.by_name if name.startswith(f"{TENSOR}."))


@lru_cache(maxsize=64)
def _selector(settings: Settings) -> Selector:
    return Selector(settings.select, settings.extend_select, settings.ignore, settings.per_file_ignores)


def dispatch_for(catalog: Catalog, settings: Settings, path: str, answers: bool = False) -> Dispatch:
    """The rules that are asked about a file, for quick looking up; with `answers`, also those that nobody but the
    checklist asks."""
    return _dispatch_in(catalog, settings, path if settings.per_file_ignores else "", answers)


@lru_cache(maxsize=1024)
def _dispatch_in(catalog: Catalog, settings: Settings, path: str, answers: bool) -> Dispatch:
    wanted = [rule for rule in catalog.rules.values() if answers or rule.answers != ALL]
    chosen = [rule.code for rule in wanted if runs(rule, settings, path)]
    return _dispatch_of(tuple(chosen), catalog, answers)


def runs(rule: Rule, settings: Settings, path: str) -> bool:
    """Whether a rule is asked about a file."""
    return (
        rule.holds_for(settings.target_version)
        and rule.only_from in ("", settings.source_framework)
        and _selector(settings).decide(rule.code, rule.slug, path, rule.status).runs
    )


@lru_cache(maxsize=64)
def _dispatch_of(codes: Tuple[str, ...], catalog: Catalog, answers: bool) -> Dispatch:
    return Dispatch([catalog.rules[code] for code in codes], answers)
