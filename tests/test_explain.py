"""`mslint explain FILE:LINE`: what is known at a place, and which rules looked there."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Dict

import pytest
from running import mslint

LAYERS = """from mindspore import nn, ops


class Block(nn.Cell):
    def __init__(self, width, rate=0.5):
        super().__init__()
        self.drop = nn.Dropout(keep_prob=rate)
        self.norm = nn.BatchNorm2d(width, momentum=share)  # noqa: MSL106
        self.conv = nn.Conv2d(3, 8, 3, padding=1)  # noqa: MSL104

    def construct(self, x):
        y = ops.relu(x)
        n = y.size(0)
        return self.drop(y) * n


VERSION = "2.10"
"""
TRAIN = """from layers import Block

net = Block(8, 0.1)
net.set_train()
"""


@pytest.fixture
def project(tmp_path: Path) -> Path:
    (tmp_path / "layers.py").write_text(LAYERS, encoding="utf-8")
    (tmp_path / "train.py").write_text(TRAIN, encoding="utf-8")
    (tmp_path / "mslint.toml").write_text("", encoding="utf-8")
    return tmp_path


def told(folder: Path, place: str, *more: str) -> str:
    run = mslint("explain", place, *more, cwd=folder)
    assert (run.returncode, run.stderr) == (0, "")
    return run.stdout


def document(folder: Path, place: str, *more: str) -> Dict[str, Any]:
    found: Dict[str, Any] = json.loads(told(folder, place, "--output-format", "json", *more))
    return found


def test_a_value_from_another_file(project: Path) -> None:
    page = told(project, "layers.py:7")
    assert "mindspore.nn.Dropout -> nn.Dropout" in page
    assert "keep_prob = rate: 0.1 (given by train.py:3)" in page
    assert "MSL101 dropout-rate-as-keep-prob: reports" in page
    assert "scripts that come here: train.py" in page
    assert "\nMSL101 warning: keep_prob=rate keeps only 0.1" in page
    (call,) = document(project, "layers.py:7")["calls"]
    assert call["arguments"] == [
        {
            "name": "keep_prob",
            "code": "rate",
            "value": "0.1",
            "certain": True,
            "given_by": [{"path": "train.py", "line": 3}],
        }
    ]


def test_why_a_rule_is_silent(project: Path) -> None:
    page = told(project, "layers.py:8")
    assert "momentum = share: not known" in page
    assert "MSL106 batchnorm-torch-momentum: silent; not known: momentum" in page
    (call,) = document(project, "layers.py:8")["calls"]
    look = next(each for each in call["rules"] if each["code"] == "MSL106")
    assert (look["outcome"], look["unknown"]) == ("silent", ["momentum"])


def test_what_a_comment_silences(project: Path) -> None:
    page = told(project, "layers.py:9")
    assert "MSL104 padding-without-pad-mode: reports" in page
    assert "\nMSL104 silenced by a comment: " in page
    there = document(project, "layers.py:9")
    assert [each["code"] for each in there["suppressed"]] == ["MSL104"]


def test_a_rule_that_is_not_asked(project: Path) -> None:
    assert "MSL104 padding-without-pad-mode: not asked; not selected by the settings" in told(
        project, "layers.py:9", "--config", str(_configured(project, 'ignore = ["MSL104"]'))
    )
    (project / "drop.py").write_text("from mindspore import ops\n\nops.dropout(1, 0.5)\n", encoding="utf-8")
    page = told(project, "drop.py:3", "--target-version", "1.9")
    assert "MSL119 dropout-not-switched: not asked; does not hold for the target version" in page
    assert "MSL119 dropout-not-switched: silent" in told(project, "drop.py:3")


def _configured(folder: Path, text: str) -> Path:
    path = folder / "own.toml"
    path.write_text(f"{text}\n", encoding="utf-8")
    return path


def test_what_kind_of_thing_it_is(project: Path) -> None:
    page = told(project, "layers.py:13")
    assert "\ny  Tensor\n" in page
    assert "\nMSL112 error: Tensor.size is a number" in page
    (thing,) = (each for each in document(project, "layers.py:13")["expressions"] if each["code"] == "y")
    assert (thing["type"], thing["value"]) == ("Tensor", None)


def test_a_guess_says_so(project: Path) -> None:
    (project / "head.py").write_text(
        "from mindspore import nn\n\n\nclass Head(nn.Cell):\n    def construct(self, x):\n        return x.detach()\n",
        encoding="utf-8",
    )
    page = told(project, "head.py:6")
    assert "\nx  Tensor (likely)\n" in page
    assert "\nMSL112 error: Tensor has no method detach()" in page


def test_a_column_chooses_among_calls(tmp_path: Path) -> None:
    line = "net = nn.SequentialCell(nn.Dense(3, 4), nn.ReLU())"
    (tmp_path / "a.py").write_text(f"from mindspore import nn\n{line}\n", encoding="utf-8")
    names = [each["name"] for each in document(tmp_path, "a.py:2")["calls"]]
    assert names == ["mindspore.nn.SequentialCell", "mindspore.nn.Dense", "mindspore.nn.ReLU"]
    place = f"a.py:2:{line.index('Dense') + 1}"
    names = [each["name"] for each in document(tmp_path, place)["calls"]]
    assert names == ["mindspore.nn.SequentialCell", "mindspore.nn.Dense"]


def test_a_line_with_nothing(project: Path) -> None:
    assert "mslint knows of nothing on this line" in told(project, "layers.py:2")
    assert "没有可说明的内容" in told(project, "layers.py:2", "--lang", "zh")


def test_in_chinese(project: Path) -> None:
    page = told(project, "layers.py:7", "--lang", "zh")
    assert "keep_prob = rate: 0.1 (由 train.py:3 传入)" in page
    assert "MSL101 dropout-rate-as-keep-prob：已报告" in page


def test_control_characters_are_written_out(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text('from mindspore import nn\nx = nn.ReLU("\x1b[31m")\n', encoding="utf-8")
    assert "\x1b" not in told(tmp_path, "a.py:2")


def test_the_page_of_a_rule(project: Path) -> None:
    assert told(project, "MSL101") == mslint("rule", "MSL101", cwd=project).stdout


@pytest.mark.parametrize(
    ("place", "sentence"),
    [
        ("layers.py", "mslint: layers.py is a file: name a line of it too, as in layers.py:12\n"),
        ("layers.py:99", "mslint: layers.py has 17 lines, and none with number 99\n"),
        ("layers.py:0", "mslint: layers.py has 17 lines, and none with number 0\n"),
        ("nowhere.py:3", "mslint: there is no file nowhere.py\n"),
        ("a/nb.ipynb:cell 2:3:7", "mslint: a/nb.ipynb is a notebook: places in notebooks cannot be explained yet\n"),
        ("notebook.ipynb:3", "mslint: notebook.ipynb is a notebook: places in notebooks cannot be explained yet\n"),
        ("MSL999", "mslint: there is no rule 'MSL999'; 'mslint rules' lists them\n"),
    ],
)
def test_mistakes_get_one_sentence(project: Path, place: str, sentence: str) -> None:
    run = mslint("explain", place, cwd=project)
    assert (run.returncode, run.stdout, run.stderr) == (2, "", sentence)


def test_a_file_that_is_no_python(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text("def f(:\n", encoding="utf-8")
    run = mslint("explain", "a.py:1", cwd=tmp_path)
    assert (run.returncode, run.stdout) == (2, "")
    assert run.stderr.startswith("mslint: a.py cannot be read as Python: ")
    assert run.stderr.count("\n") == 1
