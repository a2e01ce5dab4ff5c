"""Two whole projects, one healthy, one with a mistake for every item that code can show: all 24 conclusions."""

from __future__ import annotations

from typing import Dict

import pytest
from filling import filled
from running import ROOT

from mslint.checklist.model import NEEDS_YOU, NOT_APPLICABLE, OK, PROBLEM
from mslint.words import LANGUAGES

PROJECTS = ROOT / "fixtures" / "projects"

# What only data can answer needs somebody as long as there are none.
HEALTHY: Dict[str, str] = {
    "ds.01": NEEDS_YOU,
    "ds.02": NEEDS_YOU,
    "ds.03": NEEDS_YOU,
    "ds.04": NEEDS_YOU,
    "dp.01": OK,
    "dp.02": OK,
    "dp.03": OK,
    "dp.04": NOT_APPLICABLE,
    "dp.05": OK,
    "hp.01": OK,
    "hp.02": OK,
    "hp.03": OK,
    "api.01": OK,
    "api.02": OK,
    "cg.01": OK,
    "cg.02": OK,
    "cg.03": OK,
    "cg.04": OK,
    "wi.01": OK,
    "wi.02": OK,
    "mp.01": NEEDS_YOU,  # whether float16 overflows only a run shows
    "mp.02": OK,
    "mp.03": OK,
    "mp.04": NOT_APPLICABLE,
}
PLANTED: Dict[str, str] = {
    **dict.fromkeys(HEALTHY, PROBLEM),
    "ds.01": NEEDS_YOU,
    "ds.02": NEEDS_YOU,
    "ds.03": NEEDS_YOU,
    "ds.04": NEEDS_YOU,
    "dp.04": NEEDS_YOU,  # that data are padded can be seen, whether they should be cannot
}
# What each mistake is found by.
FOUND: Dict[str, str] = {
    "dp.01": "MSL308",
    "dp.02": "MSL304",
    "dp.03": "MSL301",
    "dp.05": "MSL305",
    "hp.01": "MSL701",
    "hp.02": "MSL702",
    "hp.03": "MSL703",
    "api.01": "MSL101",
    "api.02": "MSL201",
    "cg.01": "MSL502",
    "cg.02": "MSL507",
    "cg.03": "MSL505",
    "cg.04": "MSL508",
    "wi.01": "MSL601",
    "wi.02": "MSL602",
    "mp.01": "MSL406",
    "mp.02": "MSL403",
    "mp.03": "MSL404",
    "mp.04": "MSL405",
}


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize(("name", "expected"), [("checklist_healthy", HEALTHY), ("checklist_planted", PLANTED)])
def test_all_items_of_a_project(name: str, expected: Dict[str, str], lang: str) -> None:
    items = filled(PROJECTS / name, lang)
    assert {item: items[item].conclusion for item in expected} == expected


def test_each_mistake_is_found_by_its_rule() -> None:
    items = filled(PROJECTS / "checklist_planted")
    assert {item: code for item, code in FOUND.items() if code not in {f.code for f in items[item].findings}} == {}


def test_no_item_of_the_healthy_project_has_a_finding_above_info() -> None:
    items = filled(PROJECTS / "checklist_healthy")
    assert [f.code for item in items.values() for f in item.findings if f.severity.label != "info"] == []


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("name", ["checklist_healthy", "checklist_planted"])
def test_every_conclusion_has_its_evidence(name: str, lang: str) -> None:
    for item in filled(PROJECTS / name, lang).values():
        spoken = {remark.speaks_for for remark in item.remarks}
        assert item.conclusion in spoken or (item.conclusion == PROBLEM and item.findings), item.id
        if item.conclusion == OK:
            assert any(remark.places for remark in item.remarks if remark.speaks_for == OK), item.id
        assert not any("{" in remark.text for remark in item.remarks), item.id
