"""Selection: the longest decides, `ignore` wins a tie, and globs fit what they say."""

from __future__ import annotations

import fnmatch
import os

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mslint.model import Finding, Hidden, Severity, Span
from mslint.select import Decision, Selector, anchored, visible
from mslint.source.globs import path_matcher

CODE, SLUG = "MSL101", "dropout-rate"


def decide(path: str = "a.py", status: str = "stable", **lists: object) -> Decision:
    return Selector(**lists).decide(CODE, SLUG, path, status)  # type: ignore[arg-type]


@pytest.mark.parametrize("status, decision", [
    ("stable", Decision.BY_DEFAULT),
    ("deprecated", Decision.BY_DEFAULT),
    ("preview", Decision.PREVIEW),
    ("removed", Decision.REMOVED),
])  # fmt: skip
def test_default_set(status: str, decision: Decision) -> None:
    assert decide(status=status) is decision
    assert decision.runs is (decision is Decision.BY_DEFAULT)


@pytest.mark.parametrize(
    "select, extend, ignore, decision",
    [
        (["MSL1"], [], [], Decision.SELECTED),
        (["MSL2"], [], [], Decision.NOT_SELECTED),
        (["dropout-rate"], [], [], Decision.SELECTED),
        (["MSL2"], ["MSL10"], [], Decision.SELECTED),
        ([], ["MSL2"], [], Decision.BY_DEFAULT),
        ([], [], ["MSL"], Decision.IGNORED),
        ([], [], ["MSL2"], Decision.BY_DEFAULT),
        ([], [], ["dropout-rate"], Decision.IGNORED),
        (["MSL1"], [], ["MSL1"], Decision.IGNORED),
        (["MSL1"], [], ["MSL101"], Decision.IGNORED),
        (["MSL101"], [], ["MSL1"], Decision.SELECTED),
        ([], ["MSL101"], ["MSL10"], Decision.SELECTED),
        (["dropout-rate"], [], ["MSL10"], Decision.SELECTED),
        (["dropout-rate"], [], ["MSL101"], Decision.IGNORED),
        (["MSL101"], [], ["dropout-rate"], Decision.IGNORED),
        (["MSL2", "MSL101"], [], ["MSL1", "MSL3"], Decision.SELECTED),
        (["dropout"], [], [], Decision.NOT_SELECTED),  # a name has no prefixes
    ],
)
def test_longest_wins_and_ignore_wins_a_tie(select: list, extend: list, ignore: list, decision: Decision) -> None:  # type: ignore[type-arg]
    assert decide(select=select, extend_select=extend, ignore=ignore) is decision


@pytest.mark.parametrize("select, runs", [(["MSL"], False), (["MSL10"], False), (["MSL101"], True), ([SLUG], True)])
def test_previews_run_only_by_their_own_name(select: list, runs: bool) -> None:  # type: ignore[type-arg]
    assert decide(status="preview", select=select).runs is runs


def test_removed_rules_never_run() -> None:
    assert decide(status="removed", select=["MSL101"]) is Decision.REMOVED


def test_per_file_ignores_are_final_where_they_fit() -> None:
    rules = [(anchored("tests/*.py", os.getcwd()), ["MSL1"])]
    selector = Selector(select=["MSL101"], per_file_ignores=rules)
    assert selector.decide(CODE, SLUG, "tests/a.py") is Decision.IGNORED_IN_FILE
    assert selector.decide(CODE, SLUG, os.path.abspath("tests/a.py")) is Decision.IGNORED_IN_FILE
    assert selector.decide(CODE, SLUG, "src/a.py") is Decision.SELECTED
    assert Selector(per_file_ignores=rules).decide("MSL201", "x", "tests/a.py") is Decision.BY_DEFAULT


@pytest.mark.parametrize(
    "pattern, path, fits",
    [
        ("data", "/r/data", True),
        ("data", "/r/a/data/b.py", True),
        ("data", "/r/mydata/b.py", False),
        ("data", "/other/data/b.py", False),
        ("data/", "/r/a/data/b.py", True),
        ("*.py", "/r/a/b.py", True),
        ("src/*.py", "/r/src/a.py", True),
        ("src/*.py", "/r/src/x/a.py", False),
        ("src/*.py", "/r/x/src/a.py", False),
        ("./src", "/r/src/x/a.py", True),
        ("src/**", "/r/src/x/a.py", True),
        ("src/**/a.py", "/r/src/a.py", True),
        ("src/**/a.py", "/r/src/x/y/a.py", True),
        ("**/src/a.py", "/r/x/src/a.py", True),
        ("../s/a.py", "/s/a.py", True),
        ("/abs/*.py", "/abs/a.py", True),
        ("a?.py", "/r/ab.py", True),
        ("a?c", "/r/a/c", False),
        ("[ab].py", "/r/b.py", True),
        ("[!ab].py", "/r/b.py", False),
        ("[!ab].py", "/r/c.py", True),
        ("x[!a]y", "/r/x/y", False),
        ("[].py", "/r/[].py", True),
        ("[z-a].py", "/r/[z-a].py", True),
        ("a.py", "/r/aXpy", False),
        ("(a|b)+", "/r/(a|b)+", True),
    ],
)
def test_globs(pattern: str, path: str, fits: bool) -> None:
    if os.name == "nt" and pattern.startswith("/"):
        pytest.skip("no drive")
    assert path_matcher((anchored(pattern, "/r"),))(path) is fits


def test_root_is_no_pattern() -> None:
    matches = path_matcher((anchored("a.py", "/r[1]*"),))
    assert matches("/r[1]*/a.py")
    assert not matches("/r1x/a.py")


def test_no_patterns_fit_nothing() -> None:
    assert not path_matcher(())("/r/a.py")


@given(st.text("ab*?[]!-.", min_size=1), st.text("ab[]!-.", min_size=1))
def test_names_fit_as_fnmatch_says(pattern: str, name: str) -> None:
    # fnmatch has no folders, so one name only; `**` and sets that are none are this module's own affair.
    if "**" not in pattern and "[" not in pattern and pattern not in (".", "..") and name not in (".", ".."):
        assert path_matcher((anchored(pattern, "/r"),))("/r/" + name) is fnmatch.fnmatchcase(name, pattern)


@given(st.text())
def test_any_text_is_a_glob(pattern: str) -> None:
    path_matcher((anchored(pattern, "/r"),))("/r/a.py")


def test_visible_counts_what_it_hides() -> None:
    findings = [Finding("a.py", Span(1, 1, 1, 2), CODE, SLUG, severity, "") for severity in (3, 1, 2, 1)]  # type: ignore[arg-type]
    assert visible(findings, Severity.WARNING) == ((findings[0], findings[2]), Hidden(2))
    assert visible(iter(findings), Severity.INFO) == (tuple(findings), Hidden())
