"""Links, devices and pipes in a repository: nothing outside of it is read or written, and nothing waits for ever."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import zipfile
from pathlib import Path
from typing import List

import pytest
from running import BAD, environment, mslint, python

from mslint.workspace import Workspace

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="links need a privilege there, and there are no pipes")

SECRET = "import mindspore\naws_key = wJalr XUtnFEMI\n"


@pytest.fixture
def repo(tmp_path: Path) -> Path:
    folder = tmp_path / "repo"
    (folder / ".git").mkdir(parents=True)
    (folder / "net.py").write_text(BAD, encoding="utf-8")
    outside = tmp_path / "outside"
    outside.mkdir()
    (outside / "secret.py").write_text(SECRET, encoding="utf-8")
    (outside / "other.py").write_text(BAD, encoding="utf-8")
    return folder


def test_links_that_lead_out_are_not_read(repo: Path) -> None:
    (repo / "a.py").symlink_to("../outside/secret.py")
    (repo / "b.py").symlink_to(repo.parent / "outside" / "other.py")
    (repo / "env.py").symlink_to("/proc/self/environ")
    (repo / ".git" / "config").write_text(SECRET, encoding="utf-8")
    (repo / "c.py").symlink_to(".git/config")
    (repo / "inside.py").symlink_to("net.py")
    env = environment(TOKEN="ghs_mindspore")
    links = 4 if os.path.exists("/proc/self/environ") else 3
    for words in (["."], ["--output-format", "concise", "."], ["checklist", "."], ["--diff", "."]):
        done = mslint(*words, cwd=repo, env=env)
        assert "XUtnFEMI" not in done.stdout + done.stderr and "ghs_" not in done.stdout + done.stderr
        assert done.stderr.count("leads to no Python file of the project and is not followed") == links
    found = json.loads(mslint("--output-format", "json", ".", cwd=repo, env=env).stdout)
    assert {each["path"] for each in found["findings"]} == {"net.py"}
    assert {each["path"] for each in found["errors"]} >= {"a.py", "b.py", "c.py"}
    named = mslint("b.py", cwd=repo)  # whoever names a link means it
    assert named.returncode == 1 and "b.py:3:8" in named.stdout


IMPORTS = [
    ("from values import SHUFFLE", "SHUFFLE"),
    ("from package.values import SHUFFLE", "SHUFFLE"),
]
TRAIN = (
    "import mindspore.dataset as ds\nfrom mindspore import nn, Model\n{line}\n\n"
    "data = ds.MnistDataset('train', shuffle={value}).batch(2)\nnet = nn.Dense(1, 1)\n"
    "Model(net, nn.MSELoss(), nn.SGD(net.trainable_params())).train(1, data)\n"
)


def test_modules_and_settings_are_not_fetched_by_links(repo: Path) -> None:
    """What they hold decides what is found, and stands in messages."""
    outside = repo.parent / "outside"
    (outside / "values.py").write_text("SHUFFLE = False\n", encoding="utf-8")
    for number, (line, value) in enumerate(IMPORTS):
        (repo / f"train{number}.py").write_text(TRAIN.format(line=line, value=value), encoding="utf-8")
    (repo / "package").symlink_to(outside)
    (repo / "values.py").symlink_to(outside / "values.py")
    assert "MSL301" not in mslint("--level", "info", ".", cwd=repo).stdout
    outside.rename(repo / "inner")
    for name, target in (("package", "inner"), ("values.py", "inner/values.py")):
        (repo / name).unlink()
        (repo / name).symlink_to(target)
    shown = mslint("--level", "info", "--output-format", "json", ".", cwd=repo).stdout
    found = {each["path"] for each in json.loads(shown)["findings"] if each["code"] == "MSL301"}
    assert found == {"train0.py", "train1.py"}


def test_configuration_objects_are_not_filled_through_links(repo: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(repo)
    (repo.parent / "outside" / "default_config.yaml").write_text("rate: 0.125\n", encoding="utf-8")
    (repo / "default_config.yaml").symlink_to("../outside/default_config.yaml")
    path = f"{repo.as_posix()}/default_config.yaml"
    assert not Workspace().is_file(path) and Workspace().names(repo.as_posix()) == ["net.py"]
    (repo / "default_config.yaml").unlink()
    (repo / "default_config.yaml").write_text("rate: 0.125\n", encoding="utf-8")
    assert Workspace().is_file(path) and Workspace().text(path) == "rate: 0.125\n"


def test_the_bundle_takes_nothing_by_way_of_a_link(repo: Path, tmp_path: Path) -> None:
    (repo / "key.py").symlink_to("../outside/secret.py")
    (repo / "named.py").symlink_to("../outside/other.py")
    mslint("checklist", ".", "named.py", "--bundle", tmp_path / "help.zip", cwd=repo)
    with zipfile.ZipFile(tmp_path / "help.zip") as archive:
        assert [name for name in archive.namelist() if name.startswith("scripts/")] == ["scripts/net.py"]


def test_links_inside_lead_to_python_only(repo: Path, tmp_path: Path) -> None:
    """What the user keeps beside the code is nobody's script."""
    (repo / ".env").write_text("TOKEN=ghs_supersecret mindspore?\n", encoding="utf-8")
    (repo / "helper.py").symlink_to(".env")
    (repo / "also.py").symlink_to("net.py")
    done = mslint("checklist", ".", "helper.py", "--bundle", tmp_path / "help.zip", cwd=repo)
    with zipfile.ZipFile(tmp_path / "help.zip") as archive:
        assert [name for name in archive.namelist() if name.startswith("scripts/")] == ["scripts/net.py"]
    done = mslint(".", cwd=repo)
    assert "supersecret" not in done.stdout + done.stderr


def test_the_bundle_holds_no_outputs_of_notebooks(repo: Path, tmp_path: Path) -> None:
    shown = {"output_type": "stream", "name": "stdout", "text": ["a password\n"]}
    cell = {"cell_type": "code", "metadata": {"x": "a password"}, "execution_count": 3, "source": ["import mindspore"]}
    text = {
        "cell_type": "markdown",
        "metadata": {},
        "source": "text",
        "attachments": {"x": {"image/png": "a password"}},
    }
    document = {"nbformat": 4, "nbformat_minor": 5, "metadata": {}, "cells": [{**cell, "outputs": [shown]}, text]}
    (repo / "n.ipynb").write_text(json.dumps(document), encoding="utf-8")
    done = mslint("checklist", ".", "--bundle", tmp_path / "help.zip", cwd=repo)
    with zipfile.ZipFile(tmp_path / "help.zip") as archive:
        packed = json.loads(archive.read("scripts/n.ipynb"))
        assert [each["source"] for each in packed["cells"]] == [["import mindspore"], "text"]
        assert not any(b"a password" in archive.read(name) for name in archive.namelist())
    assert "notebooks without their outputs" in done.stdout


@pytest.mark.parametrize("words", [["--fix", "--unsafe-fixes"], ["--add-noqa"]], ids=" ".join)
@pytest.mark.parametrize("named", ["link.py", "folder", "folder/other.py"])
def test_nothing_is_written_through_a_link(repo: Path, words: List[str], named: str) -> None:
    other = repo.parent / "outside" / "other.py"
    (repo / "link.py").symlink_to("../outside/other.py")
    (repo / "folder").symlink_to("../outside")
    mslint(*words, ".", cwd=repo)
    assert other.read_text(encoding="utf-8") == BAD
    assert (repo / "net.py").read_text(encoding="utf-8") != BAD
    done = mslint(*words, named, cwd=repo)
    assert other.read_text(encoding="utf-8") == BAD
    assert done.returncode == 2 and "a link leads out of the project" in done.stderr


@pytest.mark.parametrize("kind", ["report", "bundle", "baseline"])
def test_no_report_is_written_through_a_link(repo: Path, kind: str) -> None:
    """The names that the README uses are known to everybody."""
    words = {
        "report": ["checklist", ".", "-o", "x.html"],
        "bundle": ["checklist", ".", "--bundle", "x.zip"],
        "baseline": ["--write-baseline", "x.json", "."],
    }[kind]
    name = next(word for word in words if word.startswith("x."))
    secret = repo.parent / "outside" / name
    secret.write_text('{"version": 1, "findings": []}', encoding="utf-8")
    (repo / name).symlink_to(f"../outside/{name}")
    done = mslint(*words, cwd=repo)
    assert (done.returncode, "a link leads out of the project" in done.stderr) == (2, True)
    assert secret.read_text(encoding="utf-8") == '{"version": 1, "findings": []}'


@pytest.mark.parametrize("way", ["../outside/base.json", "/etc/passwd", "link.json"])
def test_a_baseline_of_the_configuration_lies_in_the_project(repo: Path, way: str) -> None:
    outside = repo.parent / "outside" / "base.json"
    mslint("--write-baseline", outside, "net.py", cwd=repo)
    (repo / "link.json").symlink_to("../outside/base.json")
    (repo / "mslint.toml").write_text(f'baseline = "{way}"\n', encoding="utf-8")
    done = mslint("net.py", cwd=repo)
    assert (done.returncode, done.stdout) == (2, "")
    assert "mslint.toml:1: baseline: " in done.stderr and "does not lie in the project" in done.stderr
    (repo / "mslint.toml").unlink()
    assert mslint("--baseline", outside, "net.py", cwd=repo).returncode == 0  # whoever names it means it


ENDLESS = ["device", "pipe", "large"]
FILES = {
    ".gitignore": (),
    "pyproject.toml": ("", "pyproject.toml"),
    "mslint.toml": ("mslint.toml",),
    "requirements.txt": (),
    "base.json": ("base.json",),
}


def endless(path: Path, kind: str) -> None:
    if kind == "device":
        path.symlink_to("/dev/zero")
    elif kind == "pipe":
        os.mkfifo(path)
    else:
        with open(path, "wb") as file:
            file.write(b"# mslint mindspore\n")
            file.truncate(5_000_000_000)  # a hole: it takes no room on the disk


@pytest.mark.parametrize("kind", ENDLESS)
@pytest.mark.parametrize("name", FILES)
def test_what_has_no_end_is_not_read(repo: Path, name: str, kind: str) -> None:
    """In half a gigabyte of memory, and without anybody to write into the pipe."""
    if name == "base.json":
        (repo / "mslint.toml").write_text('baseline = "base.json"\n', encoding="utf-8")
    endless(repo / name, kind)
    limit = "import resource, runpy; resource.setrlimit(resource.RLIMIT_AS, (5 * 10**8, 5 * 10**8)); "
    start = limit + "runpy.run_module('mslint', run_name='__main__', alter_sys=True)"
    done = python("-c", start, "--no-cache", "--output-format", "concise", ".", cwd=repo)
    assert "Traceback" not in done.stderr and "MemoryError" not in done.stderr
    if name in ("mslint.toml", "pyproject.toml", "base.json"):
        assert (done.returncode, done.stdout) == (2, "")
        assert done.stderr.startswith("mslint: ") and name in done.stderr and done.stderr.count("\n") == 1
    else:
        assert done.returncode == 1 and "MSL101" in done.stdout


def test_a_file_that_has_become_a_pipe_is_not_waited_for(repo: Path) -> None:
    """What the cache knows of a path was read when it was a file."""
    (repo / "more.py").write_text("import mindspore\n", encoding="utf-8")
    (repo / "main.py").write_text("import mindspore\nimport more\n", encoding="utf-8")
    mslint(".", cwd=repo)
    (repo / "more.py").unlink()
    os.mkfifo(repo / "more.py")
    assert mslint(".", cwd=repo).returncode == 1


def test_flake8_waits_for_nothing(repo: Path) -> None:
    os.mkfifo(repo / "mslint.toml")
    (repo / "requirements.txt").symlink_to("/dev/zero")
    done = python("-m", "flake8", "--isolated", "-j1", "--select", "MSL", "net.py", cwd=repo)
    assert "not a regular file" in done.stdout + done.stderr


def test_a_linked_configuration_is_not_shown(repo: Path) -> None:
    (repo.parent / "outside" / "settings").write_text('secret-key = "x"\n', encoding="utf-8")
    (repo / "mslint.toml").symlink_to("../outside/settings")
    done = mslint("net.py", cwd=repo)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "mslint: mslint.toml is a link that leads out of the project, and is not read\n"


@pytest.mark.parametrize("git", [False, True])
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_a_folder_that_is_named_is_checked_as_a_whole_though_it_is_a_link(tmp_path: Path, git: bool, jobs: str) -> None:
    """Code on another disk, linked into a workspace."""
    data, work = tmp_path / "data" / "project", tmp_path / "work"
    data.mkdir(parents=True)
    work.mkdir()
    if git:
        (work / ".git").mkdir()
    (data / "values.py").write_text("SHUFFLE = False\n", encoding="utf-8")
    (data / "train.py").write_text(TRAIN.format(line=IMPORTS[0][0], value=IMPORTS[0][1]), encoding="utf-8")
    for number in range(30 if jobs == "2" else 0):
        (data / f"more{number}.py").write_text(BAD * 100, encoding="utf-8")
    (work / "linked").symlink_to(data)
    for words in (["linked"], ["linked/train.py"]):
        done = mslint("--no-cache", "-j", jobs, "--select", "MSL301", "--output-format", "concise", *words, cwd=work)
        assert "linked/train.py:5:8: MSL301" in done.stdout
    done = python("-m", "flake8", "-j1", "--isolated", "--select", "MSL3", "linked/train.py", cwd=work)
    assert "MSL301" in done.stdout


def test_without_git_what_lies_above_a_part_belongs_to_the_project(repo: Path) -> None:
    """As in an archive, or a copy in a container."""
    (repo / ".git").rmdir()
    (repo / "pyproject.toml").write_text('[tool.mslint]\nlevel = "error"\n', encoding="utf-8")
    for part in ("a", "b"):
        (repo / part).mkdir()
        (repo / part / "setup.py").write_text("", encoding="utf-8")
        (repo / part / "common.py").symlink_to("../net.py")
    (repo / "a" / "pyproject.toml").symlink_to("../pyproject.toml")
    done = mslint("--output-format", "json", ".", cwd=repo)
    assert (done.returncode, json.loads(done.stdout)["errors"]) == (1, [])
    assert "b/common.py" in mslint("b", cwd=repo).stdout


def test_a_configuration_that_is_named_may_be_a_link(repo: Path) -> None:
    (repo.parent / "outside" / "settings.toml").write_text('level = "error"\n', encoding="utf-8")
    (repo / "s.toml").symlink_to("../outside/settings.toml")
    done = mslint("--config", "s.toml", "--output-format", "concise", "net.py", cwd=repo)
    assert (done.returncode, "MSL107" in done.stdout, "MSL101" in done.stdout) == (1, True, False)


def test_projects_that_are_reached_by_a_link_are_checked(repo: Path, tmp_path: Path) -> None:
    """Home folders, and temporary ones, often lie behind links."""
    (repo / "inside.py").symlink_to("net.py")
    (repo / "part").mkdir()
    (repo / "part" / "up.py").symlink_to("../net.py")
    (repo / "mslint.toml").write_text('level = "error"\n', encoding="utf-8")
    (tmp_path / "way").symlink_to(repo)
    for cwd, path in ((tmp_path, "way"), (tmp_path / "way", "."), (tmp_path / "way" / "part", ".")):
        done = subprocess.run(
            [sys.executable, "-m", "mslint", "--no-cache", "--output-format", "json", path],
            cwd=cwd,
            env={**environment(), "PWD": str(cwd)},
            capture_output=True,
            check=False,
        )
        assert json.loads(done.stdout)["errors"] == [] and b"MSL107" in done.stdout
        fixed = mslint("--fix", path, cwd=cwd)
        assert "leads out" not in fixed.stderr
