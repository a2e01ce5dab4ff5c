"""A piece of text that exists in every language of mslint; says nothing by itself."""

from __future__ import annotations

from typing import NamedTuple

from mslint.words import LANGUAGES, say


class Words(NamedTuple):
    """A parameter of a message that is itself a word of the two languages."""

    en: str
    zh: str


def worded(key: str, /, **params: object) -> Words:
    """One of the tool's own sentences in both languages."""
    return Words(*(say(lang, key, **params) for lang in LANGUAGES))
