"""What follows for each item from findings, from what was seen, and from what data and devices showed."""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from typing import Dict, FrozenSet, List, Mapping, Optional, Sequence, Set, Tuple, Union

from mslint.checklist.guide import GuideItem, ItemText, guide
from mslint.checklist.model import CONCLUSIONS, NEEDS_YOU, NOT_APPLICABLE, OK, PROBLEM, Exhibit, Item, Remark
from mslint.checklist.observe import Sights
from mslint.model import Finding, Related, Severity
from mslint.rulekit.hits import Words
from mslint.rulekit.probes import REFUTED
from mslint.rulekit.rule import Rule
from mslint.rulekit.sights import ABSENT, ASK, DATA, DEVICE, FINE, SOURCE, Sight
from mslint.words import say

_SPEAKS_FOR = {FINE: OK, ASK: NEEDS_YOU, ABSENT: NOT_APPLICABLE}
SHOWN = 20  # places of one remark

_Line = Tuple[str, Optional[int], int]  # path, cell of a notebook, line
Shown = Mapping[str, Tuple[Tuple[Remark, ...], Tuple[Exhibit, ...]]]


@dataclass(frozen=True)
class Known:
    """All that is known when the items are concluded."""

    findings: Sequence[Finding]
    silenced: Sequence[Finding]  # by comments
    rules: Mapping[str, Rule]
    off: Sequence[Rule]  # rules that the configuration keeps from running
    sights: Sights
    unread: Sequence[str] = ()  # files that could not be read or parsed
    data: Shown = field(default_factory=dict)  # what the data and devices showed, by item
    built: FrozenSet[Tuple[str, int]] = frozenset()  # the lines that built the data, by the real path of a file
    device: Shown = field(default_factory=dict)


def conclude(known: Known, lang: str) -> List[Item]:
    """Every item of the guide, in its order."""
    return [_item(item, known, lang) for item in guide()]


def _item(item: GuideItem, known: Known, lang: str) -> Item:
    text = item.text[lang]
    mine = [each for each in known.findings if _speaks_to(each.code, item.id, known)]
    silenced = [each for each in known.silenced if _speaks_to(each.code, item.id, known)]
    refuted = [each for each in mine if each.evidence is not None and each.evidence.verdict == REFUTED]
    serious = [
        each
        for each in mine
        if (each.severity >= Severity.WARNING or each.code in item.decides) and each not in refuted
    ]
    shown = [known.data.get(item.id, ((), ())), known.device.get(item.id, ((), ()))]
    # Whoever was asked has spoken, if only to say what is left to a person.
    answered = {source: bool(found[0]) for source, found in zip((DATA, DEVICE), shown)}
    remarks = [remark for found in shown for remark in found[0]]
    remarks += _of_sights(item, known, answered, {_line_of(each) for each in (*mine, *silenced)}, lang)
    infos = len(mine) - len(serious) - len(refuted)
    remarks += [_remark(lang, NEEDS_YOU, "checklist-infos", count=infos)] if infos else []
    remarks += [_remark(lang, OK, "checklist-refuted", count=len(refuted))] if refuted else []
    remarks += [_remark(lang, NEEDS_YOU, "checklist-silenced", count=len(silenced))] if silenced else []
    off = tuple(rule.code for rule in known.off if item.id in rule.checklist)
    remarks += [_remark(lang, NEEDS_YOU, "checklist-off", codes=off)] if off else []
    failed = known.sights.failed.get(item.id)
    remarks += [Remark(NEEDS_YOU, failed.message)] if failed is not None else []
    conclusion = PROBLEM if serious else _conclusion(remarks)
    if conclusion in (NOT_APPLICABLE, OK) and known.unread:
        remarks.append(_remark(lang, NEEDS_YOU, "checklist-unread", paths=tuple(known.unread)))
        conclusion = NEEDS_YOU
    if conclusion == NOT_APPLICABLE and known.sights.torn:
        remarks.append(_remark(lang, NEEDS_YOU, "checklist-torn", scripts=tuple(known.sights.torn)))
        conclusion = NEEDS_YOU
    if not remarks and not mine:
        remarks.append(_remark(lang, NEEDS_YOU, "checklist-nothing"))
    remarks.sort(key=lambda remark: CONCLUSIONS.index(remark.speaks_for))
    exhibits = tuple(exhibit for found in shown for exhibit in found[1])
    return Item(item.id, text.title, text.group, text.ask, conclusion, tuple(remarks), tuple(mine), exhibits)


def _speaks_to(code: str, item: str, known: Known) -> bool:
    rule = known.rules.get(code)
    return rule is not None and item in rule.checklist


def _conclusion(remarks: Sequence[Remark]) -> str:
    """The gravest that anything speaks for; that nothing was seen is no good news."""
    spoken = {remark.speaks_for for remark in remarks}
    return next((each for each in CONCLUSIONS if each in spoken), NEEDS_YOU)


def _of_sights(
    item: GuideItem, known: Known, answered: Mapping[str, bool], found: Set[_Line], lang: str
) -> List[Remark]:
    """One remark for all sights that say the same. What is fine stands back where something was found, and a question
    where it was answered; that a script lacks something matters only if no other has it."""
    sights: Dict[Tuple[str, str], List[Sight]] = {}
    texts: Dict[str, ItemText] = {other.id: other.text[lang] for other in guide()}
    for source in (item.id, *item.like):
        for sight in known.sights.by_item[source]:
            place = known.sights.place(sight)
            line = _line_of(place) if place is not None else ("", None, 0)
            if _settled(sight, known.sights.by_item[source], known, answered) or (sight.kind == FINE and line in found):
                continue
            params = {name: _in(value, lang) for name, value in sight.params}
            # How many say the same is known when all have spoken.
            sentence = texts[source].say[sight.key].format(**{"count": "{count}", **params})
            sights.setdefault((sight.kind, sentence), []).append(sight)
    present = bool(found) or any(kind != ABSENT for kind, _ in sights)
    remarks: List[Remark] = []
    for (kind, sentence), group in sights.items():
        if kind == ABSENT and present:
            continue
        seen = {place for place in map(known.sights.place, group) if place is not None}
        places = sorted(seen, key=lambda place: (place.path, place.cell or 0, place.span))
        told = sentence.replace("{count}", str(len(places)))
        remarks.append(Remark(_SPEAKS_FOR[kind], told, tuple(places[:SHOWN])))
    return remarks


def _settled(sight: Sight, others: Sequence[Sight], known: Known, answered: Mapping[str, bool]) -> bool:
    """Whether data or a device have answered what it asks; not where they may have been somebody else's."""
    if sight.waits == SOURCE:
        return answered[DATA] and _looked_at(sight, known)
    if not answered.get(sight.waits):
        return False
    alike = {(each.path, each.span) if sight.waits == DATA else dict(each.params).get("network") for each in others}
    return len(alike) == 1


def _looked_at(sight: Sight, known: Known) -> bool:
    """Whether it stands where the data were built that were looked at: of other data they say nothing."""
    if sight.span is None or not known.built:
        return False
    file = os.path.realpath(sight.path)
    return any((file, line) in known.built for line in range(sight.span.line, sight.span.end_line + 1))


def _line_of(place: Union[Finding, Related]) -> _Line:
    return place.path, place.cell, place.span.line


def _in(value: object, lang: str) -> object:
    return getattr(value, lang) if isinstance(value, Words) else value


def _remark(lang: str, speaks_for: str, key: str, **params: object) -> Remark:
    return Remark(speaks_for, say(lang, key, **params))
