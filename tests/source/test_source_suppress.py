"""Suppression comments: what they cover, what they do not, and which of them did nothing."""

from __future__ import annotations

import io
import tokenize
from typing import List, Optional, Tuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mslint.model import Span
from mslint.source import suppress
from mslint.source.suppress import Suppressions, read_suppressions
from mslint.source.text import Source

RULE = ("MSL101", "dropout-rate")
OTHER = ("MSL202", "conv-without-bias")
KNOWN = (RULE, OTHER)


def read(text: str) -> Suppressions:
    return read_suppressions(Source("a.py", text))


def covers(comment: str, rule: Tuple[str, str] = RULE) -> bool:
    return read(f"x = f()  {comment}\n").covers(*rule, 1, 1)


def unused(text: str, *used: Tuple[Tuple[str, str], int], ran: Tuple[Tuple[str, str], ...] = KNOWN) -> List[str]:
    comments = read(text)
    for rule, line in used:
        comments.covers(*rule, line, line)
    return [f"{item.span.line}:{item.text}" for item in comments.unused(ran, KNOWN)]


@pytest.mark.parametrize(
    "comment",
    [
        "# noqa",
        "# NoQA",
        "#noqa",
        "# noqa because of this",
        "# noqa: because of this",
        "# noqa: MSL101",
        "# noqa:msl101,E501",
        "# noqa: E501, MSL1",
        "# noqa: E501 MSL101 and why",
        "# type: ignore  # noqa",
        "# mslint: ignore",
        "#mslint:ignore",
        "# mslint: ignore, this is meant",
        "# mslint: ignore[MSL101]",
        "# mslint: ignore[MSL101] this is meant",
        "# mslint: ignore[msl1]",
        "# mslint: ignore[dropout-rate]",
        "# mslint: ignore[MSL999, dropout-rate]",
        "# type: ignore # mslint: ignore[MSL101]",
        "# noqa: E501  # mslint: ignore[MSL101]",
    ],
)
def test_comments_that_silence(comment: str) -> None:
    assert covers(comment)


@pytest.mark.parametrize(
    "comment",
    [
        "",
        "# noqa: E501",
        "# noqa: MSL102, W1",
        "# noqas",
        "# pylint: noqa",
        "# flake8: noqa",  # counts only at the beginning of a line
        "# noqa: F1, dropout-rate",  # flake8 knows no names
        "# mslint: ignore[MSL2]",
        "# mslint: ignore[]",
        "# mslint: ignore[MSL101",  # a slip must not silence everything
        "# mslint: ignore[MSL2",
        "# mslint: ignored",
        "# mslint: ignore-all",
        "# mslint: ignore[dropout]",
    ],
)
def test_comments_that_do_not_silence(comment: str) -> None:
    assert not covers(comment)


@pytest.mark.parametrize(
    "text",
    [
        'x = "# noqa"\n',
        "x = '''\n# noqa\n'''\n",
        'x = """\\""" # noqa\n"""\n',
        "x = r'\\' # noqa'\n",
        "x = '\\\n# noqa'\n",
        "x = '''# noqa",
        "x = '# noqa\\",
    ],
)
def test_text_in_strings_is_no_comment(text: str) -> None:
    assert not any(read(text).covers(*RULE, line, line) for line in range(1, 5))


def test_first_or_last_line_of_a_call() -> None:
    for marked in range(1, 5):
        lines = ["f(", "    1,", "    2,", ")"]
        lines[marked - 1] += "  # noqa"
        assert read("\n".join(lines)).covers(*RULE, 1, 4) is (marked in (1, 4))


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_lines_are_counted_with_any_line_end(end: str) -> None:
    text = end.join(["'''", "", "'''", "\x0c", "x  # noqa", "y"])
    assert [line for line in range(1, 7) if read(text).covers(*RULE, line, line)] == [5]


@pytest.mark.parametrize("text", ["x = 1 + \\\n    2  # noqa\n", "x = '''\n'''  # noqa\n"])
def test_lines_that_flake8_joins_are_one(text: str) -> None:
    assert read(text).covers(*RULE, 1, 1)


@pytest.mark.parametrize("comment", ["# mslint: ignore-file", "# mslint: ignore-file[MSL1] why", "# flake8: noqa"])
def test_whole_file(comment: str) -> None:
    assert read(f"x = 1\n{comment}\n").covers(*RULE, 77, 78)


def test_whole_file_for_some_rules_only() -> None:
    comments = read("# mslint: ignore-file[conv-without-bias]\n")
    assert comments.covers(*OTHER, 9, 9)
    assert not comments.covers(*RULE, 9, 9)


def test_noqa_left_to_flake8_silences_nothing_but_counts_as_used() -> None:
    comments = read("f()  # noqa: MSL101\ng()  # mslint: ignore[MSL101]\n")
    assert not comments.covers(*RULE, 1, 1, noqa=False)
    assert comments.covers(*RULE, 2, 2, noqa=False)
    assert comments.unused(KNOWN) == []


def test_unused_codes_one_by_one() -> None:
    text = "f()  # noqa: MSL101, MSL2, E501\ng()  # mslint: ignore[dropout-rate, conv-without-bias]\n"
    assert unused(text, (RULE, 1), (OTHER, 2)) == ["1:MSL2", "2:dropout-rate"]


def test_unused_place_is_the_code_itself() -> None:
    line = "'中' + f()  # why # mslint: ignore[ MSL101 ] x"
    (item,) = read("'中文'\n" + line).unused(KNOWN)
    column = line.index("MSL101") + 1
    assert item.span == Span(2, column, 2, column + 6)


@pytest.mark.parametrize("comment", ["# noqa", "# flake8: noqa", "# noqa: E501, F1", "# noqa: M1"])
def test_never_unused(comment: str) -> None:
    assert unused(comment) == []


def test_what_names_no_rules_is_unused_where_any_rule_ran() -> None:
    assert unused("f()  # mslint: ignore\n") == ["1:mslint: ignore"]
    assert unused("f()  # mslint: ignore-file\n", ran=()) == []
    assert unused("f()  # mslint: ignore-file\n", (RULE, 7)) == []


def test_rules_that_did_not_run_cannot_say_whether_a_comment_is_needed() -> None:
    text = "f()  # noqa: MSL101\ng()  # mslint: ignore[dropout-rate]\n"
    assert unused(text, ran=(OTHER,)) == []
    assert unused(text, ran=(RULE,)) == ["1:MSL101", "2:dropout-rate"]


def test_codes_of_no_rule_are_unused_if_they_look_like_ours() -> None:
    assert unused("# noqa: MSL999, X999\n# mslint: ignore[no-such-rule]\n", ran=()) == ["1:MSL999"]
    assert read("# noqa: MSL999").unused([RULE]) == []  # not told what is known


def test_file_wide_unused() -> None:
    assert unused("# mslint: ignore-file[MSL1]\nf()\n") == ["1:MSL1"]
    assert unused("# mslint: ignore-file[MSL1]\nf()\n", (RULE, 2)) == []


def test_text_without_the_words_is_not_scanned(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(suppress, "_TOKEN", None)
    assert not read("# a comment\n" * 1000).covers(*RULE, 1, 1)
    with pytest.raises(AttributeError):
        read("# nOqA")


CODES = st.lists(st.sampled_from(["MSL101", "MSL1", "MSL102", "E501", "F", "M1", "why"]), min_size=1)


@given(
    st.sampled_from(["# noqa", "# NOQA", "# type: ignore # noqa"]),
    st.sampled_from(["", " ", ":", ": ", ":  ", " :"]),
    CODES,
    st.sampled_from([",", ", ", " ", ",,"]),
)
def test_noqa_means_what_it_means_to_flake8(start: str, colon: str, codes: List[str], separator: str) -> None:
    from flake8.violation import Violation

    comment = start + colon + (separator.join(codes) if colon else "")
    flake8 = Violation("MSL101", "a.py", 1, 1, "", f"f()  {comment}\n").is_inline_ignored(False)
    assert covers(comment) is flake8


PIECES = st.lists(
    st.one_of(
        st.text(st.characters(exclude_categories=("Cs", "Cc"))).map(repr),
        st.text("ab\n'\"\\#", max_size=8).map(
            lambda text: '"""' + text.replace("\\", "\\\\").replace('"', '\\"') + '"""'
        ),
        st.text("ab'\"# noqa", max_size=12).map(lambda text: "# " + text + "\n"),
        st.sampled_from(["\n", "(", ")", "x", " ", "\\\n", "r'\\''", "b''", '""', "''''''", "\x0c"]),
    )
)


@given(PIECES)
def test_comments_are_those_that_tokenize_finds(pieces: List[str]) -> None:
    text = " ".join(pieces) + "\n"
    expected = comments_of(text)
    if expected is not None:
        found = [match.group() for match in suppress._TOKEN.finditer(text) if match.lastgroup == "comment"]
        assert found == expected


def comments_of(text: str) -> Optional[List[str]]:
    try:
        tokens = list(tokenize.generate_tokens(io.StringIO(text).readline))
    except (tokenize.TokenError, SyntaxError):
        return None
    return [token.string for token in tokens if token.type == tokenize.COMMENT]


@given(st.text())
def test_any_text_is_read_in_time(text: str) -> None:
    read(text + "# noqa")


@pytest.mark.parametrize(
    "text", ["'" * 20000, '"""' + "\\" * 20001, "'\\" * 20000, "#" * 20000, "[" * 20000, "# noqa:" + "A1," * 9000]
)
def test_no_text_takes_long(text: str) -> None:
    read(text + "\n# noqa")  # a pattern that backtracks would never come back


# From here to there


def hidden(text: str, *lines: int, code: str = "MSL101", slug: str = "a-name") -> List[int]:
    found = read_suppressions(Source("a.py", text))
    return [line for line in lines or range(1, text.count("\n") + 2) if found.covers(code, slug, line, line)]


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("1\n# mslint: off\n3\n# mslint: on\n5", [2, 3]),
        ("1\n# mslint: off\n3\n4", [2, 3, 4]),
        ("1\n# mslint: off[MSL101]\n3\n# mslint: on[MSL101]\n5", [2, 3]),
        ("1\n# mslint: off[MSL1]\n3\n# mslint: on[MSL101]\n5", [2, 3]),
        ("1\n# mslint: off[MSL1]\n3\n# mslint: on[MSL102]\n5", [2, 3, 4, 5]),
        ("1\n# mslint: off[a-name] why\n3\n# mslint: on\n5", [2, 3]),
        ("1\n# mslint: off[MSL102, MSL101]\n3\n# mslint: on[MSL102]\n5", [2, 3, 4, 5]),
        ("1\n# mslint: off[MSL2]\n3", []),
        ("1  # mslint: off\n2\n3  # mslint: on", [1, 2]),
        ("1\n'''\n# mslint: off\n'''\n5", []),
        ("1\n# mslint: off[MSL101\n3", []),
        ("1\n# mslint: offset\n3", []),
        ("# mslint: off\n2\n# mslint: on\n# mslint: off[MSL101]\n5", [1, 2, 4, 5]),
    ],
)
def test_rules_are_off_until_they_are_on_again(text: str, lines: List[int]) -> None:
    assert hidden(text) == lines


THREE = [("MSL101", "a-name"), ("MSL102", "other-name"), ("MSL201", "third-name")]


def idle(text: str, *used: int, code: str = "MSL101") -> List[Tuple[int, str]]:
    """What is unused where findings of a code stand in some lines."""
    found = read_suppressions(Source("a.py", text))
    for line in used:
        found.covers(code, dict(THREE)[code], line, line)
    return [(each.span.line, each.text) for each in found.unused(THREE, THREE)]


@pytest.mark.parametrize(
    ("text", "used", "unused"),
    [
        ("# mslint: off[MSL101]\n2\n# mslint: on[MSL101]", [2], []),
        ("# mslint: off[MSL101]\n2\n# mslint: on", [2], []),
        ("# mslint: off\n2\n# mslint: on", [2], []),
        ("# mslint: off\n2\n# mslint: on", [], [(1, "mslint: off"), (3, "mslint: on")]),
        ("# mslint: off\n2\n# mslint: on[MSL2]", [2], []),
        ("# mslint: off\n2\n# mslint: on[MSL2]", [], [(1, "mslint: off"), (3, "MSL2")]),
        ("# mslint: off[MSL101]\n2\n# mslint: on[MSL101]", [], [(1, "MSL101"), (3, "MSL101")]),
        ("# mslint: off[MSL101]\n2\n# mslint: on", [], [(1, "MSL101"), (3, "mslint: on")]),
        ("# mslint: off[MSL999]\n2\n# mslint: on[MSL999]", [], [(1, "MSL999"), (3, "MSL999")]),
        ("# mslint: off[E501]\n2\n# mslint: on[E501]", [], []),
        ("1\n# mslint: on", [], [(2, "mslint: on")]),
        ("1\n# mslint: on[MSL101]", [], [(2, "MSL101")]),
        ("# mslint: off[MSL101]\n2\n# mslint: on[MSL102]", [2], [(3, "MSL102")]),
        ("# mslint: off[MSL101]\n2\n# mslint: on\n# mslint: on", [2], [(4, "mslint: on")]),
        ("# mslint: off[MSL101, MSL102]\n2\n# mslint: on", [2], [(1, "MSL102")]),
        ("# mslint: off[MSL1]\n2\n# mslint: on[MSL101]\n# mslint: on[MSL102]", [2], []),
    ],
)
def test_what_switches_nothing_is_unused(text: str, used: List[int], unused: List[Tuple[int, str]]) -> None:
    assert idle(text, *used) == unused
