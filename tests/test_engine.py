"""The engine as a pure function: rules that fail, yield, move or are silenced, and nothing that random code can upset."""

# ruff: noqa: E501, ISC004  (tables of cases: one case, one line)

from __future__ import annotations

import os
import pickle
from pathlib import Path
from typing import Dict, List, Tuple

import pytest
from hypothesis import given, settings
from programs import networks, programs
from reading import check, codes

from mslint.model import FileResult, Severity
from mslint.rulekit.catalog import Catalog, load_catalog
from mslint.select import anchored
from mslint.source.text import Source, Unreadable, decode

RULE = """code = "{code}"
slug = "test-{slug}"
severity = "{severity}"
status = "{status}"
since = "0.1.0"
yields_to = {yields_to}

[on]
{on}

[text.en]
title = "t"
message = "{code} says {{word}}"
why = "w"
fix = "f"

[text.zh]
title = "题"
message = "{code} 说 {{word}}"
why = "因"
fix = "改"
"""
CALLS = 'calls = ["mindspore.nn.Dropout"]'
QUIET = "from mindspore import nn\n"  # in these files only the rules of a test have anything to say
SPEAK = "from mindspore.rulekit import *\n"


def rule(
    folder: Path,
    code: str,
    checker: str,
    on: str = CALLS,
    severity: str = "warning",
    status: str = "stable",
    yields_to: Tuple[str, ...] = (),
) -> None:
    unit = folder / code.lower()
    unit.mkdir()
    text = RULE.format(
        code=code, slug=code.lower(), on=on, severity=severity, status=status, yields_to=list(yields_to)
    ).replace("'", '"')
    (unit / "rule.toml").write_text(text, encoding="utf-8")
    (unit / "checker.py").write_text(
        "from mslint.rulekit import Hit, Severity, Span, at_call\n" + checker, encoding="utf-8"
    )


def speaking(severity: str = "") -> str:
    moved = f", severity=Severity.{severity}" if severity else ""
    return f"def check_call(call, facts):\n    yield at_call(call, word='it'{moved})\n"


def only(result: FileResult, *chosen: str) -> List[Tuple[int, str]]:
    return [(line, code) for line, code in codes(result) if code in chosen]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path


def own(folder: Path) -> Catalog:
    return load_catalog([str(folder)])


# Rules that fail

CALL_FAILURES: Dict[str, Tuple[str, str, str]] = {
    "an exception": ("def check_call(call, facts):\n    x = 1\n    return 1 / 0\n", "ZeroDivisionError: division by zero", "checker.py:4"),
    "an exception after a hit": ("def check_call(call, facts):\n    yield at_call(call, word='a')\n    raise KeyError('b')\n", "KeyError: 'b'", "checker.py:4"),
    "an exception in a function below": ("def check_call(call, facts):\n    return help_(call)\ndef help_(call):\n    return call.no_such_attribute\n", "no_such_attribute", "checker.py:5"),
    "an assertion": ("def check_call(call, facts):\n    assert call.order < 0\n", "AssertionError", "checker.py:3"),
    "recursion": ("def check_call(call, facts):\n    return check_call(call, facts)\n", "RecursionError", "checker.py:3"),
}  # fmt: skip


@pytest.mark.parametrize(("checker", "reason", "where"), CALL_FAILURES.values(), ids=CALL_FAILURES.keys())
def test_a_rule_that_fails_is_a_finding_with_its_line(folder: Path, checker: str, reason: str, where: str) -> None:
    rule(folder, "MSL951", checker)
    result = check("from mindspore import nn\n\nx = nn.Dropout(0.1)\n", own(folder))
    (crash,) = (finding for finding in result.findings if finding.code == "MSL003")
    assert result.crashed
    assert "MSL951" in crash.message and reason in crash.message and where in crash.message
    assert (crash.slug, crash.severity) == ("rule-crashed", Severity.ERROR)
    assert (crash.span.line, crash.span.column) == (3, 5), "the call at which it failed"


@pytest.mark.parametrize(
    "fix",
    [
        "Proposal('unsafe', 'no words', (add_argument(call, 'p', '1'),))",
        "unsafe(Words('a', 'b'), transform(call, broken))",
    ],
)
def test_a_fix_that_fails_costs_the_fix_and_not_the_finding(folder: Path, fix: str) -> None:
    head = "from mslint.rulekit import *\nfrom mslint.rulekit.fixes import *\ndef broken(node):\n    return node.no_such_part\n"
    rule(folder, "MSL951", f"{head}def check_call(call, facts):\n    yield at_call(call, word='a', fix={fix})\n")
    result = check("from mindspore import nn\n\nx = nn.Dropout(0.1)\n", own(folder))
    found = {finding.code: finding for finding in result.findings}
    assert found["MSL951"].fix is None and "MSL951" in found["MSL003"].message and result.crashed


def test_the_other_rules_findings_stand(folder: Path) -> None:
    rule(
        folder,
        "MSL951",
        "def check_call(call, facts):\n    if call.span.line > 4:\n        1 / 0\n    yield at_call(call, word='it')\n",
    )
    rule(folder, "MSL952", speaking())
    rule(folder, "MSL953", "def check_file(facts):\n    raise OSError('disk')\n", on="file = true")
    rule(folder, "MSL954", "def check_class(cell, facts):\n    raise ValueError('x')\n", on="classes = true")
    code = (
        "from mindspore import nn\nclass A(nn.Cell): pass\nnn.Dropout(0.1)\nx = [1, [2, [3, f(4)]]]\nnn.Dropout(0.2)\n"
    )
    result = check(code, own(folder))
    assert only(result, "MSL101", "MSL952") == [(3, "MSL101"), (3, "MSL952"), (5, "MSL101"), (5, "MSL952")]
    crashes = [finding for finding in result.findings if finding.code == "MSL003"]
    assert sorted((finding.span.line, finding.message.split("MSL95")[1][0]) for finding in crashes) == [
        (1, "3"),
        (2, "4"),
        (5, "1"),
    ]
    assert only(result, "MSL951") == [(3, "MSL951")], "what a rule said before it failed elsewhere stands too"


def test_a_failure_is_told_in_the_users_language(folder: Path) -> None:
    rule(folder, "MSL951", "def check_call(call, facts):\n    return 1 / 0\n")
    english, chinese = (
        check(QUIET + "nn.Dropout(p=0.2)\n", own(folder), lang=lang).findings[0] for lang in ("en", "zh")
    )
    assert english.message != chinese.message and "checker.py:3" in chinese.message


def test_a_failure_can_be_left_out_and_still_counts(folder: Path) -> None:
    rule(folder, "MSL951", "def check_call(call, facts):\n    return 1 / 0\n")
    result = check(QUIET + "nn.Dropout(p=0.2)  # mslint: ignore[MSL003] known\n", own(folder))
    assert codes(result) == [] and result.crashed
    assert [finding.code for finding in result.suppressed] == ["MSL003"]


def test_a_rule_that_is_not_selected_is_not_even_loaded(folder: Path) -> None:
    rule(folder, "MSL951", "raise SystemExit('loaded')\n")
    assert codes(check(QUIET + "nn.Dropout(p=0.2)\n", own(folder), ignore=("MSL951",))) == []


# One cause, one finding


def test_a_rule_yields_to_another_on_the_same_call(folder: Path) -> None:
    rule(folder, "MSL951", speaking(), yields_to=("MSL952",))
    rule(
        folder,
        "MSL952",
        "def check_call(call, facts):\n    if call.get('p'):\n        yield at_call(call, word='it')\n",
    )
    result = check(QUIET + "nn.Dropout(p=0.2)\nnn.Dropout()\n", own(folder))
    assert only(result, "MSL951", "MSL952") == [(2, "MSL952"), (3, "MSL951")]


def test_it_does_not_yield_to_what_weighs_less(folder: Path) -> None:
    rule(folder, "MSL951", speaking(), yields_to=("MSL952",))
    rule(folder, "MSL952", speaking("INFO"))
    assert only(check(QUIET + "nn.Dropout(p=0.2)\n", own(folder)), "MSL951", "MSL952") == [(2, "MSL951"), (2, "MSL952")]


def test_it_does_not_yield_to_what_speaks_of_another_argument(folder: Path) -> None:
    one = "def check_call(call, facts):\n    yield at_call(call, word='it', about='p')\n"
    rule(folder, "MSL951", one, yields_to=("MSL952", "MSL953"))
    rule(folder, "MSL952", one.replace("'p'", "'keep_prob'"))
    rule(folder, "MSL953", speaking("ERROR"), yields_to=("MSL951",))
    found = check(QUIET + "nn.Dropout(p=0.2)\n", own(folder), ignore=("MSL953",))
    assert only(found, "MSL951", "MSL952") == [(2, "MSL951"), (2, "MSL952")]
    assert only(check(QUIET + "nn.Dropout(p=0.2)\n", own(folder)), "MSL951", "MSL953") == [(2, "MSL953")]


def test_it_does_not_yield_to_what_is_not_selected(folder: Path) -> None:
    rule(folder, "MSL951", speaking(), yields_to=("MSL952",))
    rule(folder, "MSL952", speaking())
    assert only(check(QUIET + "nn.Dropout(p=0.2)\n", own(folder), ignore=("MSL952",)), "MSL951", "MSL952") == [
        (2, "MSL951")
    ]


def test_calls_inside_of_each_other_are_two_causes(folder: Path) -> None:
    rule(folder, "MSL951", speaking(), on='calls = ["mindspore.nn.ReLU"]', yields_to=("MSL952",))
    rule(folder, "MSL952", speaking())
    assert only(check(QUIET + "nn.Dropout(p=nn.ReLU())\n", own(folder)), "MSL951", "MSL952") == [
        (2, "MSL952"),
        (2, "MSL951"),
    ]


def test_the_same_finding_twice_is_one(folder: Path) -> None:
    rule(
        folder,
        "MSL951",
        "def check_call(call, facts):\n    yield at_call(call, word='it')\n    yield at_call(call, word='it')\n    yield at_call(call, word='that')\n",
    )
    result = check(QUIET + "nn.Dropout(p=0.2)\n", own(folder))
    assert [finding.message for finding in result.findings] == ["MSL951 says it", "MSL951 says that"]


def test_findings_are_sorted_by_place_and_code(folder: Path) -> None:
    rule(
        folder,
        "MSL952",
        "def check_file(facts):\n    for line in (3, 1, 2):\n        yield Hit(Span(line, 9 - line, line, 9), params={'word': line})\n",
        on="file = true",
    )
    rule(
        folder,
        "MSL951",
        "def check_file(facts):\n    yield Hit(Span(2, 7, 2, 8), params={'word': 'x'})\n",
        on="file = true",
    )
    assert codes(check(QUIET + "\n\n", own(folder))) == [(1, "MSL952"), (2, "MSL951"), (2, "MSL952"), (3, "MSL952")]


# Severity and selection


def test_severities_can_be_moved_by_code_and_by_name() -> None:
    code = "from mindspore import nn\nnn.Dropout(0.1)\n"
    assert [f.severity for f in check(code).findings] == [Severity.WARNING]
    for key in ("MSL101", "dropout-rate-as-keep-prob"):
        for moved in Severity:
            assert [f.severity for f in check(code, severity=((key, moved),)).findings] == [moved]


SELECTIONS = {
    "default": ({}, ["MSL101", "MSL107"]),
    "one": ({"select": ("MSL107",)}, ["MSL107"]),
    "by name": ({"select": ("dropout-rate-as-keep-prob",)}, ["MSL101"]),
    "by prefix": ({"select": ("MSL1",)}, ["MSL101", "MSL107"]),
    "another": ({"select": ("MSL3",)}, []),
    "ignored": ({"ignore": ("MSL101",)}, ["MSL107"]),
    "ignored by prefix": ({"ignore": ("MSL1",)}, []),
    "the longer wins": ({"select": ("MSL107",), "ignore": ("MSL1",)}, ["MSL107"]),
    "per file": ({"per_file_ignores": ((anchored("tests/*", os.getcwd()), ("MSL101",)),)}, ["MSL107"]),
    "per file, another": ({"per_file_ignores": ((anchored("docs/*", os.getcwd()), ("MSL101",)),)}, ["MSL101", "MSL107"]),
}  # fmt: skip


@pytest.mark.parametrize(("chosen", "expected"), SELECTIONS.values(), ids=SELECTIONS.keys())
def test_selection(chosen: Dict[str, object], expected: List[str]) -> None:
    result = check("from mindspore import nn\nnn.Dropout(0.1)\nnn.Dense(1, 2, False)\n", path="tests/a.py", **chosen)
    assert [finding.code for finding in result.findings] == expected


def test_previews_run_when_they_are_asked_for(folder: Path) -> None:
    rule(folder, "MSL951", speaking(), status="preview")
    rule(folder, "MSL952", speaking(), status="deprecated")
    rule(folder, "MSL953", speaking(), status="removed")
    code = QUIET + "nn.Dropout(p=0.2)\n"
    assert codes(check(code, own(folder))) == [(2, "MSL952")]
    assert codes(check(code, own(folder), extend_select=("MSL951",))) == [(2, "MSL951"), (2, "MSL952")]


def test_the_target_version_decides() -> None:
    code = "from mindspore import nn\nnn.Dropout(p=1.0)\n"
    assert codes(check(code, target_version=(2, 10))) == [(2, "MSL101")]
    assert codes(check(code, target_version=(1, 9))) == [(2, "MSL902")], "p did not exist yet"


# Suppression

SUPPRESSED = {
    "noqa": "nn.Dropout(0.1)  # noqa",
    "noqa with the code": "nn.Dropout(0.1)  # noqa: MSL101",
    "noqa among others": "nn.Dropout(0.1)  # noqa: E501,MSL101",
    "noqa with a prefix": "nn.Dropout(0.1)  # noqa: MSL1",
    "ignore": "nn.Dropout(0.1)  # mslint: ignore",
    "ignore with the code": "nn.Dropout(0.1)  # mslint: ignore[MSL101] tested",
    "ignore with the name": "nn.Dropout(0.1)  # mslint: ignore[dropout-rate-as-keep-prob]",
    "first of several lines": "nn.Dropout(  # noqa: MSL101\n    0.1,\n)",
    "last of several lines": "nn.Dropout(\n    0.1,\n)  # noqa: MSL101",
    "whole file": "# mslint: ignore-file\nnn.Dropout(0.1)",
    "whole file with the code": "nn.Dropout(0.1)\n# mslint: ignore-file[MSL1]",
}
KEPT = {
    "another code": "nn.Dropout(0.1)  # noqa: E501",
    "another rule": "nn.Dropout(0.1)  # mslint: ignore[MSL102]",
    "the line before": "# noqa: MSL101\nnn.Dropout(0.1)",
    "the line after": "nn.Dropout(0.1)\n# noqa: MSL101",
    "a line in the middle": "nn.Dropout(\n    0.1,  # noqa: MSL101\n)",
    "in a string": "x = '# noqa', nn.Dropout(0.1)",
    "in a string of several lines": "x = '''\n# mslint: ignore-file\n''', nn.Dropout(0.1)",
}


@pytest.mark.parametrize("code", SUPPRESSED.values(), ids=SUPPRESSED.keys())
def test_comments_silence(code: str) -> None:
    result = check(QUIET + code + "\n")
    assert codes(result) == []
    assert [finding.code for finding in result.suppressed] == ["MSL101"]


@pytest.mark.parametrize("code", KEPT.values(), ids=KEPT.keys())
def test_comments_elsewhere_do_not(code: str) -> None:
    result = check(QUIET + code + "\n")
    assert [code for _, code in codes(result) if code != "MSL002"] == ["MSL101"]
    assert result.suppressed == ()


def test_noqa_is_left_to_flake8_where_flake8_asks() -> None:
    assert codes(check(QUIET + "nn.Dropout(0.1)  # noqa\n", noqa=False)) == [(2, "MSL101")]
    assert codes(check(QUIET + "nn.Dropout(0.1)  # mslint: ignore[MSL101]\n", noqa=False)) == []


def test_each_place_of_a_gathered_finding_is_silenced_alone() -> None:
    lines = "import mindspore\nf = mindspore.ms_function\ng = mindspore.ms_function{}\nh = mindspore.ms_function\n"
    (whole,) = check(lines.format("")).findings
    assert [place.span.line for place in whole.places] == [2, 3, 4]
    result = check(lines.format("  # noqa: MSL901"))
    assert [[place.span.line for place in finding.places] for finding in result.findings] == [[2, 4]]
    assert [finding.span.line for finding in result.suppressed] == [3]


UNUSED = {
    "nothing there": ("x = 1  # noqa: MSL101", [(2, "MSL002")]),
    "another rule's": ("nn.Dropout(0.1)  # mslint: ignore[MSL101, MSL107]", [(2, "MSL002")]),
    "no such rule": ("x = 1  # mslint: ignore[MSL999]", [(2, "MSL002")]),
    "in the whole file": ("x = 1  # mslint: ignore-file[MSL9]", [(2, "MSL002")]),
    "a script of another day may need it": ("x = 1  # noqa: MSL301", []),
    "one of them may be needed": ("x = 1  # noqa: MSL3", []),
    "a bare noqa": ("x = 1  # noqa", []),
    "a bare ignore": ("x = 1  # mslint: ignore", [(2, "MSL002")]),
    "a bare ignore that is of use": ("nn.Dropout(0.1)  # mslint: ignore", []),
    "a bare one for the file": ("x = 1  # mslint: ignore-file", [(2, "MSL002")]),
    "all switched off": ("# mslint: off\nx = 1\n# mslint: on", [(2, "MSL002"), (4, "MSL002")]),
    "all switched off for something": ("# mslint: off\nnn.Dropout(0.1)\n# mslint: on", []),
    "another one says so": ("x = 1  # mslint: ignore # mslint: ignore[MSL002]", []),
    "codes of others": ("x = 1  # noqa: E501, F401", []),
    "used": ("nn.Dropout(0.1)  # noqa: MSL101", []),
    "it may silence itself": ("x = 1  # noqa: MSL101, MSL002", []),
}


@pytest.mark.parametrize(("code", "expected"), UNUSED.values(), ids=UNUSED.keys())
def test_comments_that_silence_nothing(code: str, expected: List[Tuple[int, str]]) -> None:
    result = check(QUIET + code + "\n")
    assert codes(result) == expected
    assert all(finding.severity is Severity.INFO for finding in result.findings)


@pytest.mark.parametrize(
    ("comment", "said"),
    [
        ("# mslint: disable[MSL101]", "# mslint: disable[MSL101] is no comment that mslint knows, so it silences nothing; "
         "did you mean # mslint: ignore[MSL101]?"),
        ("# mslint: skip-file", "did you mean # mslint: ignore-file?"),
        ("# mslint: ingore[MSL101] for a reason", "did you mean # mslint: ignore[MSL101]?"),
        ("# Mslint: Ignore", "# Mslint: Ignore is no comment that mslint knows"),
        ("# mslint : ignore", "did you mean # mslint: ignore?"),
        ("# mslint: [MSL101]", "did you mean # mslint: ignore[MSL101]?"),
        ("# mslint: frobnicate", "there are ignore, ignore-file, off and on."),
        ("# mslint: ignore[MSL101", "The comment # mslint: ignore[MSL101 lacks its closing bracket"),
        ("# mslint: off[MSL101, MSL102 why", "The comment # mslint: off[MSL101, lacks its closing bracket"),
        ("# noqa: MSL999", "The comment names MSL999, but there is no such rule, so it silences nothing."),
        ("# noqa: MSL1011", "there is no such rule, so it silences nothing; did you mean MSL101?"),
        ("# noqa: MSL101", "The comment MSL101 silences nothing here."),
        ("# mslint: ignore", "The comment mslint: ignore, which names no rules, silenced nothing in this run."),
    ],
)  # fmt: skip
def test_what_is_said_of_comments(comment: str, said: str) -> None:
    (found,) = check(QUIET + f"x = 1  {comment}\n").findings
    assert (found.code, found.severity, said in found.message) == ("MSL002", Severity.INFO, True), found.message
    assert found.span.column >= 8
    # One without codes may be there for the program of a script that nobody has named today.
    assert (found.fix is not None) == ("MSL" in comment and "noqa" in comment)


@pytest.mark.parametrize(
    "comment",
    ["# mslint", "# mslint:", "# MSLint: a linter", "# for mslint", "# mslint: ignore[MSL101]", "'# mslint: disable'"],
)
def test_what_is_no_slip(comment: str) -> None:
    assert codes(check(QUIET + f"nn.Dropout(0.1), {comment}\n")) in ([], [(2, "MSL101")])


def test_a_comment_for_a_rule_that_did_not_run_may_be_of_use() -> None:
    assert codes(check(QUIET + "x = 1  # noqa: MSL101\n", ignore=("MSL101",))) == []
    assert codes(check(QUIET + "x = 1  # noqa: MSL101\n", ignore=("MSL002",))) == []


# What cannot be read


def test_an_unreadable_text_is_one_finding() -> None:
    result = check("import mindspore\nx = (\n")
    assert [finding.code for finding in result.findings] == ["MSL001"] and not result.crashed
    assert codes(check("import mindspore\nx = (\n", ignore=("MSL001",))) == []


def test_an_unreadable_file_says_where_and_why() -> None:
    with pytest.raises(Unreadable) as caught:
        decode("a.py", "import mindspore\nx = '中文'\n".encode("gbk"))
    from reading import catalog

    from mslint.concluding import unreadable
    from mslint.config import Settings

    for lang, word in (("en", "GBK"), ("zh", "编码")):
        (finding,) = unreadable("a.py", caught.value, Settings(lang=lang), catalog()).findings
        assert (finding.code, finding.span.line, finding.span.column) == ("MSL001", 2, 6)
        assert word in finding.message


# Purity


def test_two_runs_are_equal_and_results_can_be_pickled() -> None:
    code = (
        QUIET + "nn.Dropout(0.1)\nnn.Dense(1, 2, False)  # noqa\nx = nn.SequentialCell(nn.Conv2d(3, 4, 3), nn.ReLU())\n"
    )
    first, second = check(code), check(code)
    assert first == second and first.findings
    assert pickle.loads(pickle.dumps(first)) == first


def test_the_text_is_all_that_counts() -> None:
    """Findings do not depend on what else was checked before."""
    code = QUIET + "RATE = 0.1\nnn.Dropout(RATE)\n"
    alone = check(code)
    check(code.replace("0.1", "0.9"))
    assert check(code) == alone


@pytest.mark.filterwarnings("ignore:Generating overly large repr")
@settings(max_examples=200)
@given(networks)
def test_no_network_upsets_a_rule(code: str) -> None:
    assert [finding.message for finding in check(code).findings if finding.code in ("MSL001", "MSL003")] == []


@pytest.mark.filterwarnings("ignore:Generating overly large repr")
@settings(max_examples=100)
@given(programs)
def test_no_program_upsets_a_rule(code: str) -> None:
    result = check("from mindspore import nn, ops\nimport mindspore.dataset as ds\n" + code)
    assert [finding.message for finding in result.findings if finding.code in ("MSL001", "MSL003")] == []


@pytest.mark.filterwarnings("ignore:Generating overly large repr")
@settings(max_examples=60)
@given(networks)
def test_blank_lines_before_move_findings_and_change_nothing_else(code: str) -> None:
    before = [(f.span.line, f.span.column, f.code, f.message) for f in check(code).findings]
    after = [(f.span.line - 3, f.span.column, f.code, f.message) for f in check(f"# 一\n\n\n{code}").findings]
    assert before == after


def test_a_source_is_not_changed() -> None:
    source = Source("a.py", "from mindspore import nn\r\nnn.Dropout(0.1)\r\n")
    assert source.lines == ("from mindspore import nn", "nn.Dropout(0.1)", "")
