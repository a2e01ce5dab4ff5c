"""Draws the exhibits of a checklist's items for the HTML page: tables, charts and samples; loads nothing."""

from __future__ import annotations

import base64
import math
from typing import List, Optional, Sequence, Tuple

from mslint.checklist.model import Chart, Exhibit, Sample, Samples, Table
from mslint.report.checklist_facts import clean, shown_number
from mslint.report.checklist_markup import Html, el, join
from mslint.report.frame import char_width
from mslint.words import say

BARS = 40
ROWS = 1000  # of a table; JSON has them all
LABEL = 34  # columns of a label beside its bar; the table of the numbers has it whole
ROW = 30  # pixels of a label and its bar
SMALL, LARGE = 32, 160  # pixels: pictures as small as that are enlarged, but not beyond this

_PNG = b"\x89PNG\r\n\x1a\n"


def exhibit(shown: Exhibit, key: str, lang: str) -> Html:
    """One exhibit; `key` is part of the ids in it."""
    if isinstance(shown, Table):
        return _figure(shown.title, table(shown.title, shown.columns, shown.rows, lang))
    if isinstance(shown, Chart):
        return _figure(shown.title, _bars(shown, key, lang), _numbers(shown, lang))
    return _figure(shown.title, _samples(shown, lang))


def _figure(title: str, *content: Html) -> Html:
    return el("figure", el("figcaption", title), *content, class_="exhibit")


def table(title: str, columns: Sequence[str], rows: Sequence[Sequence[str]], lang: str) -> Html:
    """A table that scrolls within its own box where it is wide."""
    numeric = {at for at in range(len(columns)) if rows and all(_is_number(row[at]) for row in rows if at < len(row))}

    def cells(name: str, texts: Sequence[str], scope: Optional[str] = None) -> Html:
        made = (el(name, text, scope=scope, class_="n" if at in numeric else None) for at, text in enumerate(texts))
        return el("tr", *made)

    body = join((cells("td", row) for row in rows[:ROWS]), "\n")
    drawn = el("table", el("thead", cells("th", columns, "col")), "\n", el("tbody", body))
    label = say(lang, "sheet-table", title=title)
    box = el("div", drawn, class_="scroll", role="region", tabindex=0, aria_label=label)
    left = len(rows) - ROWS
    return join([box, el("p", say(lang, "sheet-more-rows", count=left), class_="soft") if left > 0 else None])


def _is_number(text: str) -> bool:
    try:
        float(text.strip().rstrip("%").replace(",", ""))
    except ValueError:
        return text.strip() in ("", "-")
    return True


def _bars(chart: Chart, key: str, lang: str) -> Html:
    rows = list(zip(chart.labels, chart.values))
    others = rows[BARS:] if len(rows) > BARS + 1 else []
    rows = rows[: len(rows) - len(others)]
    finite = [value for _, value in rows if math.isfinite(value)]
    low, high = min([0.0, *finite]), max([0.0, *finite])
    # Two large values of different signs may lie further apart than a number reaches.
    reach = high - low if math.isfinite(high - low) else 0.0
    drawn: List[Html] = []
    for at, (label, value) in enumerate(rows):
        known = value if math.isfinite(value) else 0.0
        drawn += _label(at, label, value)
        drawn.append(_bar(at, "0", "100%", "track"))
        drawn.append(_bar(at, _percent(min(known, 0.0) - low, reach), _percent(abs(known), reach)))
    if others:
        # Without a bar: a sum beside single values would dwarf them.
        left = say(lang, "sheet-chart-others", count=len(others))
        drawn += _label(len(rows), left, sum(value for _, value in others))
    given = [value for value in chart.values if math.isfinite(value)]
    alternative = say(lang, "sheet-chart-empty", title=chart.title)
    if given:
        ends = {"smallest": shown_number(min(given)), "largest": shown_number(max(given))}
        alternative = say(lang, "sheet-chart", title=chart.title, count=len(chart.values), **ends)
    return el(
        "svg",
        el("title", alternative, id=f"{key}-title"),
        *drawn,
        class_="chart",
        role="img",
        aria_labelledby=f"{key}-title",
        width="100%",
        height=max((len(rows) + bool(others)) * ROW, 1),
        xmlns="http://www.w3.org/2000/svg",
    )


def _label(row: int, label: str, value: float) -> List[Html]:
    y = row * ROW + 13
    number = el("text", shown_number(value), x="100%", y=y, text_anchor="end", class_="v")
    return [el("text", shortened(label), x=0, y=y), number]


def _bar(row: int, x: str, width: str, class_: Optional[str] = None) -> Html:
    return el("rect", x=x, y=row * ROW + 19, width=width, height=5, rx=2.5, class_=class_)


def _percent(length: float, reach: float) -> str:
    return f"{min(max(length / reach, 0.0), 1.0) * 100 if reach else 0:.4g}%"


def shortened(label: str, columns: int = LABEL) -> str:
    """A label in one line of at most so many columns."""
    label = " ".join(clean(label).split())
    taken = 0
    for at, char in enumerate(label):
        taken += char_width(char)
        if taken > columns and at < len(label):
            while at and taken > columns - 1:
                taken -= char_width(label[at])
                at -= 1
            return label[: at + 1] + "…"
    return label


def _numbers(chart: Chart, lang: str) -> Html:
    """The same for those who cannot see bars, and for those who want all of it."""
    head = (say(lang, "sheet-label"), chart.unit or say(lang, "sheet-value"))
    rows = [(label, shown_number(value)) for label, value in zip(chart.labels, chart.values)]
    # Open, for who has no JavaScript: the script closes it.
    summary = el("summary", say(lang, "sheet-numbers", count=len(rows)))
    return el("details", summary, table(chart.title, head, rows, lang), open=True)


def _samples(shown: Samples, lang: str) -> Html:
    return el("ul", *(el("li", *_sample(each, lang)) for each in shown.samples), class_="samples")


def _sample(sample: Sample, lang: str) -> List[Html]:
    parts: List[Html] = []
    if sample.png:
        width, height = _size(sample.png)
        data = base64.b64encode(sample.png).decode("ascii")
        parts.append(
            el(
                "img",
                src=f"data:image/png;base64,{data}",
                alt=say(lang, "sheet-sample", label=sample.label),
                width=width,
                height=height,
                class_="pixels" if width and width > _real_size(sample.png)[0] else None,
            )
        )
    parts.append(el("p", sample.label, class_="label"))
    if sample.text:
        parts.append(el("pre", sample.text, tabindex=0) if not sample.png else el("p", sample.text, class_="soft"))
    return parts


def _size(png: bytes) -> Tuple[Optional[int], Optional[int]]:
    """The size at which a picture is shown; None where its file does not tell its own."""
    width, height = _real_size(png)
    if not width or not height:
        return None, None
    longest = max(width, height)
    factor = LARGE // longest if longest <= 2 * SMALL else 1
    return width * factor, height * factor


def _real_size(png: bytes) -> Tuple[int, int]:
    if not png.startswith(_PNG) or len(png) < 24:
        return 0, 0
    return int.from_bytes(png[16:20], "big"), int.from_bytes(png[20:24], "big")
