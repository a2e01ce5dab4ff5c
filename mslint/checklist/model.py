"""A checklist that is filled in, as it travels to the reports: frozen, picklable, in one language."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Mapping, Tuple, Union

from mslint.model import Finding, Related, RunError

# What an item can end in, the gravest first.
PROBLEM, NEEDS_YOU, OK, NOT_APPLICABLE = "problem", "needs-you", "ok", "not-applicable"
CONCLUSIONS = (PROBLEM, NEEDS_YOU, OK, NOT_APPLICABLE)


@dataclass(frozen=True)
class Remark:
    """One sentence of evidence, and what it speaks for."""

    speaks_for: str  # one of CONCLUSIONS
    text: str
    places: Tuple[Related, ...] = ()
    source: str = "code"  # "code", "data", "device": where it was seen


@dataclass(frozen=True)
class Table:
    """Rows to read, such as the numbers of each channel."""

    title: str
    columns: Tuple[str, ...]
    rows: Tuple[Tuple[str, ...], ...]


@dataclass(frozen=True)
class Chart:
    """A bar for each label, such as the samples of each class."""

    title: str
    labels: Tuple[str, ...]
    values: Tuple[float, ...]
    unit: str = ""  # what the values are numbers of, as the head of their column


@dataclass(frozen=True)
class Sample:
    """One sample for a person to judge: a picture, or what else it holds as text."""

    label: str
    text: str
    png: bytes = b""


@dataclass(frozen=True)
class Samples:
    """Samples to look through."""

    title: str
    samples: Tuple[Sample, ...]


Exhibit = Union[Table, Chart, Samples]


@dataclass(frozen=True)
class Item:
    """One item of the checklist with its conclusion."""

    id: str
    title: str
    group: str  # the heading that it stands under
    ask: str  # what the item wants to know
    conclusion: str
    remarks: Tuple[Remark, ...] = ()
    findings: Tuple[Finding, ...] = ()
    exhibits: Tuple[Exhibit, ...] = ()


@dataclass(frozen=True)
class Checklist:
    """All items: the 24 of the accuracy guide, and those of the pages beside it."""

    items: Tuple[Item, ...]
    further: Tuple[Item, ...]
    lang: str
    target_version: str
    target_source: str
    scripts: Tuple[str, ...]  # the scripts that were followed
    files: Tuple[str, ...]  # all files that were checked
    versions: Mapping[str, str] = field(default_factory=dict)  # of what was run: mindspore, numpy, python, torch
    device: str = ""  # where, if anything was run
    errors: Tuple[RunError, ...] = ()

    @property
    def problems(self) -> int:
        return sum(item.conclusion == PROBLEM for item in (*self.items, *self.further))
