"""Two whole projects, one healthy, one with a mistake for every item that code can show: all 24 conclusions."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Dict

import pytest
from filling import filled
from running import ROOT, mslint

from mslint.checklist.model import NEEDS_YOU, NOT_APPLICABLE, OK, PROBLEM
from mslint.rulekit.catalog import load_catalog
from mslint.rulekit.rule import ALL, AT_INFO
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


ANSWERS = ("MSL307", "MSL701", "MSL702", "MSL703")


def test_answers_for_the_checklist_are_no_findings(tmp_path: Path) -> None:
    planted = PROJECTS / "checklist_planted"
    assert {code for code, rule in load_catalog().rules.items() if rule.answers == ALL} == set(ANSWERS)
    everything = mslint("--level", "info", "--output-format", "json", "--exit-zero", cwd=planted)
    found = {each["code"] for each in json.loads(everything.stdout)["findings"]}
    assert found and not found & set(ANSWERS)
    for code in ANSWERS:
        assert mslint("--select", code, "--level", "info", cwd=planted).returncode == 0
        assert "mslint checklist" in mslint("rule", code, "--isolated", cwd=tmp_path).stdout
    items = json.loads(mslint("checklist", ".", "--output-format", "json", cwd=planted).stdout)["items"]
    told = {each["code"]: each for item in items for each in item["findings"]}
    for code in ("MSL701", "MSL702", "MSL703"):
        assert told[code]["path"].endswith(".py") and told[code]["line"] > 0


def test_what_a_rule_only_notes_answers_the_checklist(tmp_path: Path) -> None:
    code = "from mindspore import nn\n\nmade = nn.Conv2d(3, 8, 3, has_bias=True)\n"
    (tmp_path / "net.py").write_text(code, encoding="utf-8")
    noted = [code for code, rule in load_catalog().rules.items() if rule.answers == AT_INFO]
    assert "MSL105" in noted
    shown = mslint("--level", "info", "--output-format", "json", "--select", ",".join(noted), cwd=tmp_path)
    assert json.loads(shown.stdout)["findings"] == []
    items = json.loads(mslint("checklist", ".", "--output-format", "json", cwd=tmp_path).stdout)["items"]
    assert "MSL105" in {each["code"] for item in items for each in item["findings"]}
    assert "mslint checklist" in mslint("rule", "MSL105", cwd=tmp_path).stdout
    (tmp_path / "net.py").write_text(code.replace("3, has", "3, stride=2, has"), encoding="utf-8")
    told = json.loads(mslint("--output-format", "json", cwd=tmp_path).stdout)["findings"]
    assert [(each["code"], each["severity"]) for each in told] == [("MSL105", "warning")]


def test_old_configurations_may_name_them(tmp_path: Path) -> None:
    (tmp_path / "mslint.toml").write_text(
        'select = ["MSL7", "MSL307"]\nignore = ["MSL702"]\n[severity]\nMSL701 = "warning"\n', encoding="utf-8"
    )
    (tmp_path / "train.py").write_text(
        "from mindspore import nn\n\n"
        "opt = nn.Adam(nn.Dense(1, 1).trainable_params(), 3.0)  # mslint: ignore[MSL701] as the reference\n",
        encoding="utf-8",
    )
    done = mslint("--level", "info", cwd=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    assert "MSL701" not in done.stdout and "MSL002" not in done.stdout


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
