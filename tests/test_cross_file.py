"""Facts that stand in another file or behind a flow: each is found, its twin is silent, and a file named alone has the
same findings as with its folder."""

# ruff: noqa: ISC004  (tables of code: one case, one entry)

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path
from typing import Any, Dict, List, Set, Tuple

import pytest
from running import ROOT, mslint

from mslint.around import with_project
from mslint.inputs import inputs, settings_of
from mslint.model import Finding
from mslint.project import Overrides, Project
from mslint.runner import run

FACTS = sorted(path for path in (ROOT / "fixtures" / "cross_file").iterdir() if path.is_dir())
MARK = re.compile(r"#\s*expect:\s*(MSL\d{3})")
MISSED = (
    "35_cells_in_returned_list",  # the rule looks at a class by itself
    "75_default_argument_mean",  # a file that does not name MindSpore is not looked at
    "78_with_scaled_loss",  # what arithmetic gives, programs do not know
    "85_base_class_of_net",  # as 75
)

Places = Set[Tuple[str, int, str]]


def found_in(paths: List[str], monkeypatch: pytest.MonkeyPatch, folder: Path) -> Tuple[Finding, ...]:
    monkeypatch.chdir(folder)
    project = Project(Overrides(level="info"))
    files, errors = inputs(paths, project, "en")
    every = with_project(files, paths, project)
    return run(every, project, settings_of(paths, project), errors).findings


def expected(folder: Path) -> Places:
    return {
        (path.relative_to(folder).as_posix(), number, code)
        for path in sorted(folder.rglob("*.py"))
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        for code in MARK.findall(line)
    }


def reported(findings: Tuple[Finding, ...]) -> Places:
    """The places of findings, and those that they stand for besides."""
    return {
        (place.path, place.span.line, each.code) for each in findings for place in (each, *each.related) if place.path
    }


@pytest.fixture
def fact(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """The two projects of a fact, outside of this one: what other files of a project define counts."""
    return Path(shutil.copytree(request.param, tmp_path / request.param.name))


each_fact = pytest.mark.parametrize("fact", FACTS, ids=lambda path: path.name, indirect=True)


@each_fact
def test_a_fact_is_found_and_its_twin_is_silent(fact: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    wanted = expected(fact / "bad")
    assert wanted
    missed = wanted - reported(found_in(["."], monkeypatch, fact / "bad"))
    assert bool(missed) == (fact.name in MISSED)
    codes = {code for _, _, code in wanted}
    assert [each for each in found_in(["."], monkeypatch, fact / "good") if each.code in codes] == []


@pytest.mark.parametrize("fact", FACTS[::3], ids=lambda path: path.name)
def test_a_file_named_alone_has_the_same_findings(fact: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = fact / "bad"
    whole = found_in(["."], monkeypatch, folder)
    for path in sorted(folder.rglob("*.py")):
        name = path.relative_to(folder).as_posix()
        assert found_in([name], monkeypatch, folder) == tuple(each for each in whole if each.path == name)


NET = """from mindspore import nn


class Net(nn.Cell):
    def __init__(self, share, norm):
        super().__init__()
        self.norm = norm(8, momentum=0.9)
        self.drop = nn.Dropout(keep_prob=share)

    def construct(self, x):
        return self.drop(self.norm(x))
"""
TRAIN = """import mindspore as ms
from config import SHARE
from mindspore import nn
from net import Net

if __name__ == "__main__":
    net = Net(SHARE, nn.BatchNorm2d)
    net.set_train()
    print(net(ms.ops.ones((1, 8, 4, 4))))
"""


@pytest.fixture
def project(tmp_path: Path) -> Path:
    (tmp_path / "mslint.toml").write_text("")
    (tmp_path / "net.py").write_text(NET)
    (tmp_path / "train.py").write_text(TRAIN)
    (tmp_path / "config.py").write_text("SHARE = 0.1\n")
    return tmp_path


def findings(*args: Any, cwd: Path) -> List[Dict[str, Any]]:
    done = mslint(*args, "--output-format", "json", cwd=cwd)
    assert done.returncode in (0, 1), done.stderr
    document: Dict[str, Any] = json.loads(done.stdout)
    return list(document["findings"])


def codes(*args: Any, cwd: Path) -> List[Tuple[str, int, str]]:
    return [(each["path"], each["line"], each["code"]) for each in findings(*args, cwd=cwd)]


DROP = [("net.py", 8, "MSL101")]


def test_a_change_in_another_file_is_seen_with_a_cache(project: Path) -> None:
    for _ in range(2):
        assert codes(".", cwd=project) == codes("net.py", cwd=project) == DROP
    (project / "config.py").write_text("SHARE = 0.9\n")
    assert codes(".", cwd=project) == codes("net.py", cwd=project) == []
    (project / "config.py").write_text("SHARE = 0.2\n")
    assert codes("net.py", cwd=project) == codes(".", cwd=project) == DROP


def test_a_comment_changes_nothing_of_it(project: Path) -> None:
    assert codes(".", cwd=project) == DROP
    (project / "net.py").write_text(NET.replace("super().__init__()", "super().__init__()  # first"))
    assert codes(".", cwd=project) == DROP
    (project / "net.py").write_text(NET.replace("=share)", "=share)  # noqa: MSL101"))
    assert codes(".", cwd=project) == codes("net.py", cwd=project) == []


def test_any_number_of_processes_finds_the_same(project: Path) -> None:
    for number in range(30):
        (project / f"net{number}.py").write_text(NET)
        (project / f"train{number}.py").write_text(TRAIN.replace("from net ", f"from net{number} "))
    one = findings(".", "--no-cache", "-j", "1", cwd=project)
    assert one == findings(".", "--no-cache", "-j", "2", cwd=project)
    assert [each["path"] for each in one if each["code"] == "MSL101"] == sorted(each["path"] for each in one)
    assert len(one) == 31


def test_only_what_was_asked_for_is_shown_and_counted(project: Path) -> None:
    (project / "train.py").write_text(TRAIN + "    nn.Dropout(keep_prob=0.1)\n")
    done = mslint("net.py", "--output-format", "json", cwd=project)
    document = json.loads(done.stdout)
    assert {each["path"] for each in document["findings"]} == {"net.py"}
    assert document["summary"]["files"] == 1
    assert ("train.py", 10, "MSL101") in codes(".", cwd=project)


def test_what_lies_outside_of_the_project_is_not_looked_at(project: Path) -> None:
    outside = project / "other"
    outside.mkdir()
    (outside / "mslint.toml").write_text("")
    (outside / "net.py").write_text(NET)
    assert codes("net.py", cwd=outside) == []


def test_what_is_excluded_is_not_looked_at(project: Path) -> None:
    (project / "mslint.toml").write_text('exclude = ["train.py"]\n')
    assert codes("net.py", cwd=project) == codes(".", cwd=project) == []


def test_a_fix_of_a_file_leaves_those_that_import_it_alone(project: Path) -> None:
    (project / "train.py").write_text(TRAIN + "    nn.Dropout(keep_prob=0.1)\n")
    done = mslint("net.py", "--fix", "--unsafe-fixes", cwd=project)
    assert "p=share" in (project / "net.py").read_text(), done.stdout
    assert (project / "train.py").read_text().endswith("nn.Dropout(keep_prob=0.1)\n")


def test_noqa_is_added_for_what_other_files_show(project: Path) -> None:
    mslint("net.py", "--add-noqa", cwd=project)
    assert "noqa: MSL101" in (project / "net.py").read_text()
    assert codes(".", cwd=project) == []


def test_each_way_to_a_call_is_looked_at_by_itself(project: Path) -> None:
    calls = "\n".join(f"    Net({share}, nn.BatchNorm2d)" for share in (0.9, 0.8, 0.1))
    (project / "train.py").write_text(TRAIN + calls + "\n")
    (project / "config.py").write_text("SHARE = 0.9\n")
    assert codes(".", cwd=project) == DROP


def test_who_is_called_may_be_a_matter_of_another_file(project: Path) -> None:
    (project / "net.py").write_text(NET.replace("momentum=0.9", "momentum=0.1"))
    assert ("net.py", 7, "MSL106") in codes(".", cwd=project)
    (project / "train.py").write_text(TRAIN.replace("nn.BatchNorm2d", "nn.LayerNorm"))
    assert ("net.py", 7, "MSL106") not in codes(".", cwd=project)


def test_what_a_partial_was_given_is_not_missing(project: Path) -> None:
    (project / "config.py").write_text(
        "from functools import partial\nfrom mindspore import nn\nSHARE = 0.9\n"
        "conv = partial(nn.Conv2d, has_bias=True, pad_mode='pad')\n"
    )
    (project / "net.py").write_text("from config import conv\nimport mindspore\n\nlayer = conv(3, 4, 3)\n")
    assert codes("net.py", "--level", "info", cwd=project) == []
    (project / "net.py").write_text("from config import conv\nimport mindspore\n\nlayer = conv(3, 4, 3, padding=-1)\n")
    assert codes("net.py", "--level", "info", "--select", "MSL9", cwd=project) == []


@pytest.mark.parametrize(
    ("place", "text", "leads"),
    [
        ("/p/a/x.py", "from . import y", {"/p/a/__init__.py", "/p/a/y.py"}),
        ("/p/a/x.py", "from .y import (\n    b,\n    c)", {"/p/a/y.py"}),
        ("/p/a/x.py", "from .. import z", {"/p/z.py"}),
        ("/p/t.py", "import a.y as q, os", {"/p/a/__init__.py", "/p/a/y.py"}),
        ("/p/t.py", "def f():\n    from a import y", {"/p/a/__init__.py", "/p/a/y.py"}),
        ("/p/t.py", "x = 1; from a import y", {"/p/a/__init__.py", "/p/a/y.py"}),
        ("/p/t.py", "if x: from a \\\n    import y", {"/p/a/__init__.py", "/p/a/y.py"}),
        ("/p/t.py", "from.a import y", {"/p/a/__init__.py", "/p/a/y.py"}),
        ("/p/t.py", "try: import z", {"/p/z.py"}),
        ("/p/t.py", "imported = fromage.y", set()),
        ("/p/t.py", "from b.y import *", set()),
        (
            "/p/n.ipynb",
            '{"source": ["import z\\n", "    from a import y"]}',
            {"/p/z.py", "/p/a/__init__.py", "/p/a/y.py"},
        ),
    ],
)
def test_imports_lead_to_files(place: str, text: str, leads: Set[str]) -> None:
    from mslint.around import _Index

    index = _Index(["/p/a/__init__.py", "/p/a/x.py", "/p/a/y.py", "/p/z.py", "/p/t.py", "/p/n.ipynb"])
    assert {module for module, _ in index.imported(place, text.replace("\\n", "\n"))} == leads


def test_a_name_belongs_to_the_folder_of_the_script() -> None:
    from mslint.around import _Imports

    imports = _Imports()
    imports.add("/p/lib/x.py", "/p/a/config.py", "/p/a")  # a library that imports the configuration of its script
    imports.add("/p/a/train.py", "/p/lib/x.py", "/p")
    imports.add("/p/b/other.py", "/p/a/config.py", "/p/a")  # which means another one
    assert imports.leading_to({"/p/a/config.py"}) == {"/p/a/config.py", "/p/lib/x.py", "/p/a/train.py"}


MAKE = """from mindspore import nn


def make(value):
    return nn.Dropout(keep_prob=value)
"""
NORM = """from mindspore import nn


def make(**options):
    return nn.BatchNorm2d(8, **options)
"""
START = "import mindspore as ms\nfrom make import make\nms.set_seed(1)\n"
TABLE = "class Table(dict):\n    def __getattr__(self, name):\n        return self[name]\n"


@pytest.mark.parametrize(
    ("make", "script", "expected"),
    [
        (NORM, "make(momentum=0.1)", ["MSL106"]),
        (NORM, "make(momentum=0.9)", []),
        (NORM, "make(**{'momentum': 0.1})", ["MSL106"]),
        (NORM, "make(**unknown)", []),
        (NORM.replace("nn.BatchNorm2d(8", "getattr(nn, 'BatchNorm2d')(8"), "make(momentum=0.1)", ["MSL106"]),
        (
            "from mindspore import nn\nKINDS = {'bn': nn.BatchNorm2d}\n"
            "def make(spec):\n    spec = dict(spec)\n    return KINDS[spec.pop('type')](**spec)\n",
            "make({'type': 'bn', 'num_features': 8, 'momentum': 0.1})",
            ["MSL106"],
        ),
        (MAKE, "net = make(0.1)", ["MSL101"]),
        (
            MAKE,
            f"import argparse\n{TABLE}parser = argparse.ArgumentParser()\nparser.add_argument('--value', default=0.1)\n"
            "table = Table()\ntable.update(vars(parser.parse_args()))\nmake(table.value)",
            ["MSL101"],
        ),
        (
            MAKE,
            "import argparse\nparser = argparse.ArgumentParser()\nparser.add_argument('--value', default=0.1)\n"
            "make(parser.parse_args(['--value', '0.9']).value)",
            [],
        ),
        (
            MAKE,
            "import argparse\nparser = argparse.ArgumentParser()\nparser.add_argument('--value', default=0.1)\n"
            "make(parser.parse_args(args=[]).value)",
            ["MSL101"],
        ),
        (MAKE, f"{TABLE}table = Table(value=0.1)\ntable.update(unknown)\nmake(table.value)", []),
        (MAKE, f"{TABLE}table = Table(value=0.1)\ntable.pop('value')\nmake(table.get('value', 0.9))", []),
        (
            MAKE,
            "import copy\na = {'b': {'value': 0.9}}\nc = copy.deepcopy(a)\n"
            "c['b']['value'] = 0.1\nmake(a['b']['value'])",
            [],
        ),
        (
            MAKE,
            "from dataclasses import dataclass, field\nclass Part:\n    value = 0.9\n@dataclass\nclass Whole:\n"
            "    part: Part = field(default_factory=Part)\none = Whole()\nother = Whole()\none.part.value = 0.1\n"
            "make(other.part.value)",
            [],
        ),
        (MAKE, "value = 0.9\nif not isinstance(value, eval('float')):\n    value = 0.1\nmake(value)", []),
        (MAKE, "def one(x):\n    return x\nfor _ in range(9):\n    one(0.9)\nmake(one(0.1))", ["MSL101"]),
        (MAKE, "share = 0.1\ndef read(x):\n    return share\nread(1)\nshare = 0.9\nmake(read(1))", []),
        (
            MAKE,
            "share = 0.1\ndef change(x):\n    global share\n    share = x\n"
            + "change(0.1)\n" * 9
            + "change(0.9)\nmake(share)",
            [],
        ),
    ],
)
def test_what_reaches_a_call(make: str, script: str, expected: List[str], tmp_path: Path) -> None:
    (tmp_path / "mslint.toml").write_text("")
    (tmp_path / "make.py").write_text(make)
    (tmp_path / "train.py").write_text(START + script + "\n")
    assert [each["code"] for each in findings("make.py", cwd=tmp_path)] == expected


def test_a_script_need_not_name_mindspore(project: Path) -> None:
    (project / "train.py").write_text("from trainer import main\n\nmain(0.1)\n")
    (project / "trainer.py").write_text(
        "from mindspore import nn\nfrom net import Net\n\n\ndef main(share):\n    return Net(share, nn.BatchNorm2d)\n"
    )
    assert codes(".", cwd=project) == codes("net.py", cwd=project) == DROP
    (project / "listing.py").write_text(
        "import os\nfor a, b in zip(os.listdir('a'), os.listdir('b')):\n    print(a, b)\n"
    )
    (project / "broken.py").write_text("import os\nif __name__ == (\n")
    assert codes(".", cwd=project) == DROP


def test_the_call_that_hands_a_value_on_is_told(project: Path) -> None:
    (found,) = findings("net.py", cwd=project)
    assert [(each["path"], each["line"]) for each in found["related"]] == [("train.py", 7)]


def test_a_file_that_a_shared_module_reads_counts_for_each_script(project: Path) -> None:
    reads = "import yaml\nfrom os.path import dirname, join\n"
    (project / "config.py").write_text(
        f"{reads}SHARE = yaml.safe_load(open(join(dirname(__file__), 'options.yaml')))['share']\n"
    )
    script = "from config import SHARE\nfrom mindspore import nn\n\nprint(nn.Dropout(keep_prob=SHARE))\n"
    (project / "train.py").write_text(script)
    (project / "other.py").write_text(script)
    options = project / "options.yaml"
    places = [("other.py", 4, "MSL101"), ("train.py", 4, "MSL101")]
    assert codes(".", cwd=project) == []
    for text, expected in (("share: 0.1", places), ("share: 0.9", []), ("share: 0.2", places)):
        options.write_text(text)
        assert codes(".", cwd=project) == expected
    options.unlink()
    assert codes(".", cwd=project) == []


def test_more_importers_than_are_looked_at_are_told(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("mslint.around.MAX_AROUND", 0)
    monkeypatch.chdir(project)
    settings = Project(Overrides())
    files, errors = inputs(["net.py"], settings, "en")
    result = run(with_project(files, ["net.py"], settings), settings, settings_of(["net.py"], settings), errors)
    assert result.analysis.bounded == ("net.py",)
    assert result.findings == ()


@pytest.mark.parametrize("text", ["from" + " " * 100_000 + "x", "from a import (\n" * 10_000, "from " + "." * 50_000])
def test_odd_imports_take_no_time(text: str) -> None:
    from mslint.around import _Index

    assert _Index(["/p/a.py"]).imported("/p/t.py", text) is not None


def test_what_is_given_by_position_is_not_missing_where_the_signature_is_not_known(tmp_path: Path) -> None:
    script = """from mindspore import FixedLossScaleManager, Model, nn

net = nn.Dense(8, 4)
opt = nn.Momentum(net.trainable_params(), 0.1, 0.9, loss_scale=1024.0)
manager = FixedLossScaleManager(1024.0, drop_overflow_update=False)
Model(net, nn.MSELoss(), opt, loss_scale_manager=manager).train(10, [])
"""
    (tmp_path / "train.py").write_text(script)
    for version in ("1.8", "2.10"):
        found = codes(".", "--select", "MSL403", "--target-version", version, cwd=tmp_path)
        assert found == [], version
    (tmp_path / "train.py").write_text(script.replace("loss_scale=1024.0", "loss_scale=512.0"))
    assert [code for _, _, code in codes(".", "--select", "MSL403", cwd=tmp_path)] == ["MSL403"]


def test_a_mistake_in_another_part_of_the_project_is_not_told(project: Path) -> None:
    (project / "part").mkdir()
    (project / "part" / "mslint.toml").write_text("no toml")
    (project / "part" / "a.py").write_text("")
    assert mslint("net.py", cwd=project).returncode == 0
    document = json.loads(mslint("net.py", "--output-format", "json", cwd=project).stdout)
    assert document["analysis"]["bounded"] == ["net.py"]
    assert mslint(".", cwd=project).returncode == 2


def test_the_temporary_folder_is_no_project(project: Path) -> None:
    from running import environment

    (project / "mslint.toml").unlink()
    inner = project / "inner"
    inner.mkdir()
    (project / "net.py").rename(inner / "net.py")
    (project / "train.py").write_text(TRAIN.replace("from net ", "from inner.net "))
    for values, expected in (({}, [("inner/net.py", 8, "MSL101")]), ({"TMPDIR": str(project)}, [])):
        done = mslint("inner/net.py", "--output-format", "json", cwd=project, env=environment(**values))
        assert [(e["path"], e["line"], e["code"]) for e in json.loads(done.stdout)["findings"]] == expected
