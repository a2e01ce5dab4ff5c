"""What an editor is offered for findings with fixes: the edits, for whom, and of which kind."""

from __future__ import annotations

from pathlib import Path
from typing import List, Optional

import pytest

from mslint.model import Edit, Finding, Fix, Severity, Span

pytest.importorskip("pygls.lsp.server", reason="pygls 2 is not installed")

from lsp_client import edited  # noqa: E402

from mslint.config import Overrides  # noqa: E402
from mslint.lsp.answers import Actions, fixes_safely  # noqa: E402
from mslint.lsp.checking import Checker  # noqa: E402
from mslint.lsp.documents import Document, Documents, Page, Snapshot, snapshot, touches  # noqa: E402

TEXT = "损失, a = nn.Dropout(0.1), nn.Dropout(0.2)\nb = nn.Dense(1, 2)\n"


def finding(line: int, first: int, last: int, fix: Optional[Fix], cell: Optional[int] = None) -> Finding:
    span = Span(line, first, line, last)
    return Finding("a.py", span, "MSL999", "some-slug", Severity.WARNING, "message", fix=fix, cell=cell)


def insertion(line: int, column: int, text: str) -> Edit:
    return Edit(Span(line, column, line, column), text)


SAFE = finding(1, 9, 24, Fix("safe", "Write p=", (insertion(1, 20, "p="),)))
UNSAFE = finding(1, 26, 41, Fix("unsafe", "Keep less", (Edit(Span(1, 37, 1, 40), "p=0.8"),)))
SHOWN = finding(2, 5, 19, Fix("display", "Think", ()))
OTHER = finding(2, 5, 19, Fix("safe", "Say has_bias", (insertion(2, 18, ", has_bias=True"),)))


def actions(found: List[Finding], lang: str = "en", versioned: bool = True, mended: Optional[str] = None) -> Actions:
    page = Page("file:///a.py", TEXT, 7)
    document = Document("file:///a.py", "/a.py", False, [page], shown=tuple(found), lang=lang)
    return Actions(document, page, "utf-16", versioned, lambda other: None, mended)


def applied(action: object) -> str:
    edit = action.edit  # type: ignore[attr-defined]
    (change,) = edit.document_changes
    assert (change.text_document.uri, change.text_document.version) == ("file:///a.py", 7)
    edits = [
        {
            "range": {
                side: {"line": place.line, "character": place.character}
                for side, place in (("start", each.range.start), ("end", each.range.end))
            },
            "newText": each.new_text,
        }
        for each in change.edits
    ]
    return edited(TEXT, edits)


def test_fixes_come_first_and_say_when_they_are_unsafe() -> None:
    offered = actions([SAFE, UNSAFE, SHOWN]).offered([SAFE, UNSAFE, SHOWN], ["quickfix"])
    assert [(each.title, each.is_preferred) for each in offered] == [
        ("Write p=", True),
        ("Keep less (changes what the code does)", None),
        *[("Silence MSL999 here with a comment", None)] * 3,
    ]
    assert applied(offered[0]) == TEXT.replace("0.1", "p=0.1")
    assert applied(offered[1]) == TEXT.replace("0.2", "p=0.8")
    assert applied(offered[4]) == TEXT.replace("2)\nb", "2)\nb").replace("Dense(1, 2)", "Dense(1, 2)  # noqa: MSL999")
    assert actions([UNSAFE], "zh").offered([UNSAFE], None)[0].title == "Keep less（会改变代码行为）"


@pytest.mark.parametrize("only", [["source"], ["source.fixAll"], ["source.fixAll.mslint"], [""], None])
def test_all_safe_fixes_at_once(only: Optional[List[str]]) -> None:
    after = TEXT.replace("0.1", "p=0.1").replace("(1, 2)", "(1, 2, has_bias=True)")
    (action,) = actions([SAFE, UNSAFE, SHOWN, OTHER], mended=after).offered([], only)
    assert (action.kind, action.title) == ("source.fixAll.mslint", "Apply all safe fixes of mslint")
    assert applied(action) == after


@pytest.mark.parametrize("only", [["source.fixAll.ruff"], ["source.fix"], ["quickfix"], ["source.fixAll.mslintish"]])
def test_kinds_that_were_not_asked_for_are_not_offered(only: List[str]) -> None:
    assert not actions([SAFE], mended="").offered([], only)


def test_where_nothing_is_safe_there_is_nothing_to_fix_at_once() -> None:
    page = Page("file:///a.py", TEXT, 7)
    document = Document("file:///a.py", "/a.py", False, [page], shown=(UNSAFE, SHOWN))
    assert not fixes_safely(document, page)
    assert not actions([UNSAFE, SHOWN]).offered([], None)


def test_a_client_of_old_gets_changes_without_versions() -> None:
    (action,) = actions([SAFE], versioned=False, mended="").offered([], None)
    assert action.edit is not None
    assert action.edit.document_changes is None
    assert action.edit.changes is not None
    assert list(action.edit.changes) == ["file:///a.py"]


def test_what_cannot_be_silenced_is_not_offered() -> None:
    page = Page("file:///a.py", 'x = nn.Dropout(0.1)\ny = """\nnn.Dropout(0.1)\n', 1)
    document = Document("file:///a.py", "/a.py", False, [page])
    found = [finding(3, 1, 5, None), finding(99, 1, 2, None)]
    assert not Actions(document, page, "utf-16", True, lambda other: None).offered(found, None)


def test_a_text_that_looks_like_a_comment_is_none() -> None:
    """The comment is the one that --add-noqa would write."""
    text = 'x = "# noqa: E501", nn.Dropout(0.1)\n'
    page = Page("file:///a.py", text, 1)
    document = Document("file:///a.py", "/a.py", False, [page])
    (action,) = Actions(document, page, "utf-16", False, lambda other: None).offered([finding(1, 21, 36, None)], None)
    assert action.edit is not None and action.edit.changes is not None
    (change,) = action.edit.changes["file:///a.py"]
    assert (change.new_text, change.range.start.character) == ("  # noqa: MSL999", len(text) - 1)


def test_each_cell_gets_its_own_fixes() -> None:
    pages = [Page(f"cell:{name}", TEXT, 7) for name in "ab"]
    document = Document("file:///n.ipynb", "/n.ipynb", True, pages)
    there = finding(1, 9, 24, SAFE.fix, cell=2)
    document.shown = (there,)
    assert [fixes_safely(document, page) for page in pages] == [False, True]


UNIT = """code = "MSL950"
slug = "both"
severity = "warning"
status = "stable"
since = "0.1.0"
mindspore = ">=1.0"
fixes = ["safe"]
[on]
calls = ["mindspore.nn.ReLU", "mindspore.nn.Tanh"]
"""
WORDS = """[text.{}]
title = "t"
message = "{{api}}"
why = "w"
fix = "f"
"""
# ReLU's fix is as it should be, Tanh's brings another finding.
CHECKER = """from mslint.rulekit import Words, at_call, safe, transform

SAID = Words("t", "t")


def other(call, name):
    import libcst as cst

    return cst.parse_expression(name)


def check_call(call, facts):
    name = "nn.ELU()" if call.short.endswith("ReLU") else "nn.Dropout(0.1)"
    yield at_call(call, fix=safe(SAID, transform(call, other, name)))
"""


@pytest.fixture()
def checker(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Checker:
    unit = tmp_path / "lint" / "msl950_both"
    unit.mkdir(parents=True)
    example = '[[example]]\nbad = "x = 1  # MSL950\\n"\ngood = "x = 2\\n"\n'
    (unit / "rule.toml").write_text(UNIT + WORDS.format("en") + WORDS.format("zh") + example, encoding="utf-8")
    (unit / "checker.py").write_text(CHECKER, encoding="utf-8")
    (tmp_path / "mslint.toml").write_text('rule-paths = ["lint"]\n', encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    made = Checker(Overrides(), lambda paths, lang: None)
    made.allow((f"{tmp_path.as_posix()}/lint",))
    return made


HEAD = "from mindspore import nn\n"


def test_all_fixes_at_once_leave_out_what_does_harm(checker: Checker, tmp_path: Path) -> None:
    text = HEAD + "a = nn.ReLU()\nb = nn.Tanh()\n\nc = nn.ReLU()\n"
    target = Snapshot("file:///a.py", str(tmp_path / "a.py"), 0, text, None)
    assert [each.code for each in checker.check(target, []).findings] == ["MSL950"] * 3
    assert checker.mended(target, [], None) == text.replace("ReLU", "ELU")
    only_bad = Snapshot("file:///a.py", str(tmp_path / "a.py"), 1, HEAD + "b = nn.Tanh()\n", None)
    assert checker.mended(only_bad, [], None) is None


def test_all_fixes_at_once_in_one_cell(checker: Checker, tmp_path: Path) -> None:
    cells = ((1, HEAD + "a = nn.ReLU()"), (3, "%time b = nn.Tanh()\nc = nn.ReLU()"))
    target = Snapshot("file:///n.ipynb", str(tmp_path / "n.ipynb"), 0, "", cells)
    assert checker.mended(target, [], 3) == "%time b = nn.Tanh()\nc = nn.ELU()"
    assert checker.mended(target, [], 1) == HEAD + "a = nn.ELU()"


def test_what_the_encoding_cannot_say_is_not_written(checker: Checker, tmp_path: Path) -> None:
    for coding, mended in (("gbk", True), ("latin-1", False)):
        text = f"# coding: {coding}\n{HEAD}a = nn.ReLU()  # 激活\n"
        target = Snapshot("file:///a.py", str(tmp_path / "a.py"), 0, text, None)
        assert (checker.mended(target, [], None) is not None) == mended


def test_a_text_that_is_opened_again_is_not_what_it_was() -> None:
    """The stamps of a document that is closed and opened again begin anew otherwise, and old texts pass for it."""
    documents, seen = Documents(), []
    for text in ("a", "b"):
        documents.open(Document("file:///a.py", "/a.py", False, [Page("file:///a.py", text, 1)]))
        seen.append(snapshot(documents.by_uri["file:///a.py"]).stamp)
        documents.close("file:///a.py")
    assert len(set(seen)) == 2


def test_places_that_touch() -> None:
    assert touches(Span(1, 2, 1, 4), Span(1, 4, 1, 4))
    assert touches(Span(1, 2, 3, 4), Span(2, 9, 2, 9))
    assert not touches(Span(1, 2, 1, 4), Span(1, 5, 1, 6))
    assert not touches(Span(2, 1, 2, 4), Span(1, 1, 1, 99))
