"""What nothing in a project reaches is an info, whichever way the file is asked for."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Dict, List, Tuple

import pytest
from running import mslint, python

MODEL = """from mindspore import nn


class Net(nn.Cell):
    def __init__(self):
        super().__init__()
        self.drop = nn.Dropout(0.1)

    def construct(self, x):
        return self.drop(x)
"""
TRAIN = "from model import build\n\nnet = build()\n"


def project(folder: Path, **files: str) -> Path:
    for name, text in {"pyproject_toml": "", "model_py": MODEL, **files}.items():
        stem, _, kind = name.rpartition("_")
        (folder / f"{stem}.{kind}").write_text(text, encoding="utf-8")
    return folder


def found(folder: Path, *paths: str, options: Tuple[str, ...] = ("--no-cache",)) -> List[Dict[str, Any]]:
    done = mslint(*(paths or (".",)), "--level", "info", "--output-format", "json", *options, cwd=folder)
    findings: List[Dict[str, Any]] = json.loads(done.stdout)["findings"]
    return [each for each in findings if each["code"] == "MSL101"]


def test_a_class_that_nothing_uses_is_told_as_an_info_that_says_why(tmp_path: Path) -> None:
    (only,) = found(project(tmp_path, train_py=TRAIN))
    assert only["severity"] == "info"
    assert [(each["path"], each["line"]) for each in only["related"]] == [("model.py", 4)]
    assert "reaches Net" in only["related"][0]["message"]
    chinese = mslint("--no-cache", "--level", "info", "--lang", "zh", ".", cwd=tmp_path)
    assert "没有任何地方会执行到 Net" in chinese.stdout


@pytest.mark.parametrize(
    "files",
    [
        {"train_py": "from model import Net\n\nnet = Net()\n"},
        {"train_py": TRAIN, "README_md": "Use `model.Net`.\n"},
        {"train_py": TRAIN, "net_yaml": "class: Net\n"},
        {},  # nobody uses anything of the module
        {"train_py": "import os\n"},
        {"train_py": "from model import Net\n", "other_py": "import model\n\nmodel.Net()\n"},
    ],
)
def test_what_something_uses_is_a_warning(tmp_path: Path, files: Dict[str, str]) -> None:
    assert [each["severity"] for each in found(project(tmp_path, **files))] == ["warning"]


@pytest.mark.parametrize(("train", "severity"), [(TRAIN, "info"), ("from model import Net\n\nNet()\n", "warning")])
def test_the_file_alone_its_folder_and_flake8_agree(tmp_path: Path, train: str, severity: str) -> None:
    project(tmp_path, train_py=train)
    for options in (("--no-cache", "-j", "1"), ("--no-cache", "-j", "2"), ("--cache-dir", str(tmp_path / "cache"))):
        for paths in (("model.py",), (".",), ("train.py", "model.py")):
            assert [each["severity"] for each in found(tmp_path, *paths, options=options)] == [severity], paths
    shown = python("-m", "flake8", "--isolated", "--select", "MSL101", "model.py", cwd=tmp_path).stdout
    assert bool(shown) == (severity == "warning")


def test_a_cached_run_hears_of_a_new_mention(tmp_path: Path) -> None:
    project(tmp_path, train_py=TRAIN)
    options = ("--cache-dir", str(tmp_path / ".." / "cache"))
    for _ in range(2):
        assert [each["severity"] for each in found(tmp_path, options=options)] == ["info"]
    (tmp_path / "train.py").write_text("from model import Net\n\nNet()\n", encoding="utf-8")
    assert [each["severity"] for each in found(tmp_path, options=options)] == ["warning"]
    (tmp_path / "train.py").write_text(TRAIN, encoding="utf-8")
    assert [each["severity"] for each in found(tmp_path, options=options)] == ["info"]
    (tmp_path / "README.md").write_text("Net\n", encoding="utf-8")
    assert [each["severity"] for each in found(tmp_path, options=options)] == ["warning"]


def test_a_layer_that_no_construct_applies_is_an_info(tmp_path: Path) -> None:
    model = MODEL.replace("self.drop(x)", "x")
    (only,) = found(project(tmp_path, model_py=model, train_py="from model import Net\nNet()\n"))
    assert only["severity"] == "info" and "reads drop" in only["related"][0]["message"]
    (again,) = found(project(tmp_path, model_py=model, train_py="from model import Net\nNet().drop\n"))
    assert again["severity"] == "warning"
    every = model.replace("return x", "return [each(x) for each in self.cells()]")
    (last,) = found(project(tmp_path, model_py=every, train_py="from model import Net\nNet()\n"))
    assert last["severity"] == "warning"


def test_what_a_notebook_defines_is_there_to_be_read(tmp_path: Path) -> None:
    def cells(*codes: str) -> str:
        empty = {"cell_type": "code", "metadata": {}, "outputs": [], "execution_count": None}
        made = [{**empty, "source": code} for code in codes]
        return json.dumps({"cells": made, "metadata": {}, "nbformat": 4, "nbformat_minor": 5})

    left = MODEL.replace("        self.drop =", "        return\n        self.drop =")
    for code, last, severity in ((MODEL, "net = Net()", "warning"), (MODEL, "net = 1", "warning"), (left, "", "info")):
        (tmp_path / "n.ipynb").write_text(cells(code, last), encoding="utf-8")
        assert [each["severity"] for each in found(tmp_path)] == [severity]


def test_a_notebook_uses_what_it_mentions(tmp_path: Path) -> None:
    project(tmp_path, train_py=TRAIN)
    cell = {"cell_type": "code", "source": "import model\nNet()"}
    (tmp_path / "n.ipynb").write_text(json.dumps({"cells": [cell]}), encoding="utf-8")
    assert [each["severity"] for each in found(tmp_path, "model.py")] == ["warning"]


def test_what_a_project_offers_to_install_is_used(tmp_path: Path) -> None:
    text = '[build-system]\nrequires = ["setuptools"]\n'
    assert [each["severity"] for each in found(project(tmp_path, pyproject_toml=text, train_py=TRAIN))] == ["warning"]


def test_what_is_no_part_of_the_project_uses_nothing(tmp_path: Path) -> None:
    project(tmp_path, train_py=TRAIN)
    for folder, severity in (("build", "info"), (".venv", "info"), ("tools", "warning")):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "other.py").write_text("import model\n\nmodel.Net()\n", encoding="utf-8")
        assert [each["severity"] for each in found(tmp_path, "model.py")] == [severity], folder


def test_without_a_mark_only_the_folder_that_mslint_is_started_in_tells(tmp_path: Path) -> None:
    inner = tmp_path / "inner"
    inner.mkdir()
    project(inner, train_py=TRAIN)
    (inner / "pyproject.toml").unlink()
    assert [each["severity"] for each in found(tmp_path, "inner")] == ["info"]
    assert [each["severity"] for each in found(inner)] == ["info"]
    (tmp_path / "other").mkdir()
    assert [each["severity"] for each in found(tmp_path / "other", "../inner")] == ["warning"]


def test_what_raises_when_it_is_defined_is_an_error(tmp_path: Path) -> None:
    code = "from mindspore import nn\n\n\nclass Net(nn.Cell):\n    norm = nn.LayerNorm(64)\n"
    project(tmp_path, model_py=code, train_py=TRAIN)
    done = mslint("model.py", "--no-cache", cwd=tmp_path)
    assert done.returncode == 1 and "MSL117 error" in done.stdout


@pytest.mark.parametrize(
    ("base", "method", "severity"),
    [
        ("nn.Cell", "freeze", "info"),
        ("Base", "freeze", "info"),
        ("nn.Cell", "set_train", "warning"),  # MindSpore calls it
        ("nn.Cell", "bprop", "warning"),
        ("nn.WithLossCell", "freeze", "warning"),
        ("Trainer", "freeze", "warning"),
    ],
)
def test_a_method_that_nothing_calls(tmp_path: Path, base: str, method: str, severity: str) -> None:
    code = (
        "from mindspore import nn\nfrom trainers import Trainer\n\n\nclass Base(nn.Cell):\n    pass\n\n\n"
        f"class Net({base}):\n    def {method}(self):\n        self.drop = nn.Dropout(0.1)\n\n\n"
        "net = Net()\nprint(net)\n"
    )
    (only,) = found(project(tmp_path, model_py=code))
    assert only["severity"] == severity
