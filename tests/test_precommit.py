"""Real `pre-commit try-repo` against this checkout, on a git repository with one bad and one good file."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest
from running import BAD, GOOD, ROOT, environment, python

# What the hook is installed from; the rest of the checkout has no part in it.
NEEDED = ("mslint", "rules", "pyproject.toml", "README.md", "LICENSE", ".pre-commit-hooks.yaml", ".gitignore")


def git(folder: Path, *args: str) -> None:
    who = ("-c", "user.name=tests", "-c", "user.email=tests@example.invalid", "-c", "commit.gpgsign=false")
    subprocess.run(["git", *who, *args], cwd=folder, check=True, capture_output=True)


@pytest.mark.skipif(shutil.which("git") is None, reason="pre-commit needs git")
def test_try_repo(tmp_path: Path) -> None:
    hook, project = tmp_path / "hook", tmp_path / "project"
    hook.mkdir()
    for name in NEEDED:
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, hook / name, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy(ROOT / name, hook / name)
    project.mkdir()
    (project / "bad.py").write_text(BAD, encoding="utf-8")
    (project / "good.py").write_text(GOOD, encoding="utf-8")
    (project / "notes.txt").write_text("nn.Dropout(0.1)", encoding="utf-8")
    # Names that would be options if nothing ended those of the hook.
    for name in ("--exit-zero", f"--write-baseline={tmp_path / 'written'}/x.py"):
        (project / name).parent.mkdir(parents=True, exist_ok=True)
        (project / name).write_text(f"#!/usr/bin/env python3\n{BAD}", encoding="utf-8")
        (project / name).chmod(0o755)
    (tmp_path / "written").mkdir()
    for folder in (hook, project):
        git(folder, "init", "--quiet")
        git(folder, "add", "--all")
        git(folder, "commit", "--quiet", "--message", "all")
    env = {name: value for name, value in environment().items() if not name.startswith("GIT_") and name != "PYTHONPATH"}
    done = python(
        *("-m", "pre_commit", "try-repo", str(hook), "mslint", "--all-files", "--color", "never"),
        cwd=project,
        env={**env, "PRE_COMMIT_HOME": str(tmp_path / "home")},
    )
    assert done.returncode == 1, done.stdout + done.stderr
    assert "bad.py:3:8: MSL101 warning: " in done.stdout
    assert "bad.py:4:9: MSL107 error: " in done.stdout
    assert "good.py" not in done.stdout
    assert "--exit-zero:4:8: MSL101 warning: " in done.stdout
    assert "in 4 files checked." in done.stdout
    assert not list((tmp_path / "written").iterdir())
