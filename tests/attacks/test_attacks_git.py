"""--since in repositories whose author means harm: nothing that they configure may run."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from running import BAD, environment, mslint

pytestmark = [
    pytest.mark.skipif(shutil.which("git") is None, reason="git is not there"),
    pytest.mark.skipif(sys.platform == "win32", reason="the programs of the attacks are written for a POSIX shell"),
]


def git(folder: Path, *words: str) -> str:
    who = ("-c", "user.name=somebody", "-c", "user.email=somebody@example.com", "-c", "protocol.file.allow=always")
    return subprocess.run(["git", *who, *words], cwd=folder, capture_output=True, check=True).stdout.decode()


def repository(folder: Path) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    git(folder, "init", "-q", "-b", "main")
    return folder


def committed(folder: Path) -> None:
    git(folder, "add", "-A")
    git(folder, "commit", "-q", "--allow-empty", "-m", "state")


@pytest.fixture
def program(tmp_path: Path) -> Path:
    """A program that leaves a mark where it runs; `ran` says whether it did."""
    path = tmp_path / "program"
    path.write_text(f'#!/bin/sh\necho ran >> "{tmp_path}/mark"\ncat\n', encoding="utf-8")
    path.chmod(0o755)
    return path


def ran(program: Path) -> bool:
    return (program.parent / "mark").exists()


def test_a_committed_folder_that_looks_like_a_repository(tmp_path: Path, program: Path) -> None:
    repo = repository(tmp_path / "repo")
    bare = repo / "src"
    repository(tmp_path / "made")
    (tmp_path / "made" / "net.py").write_text(BAD, encoding="utf-8")
    committed(tmp_path / "made")
    shutil.copytree(tmp_path / "made" / ".git", bare)
    shutil.rmtree(bare / "hooks", ignore_errors=True)
    (bare / "config").write_text(
        f'[core]\nrepositoryformatversion = 0\nbare = false\nworktree = "."\nfsmonitor = "{program}"\n',
        encoding="utf-8",
    )
    (bare / "net.py").write_text(BAD, encoding="utf-8")
    committed(repo)
    # What the attack rests on: git that is started there obeys this configuration.
    subprocess.run(["git", "status"], cwd=bare, capture_output=True, check=False)
    assert ran(program), "git no longer takes such a folder for a repository: this test shows nothing"
    (tmp_path / "mark").unlink()
    (bare / "net.py").write_text(BAD + "more = nn.Dropout(0.2)\n", encoding="utf-8")
    done = mslint("--since", "HEAD", "--output-format", "json", "src", cwd=repo)
    assert not ran(program)
    assert [each["line"] for each in json.loads(done.stdout)["findings"]] == [5], done.stderr


HARMFUL = {
    "fsmonitor": ("core.fsmonitor", "{program}"),
    "clean": ("filter.evil.clean", "{program}"),
    "clean of an odd name": ("filter.e=v.clean", "{program}"),
    "process": ("filter.evil.process", "{program}"),
    "hooks": ("core.hooksPath", "{folder}/hooks"),
    "external diff": ("diff.external", "{program}"),
    "textconv": ("diff.evil.textconv", "{program}"),
    "pager": ("core.pager", "{program}"),
}


@pytest.mark.parametrize("where", ["repository", "submodule"])
@pytest.mark.parametrize("name", HARMFUL)
def test_a_hostile_configuration(tmp_path: Path, program: Path, name: str, where: str) -> None:
    repo = repository(tmp_path / "repo")
    (repo / "net.py").write_text(BAD, encoding="utf-8")
    if where == "submodule":
        other = repository(tmp_path / "other")
        (other / "part.py").write_text(BAD, encoding="utf-8")
        committed(other)
        git(repo, "submodule", "add", "-q", str(other), "module")
    committed(repo)
    harmed = repo if where == "repository" else repo / "module"
    changed = harmed / ("net.py" if where == "repository" else "part.py")
    driver = "e=v" if "odd" in name else "evil"
    (harmed / ".gitattributes").write_text(f"*.py filter={driver} diff=evil\n", encoding="utf-8")
    hooks = tmp_path / "hooks"
    hooks.mkdir()
    shutil.copy(program, hooks / "post-index-change")
    key, value = HARMFUL[name]
    git(harmed, "config", key, value.format(program=program, folder=tmp_path))
    (tmp_path / "mark").unlink(missing_ok=True)
    changed.write_text(BAD + "more = nn.Dropout(0.2)\n", encoding="utf-8")
    os.utime(changed, (1, 1))
    done = mslint("--since", "HEAD", "--output-format", "json", ".", cwd=repo)
    assert not ran(program), name
    if "odd" in name:  # git has no option that takes such a filter back
        assert (done.returncode, done.stdout) == (2, "") or where == "submodule"
        return
    found = {(each["path"], each["line"]) for each in json.loads(done.stdout)["findings"]}
    told = changed.relative_to(repo).as_posix()
    assert found >= {(told, 5)}, done.stderr


def test_nothing_is_fetched(tmp_path: Path, program: Path) -> None:
    origin = repository(tmp_path / "origin")
    (origin / "net.py").write_text(BAD, encoding="utf-8")
    committed(origin)
    git(origin, "config", "uploadpack.allowFilter", "true")
    git(tmp_path, "clone", "-q", "--filter=blob:none", "--no-checkout", f"file://{origin}", "repo")
    repo = tmp_path / "repo"
    git(repo, "config", "remote.origin.url", "ssh://nowhere.invalid/x")
    git(repo, "config", "core.sshCommand", str(program))
    (repo / "net.py").write_text(BAD, encoding="utf-8")
    done = mslint("--since", "HEAD", "net.py", cwd=repo)
    assert not ran(program)
    assert done.returncode == 2 and "Traceback" not in done.stderr


def test_a_work_tree_that_is_said_to_lie_elsewhere(tmp_path: Path) -> None:
    repo = repository(tmp_path / "repo")
    (repo / "net.py").write_text(BAD, encoding="utf-8")
    committed(repo)
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    git(repo, "config", "core.worktree", str(elsewhere))
    done = mslint("--since", "HEAD", "net.py", cwd=repo)
    assert done.returncode == 2 and "lies in no git work tree" in done.stderr


def test_settings_that_the_user_gives_to_git_still_count(tmp_path: Path) -> None:
    """Somebody else's folder is only read because the user says that it is safe."""
    repo = repository(tmp_path / "repo")
    (repo / "net.py").write_text(BAD, encoding="utf-8")
    committed(repo)
    given = {"GIT_CONFIG_COUNT": "1", "GIT_CONFIG_KEY_0": "core.worktree", "GIT_CONFIG_VALUE_0": str(repo)}
    done = mslint("--since", "HEAD", "net.py", cwd=repo, env=environment(**given))
    assert done.returncode == 0, done.stderr
