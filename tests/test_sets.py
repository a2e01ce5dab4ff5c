"""A forgotten leg of a rule is a red test: the codes in rules, docs, changelog, READMEs and fixtures are the same."""

from __future__ import annotations

import json
import re
from typing import Set

import pytest
from running import FIXED, PORT, ROOT, mslint

from mslint.model import Severity
from mslint.rulekit.catalog import load_catalog
from mslint.selftest import severities

CODES = set(load_catalog().rules)
# What only a file that cannot be read, an unused comment or a broken rule can bring about.
OF_THE_TOOL = {code for code in CODES if code.startswith("MSL0")}
# What takes a program of its own to show has projects of its own: see test_program_fixtures.
OF_PROGRAMS = {rule.code for rule in load_catalog().rules.values() if rule.program}
# What never rises above info does not show at the default level.
WHOLE = load_catalog(whole=True)
OF_INFO = {rule.code for rule in WHOLE.rules.values() if severities(rule, WHOLE) == [Severity.INFO]} - OF_THE_TOOL


def codes_in(text: str) -> Set[str]:
    return set(re.findall(r"MSL\d{3}", text))


# The numbers that are taken: from the first to the last of each group, without a gap. A number is never used again.
CATALOGUE = (
    (1, 3),
    (101, 119),
    (122, 122),
    (201, 206),
    (301, 311),
    (401, 408),
    (501, 508),
    (601, 606),
    (701, 706),
    (801, 805),
    (901, 905),
)


def test_the_catalogue_is_whole() -> None:
    assert {f"MSL{number:03}" for first, last in CATALOGUE for number in range(first, last + 1)} == CODES


def test_folders_are_named_after_their_rules() -> None:
    folders = {path.parent.name for path in (ROOT / "rules").glob("*/rule.toml")}
    assert folders == {f"{rule.code.lower()}_{rule.slug.replace('-', '_')}" for rule in load_catalog().rules.values()}


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_every_rule_has_a_page_and_every_page_a_rule(lang: str) -> None:
    assert {path.stem for path in (ROOT / "docs" / lang).glob("MSL*.md")} == CODES


@pytest.mark.parametrize("name", ["README.md", "README.zh.md"])
def test_readme_tables_list_every_rule(name: str) -> None:
    text = (ROOT / name).read_text(encoding="utf-8")
    table = text[text.index("<!-- rules:start -->") : text.index("<!-- rules:end -->")]
    assert codes_in(table) == CODES


@pytest.mark.parametrize("code", sorted(CODES))
def test_every_text_of_a_rule_is_there_in_both_languages(code: str) -> None:
    rule = WHOLE.rules[code]
    texts = {f"case of silent case {number}": silent.case for number, silent in enumerate(rule.silent, 1)}
    for number, source in enumerate(rule.sources, 1):
        texts.update({f"title of source {number}": source.title, f"fact of source {number}": source.fact})
    if rule.measured is not None and rule.measured.note.en:
        texts["note of measured"] = rule.measured.note
    # Where the Chinese is missing the English stands for it.
    missing = [name for name, text in texts.items() if not re.search("[\u4e00-\u9fff]", text.zh)]
    assert not missing, f"{rule.folder.name}/rule.toml: without Chinese: {', '.join(missing)}"


def test_changelog_names_every_rule() -> None:
    assert codes_in((ROOT / "CHANGELOG.md").read_text(encoding="utf-8")) == CODES


@pytest.mark.parametrize("level", ["warning", "info"])
def test_bundled_project_shows_every_rule_that_the_level_lets_through(level: str) -> None:
    done = mslint("--output-format", "json", "--level", level, PORT, cwd=ROOT)
    assert done.returncode == 1, done.stderr
    shown = {finding["code"] for finding in json.loads(done.stdout)["findings"]}
    assert shown - OF_PROGRAMS == CODES - OF_THE_TOOL - OF_PROGRAMS - (OF_INFO if level == "warning" else set())


def test_corrected_project_shows_nothing_at_the_default_level() -> None:
    done = mslint("--output-format", "json", FIXED, cwd=ROOT)
    assert json.loads(done.stdout)["findings"] == []
    assert done.returncode == 0
