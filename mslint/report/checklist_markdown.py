"""Write a checklist as Markdown to paste into an issue on Gitee or GitHub; must not read files."""

from __future__ import annotations

import re
from typing import Iterable, Iterator, List, Sequence

import mslint
from mslint.checklist.model import CONCLUSIONS, Chart, Checklist, Exhibit, Item, Samples, Table
from mslint.model import Finding, Related
from mslint.report import checklist_facts as facts
from mslint.report import place_of
from mslint.report.frame import frame
from mslint.report.text import LinesOf, lines_at
from mslint.words import say

SHOWN = 8  # places, rows and bars; longer lists are folded away
LABEL = 80  # characters of what stands in a table

_SPECIAL = re.compile(r"([\\`*_{}\[\]<>|~$])")
_OPENS = re.compile(r"^(\d*)([.)](?:\s|$)|[-+#=]+(?:\s|$))")  # what may begin a list or a heading
# Gitee and GitHub would call a person, or link another issue.
_CALLS = re.compile(r"(?<![\w/])(@[\w./-]*\w|[#!]\w*\d\w*)")


def markdown(checklist: Checklist, lines_of: LinesOf) -> str:
    """The document; `lines_of` gives the lines of a file."""
    return "\n".join(_document(checklist, lines_of)) + "\n"


def _document(checklist: Checklist, lines_of: LinesOf) -> Iterator[str]:
    lang = checklist.lang
    yield f"# {say(lang, 'sheet-title')}"
    yield ""
    yield escaped(facts.headline(checklist))
    yield ""
    tally = facts.counts(checklist)
    rows = [(escaped(facts.conclusion_name(each, lang)), str(tally[each])) for each in CONCLUSIONS]
    yield from _table((say(lang, "sheet-conclusion"), say(lang, "sheet-items")), rows)
    yield ""
    for fact in facts.facts(checklist):
        values = [code(value) if fact.code else escaped(value) for value in fact.values]
        if len(values) == 1:
            yield f"- {_labelled(lang, fact.name, values[0])}"
        else:
            yield f"- {say(lang, 'heading', label=fact.name)}"
            yield from _indented(_listed(values, lang, "more-files"))
    for heading, items in facts.parts(checklist):
        yield ""
        yield f"## {escaped(heading)}"
        yield ""
        head = (say(lang, "sheet-item"), say(lang, "sheet-conclusion"))
        ends = [(escaped(f"{i.id} {i.title}"), facts.conclusion_name(i.conclusion, lang)) for i in items]
        yield from _table(head, ends)
        for name, within in facts.groups(items).items():
            yield ""
            yield f"### {escaped(name)}"
            for item in within:
                yield ""
                yield from _item(item, lang, lines_of)
    yield ""
    yield say(lang, "sheet-written", version=mslint.__version__)


def _item(item: Item, lang: str, lines_of: LinesOf) -> Iterator[str]:
    title = f"{escaped(item.id)} {escaped(item.title)}"
    yield f"#### {_labelled(lang, title, facts.conclusion_name(item.conclusion, lang))}"
    if item.ask:
        yield ""
        yield escaped(item.ask)
    for number, remark in enumerate(item.remarks):
        if not number:
            yield ""
        seen = say(lang, f"sheet-seen-{remark.source}")
        name = facts.conclusion_name(remark.speaks_for, lang)
        yield f"- {_labelled(lang, f'**{name}**', escaped(remark.text))} *{seen}*"
        yield from _indented(_places(remark.places, lang))
    if item.findings:
        yield ""
        # Without a paragraph between them, two lists would be one.
        yield f"**{say(lang, 'sheet-findings')}**"
    for finding in item.findings:
        yield ""
        yield from _finding(finding, lang, lines_of)
    for exhibit in item.exhibits:
        yield ""
        yield from _exhibit(exhibit, lang)


def _places(places: Sequence[Related], lang: str) -> Iterator[str]:
    rows = [f"{code(facts.place(each))} {escaped(each.message)}".rstrip() for each in places]
    yield from _listed(rows, lang, "more-places")


def _finding(finding: Finding, lang: str, lines_of: LinesOf) -> Iterator[str]:
    severity = say(lang, finding.severity.label)
    yield f"- {_labelled(lang, f'**{finding.code} {severity}**', escaped(finding.message))}"
    yield ""
    yield f"  {code(place_of(finding))}"
    drawn = list(frame(lines_at(finding, lines_of), finding.span, lang))
    if drawn:
        yield ""
        yield from _indented(_fenced(drawn))
    notes = [("why", finding.why), ("how", finding.how)]
    told = [_labelled(lang, say(lang, label), escaped(text)) for label, text in notes if text]
    if finding.evidence is not None:
        where = escaped(facts.evidence_versions(finding.evidence, lang))
        summary = f"{escaped(finding.evidence.summary)} *{where}*"
        told.append(_labelled(lang, f"**{say(lang, finding.evidence.verdict)}**", summary))
    for line in told:
        yield ""
        yield f"  {line}"
    if finding.related:
        yield ""
        yield f"  {say(lang, 'heading', label=say(lang, 'also'))}"
        yield ""
        yield from _indented(_places(finding.related, lang))


def _exhibit(exhibit: Exhibit, lang: str) -> Iterator[str]:
    yield f"**{escaped(exhibit.title)}**"
    yield ""
    if isinstance(exhibit, Table):
        rows = [tuple(map(_cell, row)) for row in exhibit.rows]
        yield from _long_table(tuple(map(_cell, exhibit.columns)), rows, lang)
    elif isinstance(exhibit, Chart):
        head = (say(lang, "sheet-label"), _cell(exhibit.unit) or say(lang, "sheet-value"))
        pairs = zip(exhibit.labels, exhibit.values)
        yield from _long_table(head, [(_cell(label), facts.shown_number(value)) for label, value in pairs], lang)
    else:
        yield from _samples(exhibit, lang)


def _samples(exhibit: Samples, lang: str) -> Iterator[str]:
    rows = [_cell(f"{each.label} {each.text}".strip() if not each.png else each.label) for each in exhibit.samples]
    yield from _listed(rows, lang, "more-files")
    if any(each.png for each in exhibit.samples):
        yield ""
        yield say(lang, "sheet-pictures-out")


def _cell(text: str) -> str:
    text = " ".join(text.split())
    return escaped(text if len(text) <= LABEL else text[: LABEL - 1] + "…")


def _long_table(head: Sequence[str], rows: Sequence[Sequence[str]], lang: str) -> Iterator[str]:
    if len(rows) <= SHOWN:
        yield from _table(head, rows)
    else:
        yield from _folded(say(lang, "sheet-numbers", count=len(rows)), _table(head, rows))


def _table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> Iterator[str]:
    for row in (head, ["---"] * len(head), *rows):
        yield f"| {' | '.join(row)} |"


def _listed(rows: Sequence[str], lang: str, more: str) -> Iterator[str]:
    """A list whose end is folded away where it is long."""
    whole = len(rows) <= SHOWN + 1
    yield from (f"- {row}" for row in (rows if whole else rows[:SHOWN]))
    if not whole:
        yield ""
        summary = say(lang, f"sheet-{more}", count=len(rows) - SHOWN)
        yield from _folded(summary, [f"- {row}" for row in rows[SHOWN:]])


def _folded(summary: str, lines: Iterable[str]) -> Iterator[str]:
    yield f"<details><summary>{summary}</summary>"
    yield ""
    yield from lines
    yield ""
    yield "</details>"


def _fenced(lines: Sequence[str]) -> List[str]:
    fence = "`" * max(3, 1 + longest_run("\n".join(lines)))
    return [f"{fence}text", *map(facts.clean, lines), fence]


def _indented(lines: Iterable[str]) -> Iterator[str]:
    yield from (f"  {line}" if line else "" for line in lines)


def _labelled(lang: str, label: str, text: str) -> str:
    return say(lang, "labelled", label=label, text=text)


def escaped(text: str) -> str:
    """A text in one line in which nothing is markup."""
    text = " ".join(facts.clean(text).split())
    parts = _CALLS.split(text)
    # The odd ones are what would call somebody: harmless as code.
    return "".join(f"`{part}`" if at % 2 else _plain(part, first=not at) for at, part in enumerate(parts))


def _plain(text: str, first: bool) -> str:
    text = _SPECIAL.sub(r"\\\1", text.replace("&", "&amp;"))
    return _OPENS.sub(r"\1\\\2", text) if first else text


def code(text: str) -> str:
    """A text as code, whatever it holds."""
    text = " ".join(facts.clean(text).split()) or " "
    fence = "`" * (1 + longest_run(text))
    pad = " " if text[0] == "`" or text[-1] == "`" else ""
    return f"{fence}{pad}{text}{pad}{fence}"


def longest_run(text: str) -> int:
    """How many backticks stand together in it at most."""
    return max(map(len, re.findall("`+", text)), default=0)
