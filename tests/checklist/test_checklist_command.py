"""`mslint checklist` as users call it: forms, exit status, archive, evidence from elsewhere, and mistakes."""

from __future__ import annotations

import json
import zipfile
from pathlib import Path
from typing import Any, Dict, List, Tuple

import pytest
from filling import script
from running import ROOT, mslint

from mslint.checklist.evidence import read_evidence
from mslint.errors import UserError

PROJECTS = ROOT / "fixtures" / "projects"
HEALTHY, PLANTED = PROJECTS / "checklist_healthy", PROJECTS / "checklist_planted"

CLEAN = """\
import mindspore as ms
from mindspore import nn

net = nn.SequentialCell(nn.Dense(4, 4))
print(net.trainable_params())
"""
DROPS = CLEAN.replace("nn.Dense(4, 4)", "nn.Dropout(0.1)")


def document(*args: object, cwd: Path, status: int) -> Dict[str, Any]:
    done = mslint("checklist", *map(str, args), "--output-format", "json", cwd=cwd)
    assert done.returncode == status, done.stderr
    found: Dict[str, Any] = json.loads(done.stdout)
    return found


def conclusion(found: Dict[str, Any], item: str) -> str:
    return next(str(each["conclusion"]) for each in (*found["items"], *found["further"]) if each["id"] == item)


def test_a_healthy_project_has_no_problem(tmp_path: Path) -> None:
    found = document(HEALTHY, "--isolated", cwd=tmp_path, status=0)
    assert len(found["items"]) == 24
    assert found["summary"]["problem"] == 0


def test_problems_are_exit_status_1(tmp_path: Path) -> None:
    assert document(PLANTED, "--isolated", cwd=tmp_path, status=1)["summary"]["problem"] > 20


@pytest.mark.parametrize(
    ("name", "beginning"), [("a.html", "<!DOCTYPE html>"), ("a.md", "# "), ("a.json", "{"), ("a.txt", "Accuracy")]
)
def test_the_name_of_the_file_says_in_which_form(name: str, beginning: str, tmp_path: Path) -> None:
    done = mslint("checklist", PLANTED, "--isolated", "-o", name, cwd=tmp_path)
    assert done.returncode == 1, done.stderr
    assert (tmp_path / name).read_text(encoding="utf-8").startswith(beginning)
    assert f"The report is in {name}." in done.stdout
    assert "dp.03" in done.stdout


@pytest.mark.parametrize("lang", ["en", "zh"])
@pytest.mark.parametrize("form", ["text", "markdown", "html", "json"])
def test_every_form_has_every_item(form: str, lang: str, tmp_path: Path) -> None:
    done = mslint("checklist", PLANTED, "--isolated", "--output-format", form, "--lang", lang, cwd=tmp_path)
    assert done.returncode == 1, done.stderr
    assert all(item in done.stdout for item in ("ds.01", "dp.05", "hp.03", "api.02", "cg.04", "wi.02", "mp.04"))
    assert done.stdout.endswith("\n") and not done.stdout.endswith("\n\n")


def test_a_script_brings_what_it_imports(tmp_path: Path) -> None:
    script(tmp_path, "from src.net import net\nimport mindspore\nprint(net, mindspore.__version__)\n")
    script(tmp_path, DROPS, "src/net.py")
    script(tmp_path, DROPS, "other.py")
    found = document("train.py", cwd=tmp_path, status=1)
    (item,) = [each for each in found["items"] if each["id"] == "api.01"]
    assert [each["path"] for each in item["findings"]] == ["src/net.py"]


def test_a_file_is_seen_as_the_scripts_use_it_that_import_it(tmp_path: Path) -> None:
    (tmp_path / "mslint.toml").touch()
    data = tmp_path / "data.py"
    data.write_text(
        "import mindspore.dataset as ds\n\n\n"
        "def make(x):\n    return ds.NumpySlicesDataset(x, shuffle=False).batch(2)\n"
    )
    before = document("data.py", cwd=tmp_path, status=0)
    assert conclusion(before, "dp.03") != "problem"
    (tmp_path / "train.py").write_text(
        "import mindspore as ms\nfrom data import make\nfrom mindspore import nn\n\n"
        "net = nn.Dense(3, 4)\n"
        "model = ms.Model(net, nn.MSELoss(), nn.SGD(net.trainable_params()))\n"
        "model.train(2, make([[1.0]]))\n"
        "drop = nn.Dropout(0.1)\n"
    )
    after = document("data.py", cwd=tmp_path, status=1)
    assert conclusion(after, "dp.03") == "problem"
    assert "train.py" not in json.dumps([each for each in after["items"] if each["id"] == "pt.02"])
    assert after["scripts"] == before["scripts"]


def test_what_a_comment_silences_needs_somebody(tmp_path: Path) -> None:
    script(tmp_path, DROPS.replace("(0.1))", "(0.1))  # noqa: MSL101"))
    found = document(".", cwd=tmp_path, status=0)
    assert conclusion(found, "api.01") == "needs-you"
    (item,) = [each for each in found["items"] if each["id"] == "api.01"]
    assert any("silenced by comments" in sentence for sentence in item["evidence"])


def test_a_rule_that_the_configuration_ignores_needs_somebody(tmp_path: Path) -> None:
    script(tmp_path, CLEAN)
    assert conclusion(document(".", cwd=tmp_path, status=0), "api.01") == "ok"
    (tmp_path / "mslint.toml").write_text('ignore = ["MSL101"]\n', encoding="utf-8")
    found = document(".", cwd=tmp_path, status=0)
    assert conclusion(found, "api.01") == "needs-you"
    assert "MSL101" in json.dumps(found)


def test_what_could_not_be_read_is_not_absent(tmp_path: Path) -> None:
    script(tmp_path, CLEAN)
    assert conclusion(document(".", cwd=tmp_path, status=0), "mp.03") == "not-applicable"
    script(tmp_path, CLEAN + "import src.broken\n")
    script(tmp_path, "def broken(:\n", "src/broken.py")
    found = document("train.py", cwd=tmp_path, status=0)
    assert conclusion(found, "mp.03") == "needs-you"
    assert "train.py" in json.dumps(found["items"][-2]["evidence"])


def test_nothing_is_fine_where_nothing_was_read(tmp_path: Path) -> None:
    script(tmp_path, "print(1)\n")
    found = document(".", cwd=tmp_path, status=0)
    assert {each["conclusion"] for each in found["items"]} == {"needs-you"}


def test_the_archive_holds_what_it_says_and_nothing_else(tmp_path: Path) -> None:
    done = mslint("checklist", HEALTHY, "--isolated", "--bundle", "help.zip", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    announced, written = done.stdout.index("help.zip will contain:"), done.stdout.index("The archive is help.zip.")
    assert announced < written
    with zipfile.ZipFile(tmp_path / "help.zip") as archive:
        names = archive.namelist()
        versions = json.loads(archive.read("versions.json"))
        report = archive.read("report.html").decode("utf-8")
        config = [name for name in names if name.endswith("src/config.py")]
        assert archive.read(config[0]) == (HEALTHY / "src" / "config.py").read_bytes()
    scripts = [name for name in names if name.startswith("scripts/")]
    assert sorted(set(names) - set(scripts)) == ["report.html", "report.json", "report.md", "versions.json"]
    assert len(scripts) == len(list(HEALTHY.rglob("*.py")))
    assert {"mslint", "python", "mindspore", "numpy", "device", "system"} <= set(versions)
    assert report.startswith("<!DOCTYPE html>")
    assert not any(".." in name or name.startswith("/") for name in names)


def test_a_bundle_that_cannot_be_written_leaves_nothing(tmp_path: Path) -> None:
    done = mslint("checklist", HEALTHY, "--isolated", "--bundle", "missing/help.zip", cwd=tmp_path)
    assert done.returncode == 2
    assert "missing/help.zip cannot be written" in done.stderr
    assert "Traceback" not in done.stderr
    assert list(tmp_path.iterdir()) == []


def confirmed(verdict: str, findings: Dict[str, Any]) -> Dict[str, Any]:
    """The findings of a run as `mslint confirm` would write them."""
    evidence = {"verdict": verdict, "summary": "seen", "measured": {}, "device": "CPU", "versions": {"mindspore": "9"}}
    return {**findings, "findings": [{**each, "evidence": evidence} for each in findings["findings"]]}


@pytest.mark.parametrize(("verdict", "expected", "status"), [("confirmed", "problem", 1), ("refuted", "ok", 0)])
def test_evidence_of_a_device_enters_the_items(verdict: str, expected: str, status: int, tmp_path: Path) -> None:
    script(tmp_path, DROPS)
    findings = json.loads(mslint(".", "--output-format", "json", cwd=tmp_path).stdout)
    (tmp_path / "evidence.json").write_text(json.dumps(confirmed(verdict, findings)), encoding="utf-8")
    found = document("train.py", "--evidence", "evidence.json", cwd=tmp_path, status=status)
    assert conclusion(found, "api.01") == expected
    assert found["versions"]["mindspore"] == "9"
    assert found["device"] == "CPU"


def smoked(verdict: str, network: str = "train:Net") -> Dict[str, Any]:
    return {
        "version": 1,
        "network": network,
        "device": "CPU",
        "versions": {"mindspore": "9"},
        "checks": [
            {"id": "gradients", "verdict": verdict, "measured": {"names": ["first.weight"], "finite": True}},
            {"id": "modes", "verdict": "ok", "measured": {"layers": 2, "names": []}},
        ],
    }


@pytest.mark.parametrize(("verdict", "expected"), [("ok", "ok"), ("problem", "problem")])
def test_evidence_of_a_network_enters_the_items(verdict: str, expected: str, tmp_path: Path) -> None:
    script(tmp_path, CLEAN)
    (tmp_path / "smoke.json").write_text(json.dumps(smoked(verdict)), encoding="utf-8")
    found = document("train.py", "--evidence", "smoke.json", cwd=tmp_path, status=int(verdict == "problem"))
    assert conclusion(found, "cg.02") == expected
    assert conclusion(found, "api.02") == "ok"
    if verdict == "problem":
        assert "first.weight" in json.dumps(found["items"])


def test_evidence_of_another_network_settles_nothing(tmp_path: Path) -> None:
    script(tmp_path, CLEAN)
    (tmp_path / "smoke.json").write_text(json.dumps(smoked("problem", "other.place:Net")), encoding="utf-8")
    alone = document("train.py", cwd=tmp_path, status=0)
    found = document("train.py", "--evidence", "smoke.json", cwd=tmp_path, status=0)
    assert conclusion(found, "cg.02") == conclusion(alone, "cg.02")
    assert "speaks of another network" in json.dumps(found["further"])


def test_a_file_that_does_not_parse_is_told_and_leaves_nothing_decided(tmp_path: Path) -> None:
    script(tmp_path, CLEAN)
    script(tmp_path, "import mindspore\ndef (\n", "broken.py")
    found = document(".", cwd=tmp_path, status=1)
    assert [error["path"] for error in found["errors"]] == ["broken.py:2"]
    assert {each["conclusion"] for each in found["items"]} == {"needs-you"}
    assert all("broken.py could not be read" in json.dumps(each) for each in found["items"] if each["id"] == "mp.03")


def test_rules_that_are_off_for_one_file_need_somebody(tmp_path: Path) -> None:
    script(tmp_path, DROPS)
    (tmp_path / "mslint.toml").write_text('per-file-ignores = { "train.py" = ["MSL1"] }\n', encoding="utf-8")
    assert conclusion(document(".", cwd=tmp_path, status=0), "api.01") == "needs-you"


def test_what_is_excluded_is_not_right(tmp_path: Path) -> None:
    script(tmp_path, "from src.net import net\nimport mindspore\nprint(net, mindspore.__version__)\n")
    script(tmp_path, DROPS, "src/net.py")
    (tmp_path / "mslint.toml").write_text('exclude = ["src"]\n', encoding="utf-8")
    found = document(".", cwd=tmp_path, status=0)
    assert conclusion(found, "api.01") == "needs-you"
    assert "src/net.py could not be read" in json.dumps(found)


def test_what_smoke_skipped_answers_nothing(tmp_path: Path) -> None:
    script(tmp_path, CLEAN)
    (tmp_path / "smoke.json").write_text(json.dumps(smoked("not-applicable")), encoding="utf-8")
    found = document("train.py", "--evidence", "smoke.json", cwd=tmp_path, status=0)
    assert conclusion(found, "cg.02") == "needs-you"
    assert "gradients could not be looked at" in json.dumps(found["items"])


@pytest.mark.parametrize(
    "check", [{}, {"id": "unknown", "verdict": "ok", "measured": {}}, {"id": "modes", "verdict": 1}]
)
def test_evidence_that_is_none_is_refused(check: Dict[str, Any], tmp_path: Path) -> None:
    script(tmp_path, CLEAN)
    (tmp_path / "smoke.json").write_text(json.dumps({**smoked("ok"), "checks": [check]}), encoding="utf-8")
    done = mslint("checklist", "train.py", "--evidence", "smoke.json", cwd=tmp_path)
    assert done.returncode == 2
    assert "this is no JSON that mslint confirm or mslint smoke wrote" in done.stderr


def damaged() -> List[Tuple[str, object]]:
    """What has the form of evidence as far as somebody who looks at its first keys can see."""
    whole = smoked("ok")
    check = whole["checks"][0]
    table = {**check, "id": "parameters", "verdict": "problem"}
    found = {"path": "a", "cell": None, "line": 1, "column": 1, "code": "MSL101", "message": "m"}
    shown = {"verdict": "confirmed", "summary": "s", "measured": {}, "device": "CPU", "versions": {}}
    deep: object = 1
    for _ in range(200):
        deep = [deep]
    return [
        ("a number for a network", {**whole, "network": 1}),
        ("no versions", {**whole, "versions": [1]}),
        ("a list for a device", {**whole, "device": []}),
        ("nothing measured", {**whole, "checks": [{**check, "measured": [1]}]}),
        ("names that are a number", {**whole, "checks": [{**check, "verdict": "problem", "measured": {"names": 7}}]}),
        ("rows that are numbers", {**whole, "checks": [{**table, "measured": {"table": [1]}}]}),
        (
            "a shape that is a number",
            {**whole, "checks": [{**table, "measured": {"table": [{"name": "a", "shape": 1}]}}]},
        ),
        ("checks that are a number", {**whole, "checks": 1}),
        ("a verdict that is none", {"findings": [{**found, "evidence": {**shown, "verdict": "maybe"}}]}),
        ("a summary that is a list", {"findings": [{**found, "evidence": {**shown, "summary": [1]}}]}),
        ("versions that are numbers", {"findings": [{**found, "evidence": {**shown, "versions": {"a": 1}}}]}),
        ("a path that is a list", {"findings": [{**found, "path": [1], "evidence": shown}]}),
        ("what was measured is deep", {"findings": [{**found, "evidence": {**shown, "measured": {"a": deep}}}]}),
    ]


@pytest.mark.parametrize("text", [json.dumps(each) for _, each in damaged()], ids=[name for name, _ in damaged()])
def test_evidence_of_wrong_types_is_refused(text: str, tmp_path: Path) -> None:
    (tmp_path / "a.json").write_text(text, encoding="utf-8")
    with pytest.raises(UserError, match="this is no JSON that mslint confirm or mslint smoke wrote"):
        read_evidence([str(tmp_path / "a.json")])


def test_evidence_that_is_deeper_than_anything_can_be_read_is_refused(tmp_path: Path) -> None:
    (tmp_path / "a.json").write_text('{"findings": ' + "[" * 100_000, encoding="utf-8")
    with pytest.raises(UserError, match="this is no JSON"):
        read_evidence([str(tmp_path / "a.json")])


def test_scripts_of_one_name_are_all_in_the_archive(tmp_path: Path) -> None:
    for folder in ("a", "b"):
        script(tmp_path / folder / "pkg", CLEAN, "src/net.py")
    (tmp_path / "here").mkdir()
    words = ("checklist", "../a/pkg", "../b/pkg", "--isolated", "--bundle", "x.zip")
    done = mslint(*words, cwd=tmp_path / "here")
    assert done.returncode == 0, done.stderr
    with zipfile.ZipFile(tmp_path / "here" / "x.zip") as archive:
        assert len({name for name in archive.namelist() if name.startswith("scripts/")}) == 2


def test_a_folder_without_python_says_so(tmp_path: Path) -> None:
    done = mslint("checklist", ".", "--isolated", cwd=tmp_path)
    assert done.returncode == 0
    assert "no Python file (*.py) or notebook (*.ipynb) found in" in done.stderr


@pytest.mark.parametrize(
    ("args", "sentence"),
    [
        (("-o", "a.html", "--output-format", "json"), "-o a.html and --output-format json ask for two forms"),
        (("-o", "report.pdf"), "-o report.pdf: the name must end in .html, .md, .json or .txt"),
        (("--bundle", "help.tar"), "--bundle help.tar: the name must end in .zip"),
        (("--samples", "10"), "--samples says something of data: name the function"),
        (("--evidence", "none.json"), "--evidence none.json: cannot be read"),
        (("--evidence", "train.py"), "--evidence train.py: this is no JSON that mslint confirm or mslint smoke wrote"),
        (
            ("--evidence", "list.json"),
            "--evidence list.json: this is no JSON that mslint",
        ),
        (("-o", "missing/report.html"), "missing/report.html cannot be written"),
        (("absent.py",), "absent.py does not exist"),
        (("--data-for", "test"), "--data-for"),
    ],
)
def test_a_mistake_is_one_sentence(args: tuple[str, ...], sentence: str, tmp_path: Path) -> None:
    script(tmp_path, CLEAN)
    (tmp_path / "list.json").write_text("[1, 2]", encoding="utf-8")
    done = mslint("checklist", *(args if args == ("absent.py",) else ("train.py", *args)), cwd=tmp_path)
    assert done.returncode == 2
    assert sentence in done.stderr
    assert "Traceback" not in done.stderr
    assert len(done.stderr.strip().splitlines()) == 1


# As most scripts of the model zoo read theirs: nobody knows what is in it before they run.
CONFIG = """\
import yaml


class Config:
    def __init__(self, table):
        for key, value in table.items():
            setattr(self, key, value)


with open("config.yml") as file:
    config = Config(yaml.safe_load(file))
"""
OPTIONS = """\
import mindspore as ms
import mindspore.dataset as ds
from config import config
from mindspore import nn

if config.device_target == "CPU":
    config.run_distribute = False


def create(path):
    if config.net_name in ("resnet18", "resnet50"):
        data = ds.ImageFolderDataset(path, shuffle=False)
    else:
        data = ds.ImageFolderDataset(path, shuffle=True)
    return data.batch(32)


if config.run_distribute:
    data = ds.ImageFolderDataset("images", num_shards=8, shard_id=0).batch(32)
else:
    data = create("images")
net = nn.Dense(3, 4)
model = ms.train.Model(net, nn.MSELoss(), nn.SGD(net.trainable_params(), 0.1))
model.train(90, data)
"""


def test_options_that_nobody_knows_close_no_branch(tmp_path: Path) -> None:
    (tmp_path / "config.py").write_text(CONFIG, encoding="utf-8")
    (tmp_path / "train.py").write_text(OPTIONS, encoding="utf-8")
    found = document("train.py", cwd=tmp_path, status=1)
    assert conclusion(found, "dp.03") == "problem"  # shuffle=False stands in a branch that may be taken
    assert "train.py:19" in str(next(each for each in found["items"] if each["id"] == "dp.05"))


def test_evidence_of_a_mode_that_there_is_not_is_refused(tmp_path: Path) -> None:
    script(tmp_path, DROPS)
    findings = json.loads(mslint(".", "--output-format", "json", cwd=tmp_path).stdout)
    document = confirmed("confirmed", findings)
    for mode, status in (("graph", 1), ("sideways", 2)):
        for each in document["findings"]:
            each["evidence"]["mode"] = mode
        (tmp_path / "evidence.json").write_text(json.dumps(document), encoding="utf-8")
        done = mslint("checklist", "train.py", "--evidence", "evidence.json", cwd=tmp_path)
        assert done.returncode == status, done.stderr
    assert "this is no JSON that mslint confirm or mslint smoke wrote" in done.stderr
