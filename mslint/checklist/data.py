"""Puts what was seen of a dataset in words, item by item; decides nothing."""

from __future__ import annotations

from typing import Dict, Mapping, Tuple

from mslint.checklist.model import Chart, Exhibit, Remark, Sample, Samples, Table
from mslint.device.data import DataResult
from mslint.device.judging import DataChart, DataExhibit, DataRemark, DataTable, Names, Word
from mslint.words import LANGUAGES, WORDS, say

SOURCE = "data"


class Count(int):
    """A number in a sentence, as people read it; `{count:sample|samples}` says what it counts, one or several."""

    def __format__(self, spec: str) -> str:
        one, _, several = spec.partition("|")
        number = f"{int(self):,}"
        return f"{number} {one if self == 1 else several}" if several else number


def remarks_of(result: DataResult, lang: str) -> Mapping[str, Tuple[Tuple[Remark, ...], Tuple[Exhibit, ...]]]:
    """For the id of each item: the sentences of evidence, and what is to be shown beside them."""
    found: Dict[str, Tuple[Tuple[Remark, ...], Tuple[Exhibit, ...]]] = {}
    for item in result.items:
        remarks = tuple(Remark(each.speaks_for, _sentence(each, lang), source=SOURCE) for each in item.remarks)
        found[item.id] = (remarks, tuple(_exhibit(each, lang) for each in item.exhibits))
    return found


def _sentence(remark: DataRemark, lang: str) -> str:
    """The sentence by itself, with the beginning and the end of one; a name that it begins with stays as it is."""
    text = _said(Word(remark.key, remark.params), lang)
    if not WORDS[remark.key][LANGUAGES.index(lang)].startswith("{"):
        text = text[:1].upper() + text[1:]
    return text if text.endswith((".", "。", "？", "?")) else text + ("." if lang == "en" else "。")


def _said(word: Word, lang: str) -> str:
    return say(lang, word.key, **{name: _filled(value, lang) for name, value in word.params.items()})


def _filled(value: object, lang: str) -> object:
    """What stands for a measured value in a sentence."""
    if isinstance(value, Word):
        return _said(value, lang)
    if isinstance(value, Names):
        shown = say(lang, "list-comma").join(value.names)
        return say(lang, "smoke-more", names=shown, count=value.more) if value.more else shown
    return Count(value) if isinstance(value, int) and not isinstance(value, bool) else value


def _exhibit(exhibit: DataExhibit, lang: str) -> Exhibit:
    title = _said(exhibit.title, lang)
    if isinstance(exhibit, DataTable):
        heads = tuple(_said(column, lang) for column in exhibit.columns)
        rows = tuple(
            tuple(_said(cell, lang) if isinstance(cell, Word) else cell for cell in row) for row in exhibit.rows
        )
        return Table(title, heads, rows)
    if isinstance(exhibit, DataChart):
        return Chart(title, exhibit.labels, exhibit.values, _said(exhibit.unit, lang))
    samples = tuple(
        Sample(each.label, "\n".join((say(lang, "data-sample", number=Count(each.number)), each.text)), each.png)
        for each in exhibit.samples
    )
    return Samples(title, samples)
