"""The items of the guide: all there, complete in both languages, and every sentence said by some look."""

from __future__ import annotations

import ast
import re
import string
from pathlib import Path
from typing import Dict, Set

import pytest
from running import ROOT

from mslint.checklist.guide import FURTHER, GROUPS, GuideItem, guide
from mslint.rulekit.catalog import load_catalog

FOLDER = ROOT / "rules" / "_checklist"
# The items of MindSpore's accuracy guide.
ITEMS = [
    *(f"ds.0{number}" for number in range(1, 5)),
    *(f"dp.0{number}" for number in range(1, 6)),
    *(f"hp.0{number}" for number in range(1, 4)),
    *(f"api.0{number}" for number in range(1, 3)),
    *(f"cg.0{number}" for number in range(1, 5)),
    *(f"wi.0{number}" for number in range(1, 3)),
    *(f"mp.0{number}" for number in range(1, 5)),
]
# Rules that no item asks for: those of the tool itself.
WITHOUT_ITEM = {"MSL001", "MSL002", "MSL003"}


def fields(text: str) -> Set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name is not None}


def said(item: GuideItem) -> Dict[str, Set[str]]:
    """The sentences of an item by key, each with what fills it."""
    return {key: fields(text) for key, text in item.text["en"].say.items()}


def test_the_items_are_those_of_the_guide_in_its_order() -> None:
    assert [item.id for item in guide() if not item.further] == ITEMS
    assert len(ITEMS) == 24


def test_what_stands_beside_the_guide_comes_after_it() -> None:
    beside = [item.id for item in guide() if item.further]
    assert {name.split(".")[0] for name in beside} == set(FURTHER)
    assert [item.id for item in guide()] == [*ITEMS, *beside]


@pytest.mark.parametrize("item", guide(), ids=lambda item: item.id)
def test_an_item_says_the_same_in_both_languages(item: GuideItem) -> None:
    english, chinese = item.text["en"], item.text["zh"]
    for one, other in ((english.title, chinese.title), (english.ask, chinese.ask), (english.group, chinese.group)):
        assert one and other
        assert not re.search("[\u4e00-\u9fff]", one)
        assert re.search("[\u4e00-\u9fff]", other)
    assert {key: fields(text) for key, text in chinese.say.items()} == said(item)


@pytest.mark.parametrize("item", guide(), ids=lambda item: item.id)
def test_rules_that_decide_an_item_speak_to_it(item: GuideItem) -> None:
    rules = load_catalog().rules
    assert all(item.id in rules[code].checklist for code in item.decides)


@pytest.mark.parametrize("item", guide(), ids=lambda item: item.id)
def test_an_item_has_something_that_speaks_to_it(item: GuideItem) -> None:
    assert item.program is not None or item.file is not None or item.like


def test_items_are_like_others_that_exist() -> None:
    known = {item.id for item in guide()}
    assert all(set(item.like) <= known for item in guide())


def test_rules_speak_to_items_that_exist() -> None:
    known = {item.id for item in guide()}
    rules = load_catalog().rules.values()
    assert [rule.code for rule in rules if not set(rule.checklist) <= known] == []
    assert {rule.code for rule in rules if not rule.checklist} == WITHOUT_ITEM


@pytest.mark.parametrize("group", GROUPS)
def test_every_sentence_of_a_group_is_said_by_its_looks(group: str) -> None:
    tree = ast.parse((FOLDER / f"{group}.py").read_text(encoding="utf-8"))
    texts = {node.value for node in ast.walk(tree) if isinstance(node, ast.Constant) and isinstance(node.value, str)}
    keys = {key for item in guide() if item.id.startswith(f"{group}.") for key in said(item)}
    assert keys - texts == set()


@pytest.mark.parametrize("path", sorted(FOLDER.glob("*.py")), ids=lambda path: path.stem)
def test_looks_import_from_the_rulekit_and_the_standard_library_only(path: Path) -> None:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("mslint"):
            assert (node.module or "").startswith("mslint.rulekit")
