"""Rounds of fixes: what helps stays, what does harm is taken back alone and told, and then nothing is left to do."""

from __future__ import annotations

import ast
import re
from dataclasses import dataclass
from typing import List, Mapping, Tuple

import grammar
import programs
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from reading import catalog

from mslint.config import Settings
from mslint.engine import check_source
from mslint.fixing.edits import apply
from mslint.fixing.rounds import MAX_ROUNDS, Outcome, settle
from mslint.model import SAFE, UNSAFE, Edit, FileResult, Finding, Fix, Severity, Span
from mslint.source.text import Source


@dataclass(frozen=True)
class Seen:
    findings: Tuple[Finding, ...]


def toy(rules: Mapping[str, Tuple[str, str]], texts: Mapping[str, str]) -> Tuple[Outcome, List[Mapping[str, Source]]]:
    """A linter of words: each is found, and its fix replaces it by another text; `word!` is found at error level."""
    sources = {path: Source(path, text) for path, text in texts.items()}
    asked: List[Mapping[str, Source]] = []

    def check(changed: Mapping[str, Source]) -> Seen:
        asked.append(changed)
        found = []
        for path, source in sorted({**sources, **changed}.items()):
            for number, line in enumerate(source.lines, 1):
                for match in re.finditer(r"\w+", line):
                    if match.group() in rules:
                        safety, new = rules[match.group()]
                        span = Span(number, match.start() + 1, number, match.end() + 1)
                        fix = Fix(safety, "t", (Edit(span, new),)) if safety else None
                        level = Severity.ERROR if match.group().isupper() else Severity.WARNING
                        found.append(Finding(path, span, match.group(), "slug", level, "found", fix=fix))
        return Seen(tuple(found))

    return settle(sources.get, check, check({}), (SAFE, UNSAFE)), asked


def texts(outcome: Outcome) -> Mapping[str, str]:
    return {path: source.text for path, source in outcome.changed.items()}


def test_all_that_helps_is_made_in_one_round() -> None:
    outcome, asked = toy({"a": (SAFE, "x"), "b": (UNSAFE, "y")}, {"one": "a - b\n", "two": "b\n", "three": "c\n"})
    assert texts(outcome) == {"one": "x - y\n", "two": "y\n"}
    assert (len(outcome.fixed), outcome.discarded, outcome.rounds, len(asked)) == (3, (), 1, 2)


def test_what_another_round_finds_is_fixed_too() -> None:
    outcome, _ = toy({"a": (SAFE, "b"), "b": (SAFE, "x"), "B": ("", "")}, {"one": "a\n"})
    # `b` is as grave as `a`: a fix that only exchanges findings is none.
    assert texts(outcome) == {}
    outcome, _ = toy({"A": (SAFE, "b"), "b": (SAFE, "x")}, {"one": "A\n"})
    assert texts(outcome) == {"one": "x\n"}
    assert outcome.rounds == 2


def test_what_does_harm_is_taken_back_alone() -> None:
    rules = {"a": (SAFE, "x"), "b": (SAFE, "("), "c": (SAFE, "d"), "d": ("", ""), "e": (SAFE, "e + 1")}
    outcome, _ = toy(rules, {"one": "a\nb\na\nc\n", "two": "e\n", "three": "a\n"})
    assert texts(outcome) == {"one": "x\nb\nx\nc\n", "three": "x\n"}
    told = {(each.finding.code, each.reason, each.brought) for each in outcome.discarded}
    assert told == {("b", "fix-unparsable", ""), ("c", "fix-brings", "d"), ("e", "fix-cures-nothing", "")}


def test_it_ends() -> None:
    rules = {f"A{i}": (SAFE, f"A{i + 1}") for i in range(2)} | {"A2": (SAFE, "A0")}
    outcome, _ = toy(rules, {"one": "A0\n"})
    assert outcome.rounds <= MAX_ROUNDS
    assert len(outcome.discarded) == 1


def test_nothing_but_what_is_allowed_is_made() -> None:
    source = Source("a.py", "from mindspore import nn\n\nlow = nn.Dropout(0.1)\nkept = nn.Dropout(0.9)\n")
    for allowed, wanted in (((SAFE,), "(0.1)"), ((SAFE, UNSAFE), "(p=0.1)")):
        after = mended(source, allowed)[0]
        assert after.text.splitlines()[2:] == [f"low = nn.Dropout{wanted}", "kept = nn.Dropout(p=0.1)"]


def mended(source: Source, allowed: Tuple[str, ...] = (SAFE, UNSAFE)) -> Tuple[Source, Outcome]:
    def check(changed: Mapping[str, Source]) -> FileResult:
        return check_source(changed.get(source.path, source), Settings(), catalog())

    outcome = settle(lambda path: source, check, check({}), allowed)
    return outcome.changed.get(source.path, source), outcome


INIT = "class N(nn.Cell):\n    def __init__(self):\n"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        # No comment is lost, whatever is not edited stays as it is, and inner calls are fixed as well as outer ones.
        (
            "x = nn.Dropout( # rate\n    0.1 # low\n)",
            "x = nn.Dropout( # rate\n    p=0.1 # low\n)",
        ),
        (
            "x = nn.SequentialCell([nn.Dropout(0.1), nn.BatchNorm2d( 3,momentum = 0.1 )])",
            "x = nn.SequentialCell([nn.Dropout(p=0.1), nn.BatchNorm2d( 3,momentum = 0.9 )])",
        ),
        ("x = nn.Dense(3, 4, False, 'zeros')", None),  # what follows by position would move
        ("x = nn.Dropout(0.85)", "x = nn.Dropout(p=0.15)"),  # not 0.15000000000000002
        ("x = nn.BatchNorm2d(3, momentum=0.003)", "x = nn.BatchNorm2d(3, momentum=0.997)"),
        ("M = 0.1\nx = nn.BatchNorm2d(3, momentum=M)", None),  # whoever changes M decides
        ("def f(d=nn.Dense):\n    return d(3, 4, False)", None),  # who calls f may give another class
        ("x = functools.partial(nn.Dropout, 0.1)", None),
        ("k = {}\nx = nn.LayerNorm((4,), **k)", None),
        ("x = nn.Dropout(p=0.1)  # mslint: ignore[MSL101] why", "x = nn.Dropout(p=0.1)"),
        ("x = nn.Dropout(p=0.1)  # noqa: MSL101, E501", "x = nn.Dropout(p=0.1)  # noqa: E501"),
        ("x = nn.Dropout(p=0.1)  # noqa: E501,MSL101", "x = nn.Dropout(p=0.1)  # noqa: E501"),
        ("x = nn.Dropout(p=0.1)  # noqa: MSL101 # type: ignore", "x = nn.Dropout(p=0.1)  # type: ignore"),
        ("x = nn.Dropout(p=0.1)  # noqa: MSL101 because it is", "x = nn.Dropout(p=0.1)  # because it is"),
        ("x = 1\n# mslint: ignore-file[MSL101] why\ny = 2", "x = 1\ny = 2"),
        ("x = nn.Dropout(0.1)  # noqa: MSL101", None),  # it is meant
        ("x = nn.Dropout(r := 0.1)", None),
        (
            f"{INIT}        @deco\n        def f(): pass\n        self.a = nn.Dense(3, 3)",
            f"{INIT}        super().__init__()\n        @deco\n        def f(): pass\n        self.a = nn.Dense(3, 3)",
        ),
    ],
)
def test_what_becomes_of_code(before: str, after: object) -> None:
    head = "import functools\nfrom mindspore import nn\n\n"
    source, outcome = mended(Source("a.py", head + before + "\n"))
    assert source.text == head + (before if after is None else str(after)) + "\n"
    assert outcome.discarded == ()


def test_a_safe_fix_hides_nothing_graver_and_an_unsafe_one_waits_for_it() -> None:
    """Who writes down what a call does has not said that it is meant."""
    source = Source("a.py", "word\n")
    span = Span(1, 1, 1, 5)

    def check(changed: Mapping[str, Source]) -> Seen:
        if changed:
            return Seen(())
        light = Finding("a.py", span, "A", "a", Severity.INFO, "", fix=Fix(safety, "t", (Edit(span, "other"),)))
        return Seen((light, Finding("a.py", span, "B", "b", Severity.WARNING, "")))

    told = {}
    for safety in (SAFE, UNSAFE):
        outcome = settle(lambda path: source, check, check({}), (SAFE, UNSAFE))
        assert outcome.changed == {}
        told[safety] = [(each.reason, each.brought) for each in outcome.discarded]
    assert told == {SAFE: [("fix-hides", "B")], UNSAFE: [("fix-waits", "B")]}


CALLS = (
    "nn.Dropout(0.1{})", "nn.Dropout(0.9{})", "nn.Dense(3, 4, False{})", "nn.BatchNorm2d(3, momentum=0.1{})",
    "nn.Conv2d(3, 4, 3, padding=1{})", "nn.Conv2d(3, 4, 3, 1, 1{})", "nn.Conv2d(3, 4, 3{})", "nn.MaxPool2d(2{})",
    "nn.LayerNorm(8{})", "nn.Dense(3, 4, bias=False{})", "nn.LeakyReLU({})", "ops.std(x{})", "nn.SequentialCell({})",
    "nn.Dropout(r := 0.1{})", "nn.Dropout(r := 0.9{})", "nn.Dense(3, 4, b := False{})", "nn.MaxPool2d(k := 2{})",
    "nn.BatchNorm2d(3, momentum=(m := 0.1){})", "nn.Conv2d(c := 3, 4, 3{})", "[nn.Dense(3, n := 3{})] * 2",
)  # fmt: skip
TAILS = ("", ",", "  # 注释\n", ",  # why\n    ", "\n", ", **k", ", *a", ",\n    **k,\n")
fixables = st.tuples(st.sampled_from(CALLS), st.sampled_from(TAILS)).map(
    lambda pair: pair[0].format(pair[1] if "(}" not in pair[0] else pair[1].lstrip(","))
)
lines = st.one_of(fixables, programs.expressions).map(lambda text: f"y = {text}")
# A network whose __init__ begins with what a line is put before: decorators, a docstring, a line that goes on.
FIRST = (
    "@deco\n        def f(): pass", "@deco(1)\n        @ deco\n        class C: pass", "\'\'\'What it is.\'\'\'",
    "@ \\\n        deco\n        async def f(): pass", "x = \\\n          1", "x = 1; y = 2",
    "@(d := deco)\n        def f(): pass",
)  # fmt: skip
networks = st.tuples(
    st.sampled_from(["\n        ", " \\\n        "]),
    st.sampled_from(FIRST),
    st.sampled_from(["", "super().__init__()", "super().__init__(); z = 1"]),
    st.sampled_from(["self.a = nn.Dense(3, 3)", "self.a = [nn.Dense(3, 3)]", "self.a = [nn.Dense(3, w := 3)] * 2"]),
    st.sampled_from(["construct", "forward"]),
).map(
    lambda p: (
        f"class N(nn.Cell):\n    def __init__(self):{p[0]}{p[1]}\n        {p[3]}\n        {p[2]}\n"
        f"    def {p[4]}(self, x):\n        return self.a(x)"
    )
)
bodies = st.lists(st.one_of(lines, programs.statements, fixables, networks), min_size=1, max_size=6)
# Comments that silence something may go with what they silence: there are none here.
odd = st.integers(0, 100_000).map(lambda seed: re.sub(r"# (noqa|mslint).*", "# why", grammar.module(seed)))
files = bodies.map(lambda parts: "from mindspore import nn, ops\n\n" + "\n".join(parts) + "\n")


def parses(text: str) -> bool:
    try:
        ast.parse(text)
    except SyntaxError:
        return False
    return True


@settings(max_examples=150, deadline=None)
@given(
    text=st.one_of(files, programs.networks, odd),
    end=st.sampled_from(["\n", "\r\n", "\r"]),
    last=st.booleans(),
    feed=st.sampled_from(["", "\x0c"]),
    bom=st.booleans(),
)
def test_fixing_keeps_files_whole_and_ends(text: str, end: str, last: bool, feed: str, bom: bool) -> None:
    text = feed + (text if last else text.rstrip("\n"))
    source = Source("a.py", text.replace("\n", end), bom=bom)
    after, outcome = mended(source)
    if parses(text):
        assert parses(after.text)
        # Editors and other readers are offered each fix as it is: --fix alone would see that it does not parse.
        assert "fix-unparsable" not in [each.reason for each in outcome.discarded]
        for finding in check_source(source, Settings(), catalog()).findings:
            assert finding.fix is None or parses(apply(source, finding.fix.edits).text), finding
    assert (after == source) == (not outcome.fixed)
    assert (after.bom, after.encoding) == (source.bom, source.encoding)
    again, second = mended(after)
    assert (again, second.fixed) == (after, ())
    # Nothing but tokens of the fixes is new, and no comment is gone that is not a suppression.
    assert source.text.count("#") == after.text.count("#")
    assert set(re.findall(r"\r\n|\r|\n", after.text)) <= set(re.findall(r"\r\n|\r|\n", source.text)) | {end}
    if end != "\n":
        plain, _ = mended(Source("a.py", text, bom=bom))
        assert after.text == plain.text.replace("\n", end)
