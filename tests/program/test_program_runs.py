"""Programs on disk, as the command line and flake8 see them: one finding per place, wherever it lies."""

from __future__ import annotations

import json
import textwrap
from pathlib import Path
from typing import Dict, List, Tuple

import pytest
from hypothesis import given, settings
from programs import networks, programs
from running import mslint
from trees import program

from mslint.single import Texts

TRAIN = """
import mindspore as ms
from src.data import data
from src.net import Net

ms.set_seed(1)
net = Net()
model = ms.Model(net, ms.nn.CrossEntropyLoss(), ms.nn.SGD(net.trainable_params(), 0.1))
model.train(1, data("a", shuffle=SHUFFLE))
"""
NET = """
from mindspore import nn


class Net(nn.Cell):
    def __init__(self):
        super().__init__()
        self.head = nn.Dense(8, 2)

    def construct(self, x):
        return self.head(x)
"""
DATA = """
import mindspore.dataset as ds


def data(path, shuffle=False):
    return ds.MnistDataset(path, shuffle=shuffle).batch(2)
"""


def project(folder: Path, **changed: str) -> Path:
    files: Dict[str, str] = {
        "train.py": TRAIN.replace(", shuffle=SHUFFLE", ""),
        "src/net.py": NET,
        "src/data.py": DATA,
        **{name.replace("__", "/") + ".py": text for name, text in changed.items()},
    }
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(textwrap.dedent(text).lstrip("\n"), encoding="utf-8")
    (folder / "mslint.toml").write_text("", encoding="utf-8")
    return folder


def found(folder: Path, *options: str) -> List[Tuple[str, int, str]]:
    done = mslint("--output-format", "json", "--select", "MSL301,MSL001,MSL107", *options, ".", cwd=folder)
    return [(each["path"], each["line"], each["code"]) for each in json.loads(done.stdout)["findings"]]


def test_a_finding_lies_where_the_argument_is_written(tmp_path: Path) -> None:
    assert found(project(tmp_path)) == [("src/data.py", 5, "MSL301")]
    assert found(project(tmp_path, train=TRAIN.replace("SHUFFLE", "False"))) == [("train.py", 8, "MSL301")]
    assert found(project(tmp_path, train=TRAIN.replace("SHUFFLE", "True"))) == []


def test_what_two_scripts_share_is_told_once(tmp_path: Path) -> None:
    again = TRAIN.replace(", shuffle=SHUFFLE", "").replace("0.1", "0.2")
    assert found(project(tmp_path, train_again=again)) == [("src/data.py", 5, "MSL301")]


def test_a_comment_silences_what_a_program_finds_in_its_file(tmp_path: Path) -> None:
    for comment in ("# noqa: MSL301", "# mslint: ignore[MSL301] read in order on purpose"):
        quiet = DATA.replace(".batch(2)", f".batch(2)  {comment}")
        assert found(project(tmp_path, src__data=quiet)) == []


def test_one_module_that_does_not_parse_costs_only_itself(tmp_path: Path) -> None:
    broken = "import mindspore\nx = (\n"
    shown = found(project(tmp_path, src__net=broken))
    assert ("src/net.py", 2, "MSL001") in shown
    assert ("src/data.py", 5, "MSL301") in shown


def test_findings_of_both_kinds_stand_side_by_side(tmp_path: Path) -> None:
    both = DATA + "\n\ndense = __import__  # not a name of MindSpore\n"
    other = NET.replace("nn.Dense(8, 2)", "nn.Dense(8, 2, False)")
    assert found(project(tmp_path, src__data=both, src__net=other)) == [
        ("src/data.py", 5, "MSL301"),
        ("src/net.py", 7, "MSL107"),
    ]


def test_settings_of_the_file_decide_what_is_shown_in_it(tmp_path: Path) -> None:
    folder = project(tmp_path)
    (folder / "mslint.toml").write_text('[per-file-ignores]\n"src/data.py" = ["MSL301"]\n', encoding="utf-8")
    assert found(folder) == []


def test_a_file_alone_is_its_own_program(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = project(tmp_path, train=TRAIN.replace("SHUFFLE", "False"))
    monkeypatch.chdir(folder)
    text = (folder / "train.py").read_text(encoding="utf-8")
    assert [finding.code for finding in Texts().findings("train.py", text, True)] == ["MSL301"]
    # What is found in another file belongs to the command line.
    text = (folder / "src" / "data.py").read_text(encoding="utf-8")
    assert Texts().findings("src/data.py", text, True) == ()


def test_nothing_lies_above_the_root_of_the_project(tmp_path: Path) -> None:
    inner = tmp_path / "inner"
    project(inner)
    (inner / "src" / "data.py").unlink()
    (tmp_path / "src").mkdir()
    (tmp_path / "src" / "data.py").write_text(DATA, encoding="utf-8")
    assert found(inner) == []


@settings(deadline=None, max_examples=120)
@given(programs)
def test_no_program_brings_it_down(code: str) -> None:
    followed = program({"train.py": code})
    assert all(event.order == index for index, event in enumerate(followed.events))


@settings(deadline=None, max_examples=60)
@given(networks)
def test_no_network_brings_it_down(code: str) -> None:
    assert program({"train.py": code}).whole in (True, False)
