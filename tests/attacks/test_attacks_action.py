"""action.yml and the pre-commit hook in repositories whose author means harm."""

from __future__ import annotations

import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest
import yaml
from running import BAD, ROOT, environment, mslint

STEPS = [
    step["run"] for step in yaml.safe_load((ROOT / "action.yml").read_text("utf-8"))["runs"]["steps"] if "run" in step
]
# What Python looks for when the steps run, and would find in the current folder.
NAMES = ("venv/__init__.py", "venv/__main__.py", "pip/__init__.py", "pip/__main__.py", "shlex.py", "subprocess.py")


@pytest.fixture
def empty_wheel(tmp_path: Path) -> Path:
    """Something to install that needs nothing else."""
    path = tmp_path / "nothing-1.0-py3-none-any.whl"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("nothing-1.0.dist-info/METADATA", "Metadata-Version: 2.1\nName: nothing\nVersion: 1.0\n")
        archive.writestr(
            "nothing-1.0.dist-info/WHEEL", "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
        )
        archive.writestr("nothing-1.0.dist-info/RECORD", "")
    return path


@pytest.mark.skipif(shutil.which("bash") is None or sys.platform == "win32", reason="bash is not there")
def test_the_action_runs_nothing_of_the_repository(tmp_path: Path, empty_wheel: Path) -> None:
    repo, temp = tmp_path / "repo", tmp_path / "temp"
    temp.mkdir()
    for name in NAMES:
        (repo / name).parent.mkdir(parents=True, exist_ok=True)
        (repo / name).write_text(f"open({str(tmp_path / 'mark')!r}, 'a').write(__file__)\n", encoding="utf-8")
    (repo / "bad.py").write_text(BAD, encoding="utf-8")
    program = tmp_path / "program"
    program.write_text(f'#!/bin/sh\nexec "{sys.executable}" -P -m mslint "$@"\n', encoding="utf-8")
    if sys.version_info < (3, 11):  # without -P; PYTHONPATH holds the checkout
        program.write_text(
            f'#!/bin/sh\ncd "{tmp_path}" && exec "{sys.executable}" -m mslint "$@" repo\n', encoding="utf-8"
        )
    program.chmod(0o755)
    env = environment(
        RUNNER_TEMP=str(temp),
        GITHUB_OUTPUT=str(tmp_path / "output"),
        MSLINT_PYTHON=sys.executable,
        MSLINT_SOURCE=str(empty_wheel),
        MSLINT_PROGRAM=str(program),
        MSLINT_PATHS=".",
        MSLINT_ARGS="",
    )
    command = ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c"]
    done = [subprocess.run([*command, s], cwd=repo, env=dict(env), capture_output=True, check=False) for s in STEPS]
    assert not (tmp_path / "mark").exists(), (tmp_path / "mark").read_text("utf-8")
    assert [each.returncode for each in done] == [0, 1], [each.stderr for each in done]
    assert b"MSL101" in done[-1].stdout
    assert (tmp_path / "output").read_text("utf-8").startswith("program=")


def test_a_hook_refuses_options_that_are_files(tmp_path: Path) -> None:
    """With arguments of one's own that do not end in "--", a file's name could be taken for an option."""
    (tmp_path / "--exit-zero").write_text(BAD, encoding="utf-8")
    hook = yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text("utf-8"))[0]
    words = hook["entry"].split()[1:]
    (tmp_path / "bad.py").write_text(BAD, encoding="utf-8")
    done = mslint(*words, "--level", "info", "--exit-zero", "bad.py", cwd=tmp_path)
    assert (done.returncode, done.stdout) == (2, "")
    assert "--exit-zero is also the name of a file" in done.stderr
    ended = mslint(*words, *hook["args"], "--exit-zero", "bad.py", cwd=tmp_path)
    assert ended.returncode == 1 and "--exit-zero:3:8: MSL101" in ended.stdout
