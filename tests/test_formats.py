"""SARIF, GitHub's commands and GitLab's report: read as their consumers do, and SARIF against its schema."""

from __future__ import annotations

import json
import os
import re
from pathlib import Path
from typing import Any, Dict, List, Mapping, Tuple
from urllib.parse import unquote

import jsonschema
import pytest
from downloads import sarif_schema
from findings import finding, result
from running import BAD, PORT, ROOT, environment, mslint

from mslint.model import Edit, Evidence, Finding, Fix, Related, RunError, Severity, Span
from mslint.report import github, gitlab, sarif
from mslint.report.marks import fingerprints, marks
from mslint.rulekit.catalog import load_catalog

HERE = environment(GITHUB_WORKSPACE="", CI_PROJECT_DIR="")


@pytest.fixture(scope="module")
def schema(tmp_path_factory: pytest.TempPathFactory) -> Any:
    return sarif_schema(tmp_path_factory.mktemp("schema"))


@pytest.fixture
def place(tmp_path: Path) -> Path:
    (tmp_path / ".git").mkdir()
    (tmp_path / "src").mkdir()
    (tmp_path / "src" / "bad.py").write_text("# 中文\n" + BAD, encoding="utf-8")
    return tmp_path


FULL = finding(
    path="a b/中.py",
    span=Span(2, 3, 4, 1),
    related=(Related("/elsewhere/b.py", Span(3, 4, 3, 5), "here"), Related("c.py", Span(1, 1, 1, 1), "")),
    fix=Fix("safe", "write p=", (Edit(Span(2, 3, 2, 3), "p="), Edit(Span(3, 1, 3, 2), ""))),
    evidence=Evidence("confirmed", "dropped 90 %", {"share": 0.9}, "CPU", {"mindspore": "2.10.0"}),
    checklist="api.01",
)


# SARIF


def ROW(path: str, cell: int, line: int) -> int:
    """A stand-in for a notebook's reader."""
    return 100 * cell + line


def log(*findings: Finding, status: int = 1, lang: str = "en", **changes: Any) -> Any:
    rules = {code: rule for code, rule in load_catalog(whole=True).rules.items() if code == "MSL101"}
    lines = ["x = f(1)", "  y", "z", ""]
    text = sarif.document(result(*findings, **changes), lang, rules, lambda *where: lines, ROW, os.getcwd(), status)
    assert text.isascii()
    return json.loads(text)


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_sarif_with_every_part_is_what_the_schema_says(schema: Any, lang: str) -> None:
    errors = (RunError("c.py", "gone"), RunError("d", "no", "folder"), RunError("e.py", "oh", "failure", True))
    empty = finding(fix=Fix("display", "nothing", ()))
    document = log(FULL, finding(), empty, finding(cell=2), finding(code="XYZ1"), errors=errors, status=2, lang=lang)
    jsonschema.validate(document, schema, cls=jsonschema.Draft7Validator)
    jsonschema.validate(log(status=0), schema, cls=jsonschema.Draft7Validator)


def test_the_schema_refuses_what_it_does_not_know(schema: Any) -> None:
    document = log(FULL)
    document["runs"][0]["results"][0]["surprise"] = 1
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate(document, schema, cls=jsonschema.Draft7Validator)


def test_sarif_of_a_real_project_is_what_the_schema_says(schema: Any) -> None:
    done = mslint("--output-format", "sarif", "--level", "info", PORT, cwd=ROOT, env=HERE)
    document = json.loads(done.stdout)
    jsonschema.validate(document, schema, cls=jsonschema.Draft7Validator)
    (run,) = document["runs"]
    plain = json.loads(mslint("--output-format", "json", "--level", "info", PORT, cwd=ROOT).stdout)["findings"]
    assert [each["ruleId"] for each in run["results"]] == [each["code"] for each in plain]
    rules = run["tool"]["driver"]["rules"]
    for each, other in zip(run["results"], plain):
        assert rules[each["ruleIndex"]]["id"] == each["ruleId"]
        ((where,),) = ([spot["physicalLocation"] for spot in each["locations"]],)
        assert unquote(where["artifactLocation"]["uri"]) == other["path"]
        region = where["region"]
        assert [region[name] for name in ("startLine", "startColumn", "endLine", "endColumn")] == [
            other[name] for name in ("line", "column", "end_line", "end_column")
        ]
        # Whoever reads them may make them: what is only shown is none.
        made = other["fix"] and other["fix"]["edits"] and other["fix"]["safety"] != "display"
        assert len(each.get("fixes", [])) == bool(made)
    assert all(rule["help"]["markdown"].startswith(f"# {rule['id']} ") for rule in rules)
    assert run["columnKind"] == "unicodeCodePoints"


def test_sarif_levels_places_and_fixes() -> None:
    info = finding(severity=Severity.INFO, span=Span(1, 1, 1, 1))
    run = log(FULL, finding(severity=Severity.ERROR), info)["runs"][0]
    assert [each["level"] for each in run["results"]] == ["warning", "error", "note"]
    first = run["results"][0]
    assert first["locations"][0]["physicalLocation"]["artifactLocation"] == {
        "uri": "a%20b/%E4%B8%AD.py",
        "uriBaseId": "%SRCROOT%",
    }
    assert first["relatedLocations"][0]["physicalLocation"]["artifactLocation"] == {"uri": "file:///elsewhere/b.py"}
    assert [edit["insertedContent"]["text"] for edit in first["fixes"][0]["artifactChanges"][0]["replacements"]] == [
        "p=",
        "",
    ]
    assert first["properties"]["verdict"] == "confirmed"


def test_sarif_says_how_the_run_went() -> None:
    (run,) = log(errors=(RunError("c.py", "gone", "file", True), RunError("d", "no", "folder")), status=2)["runs"]
    (invocation,) = run["invocations"]
    assert (invocation["executionSuccessful"], invocation["exitCode"]) == (False, 2)
    assert [(each["level"], each["message"]["text"]) for each in invocation["toolExecutionNotifications"]] == [
        ("error", "c.py: gone"),
        ("warning", "d: no"),
    ]
    assert log(finding())["runs"][0]["invocations"] == [{"executionSuccessful": True, "exitCode": 1}]


def test_fingerprints_survive_moved_lines_and_are_all_different(place: Path) -> None:
    file = place / "src" / "bad.py"

    def prints() -> Tuple[List[str], List[str]]:
        log = json.loads(mslint("--output-format", "sarif", cwd=place, env=HERE).stdout)
        report = json.loads(mslint("--output-format", "gitlab", cwd=place, env=HERE).stdout)
        marked = [each["partialFingerprints"]["mslintMark/v1"] for each in log["runs"][0]["results"]]
        return marked, [each["fingerprint"] for each in report]

    before = prints()
    file.write_text("# one\n# two\n" + file.read_text(encoding="utf-8"), encoding="utf-8")
    assert prints() == before
    file.write_text(file.read_text(encoding="utf-8") + "drop = nn.Dropout(0.1)\n", encoding="utf-8")
    again = prints()
    assert again[0][:2] == before[0] and len(set(again[0])) == 3
    assert again[0] == again[1]


def test_equal_findings_in_one_line_have_fingerprints_of_their_own() -> None:
    found = fingerprints(marks([finding(), finding(message="other"), finding(code="MSL102")], lambda path: ["x"], "."))
    assert len(set(found)) == 3


# GitHub


def read_command(line: str) -> Tuple[str, Dict[str, str], str]:
    """As GitHub's runner does: the properties end at the next `::`, and are separated by commas."""
    assert line.startswith("::")
    head, _, data = line[2:].partition("::")
    command, _, written = head.partition(" ")
    properties = {}
    for pair in written.split(","):
        name, _, value = pair.partition("=")
        for code, char in (("%0D", "\r"), ("%0A", "\n"), ("%3A", ":"), ("%2C", ","), ("%25", "%")):
            value = value.replace(code, char)
        properties[name] = value
    for code, char in (("%0D", "\r"), ("%0A", "\n"), ("%25", "%")):
        data = data.replace(code, char)
    return command, properties, data


def test_github_commands_come_back_as_they_were_meant() -> None:
    strange = finding(path="a,b::c%2C.py", message="90 % off:\r\nnew, line %0A ::error::", severity=Severity.ERROR)
    (line,) = github.lines(result(strange), "en", ROW, os.getcwd())
    assert "\n" not in line and "\r" not in line
    command, properties, data = read_command(line)
    assert command == "error"
    assert properties == {
        "title": "MSL101 some-rule",
        "file": "a,b::c%2C.py",
        "line": "1",
        "endLine": "1",
        "col": "5",
        "endColumn": "11",
    }
    assert data == "90 % off:\r\nnew, line %0A ::error::\nwhy: a reason\nfix: a cure"


def test_github_levels_and_places() -> None:
    found = [
        read_command(each)
        for each in github.lines(result(FULL, finding(severity=Severity.INFO)), "zh", ROW, os.getcwd())
    ]
    assert [command for command, _, _ in found] == ["warning", "notice"]
    # Columns are for one line only.
    assert (found[0][1]["line"], found[0][1]["endLine"], "col" in found[0][1]) == ("2", "4", False)
    assert "原因：a reason" in found[0][2] and "/elsewhere/b.py:3:4 here" in found[0][2]


@pytest.mark.parametrize("format", ["github", "gitlab", "sarif"])
def test_paths_count_from_the_top_of_the_checkout(place: Path, format: str) -> None:
    variable = {"github": "GITHUB_WORKSPACE", "gitlab": "CI_PROJECT_DIR", "sarif": "GITHUB_WORKSPACE"}[format]
    env = {**HERE, variable: str(place)}
    done = mslint("--output-format", format, cwd=place / "src", env=env)
    assert (done.returncode, done.stderr) == (1, "")
    assert paths(done.stdout, format) == ["src/bad.py", "src/bad.py"]
    outside = mslint("--output-format", format, cwd=place, env={**env, variable: str(place / "src" / "deeper")})
    assert all(path.endswith("/src/bad.py") and ":" in path or path[0] == "/" for path in paths(outside.stdout, format))


def paths(output: str, format: str) -> List[str]:
    if format == "github":
        return [read_command(line)[1]["file"] for line in output.splitlines()]
    document = json.loads(output)
    if format == "gitlab":
        return [each["location"]["path"] for each in document]
    return [
        each["locations"][0]["physicalLocation"]["artifactLocation"]["uri"] for each in document["runs"][0]["results"]
    ]


# GitLab


def test_gitlab_has_what_its_widget_reads(place: Path) -> None:
    report = json.loads(mslint("--output-format", "gitlab", cwd=place, env=HERE).stdout)
    assert [(each["check_name"], each["severity"], each["location"]) for each in report] == [
        ("dropout-rate-as-keep-prob", "major", {"path": "src/bad.py", "lines": {"begin": 4, "end": 4}}),
        ("dense-bool-as-weight-init", "critical", {"path": "src/bad.py", "lines": {"begin": 5, "end": 5}}),
    ]
    assert all(
        each["description"].startswith("MSL1") and re.fullmatch("[0-9a-f]{64}", each["fingerprint"]) for each in report
    )
    assert json.loads(gitlab.document(result(), "en", lambda path: (), ROW, ".")) == []
    assert (
        json.loads(gitlab.document(result(finding(severity=Severity.INFO)), "en", lambda path: (), ROW, "."))[0][
            "severity"
        ]
        == "minor"
    )


# Notebooks

IPYNB = """{
 "cells": [
  {
   "cell_type": "code", "metadata": {}, "outputs": [],
   "source": [
    "%time\\n",
    "from mindspore import nn\\n",
    "drop = nn.Dropout(\\n",
    "    0.1)"
   ]
  },
  {
   "cell_type": "code", "metadata": {}, "outputs": [], "source": "x = 1\\n\\ndense = nn.Dense(3, 4, False)"
  }
 ],
 "metadata": {},
 "nbformat": 4,
 "nbformat_minor": 5
}
"""


@pytest.mark.parametrize(
    ("lang", "cells"),
    [("en", ["cell 1, line 3: ", "cell 2, line 3: "]), ("zh", ["第 1 个单元格第 3 行：", "第 2 个单元格第 3 行："])],
)
def test_findings_in_notebooks_can_be_located(tmp_path: Path, schema: Any, lang: str, cells: List[str]) -> None:
    """By whoever looks at the notebook, and by a platform that knows nothing but the lines of its file."""
    (tmp_path / "n.ipynb").write_text(IPYNB, encoding="utf-8")
    printed = {
        form: mslint("--output-format", form, "--lang", lang, cwd=tmp_path, env=HERE).stdout
        for form in ("github", "gitlab", "sarif")
    }
    commands = [read_command(line) for line in printed["github"].splitlines()]
    assert [(each["line"], each["endLine"], "col" in each) for _, each, _ in commands] == [
        ("8", "9", False),
        ("13", "13", False),
    ]
    report = json.loads(printed["gitlab"])
    assert [each["location"]["lines"] for each in report] == [{"begin": 8, "end": 9}, {"begin": 13, "end": 13}]
    document = json.loads(printed["sarif"])
    jsonschema.validate(document, schema, cls=jsonschema.Draft7Validator)
    results = document["runs"][0]["results"]
    regions = [each["locations"][0]["physicalLocation"]["region"] for each in results]
    assert regions == [{"startLine": 8, "endLine": 9}, {"startLine": 13, "endLine": 13}]
    assert not any("fixes" in each for each in results)
    messages = [
        [data for _, _, data in commands],
        [each["description"].split(" ", 1)[1] for each in report],
        [each["message"]["text"] for each in results],
    ]
    for texts in messages:
        assert [text[: len(cell)] for text, cell in zip(texts, cells)] == cells


# Links in messages


def test_sarif_leads_from_the_message_to_the_related_places() -> None:
    other = Related("b[0].py", Span(7, 2, 7, 3), "a message")  # says no more than the finding itself
    first, second = log(FULL, finding(related=(other,)))["runs"][0]["results"]
    assert first["message"]["text"] == "a message a cure also: [here](1), [c.py:1:1](2)"
    assert second["message"]["text"] == "a message a cure also: [b\\[0\\].py:7:2](1)"
    assert [each["id"] for each in first["relatedLocations"]] == [1, 2]
    assert "message" not in second["relatedLocations"][0]


def test_chinese_sentences_follow_each_other_without_a_blank() -> None:
    (found,) = log(finding(message="甲。", how="乙。", related=FULL.related), lang="zh")["runs"][0]["results"]
    assert found["message"]["text"] == "甲。乙。另见：[here](1)、[c.py:1:1](2)"


def test_fingerprints_and_paths_are_those_of_the_repository_wherever_the_run_starts(place: Path) -> None:
    def said(folder: Path) -> List[Tuple[str, str]]:
        report = json.loads(mslint("--output-format", "gitlab", cwd=folder, env=HERE).stdout)
        return [(each["fingerprint"], each["location"]["path"]) for each in report]

    assert said(place) == said(place / "src")
    assert {path for _, path in said(place)} == {"src/bad.py"}


# Statistics and streams


@pytest.mark.parametrize("format", ["full", "concise", "json", "jsonl", "sarif", "github", "gitlab"])
def test_statistics_are_in_every_format_and_in_none_of_its_ways(place: Path, format: str) -> None:
    done = mslint("--statistics", "--output-format", format, cwd=place, env=HERE)
    table = ["     1 MSL101 dropout-rate-as-keep-prob", "     1 MSL107 dense-bool-as-weight-init"]
    if format in ("full", "concise"):
        assert done.stdout.splitlines()[-4:-2] == table
    elif format == "json":
        assert [(row["code"], row["count"]) for row in json.loads(done.stdout)["statistics"]] == [
            ("MSL101", 1),
            ("MSL107", 1),
        ]
    else:
        assert done.stderr.splitlines() == table
        plain = mslint("--output-format", format, cwd=place, env=HERE)
        assert done.stdout == plain.stdout


@pytest.mark.parametrize("format", ["sarif", "gitlab"])
def test_a_path_that_cannot_be_read_is_told(place: Path, format: str, env: Mapping[str, str] = HERE) -> None:
    done = mslint("--output-format", format, "nowhere", cwd=place, env=env)
    assert (done.returncode, done.stdout) == (2, "")
