"""Runs every rule unit in rules/: what its pages show is what mslint says, in any spelling and language."""

from __future__ import annotations

import ast
import os
import re
import string
import subprocess
import sys
import textwrap
from functools import cache
from pathlib import Path
from typing import Iterable, Iterator, List, Set, Tuple

import pytest

from mslint.api.versions import NEWEST, Version, format_version, parse_version
from mslint.config import Settings
from mslint.engine import check_source
from mslint.model import SAFE, UNSAFE, Finding, Severity
from mslint.report import rulepage
from mslint.rulekit.catalog import Catalog, load_catalog
from mslint.rulekit.rule import Example, Measured, Rule, Text
from mslint.selftest import MARK, Case, cases, differences, findings, fixed, safeties, severities, shown
from mslint.source.text import Source
from mslint.words import LANGUAGES

CHECKOUT = Path(__file__).resolve().parents[2]


@cache
def catalog() -> Catalog:
    return load_catalog(whole=True)


def check(code: str, answers: bool = False, **settings: object) -> Tuple[Finding, ...]:
    asked = Settings(**settings)  # type: ignore[arg-type]
    return check_source(Source("example.py", code), asked, catalog(), answers=answers).findings


def examples() -> Iterator[Tuple[str, Rule, Example]]:
    for rule in catalog().rules.values():
        for number, example in enumerate(rule.examples, 1):
            yield f"{rule.code}-{number}", rule, example


RULES = list(catalog().rules.values())
EXAMPLES = list(examples())
CASES = [case for rule in RULES for case in cases(rule)]
each_rule = pytest.mark.parametrize("rule", RULES, ids=[rule.code for rule in RULES])
each_bad = pytest.mark.parametrize(
    ("rule", "code", "target"),
    [(rule, each.bad, parse_version(each.target) if each.target else NEWEST) for _, rule, each in EXAMPLES],
    ids=[i for i, _, _ in EXAMPLES],
)
each_case = pytest.mark.parametrize("case", CASES, ids=[f"{case.rule.code}-{case.kind}-{case.name}" for case in CASES])


@each_bad
def test_what_stands_under_no_condition_is_found_all_the_same(rule: Rule, code: str, target: Version) -> None:
    """`if True:` around a module: every place moves by a line and an indentation, and nothing else changes."""
    if not code or '"""' in code:
        pytest.skip("nothing to indent, or a text that would be another one")
    under = "if True:\n" + textwrap.indent(code, "    ", lambda line: bool(line.strip()))
    plain, moved = (check(text, target_version=target) for text in (code, under))
    assert [(each.code, each.span.line) for each in moved] == [(each.code, each.span.line + 1) for each in plain]


@each_case
def test_a_unit_yields_exactly_what_it_marks(case: Case) -> None:
    if case.kind != "bad":
        ast.parse(case.code)
    assert differences(case, catalog()) == []


@each_rule
def test_a_rule_has_examples_and_sources(rule: Rule) -> None:
    if not rule.looks_at_code:
        return  # the rules of the tool itself do not look at code
    assert any(example.bad and example.good for example in rule.examples)
    assert rule.silent
    assert rule.sources and all(source.fact and source.checked for source in rule.sources)


@each_rule
def test_both_languages_say_the_same_things(rule: Rule) -> None:
    english, chinese = (rule.text[lang] for lang in LANGUAGES)
    assert set(english.variants) == set(chinese.variants)
    assert bool(english.details) == bool(chinese.details)
    for name in ("", *english.variants):
        assert placeholders(english, name) == placeholders(chinese, name)
        words = chinese.variant(name)
        assert all(re.search(r"[\u4e00-\u9fff]", text) for text in (words.message, words.why, words.fix))
        assert not re.search(r"[\u4e00-\u9fff]", english.variant(name).message)


def placeholders(text: Text, name: str) -> Set[str]:
    return {field for _, field, _, _ in string.Formatter().parse(text.variant(name).message) if field}


@each_rule
@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_page_shows_each_variant_with_its_reason_and_cure(rule: Rule, lang: str) -> None:
    """And, but for what no example can show, with a message as it was said."""
    seen = shown(rule, catalog(), lang)
    page = "\n".join(rulepage.page(rule, lang, seen))
    text = rule.text[lang]
    for name in ("", *text.variants):
        words = text.variant(name)
        if words.message:
            assert name in seen.said or rule.code.startswith("MSL0"), f"no example shows {name}"
            for part in (seen.said.get(name, ""), rulepage.blanked(words.why), rulepage.blanked(words.fix)):
                assert part in page


@each_rule
def test_every_text_is_reached_by_an_example(rule: Rule) -> None:
    """The rule's own message too: no text is there for show."""
    if not rule.examples:
        return
    firing = [case for case in cases(rule) if case.kind == "bad" or case.level is not None]
    found = [finding for case in firing for finding in findings(rule, case.code, catalog(), target=case.target)]
    messages = [finding.message for finding in found if finding.code == rule.code]
    for name in ("", *rule.text["en"].variants):
        template = re.escape(rule.text["en"].variant(name).message)
        pattern = re.sub(r"\\\{\w+\\\}", "(?:.+)", template)
        assert any(re.fullmatch(pattern, message, re.DOTALL) for message in messages), (
            f"no example shows {f'variant {name}' if name else 'the message of the rule itself'}"
        )


@each_rule
def test_no_text_is_written_twice(rule: Rule) -> None:
    for text in rule.text.values():
        messages = [text.variant(name).message for name in ("", *text.variants)]
        assert len(messages) == len(set(messages))


@each_rule
def test_the_title_of_a_silent_case_tells_its_level(rule: Rule) -> None:
    for silent in rule.silent:
        assert silent.case.en.endswith(": info") == (silent.level is Severity.INFO), silent.case
        assert silent.case.zh.endswith("（提示级）") == (silent.level is Severity.INFO), silent.case


# What docs/measuring.md asks of a rule; fewer judged findings than this say too little of it alone.
ENOUGH, OFTEN_ENOUGH = 20, 0.85


def too_often_wrong(measured: Measured) -> bool:
    judged = measured.right + measured.wrong
    return judged >= ENOUGH and measured.right < OFTEN_ENOUGH * judged


@each_rule
def test_what_is_too_often_wrong_is_no_warning(rule: Rule) -> None:
    if rule.measured is not None and too_often_wrong(rule.measured):
        assert severities(rule, catalog()) == [Severity.INFO]


@pytest.mark.parametrize(
    ("right", "wrong", "too_often"), [(17, 3, False), (16, 4, True), (19, 0, False), (10, 9, False)]
)
def test_how_often_is_too_often(right: int, wrong: int, too_often: bool) -> None:
    assert too_often_wrong(Measured("", (), right, wrong, 0)) is too_often


def test_what_differs_from_pytorch_alone_is_silent_for_tensorflow() -> None:
    for rule in (catalog().rules["MSL105"], *(rule for rule in RULES if rule.only_from == "pytorch")):
        for example in rule.examples:
            for framework in ("pytorch", "tensorflow"):
                found = check(example.bad, answers=True, source_framework=framework)
                assert any(finding.code == rule.code for finding in found) is (framework == "pytorch")


def test_the_catalogue_names_rules_that_only_matter_for_pytorch() -> None:
    assert {"MSL114", "MSL116"} <= {rule.code for rule in RULES if rule.only_from == "pytorch"}


@each_bad
def test_chinese_findings_stand_at_the_same_places(rule: Rule, code: str, target: Version) -> None:
    english, chinese = check(code, target_version=target), check(code, lang="zh", target_version=target)
    assert [(f.span, f.code, f.severity) for f in english] == [(f.span, f.code, f.severity) for f in chinese]
    for finding in chinese:
        assert re.search(r"[\u4e00-\u9fff]", finding.message)
    for finding in (*english, *chinese):
        text = finding.message + finding.why + finding.how
        assert not re.search(r"\{[a-z_]+\}", text), "a placeholder was left in the text"


@each_bad
def test_a_noqa_on_the_line_silences(rule: Rule, code: str, target: Version) -> None:
    lines = code.split("\n")
    for finding in check(code, target_version=target):
        if finding.code == rule.code:
            line = lines[finding.span.line - 1]
            if finding.span.end_line != finding.span.line and line.rstrip().endswith("\\"):
                continue
            silenced = [*lines]
            silenced[finding.span.line - 1] = f"{MARK.sub('', line).rstrip()}  # noqa: {rule.code}"
            kept = [(f.span, f.code) for f in check("\n".join(silenced), target_version=target)]
            assert (finding.span, finding.code) not in kept


SPELLINGS = {
    "from mindspore import nn": (
        "import mindspore.nn as nn",
        "import mindspore; nn = mindspore.nn",
        "import mindspore as ms; nn = ms.nn",
    ),
    "from mindspore import ops": ("import mindspore.ops as ops", "import mindspore as ms; ops = ms.ops"),
    "import mindspore.dataset as ds": (
        "from mindspore import dataset as ds",
        "import mindspore; ds = mindspore.dataset",
    ),
    "import mindspore as ms": ("import mindspore; ms = mindspore",),
}


@each_bad
def test_all_import_spellings_agree(rule: Rule, code: str, target: Version) -> None:
    before = [(f.span, f.code, f.severity, f.message) for f in check(code, target_version=target)]
    changed = 0
    for spelling, others in SPELLINGS.items():
        pattern = re.compile(rf"^{re.escape(spelling)}$", re.MULTILINE)
        for other in others if pattern.search(code) else ():
            changed += 1
            after = [
                (f.span, f.code, f.severity, f.message) for f in check(pattern.sub(other, code), target_version=target)
            ]
            assert after == before, other
    if not changed:
        pytest.skip("imports in a spelling of its own")


@each_bad
def test_crlf_moves_nothing(rule: Rule, code: str, target: Version) -> None:
    plain = check(code, target_version=target)
    windows = check(code.replace("\n", "\r\n"), target_version=target)
    assert [(f.span, f.code) for f in windows] == [(f.span, f.code) for f in plain]


@each_bad
def test_chinese_text_before_a_call_moves_it_by_its_characters(rule: Rule, code: str, target: Version) -> None:
    prefix = '_ = "中文，宽字符"; '
    lines = code.split("\n")
    simple = {
        node.lineno
        for node in ast.walk(ast.parse(code))
        if isinstance(node, (ast.Assign, ast.Expr, ast.Return)) and lines[node.lineno - 1].lstrip()[:1] not in "\"'"
    }
    moved = 0
    for finding in check(code, target_version=target):
        start = finding.span.line
        if finding.code != rule.code or start not in simple:
            continue
        moved += 1
        line = lines[start - 1]
        indent = len(line) - len(line.lstrip())
        changed = [*lines]
        changed[start - 1] = line[:indent] + prefix + line[indent:]
        places = [(f.span.line, f.span.column, f.code) for f in check("\n".join(changed), target_version=target)]
        assert (start, finding.span.column + len(prefix), finding.code) in places
    if not moved:
        pytest.skip("no finding on a simple statement")


def fixable(found: Iterable[Finding], rule: Rule) -> List[Finding]:
    """The findings of a rule that --fix --unsafe-fixes would see to."""
    made = (finding for finding in found if finding.code == rule.code and finding.fix is not None)
    return [finding for finding in made if finding.fix is not None and finding.fix.safety in (SAFE, UNSAFE)]


@each_rule
def test_the_fixes_that_a_rule_claims_are_those_that_it_has(rule: Rule) -> None:
    if rule.examples:
        assert list(rule.fixes) == safeties(rule, catalog())[0]


@each_bad
def test_a_fix_cures_its_finding_and_brings_no_other(rule: Rule, code: str, target: Version) -> None:
    version = format_version(target)
    before = fixable(check(code, extend_select=(rule.code,), target_version=target), rule)
    after, outcome = fixed(code, rule, catalog(), version)
    ast.parse(after)
    assert (after == code) == (not outcome.fixed)
    # What is left was tried and would have brought another finding, or waits for a graver one of its place.
    left = fixable(outcome.seen.findings, rule)
    tried = [each.finding.message for each in outcome.discarded]
    places = {(f.span, f.severity) for f in outcome.seen.findings}
    assert all(f.message in tried or any(s == f.span and v > f.severity for s, v in places) for f in left)
    assert bool(before) <= bool(outcome.fixed or outcome.discarded)
    again, second = fixed(after, rule, catalog(), version)
    assert (again, second.fixed) == (after, ())


@each_bad
def test_a_fix_is_the_same_in_both_languages_and_with_other_line_ends(rule: Rule, code: str, target: Version) -> None:
    version = format_version(target)
    after, outcome = fixed(code, rule, catalog(), version)
    windows, _ = fixed(code.replace("\n", "\r\n"), rule, catalog(), version)
    assert windows == after.replace("\n", "\r\n")
    chinese, spoken = fixed(code, rule, catalog(), version, lang="zh")
    assert chinese == after
    assert all(f.fix is not None and re.search(r"[\u4e00-\u9fff]", f.fix.title) for f in spoken.fixed)
    assert not any(f.fix is not None and re.search(r"[\u4e00-\u9fff]", f.fix.title) for f in outcome.fixed)


def test_two_hash_seeds_agree(tmp_path: Path) -> None:
    for identifier, _, example in EXAMPLES:
        (tmp_path / f"{identifier}.py").write_text(example.bad, encoding="utf-8")
    outputs = set()
    for seed in ("1", "2"):
        environment = {**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": str(CHECKOUT), "PYTHONIOENCODING": "utf-8"}
        command = [
            sys.executable,
            "-m",
            "mslint",
            str(tmp_path),
            "--output-format",
            "jsonl",
            "--level",
            "info",
            "--no-cache",
        ]
        run = subprocess.run(command, capture_output=True, env=environment, cwd=str(tmp_path))
        assert run.returncode == 1, run.stderr
        outputs.add(run.stdout)
    assert len(outputs) == 1


@pytest.mark.parametrize(
    ("call", "target"),
    [
        ("nn.Dense(3, 4, bias=True)", NEWEST),
        ("nn.LayerNorm((4,), eps=1e-5)", NEWEST),
        ("nn.LeakyReLU(negative_slope=0.1)", NEWEST),
        ("nn.Softmax(dim=1)", NEWEST),
        ("ops.interpolate(x, sizes=4, mode='bilinear')", NEWEST),
        ("ops.norm(x, p=2)", NEWEST),
        ("ops.max(x, dim=1)", NEWEST),
        ("ms.tensor([1, 2], device='CPU')", (2, 7)),
    ],
)
def test_of_an_argument_that_is_refused_nothing_else_is_said(call: str, target: Version) -> None:
    """Not its default either; what other arguments do is another finding (test_one_cause.py)."""
    code = f"import mindspore as ms\nfrom mindspore import nn, ops\n\nx = ops.ones(3)\nmade = {call}\n"
    (finding,) = check(code, level=Severity.INFO, target_version=target)
    assert finding.code in ("MSL111", "MSL901", "MSL902")


@pytest.mark.parametrize(("target", "found"), [((1, 9), False), ((2, 0), True), (NEWEST, True)])
def test_an_announced_change_is_one_of_the_default_that_the_target_has(target: Version, found: bool) -> None:
    """ops.median took axis 0 before 2.0; what is announced is a change of -1."""
    code = "from mindspore import ops\n\n\ndef middle(x):\n    return ops.median(x)\n"
    shown = check(code, level=Severity.INFO, target_version=target, select=("MSL904",))
    assert bool(shown) is found


def test_the_rules_about_defaults_name_the_methods_that_their_tables_speak_of() -> None:
    """A method is only looked at where its unit names it: nothing else makes sure that its receiver is a Tensor."""
    tables, rules = catalog().tables, catalog().rules
    for short in tables._table("mindspore.Tensor"):
        api = tables.get(f"mindspore.Tensor.{short}")
        assert api is not None
        announced = api.announced.defaults if api.announced is not None else {}
        assert not announced or api.name in rules["MSL904"].calls, api.name
        silent = [row for row in tables.torch.differences(api.name) if row.silent and row.argument and not row.owner]
        assert not silent or api.name in rules["MSL110"].calls, api.name
