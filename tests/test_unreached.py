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


@pytest.mark.parametrize(
    ("script", "severity"),
    [
        ("import other\n\nif __name__ == '__main__':\n    other.run()\n", "info"),
        ("import model\n\nif __name__ == '__main__':\n    model.Net()\n", "warning"),
        ("import other\n\nother.run()\n", "warning"),  # nothing says that this is the whole project
    ],
)
def test_a_module_that_nothing_imports(tmp_path: Path, script: str, severity: str) -> None:
    (only,) = found(project(tmp_path, model_py=f"{MODEL}\n\nNETS = [Net]\n", train_py=script))
    assert only["severity"] == severity
    assert ("imports model" in str(only["related"])) == (severity == "info")


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


def test_nobody_imports_a_notebook(tmp_path: Path) -> None:
    def cells(*codes: str) -> str:
        empty = {"cell_type": "code", "metadata": {}, "outputs": [], "execution_count": None}
        made = [{**empty, "source": code} for code in codes]
        return json.dumps({"cells": made, "metadata": {}, "nbformat": 4, "nbformat_minor": 5})

    (tmp_path / "train.py").write_text("Net(drop=True)\n", encoding="utf-8")
    for code, severity in (("net = Net()", "info"), ("net = Net(drop=True)", "warning")):
        (tmp_path / "n.ipynb").write_text(cells(BRANCH, code), encoding="utf-8")
        assert [each["severity"] for each in found(tmp_path)] == [severity]


@pytest.mark.parametrize(
    ("base", "method", "severity"),
    [
        ("nn.Cell", "freeze", "info"),
        ("Base", "freeze", "info"),
        ("nn.Cell", "set_train", "warning"),  # MindSpore calls it
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


BRANCH = """from mindspore import nn


class Net(nn.Cell):
    def __init__(self, drop=False):
        super().__init__()
        if drop:
            self.drop = nn.Dropout(0.1)

    def construct(self, x):
        return self.drop(x)
"""


@pytest.mark.parametrize(
    ("files", "severity"),
    [
        ({"train_py": "from model import Net\n\nnet = Net()\n"}, "info"),
        ({"train_py": "from model import Net\n\nnet = Net(True)\n"}, "warning"),
        ({"train_py": "from model import Net\n\nnet = Net(drop=True)\n"}, "warning"),
        ({"train_py": "from model import Net\n\nnet = Net(*range(1))\n"}, "warning"),
        ({"train_py": "from model import Net\n\n\nclass Other(Net):\n    pass\n"}, "warning"),
        ({"train_py": "from model import Net\n\nnet = Net(**{'drop': True})\n"}, "warning"),
        (
            {"train_py": "import argparse\n\nparser = argparse.ArgumentParser()\nparser.add_argument('--drop')\n"},
            "warning",
        ),
        ({"train_py": "from model import Net\n\nnet = Net()\n", "net_yaml": "drop: true\n"}, "warning"),
    ],
)
def test_a_branch_that_nothing_selects(tmp_path: Path, files: Dict[str, str], severity: str) -> None:
    (only,) = found(project(tmp_path, model_py=BRANCH, **files))
    assert only["severity"] == severity
    assert ("makes this condition select" in str(only["related"])) == (severity == "info")
