"""Write a checklist as one HTML file that needs nothing else: no network, no fonts, no other file."""

from __future__ import annotations

import base64
import hashlib
import re
from pathlib import Path
from typing import List, Optional, Sequence, Tuple

import mslint
from mslint.checklist.model import CONCLUSIONS, Checklist, Item, Remark
from mslint.model import Finding, Related, Severity
from mslint.report import checklist_facts as facts
from mslint.report import place_of
from mslint.report.checklist_exhibits import exhibit
from mslint.report.checklist_markup import Html, el, escape, join, path
from mslint.report.frame import chosen
from mslint.report.text import LinesOf, lines_at
from mslint.words import say

SHOWN_PLACES = 6  # the others are folded away
HTML_LANG = {"en": "en", "zh": "zh-Hans"}


def html(checklist: Checklist, lines_of: LinesOf, bundle_note: str = "") -> str:
    """The page. `lines_of` gives the lines of a file; `bundle_note` is a sentence for the summary."""
    return _Page(checklist, lines_of, bundle_note).document()


class _Page:
    """One page while it is written."""

    def __init__(self, checklist: Checklist, lines_of: LinesOf, note: str) -> None:
        self._checklist = checklist
        self._lang = checklist.lang
        self._lines_of = lines_of
        self._note = note
        names = dict.fromkeys(item.group for item in facts.all_items(checklist))
        self._groups = {name: f"g{number}" for number, name in enumerate(names)}

    def _say(self, key: str, **params: object) -> str:
        return say(self._lang, f"sheet-{key}", **params)

    def document(self) -> str:
        style, script = _beside("checklist.css"), _beside("checklist.js")
        # Were a text ever written without escaping, no script or style in it would run.
        policy = "; ".join(
            [
                "default-src 'none'",
                f"style-src '{_digest(style)}'",
                f"script-src '{_digest(script)}'",
                "img-src data:",
                "base-uri 'none'",
                "form-action 'none'",
            ]
        )
        title = " – ".join([self._say("title"), *self._checklist.scripts[:1]])
        head = join(
            [
                el("meta", charset="utf-8"),
                el("meta", http_equiv="Content-Security-Policy", content=policy),
                el("meta", name="viewport", content="width=device-width, initial-scale=1"),
                el("meta", name="color-scheme", content="light dark"),
                el("meta", name="referrer", content="no-referrer"),
                el("meta", name="generator", content=f"mslint {mslint.__version__}"),
                el("link", rel="icon", href="data:,"),
                el("title", title),
                el("style", style),
            ],
            "\n",
        )
        body = join(
            [
                el("a", self._say("skip"), href="#ui-items", class_="skip"),
                _beside("checklist.svg"),
                self._header(),
                el("div", self._aside(), self._main(), class_="columns"),
                el("footer", el("p", self._say("written", version=mslint.__version__))),
                el("script", script),
            ],
            "\n",
        )
        page = el(
            "html",
            "\n",
            el("head", "\n", head, "\n"),
            "\n",
            el("body", "\n", body, "\n"),
            "\n",
            lang=HTML_LANG[self._lang],
        )
        return f"<!DOCTYPE html>\n{page}\n"

    # -- the top

    def _conclusion(self, conclusion: str) -> Html:
        """The name of a conclusion behind its symbol."""
        name = facts.conclusion_name(conclusion, self._lang)
        return el("span", _symbol(conclusion), el("span", name), class_=f"conclusion {conclusion}")

    def _header(self) -> Html:
        tools = el(
            "div",
            el("button", self._say("dark"), type="button", id="ui-dark", aria_pressed="false"),
            el("button", self._say("print"), type="button", id="ui-print"),
            class_="tools",
            id="ui-tools",
            hidden=True,
        )
        tally = facts.counts(self._checklist)
        tiles = (
            el(
                "li",
                el("span", str(tally[each]), class_="count"),
                self._conclusion(each),
                class_=f"tile {each if tally[each] else 'none'}",
            )
            for each in CONCLUSIONS
        )
        rows = join((self._fact(fact) for fact in facts.facts(self._checklist)), "\n")
        note = el("div", el("dt", self._say("note")), el("dd", self._note)) if self._note else None
        return el(
            "header",
            el("div", el("h1", self._say("title")), tools, class_="top"),
            el("p", facts.headline(self._checklist), class_="headline"),
            "\n",
            el("ul", *tiles, class_="tiles"),
            "\n",
            el("dl", rows, note, class_="facts"),
        )

    def _fact(self, fact: facts.Fact) -> Html:
        shown = [path(value) if fact.code else escape(value) for value in fact.values]
        value = shown[0] if len(shown) == 1 else self._listed([el("li", each) for each in shown], "more-files")
        return el("div", el("dt", fact.name), el("dd", value))

    def _listed(self, rows: Sequence[Html], key: str, class_: Optional[str] = None) -> Html:
        """A list whose end is folded away where it is long."""
        first = el("ul", *rows[:SHOWN_PLACES], class_=class_)
        rest = rows[SHOWN_PLACES:]
        if len(rest) <= 1:
            return el("ul", *rows, class_=class_)
        # Open, for who has no JavaScript: the script closes it.
        summary = el("summary", self._say(key, count=len(rest)))
        return join([first, el("details", summary, el("ul", *rest, class_=class_), open=True)])

    # -- overview and filters

    def _aside(self) -> Html:
        return el("aside", self._filters(), "\n", self._overview())

    def _filters(self) -> Html:
        tally = facts.counts(self._checklist)
        found = {finding.severity for item in facts.all_items(self._checklist) for finding in item.findings}
        conclusions = [(each, self._conclusion(each)) for each in CONCLUSIONS if tally[each]]
        groups = [(key, escape(name)) for name, key in self._groups.items()]
        severities = [
            (each.label, escape(say(self._lang, each.label)))
            for each in sorted(Severity, reverse=True)
            if each in found
        ]
        search = el(
            "p",
            el("label", self._say("search"), for_="ui-search"),
            el("input", type="search", id="ui-search", autocomplete="off", spellcheck="false", aria_keyshortcuts="/"),
            class_="search",
        )
        return el(
            "details",
            el("summary", el("h2", self._say("filters"))),
            search,
            self._buttons("conclusion", conclusions),
            self._buttons("group", groups),
            self._buttons("severity", severities),
            el(
                "p",
                el("button", self._say("reset"), type="button", id="ui-reset"),
                class_="tools",
            ),
            el("label", el("input", type="checkbox", id="ui-keys", checked=True), self._say("keys"), class_="soft"),
            id="ui-filters",
            hidden=True,
            open=True,
        )

    def _buttons(self, facet: str, choices: Sequence[Tuple[str, Html]]) -> Optional[Html]:
        if len(choices) < 2:
            return None
        buttons = (
            el("button", name, type="button", aria_pressed="false", data_facet=facet, data_value=value)
            for value, name in choices
        )
        return el("fieldset", el("legend", self._say(f"by-{facet}")), *buttons)

    def _overview(self) -> Html:
        rows: List[Html] = []
        for item in facts.all_items(self._checklist):
            name = facts.conclusion_name(item.conclusion, self._lang)
            mark = el("span", _symbol(item.conclusion), class_=f"conclusion {item.conclusion}")
            aloud = el("span", say(self._lang, "labelled", label=name, text=""), class_="aloud")
            link = el("a", mark, el("span", aloud, item.title), href=f"#{_key(item)}")
            rows.append(el("li", link, data_for=_key(item)))
        summary = el("summary", el("h2", self._say("overview")))
        return el(
            "nav", el("details", summary, el("ol", join(rows, "\n")), open=True), aria_label=self._say("overview")
        )

    # -- items

    def _main(self) -> Html:
        total = len(facts.all_items(self._checklist))
        status = el(
            "p",
            id="ui-status",
            role="status",
            class_="soft",
            data_text=self._say("shown", shown="{shown}", total=total),
            data_none=self._say("none-shown"),
        )
        sections: List[Html] = []
        for heading, items in facts.parts(self._checklist):
            made = (self._group(name, within) for name, within in facts.groups(items).items())
            sections.append(el("section", el("h2", heading), "\n", join(made, "\n"), class_="part"))
        return el("main", status, "\n", join(sections, "\n"), id="ui-items", tabindex=-1)

    def _group(self, name: str, items: Sequence[Item]) -> Html:
        return el("section", el("h3", name), "\n", join(map(self._item, items), "\n"), class_="group")

    def _item(self, item: Item) -> Html:
        key = _key(item)
        title = el("h4", el("span", item.id, class_="id"), " ", item.title, id=f"{key}-name")
        shown = [
            el("div", title, self._conclusion(item.conclusion), class_="top"),
            el("p", item.ask, class_="ask") if item.ask else None,
            el("ul", *map(self._remark, item.remarks), class_="remarks") if item.remarks else None,
            el("ol", join(map(self._finding, item.findings), "\n"), class_="findings") if item.findings else None,
            *(exhibit(each, f"{key}-x{number}", self._lang) for number, each in enumerate(item.exhibits)),
        ]
        return el(
            "article",
            join(shown, "\n"),
            id=key,
            class_=f"item {item.conclusion}",
            tabindex=-1,
            aria_labelledby=f"{key}-name",
            data_conclusion=item.conclusion,
            data_group=self._groups[item.group],
        )

    def _remark(self, remark: Remark) -> Html:
        name = facts.conclusion_name(remark.speaks_for, self._lang)
        mark = el(
            "span",
            _symbol(remark.speaks_for),
            el("span", name, class_="aloud"),
            class_=f"conclusion {remark.speaks_for}",
        )
        seen = el("span", self._say(f"seen-{remark.source}"), class_="seen")
        text = el("p", remark.text, " ", seen)
        return el("li", mark, el("div", text, self._places(remark.places)))

    def _places(self, places: Sequence[Related]) -> Optional[Html]:
        rows = [el("li", path(facts.place(each)), f" {each.message}" if each.message else None) for each in places]
        return self._listed(rows, "more-places", "places") if rows else None

    def _finding(self, finding: Finding) -> Html:
        severity = finding.severity.label
        head = el(
            "p",
            el("span", say(self._lang, severity), class_=f"severity {severity}"),
            " ",
            el("span", finding.code, class_="code"),
            " ",
            el("strong", finding.message),
        )
        notes = [(say(self._lang, "why"), escape(finding.why)), (say(self._lang, "how"), escape(finding.how))]
        told = [(label, text) for label, text in notes if text]
        if finding.related:
            told.append((say(self._lang, "also"), self._places(finding.related) or Html()))
        if finding.evidence is not None:
            told.append((say(self._lang, finding.evidence.verdict), self._evidence(finding)))
        rows = (el("div", el("dt", label), el("dd", text)) for label, text in told)
        return el(
            "li",
            head,
            el("p", path(place_of(finding)), class_="where"),
            self._frame(finding),
            el("dl", *rows, class_="facts") if told else None,
            class_="finding",
            data_severity=severity,
        )

    def _evidence(self, finding: Finding) -> Html:
        assert finding.evidence is not None
        where = facts.evidence_versions(finding.evidence, self._lang)
        return join([finding.evidence.summary, el("span", f" {where}", class_="soft")])

    def _frame(self, finding: Finding) -> Optional[Html]:
        rows = [
            el(
                "span",
                el("span", str(line.number or ""), class_="line-number"),
                line.before,
                # Where nothing is underlined, a blank shows the place.
                el("mark", line.span or " ") if line.marked else line.span,
                line.after,
                class_="line" if line.number else "line left-out",
            )
            for line in chosen(lines_at(finding, self._lines_of), finding.span, self._lang)
        ]
        if not rows:
            return None
        place = facts.place(finding)
        label = self._say("code-of", place=place)
        return el("pre", el("code", join(rows, "\n")), class_="frame", tabindex=0, role="region", aria_label=label)


def _symbol(conclusion: str) -> Html:
    return el("svg", el("use", href=f"#ui-{conclusion}"), aria_hidden="true", width=16, height=16, class_="symbol")


def _key(item: Item) -> str:
    """What a link to an item ends in."""
    return f"item-{re.sub('[^A-Za-z0-9_.-]', '-', item.id)}"


def _beside(name: str) -> Html:
    """What stands beside this module; no closing tag may stand in it."""
    return Html(Path(__file__).with_name(name).read_text(encoding="utf-8"))


def _digest(text: str) -> str:
    return "sha256-" + base64.b64encode(hashlib.sha256(text.encode("utf-8")).digest()).decode("ascii")
