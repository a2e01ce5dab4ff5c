"""What an editor shows of a text until its project has been looked at."""

from __future__ import annotations

import pytest

pytest.importorskip("lsprotocol")

from mslint.lsp.steady import Known, steady
from mslint.model import Finding, Fix, Severity, Span


def finding(code: str, line: int, message: str = "", fix: bool = False) -> Finding:
    mended = Fix("safe", "mend", ()) if fix else None
    return Finding("a.py", Span(line, 1, line, 5), code, code.lower(), Severity.WARNING, message, fix=mended)


BEFORE = Known(
    ["a", "b", "c"], (finding("MSL101", 1), finding("MSL102", 2)), (finding("MSL102", 2), finding("MSL103", 3))
)


def shown(quick: list[Finding], lines: list[str]) -> list[tuple[str, int]]:
    return [(each.code, each.span.line) for each in steady(tuple(quick), lines, BEFORE)]


def test_nothing_known_changes_nothing() -> None:
    quick = (finding("MSL101", 1),)
    assert steady(quick, ["a"], None) is quick


def test_what_the_project_said_stands_until_it_is_asked_again() -> None:
    assert shown([finding("MSL101", 1), finding("MSL102", 2)], ["a", "b", "c"]) == [("MSL102", 2), ("MSL103", 3)]


def test_findings_move_with_their_lines() -> None:
    quick = [finding("MSL101", 2), finding("MSL102", 3)]
    assert shown(quick, ["new", "a", "b", "c"]) == [("MSL102", 3), ("MSL103", 4)]


def test_a_line_that_has_changed_is_judged_anew() -> None:
    assert shown([finding("MSL101", 1), finding("MSL102", 2)], ["A", "b", "C"]) == [("MSL101", 1), ("MSL102", 2)]


def test_what_is_new_is_shown_at_once() -> None:
    assert shown([finding("MSL104", 3)], ["a", "b", "c"]) == [("MSL103", 3), ("MSL104", 3)]


def test_of_equal_lines_the_nearest_one_counts() -> None:
    assert shown([], ["c", "b", "b", "b", "c"])[0] == ("MSL103", 1)
    assert shown([], ["b", "b", "c", "b", "c"])[0] == ("MSL103", 3)


def test_a_fix_made_for_another_text_is_none() -> None:
    before = Known(["a"], (), (finding("MSL101", 1, fix=True),))
    (moved,) = steady((), ["a"], before)
    assert moved.fix is None


def test_each_line_is_taken_once() -> None:
    twice = Known(["a", "a"], (), (finding("MSL101", 1), finding("MSL101", 2)))
    assert [each.span.line for each in steady((), ["a", "a"], twice)] == [1, 2]
    assert [each.span.line for each in steady((), ["a"], twice)] == [1]


def test_what_is_found_at_once_by_now_is_not_shown_twice() -> None:
    before = Known(["a"], (), (finding("MSL101", 1),))
    assert len(steady((finding("MSL101", 1),), ["a"], before)) == 1
