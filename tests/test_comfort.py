"""Completion as shells ask for it, the pager on a terminal, and the nearest name after a slip."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import List, Mapping, Sequence

import pytest
from running import BAD, environment, mslint

from mslint.cli.options import COMMANDS, SHELLS
from mslint.nearest import closest
from mslint.rulekit.catalog import load_catalog


@pytest.fixture
def place(tmp_path: Path) -> Path:
    """A project, and a program `mslint` that is found by its name."""
    (tmp_path / ".git").mkdir()
    (tmp_path / "bad.py").write_text(BAD, encoding="utf-8")
    programs = tmp_path / "programs"
    programs.mkdir()
    program = programs / "mslint"
    program.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m mslint "$@"\n', encoding="utf-8")
    program.chmod(0o755)
    return tmp_path


def found(place: Path) -> Mapping[str, str]:
    return environment(PATH=f"{place / 'programs'}{os.pathsep}{os.environ['PATH']}")


def words(place: Path, *typed: str) -> List[str]:
    done = mslint("completion", "words", "--", *typed, cwd=place)
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout.splitlines()


def values(place: Path, *typed: str) -> List[str]:
    return [line.split("\t")[0] for line in words(place, *typed)]


def test_commands_come_with_their_help_and_files(place: Path) -> None:
    lines = words(place, "")
    assert [line.split("\t")[0] for line in lines] == [*COMMANDS, ":files"]
    assert all("\t" in line for line in lines[:-1])
    assert values(place, "check", "") == values(place, "bad.py", "") == [":files"]
    assert values(place, "ru") == ["rules", "rule", ":files"]


def test_options_are_those_of_the_command(place: Path) -> None:
    assert values(place, "check", "--wri") == ["--write-baseline"]
    assert values(place, "confirm", "--wri") == []
    assert values(place, "rule", "--no") == ["--no-pager"]
    assert (
        "--baseline\t不显示该基线文件中已有的问题，只报告新出现的"
        in mslint("completion", "words", "--lang", "zh", "--", "--base", cwd=place).stdout
    )


def test_values_of_options(place: Path) -> None:
    assert values(place, "--output-format", "g") == ["github", "gitlab"]
    assert values(place, "--output-format=s") == ["--output-format=sarif"]
    assert values(place, "checklist", "--output-format", "") == ["text", "json", "markdown", "html"]
    assert values(place, "--baseline", "") == values(place, "checklist", "--bundle", "") == [":files"]
    assert values(place, "--target-version", "2.1") == ["2.10"]
    assert values(place, "completion", "") == list(SHELLS)
    assert values(place, "--since", "") == []


def test_rules_come_with_their_titles(place: Path) -> None:
    rules = list(load_catalog().rules.values())
    lines = words(place, "rule", "")
    titles = [rule.text["en"].title for rule in rules]
    names = [rule.code for rule in rules] + [rule.slug for rule in rules]
    assert lines == [f"{name}\t{title}" for name, title in zip(names, titles * 2)]
    assert values(place, "--select", "MSL101,MSL10") == [f"MSL101,MSL10{n}" for n in range(1, 10)]
    assert values(place, "--ignore=dropout-r") == ["--ignore=dropout-rate-as-keep-prob"]


def test_nothing_goes_wrong_where_the_configuration_does(place: Path) -> None:
    (place / "mslint.toml").write_text("nonsense = 1\n", encoding="utf-8")
    assert values(place, "rule", "MSL101") == ["MSL101"]
    assert mslint("completion", "tcsh", cwd=place).returncode == 2


def in_bash(place: Path, typed: Sequence[str], kind: int = 9) -> List[str]:
    quoted = " ".join(f"'{word}'" for word in typed)
    script = (
        f'eval "$(mslint completion bash)"; COMP_WORDS=({quoted}); COMP_CWORD={len(typed) - 1}; COMP_TYPE={kind}; '
        '_mslint; printf "%s\\n" "${COMPREPLY[@]}"; complete -p mslint >&2'
    )
    done = subprocess.run(
        ["bash", "--noprofile", "--norc", "-c", script],
        cwd=place,
        env=dict(found(place)),
        capture_output=True,
        check=True,
    )
    assert done.stderr.decode() == "complete -F _mslint mslint\n"
    return done.stdout.decode().split("\n")[:-1]


@pytest.mark.skipif(shutil.which("bash") is None or sys.platform == "win32", reason="bash is not there")
@pytest.mark.parametrize(
    ("typed", "offered"),
    [
        (["rul"], ["rules", "rule"]),
        (["ba"], ["bad.py"]),
        (["rule", "MSL101"], ["MSL101"]),
        (["--output-format", "g"], ["github", "gitlab"]),
        (["--output-format", "=", "g"], ["github", "gitlab"]),
        (["--output-format", "="], [f"={name}" for name in "full concise json jsonl sarif github gitlab".split()]),
        (["--select", "MSL101,MSL119"], ["MSL101,MSL119"]),
        (["--baseline", "=", "ba"], ["bad.py"]),
        (["check", "--extend"], ["--extend-select"]),
    ],
)
def test_bash_completes(place: Path, typed: List[str], offered: List[str]) -> None:
    assert [reply for reply in in_bash(place, ["mslint", *typed]) if reply] == offered


@pytest.mark.skipif(shutil.which("bash") is None or sys.platform == "win32", reason="bash is not there")
def test_bash_lists_rules_with_their_titles(place: Path) -> None:
    replies = in_bash(place, ["mslint", "rule", "MSL10"], kind=63)
    assert replies[0] == "MSL101  (Dropout is given a drop rate where it takes a keep probability)"
    assert len(replies) == 9
    assert in_bash(place, ["mslint", "rule", "MSL101"], kind=63) == ["MSL101"]


@pytest.mark.parametrize("shell", ["zsh", "fish"])
def test_other_shells_understand_their_script(place: Path, shell: str) -> None:
    program = shutil.which(shell)
    if program is None:
        pytest.skip(f"{shell} is not there")
    script = mslint("completion", shell, cwd=place).stdout
    if shell == "fish":
        script += "\ncomplete -C 'mslint rule MSL101'\n"
    done = subprocess.run(
        [program, *(["-n"] if shell == "zsh" else []), "-c", script],
        cwd=place,
        env=dict(found(place)),
        capture_output=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, b"")
    assert shell == "zsh" or done.stdout.startswith(b"MSL101\t")


# The pager


def on_a_terminal(place: Path, *args: str, lines: int = 10, **changes: str) -> str:
    """What appears on a terminal of so many lines."""
    pty = pytest.importorskip("pty")
    main, other = pty.openpty()
    pager = place / "pager.py"
    pager.write_text("import sys\nprint('PAGER', sys.argv[1:], len(sys.stdin.read().splitlines()) > 20)\n")
    env = {
        "PAGER": f'"{sys.executable}" "{pager}" -x',
        "TERM": "xterm",
        "LINES": str(lines),
        "COLUMNS": "80",
        **changes,
    }
    process = subprocess.Popen(
        [sys.executable, "-m", "mslint", *args],
        cwd=place,
        env=dict(environment(**env)),
        stdin=other,
        stdout=other,
        stderr=other,
    )
    os.close(other)
    seen = b""
    while True:
        try:
            chunk = os.read(main, 65536)
        except OSError:  # Linux tells the end of a terminal so
            break
        if not chunk:
            break
        seen += chunk
    os.close(main)
    assert process.wait(60) == 0
    return seen.decode()


@pytest.mark.skipif(sys.platform == "win32", reason="no pseudo terminals")
def test_a_long_page_goes_through_the_pager_on_a_terminal_only(place: Path) -> None:
    assert on_a_terminal(place, "rule", "MSL101") == "PAGER ['-x'] True\r\n"
    for shown in (
        on_a_terminal(place, "rule", "MSL101", "--no-pager"),
        on_a_terminal(place, "rule", "MSL101", lines=5000),
        on_a_terminal(place, "rule", "MSL101", TERM="dumb"),
        on_a_terminal(place, "rule", "MSL101", PAGER="/no/such/program"),
        on_a_terminal(place, "rule", "MSL101", PAGER='"'),
        mslint("rule", "MSL101", cwd=place, env=environment(PAGER="false", LINES="3")).stdout,
    ):
        assert shown.startswith("# MSL101 dropout-rate-as-keep-prob")
    assert on_a_terminal(place, "rule", "MSL101", "--output-format", "json").startswith("{")


# The nearest name


@pytest.mark.parametrize(
    ("args", "nearest"),
    [
        (["--select", "MSL1011"], "did you mean 'MSL101'?"),
        (["--ignore", "msl101"], "did you mean 'MSL101'?"),
        (["--extend-select", "conv_without_bias"], "did you mean 'conv-without-bias'?"),
        (["rule", "MSL1011"], "did you mean MSL101?"),
        (["rule", "conv-withot-bias"], "did you mean conv-without-bias?"),
        (["api", "nn.Dropuot"], "did you mean nn.Dropout?"),
        (["api", "Dropuot"], "did you mean nn.Dropout?"),
        (["api", "mindspore.nn.Conv2D"], "did you mean mindspore.nn.Conv2d?"),
        (["api", "torch.nn.Liner"], "did you mean torch.nn.Linear?"),
        (["--sinse", "HEAD"], "did you mean --since?"),
        (["complete"], "did you mean the command 'completion'?"),
    ],
)
def test_a_slip_names_the_nearest(place: Path, args: List[str], nearest: str) -> None:
    done = mslint(*args, cwd=place)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.endswith(f"{nearest}\n")


def test_the_nearest_begins_the_same_and_nothing_is_near_at_any_price() -> None:
    assert closest("MSL104", ["MSL204", "MSL109", "MSL103"]) == "MSL103"
    assert closest("zebra", ["check", "rule"]) is None
    assert closest("x", []) is None
