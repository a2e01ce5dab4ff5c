"""What earlier runs left: the same findings byte for byte, no work that is not needed, and no harm from a bad store."""

from __future__ import annotations

import json
import os
import pickle
import re
import shutil
import sqlite3
import subprocess
import sys
from pathlib import Path
from typing import Callable, List, Optional, Tuple

import pytest
from running import BAD, GOOD, ROOT, environment, mslint, python

from mslint.cache import Cache, thawed
from mslint.cacheplace import FILE, Place, place_of_cache
from mslint.model import Span

PROJECTS = sorted(path for path in (ROOT / "fixtures" / "projects").iterdir() if path.is_dir())


def timeless(answer: str) -> str:
    return re.sub(r'"seconds": [0-9.e-]+', '"seconds": 0', answer)


def told(folder: Path, *args: str) -> str:
    """All that a run says of a folder in JSON, but for the time it took."""
    done = mslint("--level", "info", "--output-format", "json", *args, cwd=folder)
    assert done.returncode in (0, 1), done.stderr
    return timeless(done.stdout)


def paths(answer: str) -> List[Tuple[str, str]]:
    return [(each["path"], each["code"]) for each in json.loads(answer)["findings"]]


def cache_of(folder: Path) -> Path:
    """The folder of a project's cache."""
    place = place_of_cache(str(folder))
    assert place is not None
    return Path(place.folder)


@pytest.fixture
def place(tmp_path: Path) -> Path:
    (tmp_path / ".git").mkdir()
    (tmp_path / "bad.py").write_text(BAD, encoding="utf-8")
    (tmp_path / "good.py").write_text(GOOD, encoding="utf-8")
    return tmp_path


# What is found is the same in all modes


@pytest.fixture(scope="module")
def projects(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """All bundled projects side by side, with what makes them many programs in one run."""
    folder = tmp_path_factory.mktemp("projects") / "all"
    shutil.copytree(ROOT / "fixtures" / "projects", folder)
    (folder / ".git").mkdir()
    return folder


def test_all_modes_find_the_same(projects: Path) -> None:
    without = told(projects, "--no-cache", "-j", "1")
    assert len(paths(without)) > 100
    assert told(projects, "--no-cache", "-j", "3") == without
    assert told(projects, "-j", "1") == without  # cold
    assert told(projects) == without  # warm
    shutil.rmtree(cache_of(projects))
    assert told(projects, "-j", "3") == without
    assert told(projects, "-j", "2") == without


def test_the_same_is_found_from_every_folder(projects: Path, tmp_path: Path) -> None:
    """Paths in what is kept of programs are told from where the run was."""
    folder = tmp_path / "all"
    shutil.copytree(projects, folder, ignore=shutil.ignore_patterns("requirements*", "*.toml"))
    inside = sorted(path for path in folder.iterdir() if path.is_dir() and path.name != ".git")[::9]
    for part in inside:
        told(part)
    without = told(folder, "--no-cache")
    assert told(folder) == without
    for part in inside:
        assert told(part) == told(part, "--no-cache")
    assert cache_of(folder).is_dir() and {cache_of(part) for part in inside} == {cache_of(folder)}


def test_where_a_file_lies_counts(place: Path) -> None:
    text = (
        "import torch\nfrom mindspore import nn\n\n\n"
        "class Net(nn.Cell):\n    def construct(self, x):\n        return torch.relu(x)\n"
    )
    for name in ("src/a.py", "tests/a.py"):
        (place / name).parent.mkdir()
        (place / name).write_text(text, encoding="utf-8")
    first = told(place)
    assert [path for path, code in paths(first) if code == "MSL118"] == ["src/a.py"]
    (place / "more.py").write_text("x = 1\n", encoding="utf-8")
    assert paths(told(place)) == paths(first)


CHANGES: List[Tuple[str, Callable[[Path], object]]] = [
    ("a comment", lambda folder: _append(folder, "# more\n")),
    ("comments that silence", lambda folder: _silence(folder, "  # noqa")),
    ("comments that silence nothing", lambda folder: _silence(folder, "  # mslint: ignore[MSL506] it is meant")),
    ("files that speak of MindSpore now", lambda folder: _append(folder, "# mindspore\n", "config.py")),
    ("code", lambda folder: _append(folder, "from mindspore import nn\nnn.Dropout(0.1)\n")),
    ("a new file", lambda folder: (folder / "new.py").write_text(BAD, encoding="utf-8")),
    ("a file gone", lambda folder: sorted(folder.rglob("*.py"))[0].unlink()),
    ("a module in the way", lambda folder: _beside_scripts(folder, "numpy.py", "")),
    ("a configuration", lambda folder: _beside_scripts(folder, "config.yaml", "lr: 1\n")),
]


def _beside_scripts(folder: Path, name: str, text: str) -> None:
    for path in sorted(folder.rglob("train.py")):
        (path.parent / name).write_text(text)


def _silence(folder: Path, comment: str) -> None:
    """A comment at every third place that something is said of, and at one of which nothing is."""
    places = {(each["path"], each["line"]) for each in json.loads(told(folder))["findings"]}
    for name, number in sorted(places)[::3] + [(sorted(places)[0][0], 1)]:
        lines = (folder / name).read_text(encoding="utf-8").split("\n")
        lines[number - 1] += comment
        (folder / name).write_text("\n".join(lines), encoding="utf-8")


def _append(folder: Path, text: str, name: str = "*.py") -> None:
    for path in sorted(folder.rglob(name))[:: 7 if name == "*.py" else 1]:
        path.write_text(path.read_text(encoding="utf-8").rstrip() + "\n" + text, encoding="utf-8")


@pytest.mark.parametrize("change", [change for _, change in CHANGES], ids=[name for name, _ in CHANGES])
def test_after_a_change_all_modes_find_the_same(
    projects: Path, tmp_path: Path, change: Callable[[Path], object]
) -> None:
    folder = tmp_path / "all"
    shutil.copytree(projects, folder, symlinks=True)
    told(folder)
    change(folder)
    without = told(folder, "--no-cache")
    assert told(folder) == without
    assert told(folder) == without


def test_modules_that_are_not_checked_count_as_well(place: Path) -> None:
    """A program takes what it imports from files that nobody named."""
    (place / "data.py").write_text(
        "import mindspore.dataset as ds\n\n\ndef make():\n    return ds.MnistDataset('d', shuffle=False).batch(2)\n"
    )
    (place / "train.py").write_text(
        "from mindspore import nn, Model\nfrom data import make\n\nnet = nn.Dense(1, 1)\n"
        "Model(net, nn.MSELoss(), nn.SGD(net.trainable_params())).train(1, make())\n"
    )
    one = told(place, "train.py", "data.py")
    assert ("data.py", "MSL301") in paths(one)
    assert told(place, "data.py") != one and ("data.py", "MSL301") in paths(told(place, "train.py", "data.py"))
    (place / "data.py").write_text((place / "data.py").read_text().replace("shuffle=False", "shuffle=True"))
    assert paths(told(place, "train.py", "data.py")) == paths(told(place, "train.py", "data.py", "--no-cache"))
    alone = told(place, "train.py", "--no-cache")
    assert told(place, "train.py") == alone
    (place / "data.py").write_text("def make():\n    return None\n")
    assert told(place, "train.py") == told(place, "train.py", "--no-cache")


@pytest.mark.parametrize(
    "args", [("--lang", "zh"), ("--target-version", "2.7"), ("--ignore", "MSL1"), ("--select", "MSL107")]
)
def test_settings_count(place: Path, args: Tuple[str, ...]) -> None:
    first = told(place)
    assert told(place, *args) == told(place, "--no-cache", *args) != first
    assert told(place) == first


def test_the_pin_and_the_configuration_count(place: Path) -> None:
    told(place)
    (place / "requirements.txt").write_text("mindspore==2.7\n")
    assert json.loads(told(place))["target_version"] == "2.7"
    (place / "mslint.toml").write_text('ignore = ["MSL101"]\n')
    assert [code for _, code in paths(told(place))] == ["MSL107"]


@pytest.mark.usefixtures("rules_allowed")
def test_rules_of_the_project_count(place: Path) -> None:
    done = mslint("new-rule", "toy-rule", "--path", str(place / "rules"), "--code", "MSL990", cwd=place)
    assert done.returncode == 0, done.stderr
    (place / "mslint.toml").write_text('rule-paths = ["rules"]\nselect = ["MSL990"]\nextend-select = ["MSL101"]\n')
    unit = next((place / "rules").glob("msl990*"))
    assert told(place) == told(place)
    rule = unit / "rule.toml"
    rule.write_text(
        re.sub(r"^names = .*$", 'names = ["mindspore.nn.Dropout"]', rule.read_text("utf-8"), flags=re.M), "utf-8"
    )
    assert told(place) == told(place, "--no-cache")


# What is not done again

SPY = """
import os, sys
opened = []
sys.addaudithook(lambda event, args: opened.append(str(args[0])) if event == "open" else None)
from mslint.cli import main
status = main(sys.argv[1:])
heavy = sorted({name.partition(".")[0] for name in sys.modules} & {"libcst", "yaml"})
heavy += [name for name in ("mslint.engine", "mslint.facts", "mslint.rulekit") if name in sys.modules]
read = [os.path.basename(name) for name in opened if name.endswith(".py") and os.getcwd() in os.path.abspath(name)]
print(f"heavy={heavy} read={sorted(set(read))} status={status}", file=sys.stderr)
"""


def spied(folder: Path, *args: str) -> str:
    done = python("-c", SPY, "--level", "info", "--output-format", "json", *args, cwd=folder)
    return done.stderr.splitlines()[-1]


def _age(folder: Path) -> None:
    """As if the files had been written a while ago: what is as young as the cache is read again."""
    for path in folder.rglob("*.py"):
        status = path.stat()
        os.utime(path, ns=(status.st_atime_ns, status.st_mtime_ns - 10_000_000_000))


def test_a_second_run_imports_no_parser_and_no_rule_and_reads_no_file(place: Path) -> None:
    _age(place)
    assert "heavy=[]" not in spied(place)
    assert spied(place) == "heavy=[] read=[] status=1"


def test_a_file_whose_time_changed_is_read_and_not_checked(place: Path) -> None:
    _age(place)
    spied(place)
    os.utime(place / "bad.py", ns=(0, 5_000_000_000))
    assert spied(place) == "heavy=[] read=['bad.py'] status=1"
    assert spied(place) == "heavy=[] read=[] status=1"


ONE = """
import sys
import mslint.looking as looking, mslint.program.run as run, mslint.runner as runner
looked, look_at = [], looking.look_at
def look(file, *args):
    looked.append(file.path)
    return look_at(file, *args)
looking.look_at = runner.look_at = look
followed, module = [], run.Run.module
run.Run.module = lambda self, *args: followed.append(args) or module(self, *args)
from mslint.cli import main
status = main(sys.argv[1:])
print(f"looked={looked} followed={len(followed)}", file=sys.stderr)
"""


def test_where_only_a_comment_changed_no_other_file_and_no_program_is_looked_at(projects: Path, tmp_path: Path) -> None:
    folder = tmp_path / "all"
    shutil.copytree(projects, folder)
    before = json.loads(told(folder))["findings"]
    on_a_line = [each for each in before if each["path"].endswith("train.py") and each["line"] == each["end_line"]]
    train, chosen = next((each["path"], each["line"]) for each in on_a_line if each["severity"] != "info")
    lines = (folder / train).read_text(encoding="utf-8").split("\n")
    lines[chosen - 1] += "  # noqa"
    (folder / train).write_text("\n".join(lines) + "# the end", encoding="utf-8")
    done = python("-c", ONE, "--level", "info", "--output-format", "json", cwd=folder)
    assert done.stderr.splitlines()[-1] == "looked=[] followed=0"
    assert timeless(done.stdout) == told(folder) == told(folder, "--no-cache")
    assert (train, chosen) not in {(each["path"], each["line"]) for each in json.loads(done.stdout)["findings"]}
    (folder / train).write_text("\n".join(["x = 1", *lines]), encoding="utf-8")
    done = python("-c", ONE, "--level", "info", "--output-format", "json", cwd=folder)
    assert done.stderr.splitlines()[-1].startswith(f"looked={[train]} ")
    assert not done.stderr.splitlines()[-1].endswith("followed=0")


NOTEBOOK = {
    "nbformat": 4,
    "nbformat_minor": 5,
    "metadata": {"kernelspec": {"name": "python3", "language": "python"}, "language_info": {"name": "python"}},
    "cells": [
        {"cell_type": "code", "metadata": {}, "outputs": [], "execution_count": None, "source": source}
        for source in (
            "from mindspore import nn\nimport helper",
            "net = nn.SequentialCell(nn.Dense(2, 2), nn.Dropout(p=0.5))\nnet.set_train(True)",
            "x = 1\n\nhelper.save(net)",
        )
    ],
}


def test_where_only_a_comment_changed_places_in_notebooks_are_told_by_their_cells(place: Path) -> None:
    (place / "n.ipynb").write_text(json.dumps(NOTEBOOK), encoding="utf-8")
    helper = "import mindspore as ms\n\n\ndef save(net):\n    ms.export(net, ms.Tensor([[1.0, 2.0]]), file_name='n')\n"
    (place / "helper.py").write_text(helper, encoding="utf-8")
    before = told(place)
    assert "MSL204" in before and '"cell": ' in before
    (place / "helper.py").write_text(helper + "# the end\n", encoding="utf-8")
    assert told(place) == told(place, "--no-cache")


def test_comments_that_break_a_module_are_no_mere_comments(place: Path) -> None:
    (place / "helper.py").write_text("SHUFFLE = \\\n    False\n", encoding="utf-8")
    (place / "train.py").write_text(
        "import mindspore.dataset as ds\nfrom mindspore import nn, Model\nfrom helper import SHUFFLE\n\n"
        "data = ds.MnistDataset('train', shuffle=SHUFFLE).batch(2)\nnet = nn.Dense(1, 1)\n"
        "Model(net, nn.MSELoss(), nn.SGD(net.trainable_params())).train(1, data)\n",
        encoding="utf-8",
    )
    before = told(place)
    (place / "helper.py").write_text("SHUFFLE = \\  # noqa\n    False\n", encoding="utf-8")
    assert told(place) == told(place, "--no-cache") != before


@pytest.mark.skipif(sys.platform != "linux", reason="other systems have no such names")
def test_file_names_that_are_no_text_cost_nothing(place: Path) -> None:
    with open(os.fsencode(place) + b"/\xff.py", "w", encoding="utf-8") as file:
        file.write(BAD)
    assert told(place) == told(place) == told(place, "--no-cache")


def test_a_file_that_is_as_young_as_the_cache_is_read(place: Path) -> None:
    """Of the same size and, to a file system that counts in seconds, of the same time."""
    told(place)
    status = (place / "bad.py").stat()
    (place / "bad.py").write_text(BAD.replace("nn.Dropout(0.1)", "nn.Dropout(1.0)"), encoding="utf-8")
    os.utime(place / "bad.py", ns=(status.st_atime_ns, status.st_mtime_ns))
    assert (place / "bad.py").stat().st_size == status.st_size
    assert told(place) == told(place, "--no-cache")


def test_what_must_not_be_kept_is_not(place: Path) -> None:
    told(place, "--no-cache")
    mslint("-", cwd=place, stdin=BAD.encode())
    assert not cache_of(place).exists()
    told(place, "--cache-dir", "elsewhere")
    assert not cache_of(place).exists() and (place / "elsewhere" / ".gitignore").read_text() == "*\n"
    (place / "sub").mkdir()
    told(place / "sub", "..")
    assert cache_of(place).is_dir() and cache_of(place / "sub") == cache_of(place)
    assert sorted(path.name for path in place.iterdir()) == [".git", "bad.py", "elsewhere", "good.py", "sub"]


EDITED = """
import sys
import mslint.runner as runner
from mslint.cli import main

look, path, text = runner._Work.{moment}, {path!r}, {text!r}

def change(*args, **more):  # somebody saves a file while the linter runs
    done = look(*args, **more)
    with open(path, "w") as file:
        file.write(text)
    return done

runner._Work.{moment} = change
sys.exit(main(sys.argv[1:]))
"""


GOING = """
import os, sys
import mslint.runner as runner
from mslint.cli import main

follow, path, last = runner._Work.follow, {path!r}, {last!r}

def change(*args, **more):
    done = follow(*args, **more)
    if last is None:
        os.remove(path)
    else:
        with open(path, "wb") as file:
            file.write(last)
    return done

runner._Work.follow = change
sys.exit(main(sys.argv[1:]))
"""


@pytest.mark.parametrize("moment", ["_checked", "follow"])
def test_what_is_written_during_a_run_is_not_taken_for_what_was_read(place: Path, moment: str) -> None:
    """Neither a file that is checked, nor a module that only a program reads, which may be read at any time."""
    (place / "data.py").write_text(
        "import mindspore.dataset as ds\n\n\ndef make():\n    return ds.MnistDataset('d', shuffle=False).batch(2)\n"
    )
    (place / "bad.py").write_text(
        "from mindspore import nn, Model\nfrom data import make\n\nnet = nn.Dense(1, 1)\n"
        "Model(net, nn.MSELoss(), nn.SGD(net.trainable_params())).train(1, make())\n"
    )
    for path, names in (("bad.py", ["bad.py"]), ("data.py", ["bad.py", "data.py"]), ("data.py", ["bad.py"])):
        shutil.rmtree(cache_of(place), ignore_errors=True)
        before = (place / path).read_text()
        text = before.replace("shuffle=False", "shuffle=True").replace("Dense(1, 1)", "Dropout(0.1)")
        script = EDITED.format(moment=moment, path=str(place / path), text=text)
        python("-c", script, "--level", "info", "--output-format", "json", *names, cwd=place)
        assert (place / path).read_text() == text != before
        assert told(place, *names) == told(place, *names, "--no-cache")
        (place / path).write_text(before)


@pytest.mark.parametrize("last", [None, b"\xff\xfe not UTF-8 \xff"], ids=["gone", "no text any more"])
@pytest.mark.parametrize("args", [["--no-cache"], [], ["-j", "2"]], ids=" ".join)
def test_a_file_that_goes_during_the_run_costs_that_file(place: Path, last: Optional[bytes], args: List[str]) -> None:
    (place / "data.py").write_text(
        "import mindspore.dataset as ds\n\n\ndef make():\n    return ds.MnistDataset('d', shuffle=False).batch(2)\n"
    )
    (place / "train.py").write_text(
        "from mindspore import nn, Model\nfrom data import make\n\nnet = nn.Dense(1, 1)\n"
        "Model(net, nn.MSELoss(), nn.SGD(net.trainable_params())).train(1, make())\n"
    )
    for number in range(40):
        (place / f"more{number}.py").write_text(f"import mindspore\nx = {number}\n" + "y = 1\n" * 700)
    assert ("data.py", "MSL301") in paths(told(place, "--no-cache"))
    script = GOING.format(path=str(place / "data.py"), last=last)
    done = python("-c", script, "--level", "info", "--output-format", "json", *args, cwd=place)
    assert "Traceback" not in done.stderr
    answer = json.loads(done.stdout)
    assert done.returncode == 1
    assert [each["path"] for each in answer["errors"]] == (["data.py"] if last is None else [])
    told_of = [each["code"] for each in answer["findings"] if each["path"] == "data.py"]
    assert told_of == ([] if last is None else ["MSL001"])
    assert "bad.py" in {each["path"] for each in answer["findings"]}


# A store that is damaged, in the way, full, or of other hands

BAD_STORES = {
    "no database": b"nothing of the kind" * 100,
    "empty": b"",
    "cut off": None,
}


@pytest.mark.parametrize("content", BAD_STORES.values(), ids=BAD_STORES.keys())
def test_a_damaged_store_is_made_anew(place: Path, content: bytes) -> None:
    first = told(place)
    store = cache_of(place) / FILE
    store.write_bytes(store.read_bytes()[: store.stat().st_size // 2] if content is None else content)
    assert told(place) == first
    assert told(place) == first
    assert "heavy=[]" in spied(place)


def test_a_store_that_is_damaged_inside_is_made_anew_by_the_run_that_finds_it(place: Path) -> None:
    for number in range(60):
        (place / f"more{number}.py").write_text(BAD + f"x{number} = 1\n", encoding="utf-8")
    first = told(place)
    store = cache_of(place) / FILE
    data = bytearray(store.read_bytes())
    data[4096 : len(data) - 4096] = b"\x5a" * (len(data) - 8192)
    store.write_bytes(data)
    done = mslint("--level", "info", "--output-format", "json", cwd=place)
    assert (timeless(done.stdout), done.stderr) == (first, "")
    assert json.loads(mslint("cache", "info", "--output-format", "json", cwd=place).stdout)["files"] == 62
    assert told(place) == first
    assert "heavy=[]" in spied(place)


# By statements in SQL, as bits that a disk has changed.
DAMAGES = [
    "UPDATE seen SET marked = 0",
    "UPDATE seen SET digest = x'00'",
    "UPDATE seen SET path = CAST(x'ff' AS TEXT) WHERE path LIKE '%bad.py'",
    "UPDATE made SET used = 'x'",
    "UPDATE made SET value = 'x'",
    "ALTER TABLE made ADD COLUMN more",
    "DROP TABLE made",
    "DROP TABLE seen; CREATE VIEW seen AS SELECT * FROM made",
    "PRAGMA writable_schema = 1; UPDATE sqlite_master SET sql = CAST(x'ff' AS TEXT) WHERE name = 'made'",
]


@pytest.mark.parametrize("damage", DAMAGES)
def test_whatever_is_damaged_costs_no_finding_and_is_mended(place: Path, damage: str) -> None:
    first = told(place)
    store = sqlite3.connect(cache_of(place) / FILE)
    store.executescript(damage)
    store.close()
    (place / "more.py").write_text("from mindspore import nn\n", encoding="utf-8")
    done = mslint("--level", "info", "--output-format", "json", cwd=place)
    assert done.stderr == ""
    assert paths(timeless(done.stdout)) == paths(first)
    assert told(place) == timeless(done.stdout)
    assert "heavy=[]" in spied(place)


def test_where_nothing_can_be_written_nothing_is(place: Path) -> None:
    cache_of(place).parent.mkdir(exist_ok=True)
    cache_of(place).write_text("a file in the way")
    assert told(place) == told(place, "--no-cache")
    assert cache_of(place).read_text() == "a file in the way"


@pytest.mark.skipif(os.name == "nt", reason="Windows has no limit on the size of files")
def test_a_full_disk_costs_the_cache_and_nothing_else(place: Path) -> None:
    limit = "import resource, runpy, sys; resource.setrlimit(resource.RLIMIT_FSIZE, (6000, 6000)); "
    start = limit + "runpy.run_module('mslint', run_name='__main__', alter_sys=True)"
    done = python("-c", start, "--level", "info", "--output-format", "json", cwd=place)
    assert (done.returncode, done.stderr) == (1, "")
    assert timeless(done.stdout) == told(place, "--no-cache") == told(place)


class Harm:
    def __reduce__(self) -> Tuple[object, ...]:
        return os.mkdir, ("harm",)


def test_a_store_runs_nothing(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(place)
    assert thawed(pickle.dumps(Span(1, 2, 3, 4))) == Span(1, 2, 3, 4)
    for value in (Harm(), subprocess.Popen, [Harm()]):
        assert thawed(pickle.dumps(value)) is None
    assert not (place / "harm").exists()
    # Not even what a module of mslint has imported for itself.
    assert thawed(b"cmslint.recall\nos.mkdir\n(S'harm'\ntR.") is None
    assert thawed(b"cmslint.recall\nos\n.") is None and not (place / "harm").exists()


def test_a_store_changes_no_class() -> None:
    """What stands for the state of a value can be aimed at its class."""
    from mslint.rulekit.rule import Rule

    path = Rule.checker_path
    aimed = b"\x80\x04cmslint.rulekit.rule\nRule\nN}\x8c\x0cchecker_path\x8c\x04evils\x86b."
    assert thawed(aimed) is None
    assert Rule.checker_path is path
    assert thawed(pickle.dumps(Span(1, 2, 3, 4), 4)) == Span(1, 2, 3, 4)


def test_runs_at_the_same_time_do_not_disturb_each_other(place: Path) -> None:
    wanted = told(place, "--no-cache")
    words = [sys.executable, "-m", "mslint", "--level", "info", "--output-format", "json"]
    runs = [
        subprocess.Popen(words, cwd=place, env=dict(environment()), stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        for _ in range(5)
    ]
    for run in runs:
        out, err = run.communicate(timeout=120)
        assert err == b""
        assert timeless(out.decode()) == wanted
    assert told(place) == wanted and "heavy=[]" in spied(place)


def test_it_is_bounded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("mslint.cache.MAX_BYTES", 200_000)
    for number in range(40):
        cache = Cache(Place(str(tmp_path)), b"salt")
        cache.put(b"%d" % number, "x" * 20_000)
        cache.save()
        assert cache.get(b"%d" % number) == "x" * 20_000
        cache.close()
    assert (tmp_path / FILE).stat().st_size < 300_000


def test_info_and_clean(place: Path) -> None:
    assert "no cache" in mslint("cache", "info", cwd=place).stdout
    told(place)
    done = mslint("cache", "info", "--output-format", "json", cwd=place)
    assert json.loads(done.stdout)["files"] == 2
    assert "2 个文件" in mslint("cache", "info", "--lang", "zh", cwd=place).stdout
    assert mslint("cache", "clean", cwd=place).returncode == 0
    assert not (cache_of(place) / FILE).exists()
    done = mslint("cache", "empty", cwd=place)
    assert (done.returncode, done.stdout) == (2, "") and "'info' or 'clean'" in done.stderr


def test_what_is_no_cache_is_not_called_none(place: Path) -> None:
    path = cache_of(place) / FILE
    path.mkdir(parents=True)
    assert "no cache that can be read" in mslint("cache", "info", cwd=place).stdout
    done = mslint("cache", "clean", cwd=place)
    assert (done.returncode, done.stdout) == (2, "")
    assert "cannot be removed" in done.stderr and "written" not in done.stderr
    path.rmdir()
    path.write_bytes(b"no database at all " * 100)
    assert "无法作为缓存读取" in mslint("cache", "info", "--lang", "zh", cwd=place).stdout
    assert mslint("cache", "clean", cwd=place).returncode == 0 and not path.exists()
    nowhere = {**environment(), "MSLINT_CACHE_DIR": ""}
    assert "No cache is kept" in mslint("cache", "info", cwd=place, env=nowhere).stdout
    assert "未使用缓存" in mslint("cache", "clean", "--cache-dir", "", "--lang", "zh", cwd=place).stdout
    done = mslint("cache", "info", "--output-format", "json", "--cache-dir", "", cwd=place)
    assert json.loads(done.stdout) == {"path": "", "bytes": 0, "files": 0, "results": 0}


def test_who_names_a_place_hears_that_nothing_can_be_kept_there(place: Path) -> None:
    (place / "file").write_text("")
    done = mslint("--cache-dir", "file/cache", cwd=place)
    assert done.returncode == 1 and done.stderr.startswith("mslint: this run can keep nothing in file/cache: ")
    assert mslint("--cache-dir", "file/cache", "--quiet", cwd=place).stderr == ""
    cache_of(place).parent.mkdir(exist_ok=True)
    cache_of(place).write_text("")  # where nobody asked for it, it is nobody's concern
    assert mslint(cwd=place).stderr == ""
    done = mslint("--lang", "zh", cwd=place, env={**environment(), "MSLINT_CACHE_DIR": "file/cache"})
    assert "无法在 file/cache 中保存缓存" in done.stderr


@pytest.mark.parametrize("package", ["libcst", "yaml"])
def test_another_version_of_what_reads_files_is_another_cache(tmp_path: Path, package: str) -> None:
    """They say what a file holds: what one could not read, the next one may."""
    module = tmp_path / package / "__init__.py"
    module.parent.mkdir()
    module.write_text("")
    path = os.pathsep.join((str(tmp_path), str(ROOT)))

    def salt() -> str:
        command = "from mslint.cache import salt; print(salt().hex())"
        return python("-c", command, cwd=tmp_path, env=environment(PYTHONPATH=path)).stdout

    os.utime(module, (1, 1))
    before = salt()
    assert len(before) > 10 and salt() == before
    os.utime(module, (2, 2))
    assert salt() != before
