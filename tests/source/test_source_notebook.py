"""Notebooks are read as they are, refused with one sentence where they are none, and written back byte for byte."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Dict, List

import pytest
from hypothesis import given
from hypothesis import strategies as st
from running import ROOT

from mslint.source.notebook import Notebook, read_notebook, with_texts
from mslint.source.text import Unreadable
from mslint.words import say

FOLDER = ROOT / "fixtures" / "notebooks"
READABLE = ["train", "helpers", "clean", "ignored", "escaped", "other_language", "windows"]


def read(data: bytes) -> Notebook:
    return read_notebook("n.ipynb", data)


def document(*sources: object, **metadata: object) -> Dict[str, Any]:
    cells = [{"cell_type": "code", "metadata": {}, "outputs": [], "source": source} for source in sources]
    return {"cells": cells, "metadata": metadata, "nbformat": 4, "nbformat_minor": 5}


def written(*sources: object, **metadata: object) -> bytes:
    return json.dumps(document(*sources, **metadata), indent=1, ensure_ascii=False).encode()


@pytest.mark.parametrize("name", READABLE)
def test_fixtures_say_what_json_says(name: str) -> None:
    data = (FOLDER / f"{name}.ipynb").read_bytes()
    found = {cell.number: cell.text for cell in read(data).cells}
    cells = json.loads(data.decode("utf-8-sig"))["cells"]
    code = [number for number, cell in enumerate(cells, 1) if cell["cell_type"] == "code"]
    assert found == (
        {} if name == "other_language" else {number: "".join(cells[number - 1]["source"]) for number in code}
    )


def test_cells_of_another_language_are_left_out() -> None:
    doc = document("a", "b")
    doc["cells"][0]["metadata"] = {"vscode": {"languageId": "csharp"}}
    assert [cell.number for cell in read(json.dumps(doc).encode()).cells] == [2]
    assert not read(written("a", language_info={"name": "julia"})).cells
    assert not read(written("a", kernelspec={"language": "R"})).cells
    assert len(read(written("a", kernelspec={"language": "python", "name": "x"})).cells) == 1


REFUSED = {
    "nothing": (b"", "no valid JSON"),
    "blank": (b" \n", "no valid JSON"),
    "no JSON": (b"import mindspore", "no valid JSON"),
    "cut off": (written("x = 1")[:-30], "no valid JSON"),
    "text behind": (written("x") + b"x", "no valid JSON"),
    "no comma": (b'{"cells": [] "nbformat": 4}', "no valid JSON"),
    "a name without quotes": (b"{cells: []}", "no valid JSON"),
    "a raw tab": (b'{"cells": [{"cell_type": "code", "source": "\t"}]}', "no valid JSON"),
    "too deep": (b'{"x": ' + b"[" * 200_000 + b"]" * 200_000 + b"}", "no valid JSON"),
    "a list": (b"[]", "at its top stands no object"),
    "another document": (b'{"a": 1}', "has no 'cells'"),
    "cells no list": (b'{"cells": {}, "nbformat": 4}', "are no list"),
    "a cell no object": (b'{"cells": [1], "nbformat": 4}', "is no object"),
    "source a number": (written(1), "must be a string or a list"),
    "source a list of numbers": (written(["a", 1]), "must be a string or a list"),
    "no source": (b'{"cells": [{"cell_type": "code"}], "nbformat": 4}', "must be a string or a list"),
    "old": (b'{"worksheets": [], "nbformat": 3, "nbformat_minor": 0}', "in format 3, and only format 4"),
    "to come": (b'{"cells": [], "nbformat": 5}', "in format 5, and only format 4"),
    "UTF-16": (written("x").decode().encode("utf-16"), "not valid UTF-8"),
    "GBK": (written("损失").decode().encode("gbk"), "not valid UTF-8"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_what_is_no_notebook_gets_one_sentence(name: str) -> None:
    data, sentence = REFUSED[name]
    with pytest.raises(Unreadable) as caught:
        read(data)
    assert sentence in say("en", caught.value.key, **caught.value.params)
    assert say("zh", caught.value.key, **caught.value.params)
    assert caught.value.line >= 1
    assert caught.value.column >= 1


def test_damage_is_told_where_it_is() -> None:
    with pytest.raises(Unreadable) as caught:
        read(b'{\n "cells": [\n  {"source": nope}\n ]\n}')
    assert (caught.value.line, caught.value.column) == (3, 14)


def test_a_notebook_of_outputs_is_refused_before_it_is_parsed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("mslint.source.notebook.NOTEBOOK_BYTES", 2_000_000)
    assert read(written("x") + b" " * 1_000_000)
    with pytest.raises(Unreadable) as caught:
        read(written("x") + b" " * 2_000_000)
    assert say("en", caught.value.key, **caught.value.params).startswith("the notebook is larger than 2 MB")


@pytest.mark.parametrize("name", READABLE)
def test_unchanged_fixtures_stay_byte_for_byte(name: str) -> None:
    data = (FOLDER / f"{name}.ipynb").read_bytes()
    notebook = read(data)
    assert with_texts(notebook, {}) == data
    assert with_texts(notebook, {cell.number: cell.text for cell in notebook.cells}) == data


def lines_that_differ(old: bytes, new: bytes) -> List[bytes]:
    before, after = old.splitlines(), new.splitlines()
    assert len(before) == len(after)
    return [new for old, new in zip(before, after) if old != new]


def test_one_changed_line_changes_that_line_only() -> None:
    data = (FOLDER / "train.ipynb").read_bytes()
    notebook = read(data)
    text = next(cell.text for cell in notebook.cells if cell.number == 4)
    new = with_texts(notebook, {4: text.replace("Dropout(0.1)", "Dropout(p=0.1)")})
    assert lines_that_differ(data, new) == [b'    "        self.drop = nn.Dropout(p=0.1)\\n",']


def test_escapes_stay_as_they_were_written() -> None:
    data = (FOLDER / "escaped.ipynb").read_bytes()
    notebook = read(data)
    text = notebook.cells[0].text
    new = with_texts(notebook, {1: text.replace("0.1)  #", "p=0.1)  # 改")})
    assert lines_that_differ(data, new) == [
        b'    "nn.Dropout(p=0.1)  # \\u6539 \\u4fdd\\u7559\\u6982\\u7387"',
    ]


def test_escapes_that_nobody_needs_stay_too() -> None:
    data = rb'{"cells": [{"cell_type": "code", "source": "a\/b\u0041 \u00e9\n\ud83d\ude00 = 1\u000ac"}], "nbformat": 4}'
    notebook = read(data)
    assert notebook.cells[0].text == "a/bA é\n😀 = 1\nc"
    new = with_texts(notebook, {1: "a/bA = é\n😀 = 2\nc"})
    assert new == data.replace(rb"\u0041 ", rb"\u0041 = ").replace(b"= 1", b"= 2")


def test_a_line_is_added_in_the_style_of_the_others() -> None:
    data = written(["a\n", "c\n", "d"])
    assert with_texts(read(data), {1: "a\nb\nc\nd"}) == written(["a\n", "b\n", "c\n", "d"])
    assert with_texts(read(written(["a"])), {1: "a\nb"}) == written(["a\n", "b"])
    assert with_texts(read(written("a")), {1: "a\nb"}) == written("a\nb")
    assert json.loads(with_texts(read(written([])), {1: "a\nb"})) == document(["a\n", "b"])
    assert json.loads(with_texts(read(written(["a"])), {1: ""})) == document([])


def test_form_feeds_split_as_the_notebook_splits_them() -> None:
    split = written(["a\n", "\f", "b = 1\n", "c"])
    assert with_texts(read(split), {1: "a\n\fb = 2\nc"}) == written(["a\n", "\f", "b = 2\n", "c"])
    whole = written(["a\n", "\fb = 1\n", "c"])
    assert with_texts(read(whole), {1: "a\n\fb = 2\nc"}) == written(["a\n", "\fb = 2\n", "c"])


TEXTS = st.text(st.sampled_from('ab= \n\r\t\f"\\/\u2028é损😀\x7f'), max_size=30)
STYLES = st.fixed_dictionaries({"indent": st.sampled_from([None, 1, 4]), "ensure_ascii": st.booleans()})


@st.composite
def sources(draw: Any) -> object:
    text = draw(TEXTS)
    how = draw(st.integers(0, 3))
    pieces = [text, text.splitlines(True), [line + "\n" for line in text.split("\n")], list(text)]
    result: object = pieces[how]
    return result


@given(st.lists(sources(), min_size=1, max_size=3), st.lists(TEXTS, min_size=3, max_size=3), STYLES, st.booleans())
def test_writing_says_what_was_asked_for_and_nothing_else(
    cells: List[object], texts: List[str], style: Dict[str, Any], changes: bool
) -> None:
    doc = document(*cells)
    data = json.dumps(doc, **style).encode()
    notebook = read(data)
    new = {cell.number: texts[cell.number - 1] if changes else cell.text for cell in notebook.cells}
    result = with_texts(notebook, new)
    if not changes:
        assert result == data
    assert {cell.number: cell.text for cell in read(result).cells} == new
    again, wanted = json.loads(result), json.loads(data)
    for cell in (*again["cells"], *wanted["cells"]):
        cell["source"] = type(cell["source"])()
    assert again == wanted, "the style of a source, and all else, stays"
    assert with_texts(read(result), {cell.number: cell.text for cell in notebook.cells}) is not None


@given(st.lists(st.text(st.sampled_from("ab= é损")).map(lambda line: line + "\n"), min_size=1), st.data(), STYLES)
def test_changing_one_line_leaves_the_others_as_they_are_written(
    lines: List[str], data: st.DataObject, style: Dict[str, Any]
) -> None:
    at = data.draw(st.integers(0, len(lines) - 1))
    old = json.dumps(document(lines), **{**style, "indent": 1}).encode()
    changed = [*lines[:at], "new = 1\n", *lines[at + 1 :]]
    new = with_texts(read(old), {1: "".join(changed)})
    assert len(lines_that_differ(old, new)) <= 1


def test_fixtures_were_written_for_this_project() -> None:
    assert {path.stem for path in Path(FOLDER).glob("*.ipynb")} == {*READABLE, "old_format", "damaged"}


def test_items_of_several_lines_stay_as_they_are() -> None:
    data = (
        b'{"cells": [{"cell_type": "code", "source": ["a = 1\\nb\\u0020= 2\\n" ,\n\n   "c = 3\\n",'
        b'"d = 4\\n\\u0065 = 5"]}], "nbformat": 4}'
    )
    text = "a = 1\nb = 2\nc = 3\nd = 4\ne = 5"
    for old, new in ((b"c = 3", b"c = f(3)"), (b"d = 4", b"d = f(4)"), (b"a = 1", b"aa = 1")):
        after = with_texts(read(data), {1: text.replace(old.decode(), new.decode())})
        assert after == data.replace(old, new)
    more = with_texts(read(data), {1: text.replace("c = 3\n", "c = 3\nx\n")})
    assert more == data.replace(b'"c = 3\\n",', b'"c = 3\\n","x\\n",')
    less = with_texts(read(data), {1: text.replace("c = 3\n", "")})
    assert less == data.replace(b'"c = 3\\n",', b"").replace(b" ,\n\n   ", b" ,\n\n   ")


def test_what_stands_between_lines_stays_where_it_is() -> None:
    data = b'{"cells": [{"cell_type": "code", "source": [ "a\\n", "b\\n",\n"c\\n" ,"d" ]}], "nbformat": 4}'
    assert with_texts(read(data), {1: "a\nb = 1\nc\nd"}) == data.replace(b'"b', b'"b = 1')
    assert with_texts(read(data), {1: "a\nb\nx\nc\nd"}) == data.replace(b',\n"c', b',\n"x\\n",\n"c')


@given(st.lists(st.text(st.sampled_from("ab\n\f损"), min_size=1), min_size=1, max_size=6), st.data(), STYLES)
def test_whatever_the_items_are_the_others_stay(items: List[str], data: st.DataObject, style: Dict[str, Any]) -> None:
    at = data.draw(st.integers(0, len(items) - 1))
    changed = [*items[:at], items[at] + "new = 1", *items[at + 1 :]]
    old = json.dumps(document(items), **style).encode()
    new = with_texts(read(old), {1: "".join(changed)})
    assert "".join(json.loads(new)["cells"][0]["source"]) == "".join(changed)
    written = json.loads(new)["cells"][0]["source"]
    assert written[:at] == items[:at]
    # What is put behind a line end begins the line of the next item.
    assert written[len(written) - len(items[at + 2 :]) :] == items[at + 2 :]
