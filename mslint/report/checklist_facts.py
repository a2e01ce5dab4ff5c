"""What every form of the checklist's report says in the same words; knows no format and decides nothing."""

from __future__ import annotations

import re
from collections import Counter
from typing import Dict, List, Mapping, NamedTuple, Sequence, Tuple, Union

from mslint.checklist.model import CONCLUSIONS, NEEDS_YOU, Checklist, Item, Remark
from mslint.model import Evidence, Finding, Related, Severity
from mslint.report import place_of
from mslint.report.text import evidence_terms, number
from mslint.words import say

# What would end a line, turn the direction of the text or be lost, where nothing but a text is wanted.
_UNSEEN = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\ufffe\uffff\ud800-\udfff]")


class Fact(NamedTuple):
    """One row of the summary."""

    name: str
    values: Tuple[str, ...]
    code: bool = False  # whether the values are paths


def clean(text: str) -> str:
    """A text without characters that act instead of being seen; lines stay lines."""
    return _UNSEEN.sub("\ufffd", text.replace("\r\n", "\n").replace("\r", "\n"))


def all_items(checklist: Checklist) -> Tuple[Item, ...]:
    return (*checklist.items, *checklist.further)


def parts(checklist: Checklist) -> List[Tuple[str, Tuple[Item, ...]]]:
    """The two halves with their headings, without one that is empty."""
    halves = (("items", checklist.items), ("further", checklist.further))
    return [(say(checklist.lang, f"sheet-part-{name}"), items) for name, items in halves if items]


def groups(items: Sequence[Item]) -> Dict[str, List[Item]]:
    """The items under their headings, in the order in which these first occur."""
    found: Dict[str, List[Item]] = {}
    for item in items:
        found.setdefault(item.group, []).append(item)
    return found


def counts(checklist: Checklist) -> Mapping[str, int]:
    """How many items end how, zeros included."""
    found = Counter(item.conclusion for item in all_items(checklist))
    return {conclusion: found[conclusion] for conclusion in CONCLUSIONS}


def conclusion_name(conclusion: str, lang: str) -> str:
    return say(lang, f"sheet-{conclusion}")


def headline(checklist: Checklist) -> str:
    """The outcome in one or two sentences."""
    lang, total = checklist.lang, len(all_items(checklist))
    if not total:
        return say(lang, "sheet-head-empty")
    key = {0: "sheet-head-no-problem", 1: "sheet-head-problem"}.get(checklist.problems, "sheet-head-problems")
    told = [say(lang, key if total > 1 else f"{key}-alone", count=checklist.problems, total=total)]
    open_ones = counts(checklist)[NEEDS_YOU]
    if open_ones:
        told.append(say(lang, "sheet-head-needs-one" if open_ones == 1 else "sheet-head-needs", count=open_ones))
    return (" " if lang == "en" else "").join(told)


def facts(checklist: Checklist) -> List[Fact]:
    """What was looked at, for which version, where it was run, and what could not be read."""
    lang = checklist.lang

    def fact(key: str, *values: str, code: bool = False) -> Fact:
        return Fact(say(lang, f"sheet-{key}"), values, code)

    source = say(lang, f"sheet-from-{checklist.target_source.replace(' ', '-')}")
    told = [fact("target", say(lang, "sheet-target-is", version=checklist.target_version, source=source))]
    scripts = checklist.scripts or (say(lang, "sheet-scripts-none"),)
    told.append(fact("scripts", *scripts, code=bool(checklist.scripts)))
    told.append(fact("files", number(lang, "files", len(checklist.files), one="one-file")))
    told.append(fact("findings", _findings(checklist)))
    versions = tuple(f"{name} {version}" for name, version in checklist.versions.items())
    run = tuple(filter(None, (checklist.device, *versions)))
    told.append(fact("run", say(lang, "list-comma").join(run) if run else say(lang, "sheet-run-nothing")))
    if checklist.errors:
        errors = (say(lang, "labelled", label=error.path, text=error.message) for error in checklist.errors)
        told.append(fact("unread", *errors))
    return told


def _findings(checklist: Checklist) -> str:
    """How many findings of each severity there are; one that speaks for two items counts once."""
    lang = checklist.lang
    found = {finding.sort_key: finding.severity for item in all_items(checklist) for finding in item.findings}
    tally = Counter(found.values())
    told = [number(lang, each.label, tally[each]) for each in sorted(Severity, reverse=True) if tally[each]]
    return say(lang, "list-comma").join(told) or say(lang, "sheet-findings-none")


def place(related: Union[Finding, Related]) -> str:
    return place_of(related).rpartition(":")[0]


def sentence(remark: Remark, lang: str) -> str:
    """A remark with the places that it speaks of."""
    if not remark.places:
        return remark.text
    return say(lang, "sheet-at", text=remark.text, places=tuple(map(place, remark.places)))


def evidence_versions(evidence: Evidence, lang: str) -> str:
    """Where a piece of evidence was obtained."""
    versions = (f"{name} {version}" for name, version in evidence.versions.items())
    terms = evidence_terms(evidence, lang)
    return say(lang, "list-comma").join(filter(None, (evidence.device, *versions, *terms)))


def shown_number(value: float) -> str:
    """A number as people read it."""
    if value == int(value) if abs(value) < 1e15 else False:
        return f"{int(value):,}"
    return f"{value:.4g}"
