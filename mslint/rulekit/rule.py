"""A rule unit as data: what rule.toml says, checked and typed."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Dict, Mapping, Optional, Tuple

from mslint.api.versions import Version
from mslint.model import Severity
from mslint.rulekit.bilingual import Words
from mslint.rulekit.fixes import RowFix

NOTHING = Words("", "")


@dataclass(frozen=True)
class Variant:
    """The words for one way in which a rule fires."""

    message: str
    why: str
    fix: str


@dataclass(frozen=True)
class Text:
    """A rule in one language."""

    title: str
    message: str
    why: str
    fix: str
    details: str = ""
    variants: Mapping[str, Variant] = field(default_factory=dict)

    def variant(self, name: str) -> Variant:
        """The words of a variant; of the rule itself for the empty name."""
        return self.variants[name] if name else Variant(self.message, self.why, self.fix)


@dataclass(frozen=True)
class Condition:
    """What a row asks of one argument; every part that is given must hold, and of a value only what is known does."""

    given: Optional[bool] = None
    how: Optional[str] = None  # "positional" or "keyword"
    type: Optional[str] = None  # "bool", "int", "float", "str", "tuple"
    equals: Optional[object] = None
    below: Optional[float] = None
    at_least: Optional[float] = None
    above: Optional[float] = None
    not_none: bool = False  # the value is not, and as far as is known cannot be, None
    sure: Optional[bool] = None  # True: not the default of a parameter that a caller may override


@dataclass(frozen=True)
class Row:
    """One row of the generic checker: these APIs, called so, are a finding."""

    names: Tuple[str, ...]
    when: Mapping[str, Condition]
    variant: str = ""
    severity: Optional[Severity] = None
    bare: bool = False  # only calls without any argument
    group: bool = False  # the findings of one API in one file become one, with the others as related places
    whole: bool = False  # only results that are neither subscripted nor unpacked at once
    raises: bool = False  # the call raises: where that is caught, it may be all that is wanted
    about: Optional[str] = None  # the argument that the cause lies in; None where it is the call as a whole
    fix: Optional[RowFix] = None


@dataclass(frozen=True)
class FactSource:
    """Where a rule's claim comes from, and when it was checked."""

    title: Words
    fact: Words
    checked: str


@dataclass(frozen=True)
class Example:
    """Code that shows the rule: `bad` lines carry the code they yield in a trailing comment.

    A silent case is a `good` with a `case`; its `level` is the severity that it may and does reach, None for none."""

    target: str = ""  # the target version under which a bad example is one; empty for the newest
    bad: str = ""
    good: str = ""
    case: Words = NOTHING
    level: Optional[Severity] = None
    lines: Tuple[int, int] = (0, 0)  # in which `bad` and `good` begin, where they stand in files of their own


@dataclass(frozen=True)
class Measured:
    """How the rule fared on real code."""

    date: str
    corpora: Tuple[str, ...]
    right: int
    wrong: int
    cannot_tell: int
    note: Words = NOTHING


# What of a rule the checklist alone is told.
ALL, AT_INFO = "checklist", "info"


@dataclass(frozen=True)
class Rule:
    """One rule unit. Examples, silent cases and measurements are only there when the whole unit was read."""

    code: str
    slug: str
    severity: Severity
    status: str
    since: str
    folder: Path
    text: Mapping[str, Text]
    checklist: Tuple[str, ...] = ()  # the items that its findings speak to, the most fitting first
    # What it finds are answers for the checklist alone and no findings: ALL, or AT_INFO what is no more than info.
    answers: str = ""
    lower: Optional[Version] = None  # first and, exclusively, last version of MindSpore for which the rule holds
    upper: Optional[Version] = None
    mindspore: str = ""
    yields_to: Tuple[str, ...] = ()
    once_per_run: bool = False  # what it says in the same words of several files is one finding
    fixes: Tuple[str, ...] = ()  # the safeties that its fixes have; without any, no finding of it has one
    only_from: str = ""  # the framework that code must come from for the claim to matter; empty for any
    calls: Tuple[str, ...] = ()
    roles: Tuple[str, ...] = ()
    classes: bool = False
    apis: bool = False
    references: bool = False
    methods: bool = False
    discarded: bool = False
    file: bool = False
    program: Tuple[str, ...] = ()  # identifiers: a module without any of them has nothing to say in a program
    defines: bool = False  # asked of programs only about what their modules define: no function is run for it
    rows: Tuple[Row, ...] = ()
    sources: Tuple[FactSource, ...] = ()
    examples: Tuple[Example, ...] = ()
    silent: Tuple[Example, ...] = ()
    measured: Optional[Measured] = None

    def __getstate__(self) -> Dict[str, object]:
        """What is kept of it. Where it lies says which code is run: whoever takes it up has to know that himself."""
        return {**self.__dict__, "folder": None}

    @property
    def entries(self) -> Tuple[str, ...]:
        """The functions that the unit's checker.py must have."""
        wanted = {
            "check_call": bool(self.calls or self.roles or self.apis),
            "check_reference": self.references,
            "check_method": self.methods,
            "check_discarded": self.discarded,
            "check_class": self.classes,
            "check_file": self.file,
            "check_program": bool(self.program),
        }
        return tuple(entry for entry, asked in wanted.items() if asked)

    @property
    def looks_at_code(self) -> bool:
        """The rules of the tool itself do not."""
        return bool(self.rows or self.entries)

    def holds_for(self, version: Version) -> bool:
        return (self.lower is None or version >= self.lower) and (self.upper is None or version < self.upper)

    @property
    def checker_path(self) -> Path:
        return self.folder / "checker.py"

    @property
    def probe_path(self) -> Path:
        return self.folder / "probe.py"
