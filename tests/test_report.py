"""The formats: what stands on each line of a frame, and that real output is what the schema says."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, List

import jsonschema
import pytest
from findings import finding, result

import mslint.report
from mslint.model import Edit, Evidence, Fix, Related, RunError, Severity, Span
from mslint.report import RunResult, jsonout, text
from mslint.report.frame import frame, width

SCHEMA = json.loads(Path(mslint.report.__file__).with_name("schema.json").read_text(encoding="utf-8"))


HIDDEN = " below the level asked for stayed hidden (--level info shows them)."


def drawn(source: str, *span: int, lang: str = "en") -> List[str]:
    return list(frame(source.split("\n"), Span(*span), lang))


def test_frame_underlines_the_span_between_its_neighbours() -> None:
    assert drawn("a = 1\nx = call(1)\nb = 2", 2, 5, 2, 12) == [
        "1 | a = 1",
        "2 | x = call(1)",
        "  |     ^^^^^^^",
        "3 | b = 2",
    ]


def test_frame_leaves_out_blank_neighbours_and_aligns_numbers() -> None:
    source = "\n" * 8 + "x = f(1)\ny = 2"
    assert drawn(source, 9, 5, 9, 9) == [" 9 | x = f(1)", "   |     ^^^^", "10 | y = 2"]


def test_frame_expands_tabs() -> None:
    assert drawn("\tx\t= f(1)", 1, 6, 1, 10) == ["1 |     x   = f(1)", "  |           ^^^^"]


def test_frame_counts_wide_characters_twice_and_combining_ones_not_at_all() -> None:
    line = "名称 = f(1)  # e\u0301"
    text_line, marks = drawn(line, 1, 6, 1, 10)
    assert text_line == f"1 | {line}"
    assert width(marks[: marks.index("^")]) == width("  | 名称 = ")
    assert marks.count("^") == 4


def test_frame_underlines_a_wide_span_in_full() -> None:
    assert drawn("f('中文')", 1, 3, 1, 7)[1] == "  |   ^^^^^^"


def test_frame_shows_form_feeds_and_control_characters_harmlessly() -> None:
    assert drawn("\x0cx = f('\x1b[31m\u202e')", 1, 6, 1, 18)[0] == "1 |  x = f('?[31m?')"


def test_frame_shortens_long_spans() -> None:
    source = "\n".join(["x = f(", *(f"    {number}," for number in range(9)), ")"])
    assert drawn(source, 1, 5, 11, 2) == [
        " 1 | x = f(",
        "   |     ^^",
        " 2 |     0,",
        "   |     ^^",
        "   | ... 8 lines ...",
        "11 | )",
        "   | ^",
    ]


def test_frame_shows_short_spans_whole() -> None:
    assert drawn("x = f(\n    1,\n)", 1, 5, 3, 2) == [
        "1 | x = f(",
        "  |     ^^",
        "2 |     1,",
        "  |     ^^",
        "3 | )",
        "  | ^",
    ]


def test_frame_of_a_span_that_ends_at_a_line_beginning_marks_nothing_there() -> None:
    assert drawn("x = f(\n)", 1, 5, 2, 1) == ["1 | x = f(", "  |     ^^", "2 | )"]


@pytest.mark.parametrize("at", [0, 500, 9_990])
def test_frame_cuts_very_long_lines_around_the_span(at: int) -> None:
    line = "a" * at + "f(1)" + "b" * (10_000 - at)
    shown, marks = drawn(line, 1, at + 1, 1, at + 5)
    assert width(shown) < 150
    assert shown[marks.index("^") :][: marks.count("^")] == "f(1)"


@pytest.mark.parametrize("span", [(9, 1, 9, 2), (0, 1, 0, 1)])
def test_frame_of_a_place_that_is_not_there_is_empty(span: Any) -> None:
    assert drawn("x = 1", *span) == []


@pytest.mark.parametrize("span", [(1, 90, 1, 99), (1, 3, 7, 1), (1, 6, 1, 6)])
def test_frame_of_a_span_beyond_the_text_still_marks_one_place(span: Any) -> None:
    assert drawn("x = 1", *span)[1].count("^") >= 1


def test_full_output_of_one_finding() -> None:
    related = (Related("b.py", Span(3, 4, 3, 5), "the same here"),)
    lines = list(
        text.full(result(finding(related=related)), "en", lines_of=lambda _: ["x = f(1, 2)"], pages={"MSL101"})
    )
    assert lines == [
        "a.py:1:5: MSL101 warning: a message",
        "  1 | x = f(1, 2)",
        "    |     ^^^^^^^",
        "  = why: a reason",
        "  = fix: a cure",
        "  = also: b.py:3:4 the same here",
        "  = page: mslint rule MSL101, or docs/en/MSL101.md",
        "",
    ]


def test_full_output_in_chinese_and_without_a_page_in_docs() -> None:
    lines = list(text.full(result(finding()), "zh", lines_of=lambda _: []))
    assert lines == [
        "a.py:1:5: MSL101 警告：a message",
        "  = 原因：a reason",
        "  = 改法：a cure",
        "  = 详情：mslint rule MSL101",
        "",
    ]


def test_colour_only_where_asked_for() -> None:
    plain = list(text.full(result(finding()), "en", lines_of=lambda _: ["x = f(1, 2)"]))
    coloured = list(text.full(result(finding()), "en", lines_of=lambda _: ["x = f(1, 2)"], color=True))
    assert not any("\033" in line for line in plain)
    assert [line for line in coloured if "\033" in line]
    assert list(text.concise(result(finding()), "en")) == ["a.py:1:5: MSL101 warning: a message"]


@pytest.mark.parametrize(
    ("found", "said"),
    [
        (result(), "No problems found in 1 file."),
        (result(files=2, hidden=3), f"No problems found in 2 files. 3{HIDDEN}"),
        (
            result(finding(), finding(severity=Severity.ERROR), finding()),
            "Found 1 error, 2 warnings in 1 file checked.",
        ),
        (
            result(finding(), suppressed=(finding(), finding())),
            "Found 1 warning in 1 file checked. 2 silenced by comments.",
        ),
        (
            result(errors=(RunError("a", "gone"), RunError("b", "no", "folder"), RunError("c", "no", "folder"))),
            "No problems found in 1 file. 1 file could not be read. 2 folders could not be read.",
        ),
        (result(files=0, errors=(RunError("a", "gone"),)), "No file was checked. 1 file could not be read."),
        (
            result(finding(), errors=(RunError("a", "oh", "failure"),)),
            "Found 1 warning in 1 file checked. mslint itself failed on 1 file.",
        ),
        (
            result(known=3, stale=2, elsewhere=1),
            ("No problems found in 1 file. 3 known to the baseline. 2 entries of the baseline are no longer found "
            "(--write-baseline drops them). 1 on lines that were not changed."),
        ),
    ],
)  # fmt: skip
def test_closing_line(found: RunResult, said: str) -> None:
    assert text.closing(found, "en") == said


def test_closing_line_in_chinese() -> None:
    found = result(finding(), finding(severity=Severity.ERROR), hidden=1)
    assert text.closing(found, "zh") == (
        "检查了 1 个文件，发现 1 个错误、1 个警告。另有 1 处级别较低，未显示（用 --level info 查看）。"
    )


def test_statistics_count_codes_and_put_the_most_frequent_first() -> None:
    found = result(finding(), finding(code="MSL102", slug="other"), finding(code="MSL102", slug="other"))
    assert list(text.statistics(found)) == ["     2 MSL102 other", "     1 MSL101 some-rule"]


def test_json_is_what_the_schema_says_with_every_part_filled() -> None:
    fix = Fix("safe", "write p=", (Edit(Span(1, 1, 1, 1), "p="),))
    evidence = Evidence("confirmed", "dropped 90 %", {"share": 0.9}, "CPU", {"mindspore": "2.10.0"})
    full = finding(
        related=(Related("b.py", Span(3, 4, 3, 5), "here"),), fix=fix, evidence=evidence, checklist="api.01", cell=2
    )
    document = json.loads(jsonout.document(result(finding(), full, errors=(RunError("c", "gone"),), seconds=0.12345)))
    jsonschema.validate(document, SCHEMA, cls=jsonschema.Draft202012Validator)
    assert document["findings"][0]["fix"] is None
    assert document["findings"][1]["fix"]["edits"] == [
        {"line": 1, "column": 1, "end_line": 1, "end_column": 1, "text": "p="}
    ]
    assert document["summary"] == {
        "files": 1,
        "findings": {"error": 0, "warning": 2, "info": 0},
        "hidden": 0,
        "known": 0,
        "stale": 0,
        "elsewhere": 0,
        "seconds": 0.123,
        "remarks": [],
    }


def test_schema_refuses_what_it_does_not_know() -> None:
    document = json.loads(jsonout.document(result(finding())))
    document["findings"][0]["surprise"] = 1
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate(document, SCHEMA, cls=jsonschema.Draft202012Validator)


def test_json_lines_hold_one_finding_each_and_survive_any_console() -> None:
    lines = list(jsonout.lines(result(finding(message="中文"), finding())))
    assert [json.loads(line)["message"] for line in lines] == ["中文", "a message"]
    assert all(line.isascii() and "\n" not in line for line in lines)
