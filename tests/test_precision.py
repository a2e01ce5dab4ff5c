"""The script that measures how often mslint is right: what it draws, and how it counts verdicts."""

from __future__ import annotations

import importlib.util
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from types import ModuleType
from typing import Dict, List

import pytest
from running import BAD, ROOT, environment

SCRIPT = ROOT / "scripts" / "precision.py"


@pytest.fixture(scope="module")
def precision() -> ModuleType:
    spec = importlib.util.spec_from_file_location("precision", SCRIPT)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def run(*args: object, ok: bool = True) -> str:
    done = subprocess.run(
        [sys.executable, str(SCRIPT), *map(str, args)], capture_output=True, text=True, env=dict(environment())
    )
    assert (done.returncode == 0) is ok, done.stderr
    return done.stdout + done.stderr


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    """A repository with two projects, one of which is a copy of a file of the other."""
    top = tmp_path / "code" / "repository"
    for project, text in (("one", BAD), ("two", BAD + "x = 1\n"), ("three", BAD)):
        (top / project / "src").mkdir(parents=True)
        (top / project / "README.md").write_text("a port\n", encoding="utf-8")
        (top / project / "src" / "net.py").write_text(text, encoding="utf-8")
    return top


def drawn(folder: Path) -> List[Dict[str, object]]:
    found: List[Dict[str, object]] = json.loads((folder / "findings.json").read_text(encoding="utf-8"))["findings"]
    return found


def test_findings_belong_to_the_nearest_project_and_copies_count_once(repository: Path, tmp_path: Path) -> None:
    run("draw", repository, "--out", tmp_path / "drawn", "--level", "warning")
    found = drawn(tmp_path / "drawn")
    # "one" comes before "three", which holds the same file.
    assert {each["project"] for each in found} == {"repository/one", "repository/two"}
    assert {each["path"] for each in found} == {"repository/one/src/net.py", "repository/two/src/net.py"}
    assert [each["number"] for each in found] == [1, 2, 3, 4]
    page = (tmp_path / "drawn" / "pages" / "0001.md").read_text(encoding="utf-8")
    assert "MSL101" in page and ">    3 drop = nn.Dropout(0.1)" in page


def test_a_side_holds_whole_projects_and_the_sides_hold_all(repository: Path, tmp_path: Path) -> None:
    for side in "AB":
        run("draw", repository, "--out", tmp_path / side, "--side", side)
    sides = {side: {each["project"] for each in drawn(tmp_path / side)} for side in "AB"}
    assert not sides["A"] & sides["B"]
    assert sides["A"] | sides["B"] == {"repository/one", "repository/two"}


def test_the_seed_decides(precision: ModuleType) -> None:
    assert precision.side_of("repository/one") == precision.side_of("repository/one")
    sides = [precision.side_of(f"repository/{number}") for number in range(400)]
    assert 150 < sides.count("A") < 250


def test_each_stratum_gets_its_least_and_the_rest_goes_by_size(precision: ModuleType) -> None:
    assert precision.allocate({"a": 3, "b": 100, "c": 50}, 30, 5) == {"a": 3, "b": 17, "c": 10}
    assert precision.allocate({"a": 3, "b": 100}, 1, 5) == {"a": 3, "b": 5}


def test_the_interval_is_wilsons(precision: ModuleType) -> None:
    # Wilson 1927, for 95 of 100 and for 20 of 20.
    low, high = precision.interval(0.95, 100)
    assert (round(low, 3), round(high, 3)) == (0.888, 0.978)
    assert round(precision.interval(1.0, 20)[0], 3) == 0.839


def write_sample(folder: Path) -> None:
    """Nine of ten firings of MSL901 judged, and all of MSL101."""
    folder.mkdir()
    findings = [
        {"number": number, "code": code, "severity": "error", "path": "a.py", "cell": None, "line": number, "column": 1}
        for number, code in ((1, "MSL101"), (2, "MSL101"), (3, "MSL901"), (4, "MSL901"))
    ]
    record = {"side": None, "lines": {"A": 10}, "population": {"MSL101": 2, "MSL901": 18}, "findings": findings}
    (folder / "findings.json").write_text(json.dumps(record), encoding="utf-8")


def test_verdicts_are_weighted_by_how_often_rules_fire(tmp_path: Path) -> None:
    write_sample(tmp_path / "sample")
    (tmp_path / "first").write_text("1 T\n2 T\n3 T true\n4 F no such name\n", encoding="utf-8")
    (tmp_path / "second").write_text("0001 T\n0002 H meant\n0003 T\n0004 F\n", encoding="utf-8")
    report = run("report", tmp_path / "sample", tmp_path / "first", tmp_path / "second")
    assert "4 findings judged twice: 3 verdicts agree; 3 agree on whether it is T" in report
    # MSL101: one T and one open, that is 75 %; MSL901: 50 %; weighted 0.1 * 0.75 + 0.9 * 0.5.
    assert "each rule the same: 62.5 %" in report
    assert "weighted by firings, T: 52.5 %" in report
    assert "weighted by firings, F: 45.0 %" in report
    assert "0002 MSL101 T H" in run(
        "report", tmp_path / "sample", tmp_path / "first", tmp_path / "second", "--differing"
    )
    (tmp_path / "again").write_text("2 T it was not meant\n", encoding="utf-8")
    args = ("report", tmp_path / "sample", tmp_path / "first", tmp_path / "second", "--again", tmp_path / "again")
    assert "weighted by firings, T: 55.0 %" in run(*args)


def test_tallies_are_written_into_the_units(tmp_path: Path) -> None:
    write_sample(tmp_path / "sample")
    for code, more in (("101", '\n[measured]\nright = 1\nnote = "[old]"\n'), ("901", ""), ("902", "\n[measured]\n")):
        (tmp_path / "rules" / f"msl{code}_some").mkdir(parents=True)
        (tmp_path / "rules" / f"msl{code}_some" / "rule.toml").write_text(f'code = "{code}"\n{more}', encoding="utf-8")
    (tmp_path / "first").write_text("1 T\n2 T\n3 T\n4 F\n", encoding="utf-8")
    (tmp_path / "second").write_text("1 T\n2 H\n3 T\n4 F\n", encoding="utf-8")
    args = ("units", tmp_path / "sample", tmp_path / "first", tmp_path / "second")
    run(*args, "--date", "2026-11-19", "--rules", tmp_path / "rules")
    units = {path.parent.name: path.read_text(encoding="utf-8") for path in (tmp_path / "rules").glob("*/rule.toml")}
    head = '\n[measured]\ndate = 2026-11-19\ncorpora = ["a.py"]\n'
    assert units["msl101_some"] == f'code = "101"\n{head}right = 1\nwrong = 0\ncannot_tell = 1\n'
    assert units["msl901_some"] == f'code = "901"\n{head}right = 1\nwrong = 1\ncannot_tell = 0\n'
    assert units["msl902_some"] == 'code = "902"\n'


def test_verdicts_of_the_same_words_are_taken_over(repository: Path, tmp_path: Path) -> None:
    old, new = tmp_path / "old", tmp_path / "new"
    run("draw", repository, "--out", old, "--level", "warning")
    (old / "first").write_text("1 T\n2 T yes\n3 F\n4 H no\n", encoding="utf-8")
    text = (repository / "one" / "src" / "net.py").read_text(encoding="utf-8")
    (repository / "one" / "src" / "net.py").write_text(text.replace("Dropout(0.1)", "Dropout(0.2)"), encoding="utf-8")
    shutil.rmtree(repository / "three")
    run("draw", repository, "--out", new, "--level", "warning")
    told = run("carry", old, new, "first")
    assert told == "3 of 4 findings were judged before; left:\n0001\n"
    assert (new / "first").read_text(encoding="utf-8") == "0002 T yes\n0003 F\n0004 H no\n"


def test_a_missing_verdict_or_one_that_is_none_is_told(tmp_path: Path) -> None:
    write_sample(tmp_path / "sample")
    (tmp_path / "first").write_text("1 T\n2 T\n3 T\n", encoding="utf-8")
    (tmp_path / "second").write_text("1 T\n2 maybe\n", encoding="utf-8")
    told = run("report", tmp_path / "sample", tmp_path / "first", tmp_path / "first", ok=False)
    assert "no verdict for 1 findings, the first is 0004" in told
    told = run("report", tmp_path / "sample", tmp_path / "first", tmp_path / "second", ok=False)
    assert "second:2: a line is a number, one of T H F ?, and a reason" in told


@pytest.mark.skipif(os.name == "nt", reason="the stand-ins are shell scripts")
def test_what_an_earlier_mslint_showed_is_drawn_too(repository: Path, tmp_path: Path) -> None:
    earlier = tmp_path / "earlier"
    earlier.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m mslint "$@"\n', encoding="utf-8")
    now = tmp_path / "now"
    now.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m mslint --ignore MSL101 "$@"\n', encoding="utf-8")
    for script in (earlier, now):
        script.chmod(0o755)
    sample = tmp_path / "drawn"
    run("draw", repository, "--out", sample, "--mslint", now, "--before", earlier)
    found = drawn(sample)
    assert [(each["code"], each.get("lost", False)) for each in found] == [("MSL101", True), ("MSL107", False)] * 2
    (tmp_path / "all").write_text("1 T\n2 T\n3 F\n4 T\n", encoding="utf-8")
    report = run("report", sample, tmp_path / "all", tmp_path / "all")
    assert "of 3 true findings 1.0 (33.3 %) are lost" in report


def test_true_findings_that_are_lost_are_told(repository: Path, tmp_path: Path) -> None:
    sample = tmp_path / "drawn"
    run("draw", repository, "--out", sample, "--level", "warning")
    (tmp_path / "all").write_text("1 T\n2 T\n3 F\n4 T\n", encoding="utf-8")
    run("keep", sample, tmp_path / "all", tmp_path / "all", "--out", tmp_path / "true.jsonl")
    assert "default -> default: 3" in run("kept", tmp_path / "true.jsonl", repository)
    (repository / "one" / "src" / "net.py").write_text(BAD.replace("0.1", "p=0.1"), encoding="utf-8")
    told = run("kept", tmp_path / "true.jsonl", repository)
    assert "repository/one/src/net.py:3 MSL101: gone" in told
    assert "default -> default: 2" in told and "default -> gone: 1" in told
