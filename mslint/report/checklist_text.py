"""Write a checklist for a terminal: one line for each item, then the problems, then what needs the user."""

from __future__ import annotations

from typing import Iterator, List, Mapping, Sequence

from mslint.checklist.model import (
    CONCLUSIONS,
    NEEDS_YOU,
    NOT_APPLICABLE,
    OK,
    PROBLEM,
    Checklist,
    Item,
    Remark,
    Table,
)
from mslint.report import checklist_facts as facts
from mslint.report.checklist_exhibits import shortened
from mslint.report.frame import padded, width
from mslint.report.text import LinesOf, finding_lines, painter
from mslint.words import say

SHOWN = 8  # places of a remark, and rows of a table
CELL = 40  # columns of a cell

_COLOURS: Mapping[str, str] = {PROBLEM: "31;1", NEEDS_YOU: "33;1", OK: "32", NOT_APPLICABLE: "2"}


def text(checklist: Checklist, lines_of: LinesOf, color: bool = False) -> Iterator[str]:
    """The lines; `lines_of` gives the lines of a file."""
    lang, bold = checklist.lang, painter(None, color)
    told = facts.facts(checklist)
    wide = max(width(fact.name) for fact in told)
    yield bold(say(lang, "sheet-title"))
    for fact in told:
        for number, value in enumerate(fact.values):
            yield f"  {padded(fact.name if not number else '', wide)}  {_line(value)}"
    yield from _overview(checklist, color)
    items = facts.all_items(checklist)
    for key, conclusion in (("problems", PROBLEM), ("needs", NEEDS_YOU)):
        concerned = [item for item in items if item.conclusion == conclusion]
        if concerned:
            yield ""
            yield bold(say(lang, f"sheet-text-{key}"))
        for item in concerned:
            yield ""
            yield from _details(item, lang, lines_of, color)
    yield ""
    yield closing(checklist)


def summary(checklist: Checklist, color: bool = False) -> Iterator[str]:
    """One line for each item, for somebody who has the rest in a file."""
    yield from _overview(checklist, color)
    yield ""
    yield closing(checklist)


def closing(checklist: Checklist) -> str:
    """How many items end how."""
    lang, total = checklist.lang, len(facts.all_items(checklist))
    if not total:
        return say(lang, "sheet-head-empty")
    tally = [(facts.conclusion_name(each, lang), count) for each, count in facts.counts(checklist).items() if count]
    counts = tuple(
        say(lang, "sheet-text-count", name=name if not at else name[:1].lower() + name[1:], count=count)
        for at, (name, count) in enumerate(tally)
    )
    return say(lang, "sheet-text-total-one" if total == 1 else "sheet-text-total", total=total, counts=counts)


def _overview(checklist: Checklist, color: bool) -> Iterator[str]:
    lang = checklist.lang
    names = {each: facts.conclusion_name(each, lang) for each in CONCLUSIONS}
    wide = max(map(width, names.values()))
    ids = max((width(item.id) for item in facts.all_items(checklist)), default=0)
    for _, items in facts.parts(checklist):
        for group, within in facts.groups(items).items():
            yield ""
            yield _line(group)
            for item in within:
                name = _painted(padded(names[item.conclusion], wide), item.conclusion, color)
                yield f"  {name}  {padded(item.id, ids)}  {_line(item.title)}"


def _painted(text: str, conclusion: str, color: bool) -> str:
    return f"\033[{_COLOURS[conclusion]}m{text}\033[0m" if color else text


def _details(item: Item, lang: str, lines_of: LinesOf, color: bool) -> Iterator[str]:
    yield painter(None, color)(f"{item.id} {_line(item.title)}")
    for remark in item.remarks:
        if remark.speaks_for in (PROBLEM, NEEDS_YOU):
            yield from _remark(remark, lang)
    for finding in item.findings:
        yield from (f"  {line}" for line in finding_lines(finding, lang, lines_of=lines_of, color=color))
    for exhibit in item.exhibits:
        if isinstance(exhibit, Table):
            yield from (f"  {line}".rstrip() for line in _table(exhibit, lang))


def _remark(remark: Remark, lang: str) -> Iterator[str]:
    yield f"  {_line(remark.text)}"
    for each in remark.places[:SHOWN]:
        yield f"    {facts.place(each)} {_line(each.message)}".rstrip()
    left = len(remark.places) - SHOWN
    if left > 0:
        yield f"    {say(lang, 'sheet-more-places', count=left)}"


def _table(table: Table, lang: str) -> Iterator[str]:
    yield say(lang, "heading", label=_line(table.title))
    rows: List[Sequence[str]] = [table.columns, *table.rows[:SHOWN]]
    cells = [[shortened(cell, CELL) for cell in row] for row in rows]
    count = max(map(len, cells))
    wide = [max(width(row[at]) for row in cells if at < len(row)) for at in range(count)]
    for row in cells:
        yield "  " + "  ".join(map(padded, row, wide)).rstrip()
    left = len(table.rows) - SHOWN
    if left > 0:
        yield f"  {say(lang, 'sheet-more-rows', count=left)}"


def _line(text: str) -> str:
    """A text as one line."""
    return " ".join(facts.clean(text).split())
