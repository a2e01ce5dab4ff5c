"""rule-paths: no code that comes with a repository runs without leave from outside of it."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Dict, List, Tuple

import pytest
from running import BAD, environment, mslint, python

ALLOWED = {"MSLINT_ALLOW_RULE_PATHS": "1"}
WHY = "are not used, as their code would run; if you trust it: --allow-rule-paths, or MSLINT_ALLOW_RULE_PATHS=1"


def rules(folder: Path, mark: Path) -> None:
    """A folder with a rule, as it should be, whose checker leaves a mark where it is loaded."""
    made = mslint("new-rule", "our-own", "--path", folder, "--code", "MSL990", cwd=folder.parent)
    assert made.returncode == 0, made.stderr
    (unit,) = folder.iterdir()
    text = (unit / "rule.toml").read_text(encoding="utf-8")
    rows, words = text.index("[[api]]"), text.index("[text.en]")
    on = '[on]\ncalls = ["mindspore.nn.Dense"]\n\n'
    (unit / "rule.toml").write_text(text[:rows] + on + text[words:], encoding="utf-8")
    code = f"open({str(mark)!r}, 'a').write('ran')\n\n\ndef check_call(call, facts):\n    return ()\n"
    (unit / "checker.py").write_text(code, encoding="utf-8")


@pytest.fixture
def repo(tmp_path: Path) -> Path:
    folder = tmp_path / "repo"
    (folder / ".git").mkdir(parents=True)
    (folder / "net.py").write_text(BAD, encoding="utf-8")
    rules(folder / "lint", tmp_path / "mark")
    (folder / "mslint.toml").write_text('rule-paths = ["lint"]\nextend-select = ["MSL990"]\n', encoding="utf-8")
    (folder / "tox.ini").write_text("[flake8]\nselect = MSL\n", encoding="utf-8")
    return folder


def ran(repo: Path) -> bool:
    mark = repo.parent / "mark"
    there = mark.exists()
    mark.unlink(missing_ok=True)
    return there


COMMANDS: Dict[str, Tuple[str, ...]] = {
    "check": ("net.py",),
    "no cache": ("--no-cache", "."),
    "fix": ("--diff", "net.py"),
    "noqa": ("--add-noqa", "net.py"),
    "baseline": ("--write-baseline", "b.json", "."),
    "sarif": ("--output-format", "sarif", "."),
    "standard input": ("-", "--stdin-filename", "net.py"),
    "checklist": ("checklist", "."),
    "page": ("rule", "MSL101"),
    "rules": ("rules",),
    "settings": ("--show-settings",),
    "completion": ("completion", "words", "rule", "M"),
    "new rule": ("new-rule", "another"),
}


@pytest.mark.parametrize("words", COMMANDS.values(), ids=COMMANDS)
def test_without_leave_no_command_runs_them(repo: Path, words: Tuple[str, ...]) -> None:
    done = mslint(*words, cwd=repo, stdin=BAD.encode())
    assert not ran(repo)
    assert done.returncode in (0, 1), done.stderr


def test_what_is_not_used_is_said_once(repo: Path) -> None:
    for words in (["."], ["--quiet", "."], ["checklist", "."], ["rule", "MSL101"]):
        told = mslint(*words, cwd=repo).stderr
        assert told.count(WHY) == 1 and "mslint.toml:1: the rules in lint " in told
    assert "信任这些代码" in mslint("--lang", "zh", cwd=repo).stderr
    assert WHY in mslint("--show-settings", cwd=repo).stdout


@pytest.mark.parametrize("words", [["--allow-rule-paths", "net.py"], ["net.py"], ["test-rules"]])
def test_with_leave_they_run(repo: Path, words: List[str]) -> None:
    done = mslint(*words, cwd=repo, env=environment(**(ALLOWED if words == ["net.py"] else {})))
    assert ran(repo), done.stderr
    assert WHY not in done.stderr


@pytest.mark.parametrize("value", ["0", "", "no"])
def test_other_values_are_no_leave(repo: Path, value: str) -> None:
    mslint("net.py", cwd=repo, env=environment(MSLINT_ALLOW_RULE_PATHS=value))
    assert not ran(repo)


@pytest.mark.parametrize("words", [[], ["--isolated"], ["--select", "E"]], ids=["plain", "isolated", "another code"])
def test_flake8_runs_them_with_leave_only(repo: Path, words: List[str]) -> None:
    command = ("-m", "flake8", "-j1", *words, "net.py")
    done = python(*command, cwd=repo)
    assert not ran(repo)
    assert "Traceback" not in done.stderr and done.stderr.count(WHY) == 1
    python(*command, cwd=repo, env=environment(**ALLOWED))
    assert ran(repo)


def test_a_nested_configuration_never_counts(repo: Path, tmp_path: Path) -> None:
    nested = repo / "third_party" / "x"
    nested.mkdir(parents=True)
    (repo / "lint").rename(nested / "lint")
    (repo / "mslint.toml").rename(nested / "mslint.toml")
    (nested / "net.py").write_text(BAD, encoding="utf-8")
    for cwd in (repo, nested):
        done = mslint("--allow-rule-paths", ".", cwd=cwd)
        assert not ran(repo)
        assert "counts only in the configuration at the top" in done.stderr and "MSL101" in done.stdout
    mslint("--allow-rule-paths", "--config", nested / "mslint.toml", nested / "net.py", cwd=repo)
    assert ran(repo)


def test_without_git_the_top_is_the_highest_configuration(repo: Path) -> None:
    (repo / ".git").rmdir()
    mslint("--allow-rule-paths", "net.py", cwd=repo)
    assert ran(repo)
    (repo / "sub").mkdir()
    (repo / "sub" / "net.py").write_text(BAD, encoding="utf-8")
    mslint("--allow-rule-paths", "net.py", cwd=repo / "sub")
    assert ran(repo)
    mslint("--allow-rule-paths", "repo", cwd=repo.parent)  # what is below the folder of the run may be anybody's
    assert not ran(repo)


def test_a_nested_repository_is_no_top(repo: Path) -> None:
    nested = repo / "third_party" / "x"
    (nested / ".git").mkdir(parents=True)
    (repo / "lint").rename(nested / "lint")
    (repo / "mslint.toml").rename(nested / "mslint.toml")
    (nested / "net.py").write_text(BAD, encoding="utf-8")
    done = mslint("--allow-rule-paths", ".", cwd=repo)
    assert not ran(repo) and "counts only in the configuration at the top" in done.stderr
    mslint("--allow-rule-paths", ".", cwd=nested)  # who is in there means it
    assert ran(repo)


@pytest.mark.parametrize("linked", [False, True])
def test_folders_outside_are_refused(repo: Path, linked: bool) -> None:
    (repo / "lint").rename(repo.parent / "outside")
    path = "../outside"
    if linked:
        if sys.platform == "win32":
            pytest.skip("links need a privilege there")
        (repo / "inside").symlink_to(repo.parent / "outside")
        path = "inside"
    (repo / "mslint.toml").write_text(f'level = "info"\nrule-paths = ["{path}"]\n', encoding="utf-8")
    done = mslint("--allow-rule-paths", "net.py", cwd=repo)
    assert not ran(repo)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("mslint: mslint.toml:2: rule-paths: ") and "does not lie below" in done.stderr


def test_the_hook_and_the_action_give_no_leave(repo: Path) -> None:
    for name in ("action.yml", ".pre-commit-hooks.yaml"):
        text = (Path(__file__).parents[2] / name).read_text(encoding="utf-8")
        assert "allow-rule-paths" not in text and "ALLOW_RULE_PATHS" not in text


def test_several_processes_run_them_with_leave_only(repo: Path) -> None:
    for number in range(40):
        (repo / f"more{number}.py").write_text(BAD, encoding="utf-8")
    mslint("-j", "2", ".", cwd=repo)
    assert not ran(repo)
    done = subprocess.run(
        [sys.executable, "-m", "mslint", "-j", "2", "--allow-rule-paths", "."],
        cwd=repo,
        env=dict(environment()),
        capture_output=True,
        check=False,
    )
    assert ran(repo), done.stderr
