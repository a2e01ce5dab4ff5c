"""Patterns and lists that a regular expression would never come to an end with."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from running import BAD, mslint

from mslint.source.globs import path_matcher

STARS = "*a" * 25 + "*b*"
NAME = "a" * 40


@pytest.fixture
def place(tmp_path: Path) -> Path:
    (tmp_path / ".git").mkdir()
    (tmp_path / f"{NAME}.py").write_text(BAD, encoding="utf-8")
    deep = tmp_path.joinpath(*["a"] * 30)
    deep.mkdir(parents=True)
    (deep / "x.py").write_text(BAD, encoding="utf-8")
    return tmp_path


@pytest.mark.parametrize("pattern", [STARS, "**/a/" * 20 + "b", "a/**/" * 20 + "b", "/" + "**/*a*" * 15 + "b"])
@pytest.mark.parametrize("where", ["exclude", "per-file-ignores", ".gitignore", "--exclude"])
def test_globs(place: Path, where: str, pattern: str) -> None:
    words = []
    if where == ".gitignore":
        (place / ".gitignore").write_text(f"{pattern}\n!{pattern}\n", encoding="utf-8")
    elif where == "--exclude":
        words = ["--exclude", pattern]
    else:
        value = f'["{pattern}"]' if where == "exclude" else f'{{"{pattern}" = ["MSL101"]}}'
        (place / "mslint.toml").write_text(f"{where} = {value}\n", encoding="utf-8")
    done = mslint("--no-cache", "--output-format", "concise", *words, ".", cwd=place)
    assert (done.returncode, done.stdout.count("MSL101")) == (1, 2), done.stderr


def test_stars_in_many_segments(place: Path) -> None:
    deep = place.joinpath(*["a" * 60 + "b"] * 7)
    deep.mkdir(parents=True)
    (deep / "x.py").write_text(BAD, encoding="utf-8")
    (place / ".gitignore").write_text("*a*b/" * 7 + "*c\n", encoding="utf-8")
    done = mslint("--no-cache", "--output-format", "concise", ".", cwd=place)
    assert (done.returncode, done.stdout.count("MSL101")) == (1, 3), done.stderr


@pytest.mark.parametrize("key", ['"+".' * 30_000 + "x", "a." * 30_000 + "x", "'.'." * 30_000 + "x"])
def test_keys_of_many_parts(place: Path, key: str) -> None:
    (place / "mslint.toml").write_text(f"{key} = 1\n", encoding="utf-8")
    done = mslint("--no-cache", ".", cwd=place)
    assert (done.returncode, done.stdout) == (2, "") and done.stderr.startswith("mslint: mslint.toml:1")


@pytest.mark.parametrize(
    "line", ["mindspore" + " " * 5000 + "!", "mindspore" + " " * 900 + "[" * 90, "mindspore[" * 90]
)
def test_requirements(place: Path, line: str) -> None:
    (place / "requirements.txt").write_text("\n".join([line] * 20) + "\nmindspore == 2.7\n", encoding="utf-8")
    done = mslint("--no-cache", "--output-format", "json", ".", cwd=place)
    assert '"target_version": "2.7"' in done.stdout


@pytest.mark.parametrize(
    ("glob", "path", "fits"),
    [
        ("/r/*a*b*c", "/r/xaybzc", True),
        ("/r/*a*b*c", "/r/xaybz", False),
        ("/r/*ab*ab", "/r/abab", True),
        ("/r/*ab*ab", "/r/ab", False),
        ("/r/a*a", "/r/a", False),
        ("/r/**/x/**/y", "/r/a/x/b/c/y/below", True),
        ("/r/**/x/**/y", "/r/y/x", False),
        ("/r/**", "/r", False),
        ("/r/**", "/r/a", True),
        ("/r/***", "/r/a", True),
    ],
)
def test_what_many_stars_mean(glob: str, path: str, fits: bool) -> None:
    assert path_matcher((glob,))(path) is fits


IGNORED = (
    "[^i]*a*b*c.py",
    "[!i]*a*b*c.py",
    "*/*a*.py",
    "in/*/x*.py",
    "**/*c.py",
    "*/deep/*",
    "*a*b*c*",
    "/*a*b*c*",
    "in/**/b/**/*a*b*c.py",
    "*a*b*.py\n!*a*y*b*.py",
    "**/in/**/deep/",
)


@pytest.mark.skipif(sys.platform == "win32", reason="git is asked on systems where names are told apart by case")
def test_many_stars_in_a_gitignore_mean_what_git_takes_them_for(place: Path) -> None:
    import subprocess

    (place / ".git").rmdir()
    subprocess.run(["git", "init", "-q"], cwd=place, check=True)
    names = ["xaybzc.py", "xaybz.py", "in/deep/xaybzc.py", "in/b/xaxbxc.py", "abab.py", "ab.py"]
    for name in names:
        (place / name).parent.mkdir(parents=True, exist_ok=True)
        (place / name).write_text(BAD, encoding="utf-8")
    for lines in IGNORED:
        (place / ".gitignore").write_text(lines + "\n", encoding="utf-8")
        listed = subprocess.run(
            ["git", "ls-files", "-o", "--exclude-standard", "*.py"], cwd=place, capture_output=True, check=True
        )
        wanted = sorted(listed.stdout.decode().split())
        done = mslint("--no-cache", "--output-format", "concise", "--select", "MSL101", ".", cwd=place)
        assert sorted(line.split(":")[0] for line in done.stdout.splitlines() if "MSL101" in line) == wanted, lines
