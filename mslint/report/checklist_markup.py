"""Builds HTML from texts so that none can be mistaken for markup; knows nothing of checklists."""

from __future__ import annotations

import html
from typing import Iterable

from mslint.report.checklist_facts import clean

_VOID = ("br", "img", "input", "link", "meta", "wbr")


class Html(str):
    """Markup: what is of this type is written as it stands, every other text is escaped."""


def escape(text: str) -> Html:
    return Html(html.escape(clean(text)))


def join(children: Iterable[object], between: str = "") -> Html:
    """Texts and elements one after the other; None is nothing."""
    written = (child if isinstance(child, Html) else escape(str(child)) for child in children if child is not None)
    return Html(between.join(written))


def path(text: str) -> Html:
    """A path as code that may be broken between its folders."""
    return el("code", join((Html(escape(part)) for part in text.split("/")), "/<wbr>"))


def el(name: str, /, *children: object, **attributes: object) -> Html:
    """An element: `class_` is class, `aria_label` is aria-label; None and False leave an attribute out."""
    opening = [name]
    for key, value in attributes.items():
        if value is None or value is False:
            continue
        attribute = key.rstrip("_").replace("_", "-")
        opening.append(attribute if value is True else f'{attribute}="{escape(str(value))}"')
    start = f"<{' '.join(opening)}>"
    return Html(start) if name in _VOID else Html(f"{start}{join(children)}</{name}>")
