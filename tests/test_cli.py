"""The command line as a user meets it: real processes, exit status, what stands on which stream."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any, List

import jsonschema
import pytest
from running import BAD, GOOD, PORT, ROOT, environment, mslint, python

SCHEMA = json.loads((ROOT / "mslint" / "report" / "schema.json").read_text(encoding="utf-8"))


@pytest.fixture
def place(tmp_path: Path) -> Path:
    """A project of its own with one bad and one good file."""
    (tmp_path / ".git").mkdir()
    (tmp_path / "bad.py").write_text(BAD, encoding="utf-8")
    (tmp_path / "good.py").write_text(GOOD, encoding="utf-8")
    return tmp_path


def codes(output: str) -> List[str]:
    return [finding["code"] for finding in json.loads(output)["findings"]]


# What is printed


def test_full_output_shows_frame_reason_cure_and_page(place: Path) -> None:
    done = mslint("bad.py", cwd=place)
    assert done.returncode == 1
    lines = done.stdout.splitlines()
    assert lines[0].startswith("bad.py:3:8: MSL101 warning: ")
    assert "  3 | drop = nn.Dropout(0.1)" in lines
    assert "    |        ^^^^^^^^^^^^^^^" in lines
    assert any(line.startswith("  = why: ") for line in lines)
    assert any(line.startswith("  = fix: ") for line in lines)
    assert "  = edit by --fix --unsafe-fixes: write p=0.1" in lines
    assert "  = page: mslint rule MSL101, or docs/en/MSL101.md" in lines
    assert lines[-2].startswith("Found 1 error, 1 warning in 1 file checked.")
    assert lines[-1] == "[*] 2 fixable with --fix --unsafe-fixes."
    assert done.stderr == ""


def test_full_output_in_chinese(place: Path) -> None:
    done = mslint("--lang", "zh", "bad.py", cwd=place)
    assert "MSL101 警告：" in done.stdout
    assert "  = 原因：" in done.stdout
    assert "  = --fix --unsafe-fixes 会改：写上 p=0.1" in done.stdout
    assert done.stdout.splitlines()[-2].startswith("检查了 1 个文件，发现 1 个错误、1 个警告。")
    assert done.stdout.splitlines()[-1] == "[*] 用 --fix --unsafe-fixes 可以修复 2 处。"


def test_concise_output_is_a_line_per_finding_and_a_closing_line(place: Path) -> None:
    first, second, closing, _ = mslint("--output-format", "concise", cwd=place).stdout.splitlines()
    assert first.startswith("bad.py:3:8: MSL101 warning: ")
    assert second.startswith("bad.py:4:9: MSL107 error: ")
    assert closing.startswith("Found 1 error, 1 warning in 2 files checked.")


def test_json_is_one_document_that_the_schema_describes(place: Path) -> None:
    done = mslint("--output-format", "json", "--statistics", "--level", "info", cwd=place)
    document = json.loads(done.stdout)
    jsonschema.validate(document, SCHEMA, cls=jsonschema.Draft202012Validator)
    assert [(each["path"], each["line"], each["column"]) for each in document["findings"]][:2] == [
        ("bad.py", 3, 8),
        ("bad.py", 4, 9),
    ]
    assert document["target_version_source"] == "default"
    assert document["summary"]["files"] == 2


def test_json_of_a_whole_project_is_what_the_schema_describes() -> None:
    document = json.loads(mslint("--output-format", "json", "--level", "info", PORT, cwd=ROOT).stdout)
    jsonschema.validate(document, SCHEMA, cls=jsonschema.Draft202012Validator)
    assert (document["target_version"], document["target_version_source"]) == ("2.7", "requirements")


def test_jsonl_is_one_finding_per_line(place: Path) -> None:
    lines = mslint("--output-format", "jsonl", cwd=place).stdout.splitlines()
    assert [json.loads(line)["code"] for line in lines] == ["MSL101", "MSL107"]


def test_statistics_and_quiet(place: Path) -> None:
    assert "     1 MSL101 dropout-rate-as-keep-prob" in mslint("--statistics", cwd=place).stdout.splitlines()
    quiet = mslint("--quiet", "--output-format", "concise", cwd=place)
    assert len(quiet.stdout.splitlines()) == 2
    assert mslint("--quiet", "good.py", cwd=place).stdout == ""
    assert mslint("-q", "--output-format", "concise", cwd=place).stdout == quiet.stdout


def test_a_pin_of_which_nothing_is_known_is_told(place: Path) -> None:
    for version, told in (("3.1", True), ("2.10", False)):
        (place / "requirements.txt").write_text(f"mindspore=={version}.0\n", encoding="utf-8")
        said = "requirements.txt:1 asks for MindSpore 3.1, which this mslint does not know; it checks for 2.10"
        assert mslint("good.py", cwd=place).stderr == (f"mslint: {said}\n" if told else "")
        assert mslint("good.py", "--quiet", cwd=place).stderr == ""
        assert (f"# {said}" in mslint("--show-settings", cwd=place).stdout.splitlines()) == told
        assert mslint("good.py", "--target-version", "2.8", cwd=place).stderr == ""


def test_chinese_help_has_chinese_colons(place: Path) -> None:
    lines = mslint("--help", "--lang", "zh", cwd=place).stdout.splitlines()
    assert lines[0] == "用法：mslint [check] [PATH ...] [OPTION ...]"
    assert not [line for line in lines if line.endswith(":")]


def test_hidden_findings_are_counted_in_the_closing_line(place: Path) -> None:
    (place / "maybe.py").write_text("from mindspore import nn\n\ndrop = nn.Dropout(0.8)\n", encoding="utf-8")
    done = mslint("maybe.py", cwd=place)
    assert done.returncode == 0
    assert done.stdout == (
        "No problems found in 1 file. 1 below the level asked for stayed hidden (--level info shows it).\n"
    )
    shown = mslint("maybe.py", "--level", "info", cwd=place)
    assert (shown.returncode, "MSL101 info: " in shown.stdout) == (0, True)


def test_colour_needs_a_terminal_or_a_wish(place: Path) -> None:
    assert "\033[" not in mslint("bad.py", cwd=place).stdout
    assert "\033[" in mslint("bad.py", "--color", "always", cwd=place).stdout
    assert "\033[" not in mslint("bad.py", "--color", "never", cwd=place).stdout


@pytest.mark.skipif(sys.platform == "win32", reason="pseudo-terminals are POSIX")
@pytest.mark.parametrize(
    ("changes", "coloured"),
    [({}, True), ({"NO_COLOR": "1"}, False), ({"NO_COLOR": ""}, True), ({"TERM": "dumb"}, False)],
)
def test_colour_on_a_terminal(place: Path, changes: Any, coloured: bool) -> None:
    assert ("\033[" in on_a_terminal(place, "bad.py", **changes)) is coloured


@pytest.mark.skipif(sys.platform == "win32", reason="pseudo-terminals are POSIX")
def test_progress_bar_on_a_terminal_only_after_a_second(tmp_path: Path) -> None:
    """The clock is moved, not waited for."""
    program = (
        "import sys, time; from mslint.cli import progress\n"
        "clock = iter([0.0, 0.5, 1.5, 1.55, 2.0, 2.0, 2.0]); time.monotonic = lambda: next(clock)\n"
        "with progress.Progress('en', wanted=sys.argv[1] == 'yes') as bar:\n"
        "    for number in range(1, 5): bar.step(number, 4)\n"
    )
    shown = on_a_terminal(tmp_path, "yes", program=program)
    assert "1 of 4" not in shown
    assert "[############............] checking 2 of 4 files" in shown
    assert "3 of 4" not in shown
    assert shown.endswith("\r")
    assert on_a_terminal(tmp_path, "no", program=program) == ""
    assert python("-c", program, "yes", cwd=tmp_path).stderr == ""


def on_a_terminal(cwd: Path, *args: str, program: str = "", **changes: str) -> str:
    """What a program (else mslint) writes when its streams are a terminal."""
    import pty

    leader, follower = pty.openpty()
    command = [sys.executable, *(["-c", program] if program else ["-m", "mslint"]), *args]
    env = dict(environment(**{"TERM": "xterm", **changes}))
    with subprocess.Popen(command, cwd=cwd, env=env, stdin=follower, stdout=follower, stderr=follower):
        os.close(follower)
        pieces = []
        while True:
            try:
                piece = os.read(leader, 4096)
            except OSError:  # Linux says so when the other side has closed
                break
            if not piece:
                break
            pieces.append(piece)
    os.close(leader)
    return b"".join(pieces).decode("utf-8")


@pytest.mark.parametrize("encoding", ["ascii", "cp1252", "gbk"])
def test_a_console_that_lacks_characters_does_not_stop_the_run(place: Path, encoding: str) -> None:
    (place / "bad.py").write_text(BAD.replace("(0.1)", "(0.1)  # é 丢弃 😀"), encoding="utf-8")
    done = mslint("--lang", "zh", "bad.py", cwd=place, env=environment(PYTHONIOENCODING=encoding))
    assert (done.returncode, done.stderr) == (1, "")


# Standard input


def test_standard_input_for_editors(place: Path) -> None:
    done = mslint("-", "--stdin-filename", "sub/new.py", "--output-format", "json", cwd=place, stdin=BAD.encode())
    assert {each["path"] for each in json.loads(done.stdout)["findings"]} == {"sub/new.py"}
    assert done.returncode == 1
    plain = mslint("-", cwd=place, stdin=BAD.encode())
    assert plain.stdout.startswith("<stdin>:3:8: MSL101")
    assert "3 | drop = nn.Dropout(0.1)" in plain.stdout


def test_standard_input_uses_the_settings_of_the_file_it_stands_for(place: Path) -> None:
    (place / "sub").mkdir()
    (place / "sub" / "mslint.toml").write_text('ignore = ["MSL101"]\n', encoding="utf-8")
    done = mslint("-", "--stdin-filename", "sub/new.py", "--output-format", "json", cwd=place, stdin=BAD.encode())
    assert codes(done.stdout) == ["MSL107"]


def test_standard_input_that_cannot_be_read_is_a_finding(place: Path) -> None:
    done = mslint("-", "--output-format", "json", cwd=place, stdin="# 丢弃".encode("gbk"))
    assert (done.returncode, codes(done.stdout)) == (1, ["MSL001"])


def test_what_cannot_be_read_is_shown_as_far_as_it_can(place: Path) -> None:
    (place / "gbk.py").write_bytes("import mindspore\nx = 1  # 丢弃\n".encode("gbk"))
    shown = mslint("gbk.py", cwd=place).stdout.splitlines()
    assert shown[0].startswith("gbk.py:2:10: MSL001 error: ")
    assert shown[2].startswith("  2 | x = 1  # \ufffd")
    assert shown[3] == "    |          ^"


# Exit status


@pytest.mark.parametrize(
    ("args", "status"),
    [
        (["good.py"], 0),
        (["bad.py"], 1),
        (["bad.py", "--exit-zero"], 0),
        (["bad.py", "--select", "MSL106"], 0),
        (["bad.py", "--ignore", "MSL101,dense-bool-as-weight-init"], 0),
        (["bad.py", "--level", "error"], 1),
        (["bad.py", "--level", "error", "--ignore", "MSL107"], 0),
        (["bad.py", "--target-version", "2.7"], 1),
        (["--exclude", "bad.py"], 0),
        (["check", "good.py"], 0),
        (["good.py", "--no-cache", "--cache-dir", "x", "-j", "2", "--no-progress"], 0),
        (["--", "good.py"], 0),
    ],
)
def test_exit_status(place: Path, args: List[str], status: int) -> None:
    done = mslint(*args, cwd=place)
    assert (done.returncode, done.stderr) == (status, "")


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (["nowhere.py"], "nowhere.py does not exist"),
        (["nowhere.py", "--exit-zero"], "nowhere.py does not exist"),
        (["--levle", "info"], "there is no option --levle; did you mean --level?"),
        (["rules", "--fix"], "there is no option --fix"),
        (["--unsafe-fixes"], "--unsafe-fixes says which fixes --fix and --diff may make; give one of them"),
        (["--level"], "--level needs a value"),
        (["--level", "loud"], "--level: 'loud' is not one of error, warning, info"),
        (["--exit-zero=1"], "--exit-zero takes no value"),
        (["-j", "none"], "--jobs: 'none' is not a whole number above 0"),
        (["--output-format", "xml"], "'xml' is not one of full, concise, json, jsonl, sarif, github, gitlab"),
        (["--select", "MSL777"], "MSL777"),
        (["--select", ","], "--select needs at least one rule code or name"),
        (["--target-version", "3"], "--target-version"),
        (["--config", "nowhere.toml"], "nowhere.toml does not exist"),
        (["-", "good.py"], "'-' reads standard input and cannot be combined with paths"),
        (["rule"], "RULE is missing"),
        (["rule", "MSL1011"], "there is no rule 'MSL1011'; did you mean MSL101?"),
        (["rule", "MSL999"], "there is no rule 'MSL999'; 'mslint rules' lists them"),
        (["rule", "msl7"], "'MSL7' stands for several rules, name one of them: MSL701, MSL702, "),
        (["--select", "MSL999"], "--select: there is no rule 'MSL999'; 'mslint rules' lists them"),
        (["--select", "MSL1x"], "--select: there is no rule 'MSL1x'; did you mean 'MSL1'?"),
        (["--select", "MLS101"], "--select: there is no rule 'MLS101'; did you mean 'MSL101'?"),
        (["rule", "dropout-rate-as-keepprob"], "did you mean dropout-rate-as-keep-prob?"),
        (["rules", "extra"], "unexpected argument: 'extra'"),
        (["new-rule"], "SLUG is missing"),
        (["bad.py", "--stdin-filename", "x.py"], "--stdin-filename names what '-' reads; give '-' as the path"),
        (["rulez"], "rulez does not exist; did you mean the command 'rule'?"),
        (["chekc", "bad.py"], "chekc does not exist; did you mean the command 'check'?"),
        ([""], "a path is empty; write '.' for the current folder"),
        (["test-rules"], "the configuration names no rules of your own (rule-paths)"),
    ],
)
def test_mistakes_are_one_sentence_and_status_2(place: Path, args: List[str], said: str) -> None:
    done = mslint(*args, cwd=place)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("mslint: ")
    assert said in done.stderr
    assert len(done.stderr.splitlines()) == 1


def test_mistakes_are_told_in_the_language_asked_for(place: Path) -> None:
    assert mslint("--levle", "--lang", "zh", cwd=place).stderr == "mslint: 没有 --levle 这个选项，是否想写 --level？\n"
    (place / "mslint.toml").write_text('lang = "zh"\n', encoding="utf-8")
    assert mslint("rule", "MSL1011", cwd=place).stderr == "mslint: 没有规则 'MSL1011'，是否想写 MSL101？\n"


def test_a_broken_configuration_is_named_with_its_line(place: Path) -> None:
    (place / "mslint.toml").write_text('\nlevle = "info"\n', encoding="utf-8")
    done = mslint(cwd=place)
    assert done.returncode == 2
    assert done.stderr == "mslint: mslint.toml:2: unknown key 'levle'; did you mean 'level'?\n"
    assert mslint("--isolated", "good.py", cwd=place).returncode == 0


@pytest.mark.usefixtures("rules_allowed")
def test_a_rule_that_crashes_is_a_finding_and_status_2(place: Path) -> None:
    made = mslint("new-rule", "always-fails", "--path", "lint", cwd=place)
    assert made.returncode == 0, made.stderr
    unit = next((place / "lint").glob("*_always_fails"))
    code = unit.name.split("_")[0].upper()
    text = (unit / "rule.toml").read_text(encoding="utf-8")
    rows, words = text.index("[[api]]"), text.index("[text.en]")
    asked = '[on]\ncalls = ["mindspore.nn.Dense"]\n\n'
    (unit / "rule.toml").write_text(text[:rows] + asked + text[words:], encoding="utf-8")
    (unit / "checker.py").write_text("def check_call(call, facts):\n    raise ValueError('oh')\n", encoding="utf-8")
    (place / "mslint.toml").write_text('rule-paths = ["lint"]\n', encoding="utf-8")
    done = mslint("--output-format", "json", "bad.py", cwd=place)
    assert done.returncode == 2, done.stderr
    assert {"MSL003", "MSL101", "MSL107"} <= set(codes(done.stdout))
    assert code in done.stdout


def test_a_closed_pipe_is_quiet(place: Path) -> None:
    many = "".join(f"a{number} = nn.Dropout(0.1)\n" for number in range(3000))
    (place / "many.py").write_text("from mindspore import nn\n" + many, encoding="utf-8")
    command = [sys.executable, "-m", "mslint", "many.py"]
    with subprocess.Popen(
        command, cwd=place, env=dict(environment()), stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as run:
        assert run.stdout is not None
        assert run.stderr is not None
        run.stdout.readline()
        run.stdout.close()
        assert run.stderr.read() == b""


def test_an_interrupt_is_quiet(place: Path) -> None:
    program = (
        "import sys, mslint.cli.check\n"
        "def interrupt(options): raise KeyboardInterrupt\n"
        "mslint.cli.check.check = interrupt\n"
        "from mslint.cli import main; sys.exit(main(['.']))"
    )
    done = python("-c", program, cwd=place)
    assert (done.returncode, done.stderr) == (130, "mslint: interrupted\n")


# What cannot be read


GONE = (
    "import sys; from mslint.inputs import Input\n"
    "read = Input.read\n"
    "def refuse(self):\n"
    "    if self.path.endswith('bad.py'): raise PermissionError(13, 'Permission denied')\n"
    "    return read(self)\n"
    "Input.read = refuse\n"
    "from mslint.cli import main; sys.exit(main(sys.argv[1:]))"
)


def test_a_named_file_that_cannot_be_read_is_status_2_and_not_counted(place: Path) -> None:
    """Whoever runs the tests may be root, who may read everything: the refusal is made."""
    done = python("-c", GONE, "bad.py", "--exit-zero", cwd=place)
    assert (done.returncode, done.stdout) == (2, "No file was checked. 1 file could not be read.\n")
    assert done.stderr == "mslint: bad.py: cannot be read: Permission denied\n"
    both = python("-c", GONE, "bad.py", "good.py", cwd=place)
    assert (both.returncode, both.stdout) == (2, "No problems found in 1 file. 1 file could not be read.\n")
    document = json.loads(python("-c", GONE, "bad.py", "good.py", "--output-format", "json", cwd=place).stdout)
    assert document["summary"]["files"] == 1


def test_an_unreadable_file_met_on_the_way_is_told_and_leaves_the_status(place: Path) -> None:
    done = python("-c", GONE, ".", cwd=place)
    assert (done.returncode, done.stdout) == (0, "No problems found in 1 file. 1 file could not be read.\n")
    assert "cannot be read" in done.stderr


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes with names here")
@pytest.mark.parametrize("name", ["pipe", os.devnull])
def test_a_named_pipe_or_device_is_refused_and_does_not_block(place: Path, name: str) -> None:
    os.mkfifo(place / "pipe")
    done = mslint(name, cwd=place)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == f"mslint: {name} is neither a file nor a folder; '-' reads standard input\n"


def test_other_suffixes_are_python_if_they_are_named(place: Path) -> None:
    (place / "script").write_text(BAD, encoding="utf-8")
    assert codes(mslint("script", "--output-format", "json", cwd=place).stdout) == ["MSL101", "MSL107"]


def test_no_python_file_is_worth_a_word(place: Path) -> None:
    (place / "empty").mkdir()
    done = mslint("empty", cwd=place)
    assert (done.returncode, done.stdout) == (0, "No file was checked.\n")
    assert done.stderr == "mslint: no Python file (*.py) or notebook (*.ipynb) found in empty\n"


# Streams


@pytest.mark.skipif(sys.platform == "win32", reason="shell redirection")
@pytest.mark.parametrize(
    ("redirection", "said"),
    [
        (">&-", "mslint: standard output is closed, so nothing can be shown\n"),
        pytest.param(
            ">/dev/full",
            "mslint: the output cannot be written: No space left on device\n",
            marks=pytest.mark.skipif(not os.path.exists("/dev/full"), reason="no /dev/full"),
        ),
    ],
)
@pytest.mark.parametrize("args", ["bad.py", "--version", "rules", "rule MSL101", "--show-settings", "many.py"])
def test_output_that_goes_nowhere_is_one_sentence(place: Path, redirection: str, said: str, args: str) -> None:
    many = "".join(f"a{number} = nn.Dropout(0.1)\n" for number in range(300))
    (place / "many.py").write_text("from mindspore import nn\n" + many, encoding="utf-8")
    done = in_a_shell(f"{args} {redirection}", place)
    assert (done.returncode, done.stderr.decode("utf-8")) == (2, said)


@pytest.mark.skipif(sys.platform == "win32", reason="shell redirection")
@pytest.mark.parametrize(
    ("redirection", "said"), [("<&-", "standard input is closed"), ("0>/dev/null", "standard input cannot be read: ")]
)
def test_input_that_cannot_be_read_is_one_sentence(place: Path, redirection: str, said: str) -> None:
    done = in_a_shell(f"- {redirection}", place)
    assert (done.returncode, done.stdout, len(done.stderr.splitlines())) == (2, b"", 1)
    assert said in done.stderr.decode("utf-8")


@pytest.mark.skipif(sys.platform == "win32", reason="shell redirection")
def test_a_sentence_never_goes_to_standard_output(place: Path) -> None:
    done = in_a_shell("nowhere.py 2>&-", place)
    assert (done.returncode, done.stdout) == (2, b"")


def in_a_shell(args: str, cwd: Path) -> subprocess.CompletedProcess[bytes]:
    command = f"{sys.executable} -m mslint {args}"
    return subprocess.run(command, shell=True, cwd=cwd, env=dict(environment()), capture_output=True, timeout=60)


# Help


def test_options_are_listed_as_the_language_does(place: Path) -> None:
    said = mslint("--help", "--lang", "zh", cwd=place).stdout
    assert "：full、concise、json、jsonl、sarif、github、gitlab（默认 full）" in said
    assert mslint("--level", "x", "--lang", "zh", cwd=place).stderr.endswith("可选值为 error、warning、info\n")


# Severities of the configuration


@pytest.mark.parametrize(
    ("wanted", "sure", "unsure"),
    [(None, "warning", "info"), ("error", "error", "info"), ("warning", "warning", "info"), ("info", "info", "info")],
)
def test_a_rule_that_is_raised_raises_what_it_is_sure_of(place: Path, wanted: Any, sure: str, unsure: str) -> None:
    (place / "two.py").write_text("from mindspore import nn\n\na = nn.Dropout(0.1)\nb = nn.Dropout(0.8)\n")
    if wanted:
        (place / "mslint.toml").write_text(f'[severity]\nMSL101 = "{wanted}"\n', encoding="utf-8")
    found = json.loads(mslint("two.py", "--level", "info", "--output-format", "json", cwd=place).stdout)["findings"]
    assert [each["severity"] for each in found] == [sure, unsure]


def test_lowering_a_rule_lowers_all_of_it(place: Path) -> None:
    (place / "mslint.toml").write_text('[severity]\ndense-bool-as-weight-init = "warning"\n', encoding="utf-8")
    done = mslint("bad.py", "--select", "MSL107", "--output-format", "json", cwd=place)
    assert [each["severity"] for each in json.loads(done.stdout)["findings"]] == ["warning"]


def test_reasons_end_once(place: Path) -> None:
    """CPython ends some of its messages with a question."""
    (place / "old.py").write_text("import mindspore\nprint 'a'\n", encoding="utf-8")
    message = json.loads(mslint("old.py", "--output-format", "json", cwd=place).stdout)["findings"][0]["message"]
    assert message.endswith(".") and message[-2] not in ".?!"


# Commands


def test_the_first_word_is_a_command_only_if_it_is_one(place: Path) -> None:
    (place / "rules").mkdir()
    (place / "rules" / "bad.py").write_text(BAD, encoding="utf-8")
    assert codes(mslint("check", "rules", "--output-format", "json", cwd=place).stdout) == ["MSL101", "MSL107"]
    assert mslint("rules", cwd=place).stdout.startswith("Code")
    assert mslint("--lang", "zh", "rules", cwd=place).stdout.startswith("编号")


def test_paths_and_options_may_be_mixed(place: Path) -> None:
    done = mslint("good.py", "--output-format", "json", "bad.py", cwd=place)
    assert json.loads(done.stdout)["summary"]["files"] == 2


def test_no_path_is_the_current_directory(place: Path) -> None:
    assert json.loads(mslint("--output-format", "json", cwd=place).stdout)["summary"]["files"] == 2


def test_version_help_and_settings(place: Path) -> None:
    import mslint as package

    assert mslint("--version", cwd=place).stdout == f"mslint {package.__version__}\n"
    english, chinese = (mslint("--lang", lang, "--help", cwd=place).stdout for lang in ("en", "zh"))
    assert "--output-format FORMAT" in english
    assert "--output-format FORMAT" in chinese
    assert "显示的最低级别" in chinese
    (place / "requirements.txt").write_text("numpy\nmindspore==2.8.0\n", encoding="utf-8")
    shown = mslint("--show-settings", "--level", "info", cwd=place).stdout.splitlines()
    assert shown[0] == "# no configuration file"
    values = dict(line.split(" = ", 1) for line in shown[1:])
    assert values["target-version"].split("  # ")[0].strip() == '"2.8"'
    assert values["target-version"].endswith("# requirements.txt:2")
    assert values["level"].endswith("# --level")
    assert values["ignore"].endswith("# default")


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_every_command_has_help_in_both_languages(place: Path, lang: str) -> None:
    for command in ("check", "rules", "rule", "new-rule", "test-rules"):
        done = mslint(command, "--help", "--lang", lang, cwd=place)
        assert (done.returncode, done.stderr) == (0, "")
        assert "--target-version VERSION" in done.stdout


def test_rules_and_rule_for_programs_and_people(place: Path) -> None:
    rules = json.loads(mslint("rules", "--output-format", "json", cwd=place).stdout)
    assert [rule["code"] for rule in rules] == sorted(rule["code"] for rule in rules)
    assert "MSL101" in {rule["code"] for rule in rules}
    rule = json.loads(mslint("rule", "msl101", "--output-format", "json", cwd=place).stdout)
    assert rule["slug"] == "dropout-rate-as-keep-prob"
    assert rule["examples"]
    page = mslint("rule", "dropout-rate-as-keep-prob", "--lang", "zh", cwd=place).stdout
    assert page.startswith("# MSL101 dropout-rate-as-keep-prob\n")
    assert "**为什么**" in page


def test_files_without_mindspore_are_not_parsed_unless_named(place: Path) -> None:
    (place / "other.py").write_text("def broken(:\n", encoding="utf-8")
    assert "MSL001" not in codes(mslint("--output-format", "json", cwd=place).stdout)
    assert codes(mslint("--output-format", "json", "other.py", cwd=place).stdout) == ["MSL001"]


def test_each_file_is_checked_by_its_own_settings(place: Path) -> None:
    (place / "sub").mkdir()
    (place / "sub" / "mslint.toml").write_text('level = "error"\n', encoding="utf-8")
    (place / "sub" / "bad.py").write_text(BAD, encoding="utf-8")
    found = json.loads(mslint("--output-format", "json", cwd=place).stdout)
    assert [(each["path"], each["code"]) for each in found["findings"]] == [
        ("bad.py", "MSL101"),
        ("bad.py", "MSL107"),
        ("sub/bad.py", "MSL107"),
    ]
    assert found["summary"]["hidden"] == 1


# New rules


@pytest.mark.usefixtures("rules_allowed")
def test_a_new_rule_is_found_shown_and_run(place: Path) -> None:
    (place / "mslint.toml").write_text('rule-paths = ["lint/rules"]\n', encoding="utf-8")
    (place / "lint" / "rules").mkdir(parents=True)
    made = mslint("new-rule", "our-own-mistake", cwd=place)
    assert made.returncode == 0, made.stderr
    (unit,) = (place / "lint" / "rules").iterdir()
    code = unit.name.split("_")[0].upper()
    page = mslint("rule", code, cwd=place)
    assert page.stdout.startswith(f"# {code} our-own-mistake\n"), page.stderr
    example = json.loads(mslint("rule", code, "--output-format", "json", cwd=place).stdout)["examples"][0]
    (place / "example.py").write_text(example["bad"], encoding="utf-8")
    assert code in codes(mslint("--level", "info", "--output-format", "json", "example.py", cwd=place).stdout)
    (place / "example.py").write_text(example["good"], encoding="utf-8")
    assert codes(mslint("--output-format", "json", "example.py", cwd=place).stdout) == []
    again = mslint("new-rule", "our-own-mistake", cwd=place)
    assert (again.returncode, "is already a rule" in again.stderr) == (2, True)


@pytest.mark.parametrize("slug", ["Upper", "two words", "-", "a--b", "../x", "ünder"])
def test_new_rule_refuses_names_that_are_none(place: Path, slug: str) -> None:
    done = mslint("new-rule", slug, cwd=place)
    assert done.returncode == 2
    assert not (place / "rules").exists()


@pytest.mark.usefixtures("rules_allowed")
def test_a_new_rule_makes_the_folder_of_rule_paths(place: Path) -> None:
    (place / "mslint.toml").write_text('\nrule-paths = [\n  "lint/rules",\n]\n', encoding="utf-8")
    for command in (["rules"], ["bad.py"], ["rule", "MSL101"], ["test-rules"]):
        refused = mslint(*command, cwd=place)
        assert (refused.returncode, refused.stdout) == (2, "")
        missing = (place / "lint" / "rules").as_posix()
        assert refused.stderr == f"mslint: mslint.toml:3: rule-paths: the folder {missing} does not exist\n"
    made = mslint("new-rule", "my-check", cwd=place)
    assert (made.returncode, made.stderr) == (0, "")
    assert (place / "lint" / "rules" / "msl950_my_check" / "rule.toml").is_file()
    assert mslint("rule", "my-check", cwd=place).returncode == 0


@pytest.mark.usefixtures("rules_allowed")
def test_a_folder_without_rules_is_told(place: Path) -> None:
    (place / "mslint.toml").write_text('rule-paths = ["."]\n', encoding="utf-8")
    done = mslint("rules", cwd=place)
    assert done.returncode == 2
    assert done.stderr.startswith("mslint: mslint.toml:1: rule-paths: ")
    assert "holds no rule" in done.stderr


def test_examples_of_own_rules_can_be_run(place: Path) -> None:
    (place / "mslint.toml").write_text('rule-paths = ["lint"]\n', encoding="utf-8")
    assert mslint("new-rule", "my-check", cwd=place).returncode == 0
    fine = mslint("test-rules", cwd=place)
    assert (fine.returncode, fine.stdout) == (0, "Rules: 1; examples and silent cases: 3; differences: 0.\n")
    unit = place / "lint" / "msl950_my_check" / "rule.toml"
    text = unit.read_text(encoding="utf-8").replace("activation={text}.", "activation {text}.")
    unit.write_text(text.replace("activation = { given = true }", "has_bias = { given = true }"), encoding="utf-8")
    wrong = mslint("test-rules", cwd=place)
    assert wrong.returncode == 1
    unmarked, silent, closing = wrong.stdout.splitlines()
    where = "lint/msl950_my_check"
    assert unmarked == f"{where}/bad.py:4: MSL950 warning is marked but not reported"
    assert silent.startswith(f"{where}/silent.py:4: ")
    assert silent.endswith(": MSL950 warning is reported but not marked: nn.Dense is given activation False.")
    assert closing == "Rules: 1; examples and silent cases: 3; differences: 2."
    assert "与标注不符 2 处" in mslint("test-rules", "--lang", "zh", cwd=place).stdout


def test_force_exclude_leaves_out_what_was_named(place: Path) -> None:
    (place / "mslint.toml").write_text('exclude = ["bad.py"]\n', encoding="utf-8")
    assert mslint("bad.py", "good.py", cwd=place).returncode == 1
    forced = mslint("--force-exclude", "--output-format", "json", "bad.py", "good.py", cwd=place)
    assert forced.returncode == 0
    assert json.loads(forced.stdout)["summary"]["files"] == 1


def test_api_tells_versions_signature_counterpart_and_differences(place: Path) -> None:
    done = mslint("api", "nn.LayerNorm", "--output-format", "json", "--target-version", "2.7", cwd=place)
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert set(found) == {"name", "target_version", "exists", "signature", "torch", "differences"}
    assert (found["name"], found["target_version"], found["torch"]) == (
        "mindspore.nn.LayerNorm",
        "2.7",
        "torch.nn.LayerNorm",
    )
    assert found["exists"] == {"since": "1.0", "until": None}
    assert {"name": "normalized_shape", "default": None} in found["signature"]
    assert {"name": "epsilon", "default": "1e-07"} in found["signature"]
    row = next(each for each in found["differences"] if each["argument"] == "epsilon")
    assert set(row) == {"argument", "mindspore", "torch", "effect", "source"}
    assert (row["mindspore"], row["torch"]) == ("1e-07", "1e-05")
    assert row["effect"]


def test_api_finds_the_counterpart_of_a_pytorch_name(place: Path) -> None:
    text = mslint("api", "torch.nn.Linear", cwd=place).stdout
    assert text.startswith("mindspore.nn.Dense\n")
    assert "counterpart: torch.nn.Linear" in text
    assert "mindspore.mint.nn.Linear" in text
    assert "版本：" in mslint("api", "nn.Dense", "--lang", "zh", cwd=place).stdout


API_PAGES = {
    "what is gone": ("ms_function", ["1.0 to 2.4; 2.7 does not have it any more", "successor: mindspore.jit"]),
    "what the first wheel had": ("mint.nn.GELU", ["versions: 2.7 or earlier"]),
    "a first position": (
        "nn.Dropout",
        ["position 1: keep_prob, in PyTorch p", "by position the first argument is keep_prob"],
    ),
    "arguments and positions": (
        "torch.nn.Linear",
        ["PyTorch's in_features is in_channels", "position 3: weight_init, in PyTorch bias"],
    ),
    "no default is the reason": ("ops.max", ["  A pair of value and index is returned"]),
    "several signatures": ("Tensor.std", ["(axis=None, ddof=0, keepdims=False)", "(dim=None, *, correction=1,"]),
    "keyword only": ("ops.norm", ["keepdim=False, *, dtype=None)", "ord will be called p"]),
    "deprecated": ("ops.top_k", ["deprecated; instead: mindspore.ops.topk"]),
    "announced": ("nn.LayerNorm", ["epsilon: the default 1e-07 becomes 1e-5", "begin_norm_axis will be removed"]),
    "only advice": ("torch.Tensor.cuda", ["MindSpore has no such name", "mindspore.set_device"]),
    "only PyTorch": ("torch.nn.EmbeddingBag", ["mslint knows nothing of the same kind"]),
    "a part of PyTorch": ("torch.nn.init", ["torch.nn.init.NAME"]),
    "a module": ("nn", ["mindspore.nn", "2.7 or earlier"]),
    "a constant": ("float32", ["mindspore.float32"]),
    "a type of PyTorch": ("torch.float16", ["mindspore.float16"]),
    "a module that is gone": (
        "dataset.vision.c_transforms",
        ["1.0 to 2.7; 2.8", "successor: mindspore.dataset.vision"],
    ),
}


@pytest.mark.parametrize(("name", "texts"), API_PAGES.values(), ids=API_PAGES.keys())
def test_api_says_what_is_known(place: Path, name: str, texts: List[str]) -> None:
    done = mslint("api", name, cwd=place)
    assert done.returncode == 0, done.stderr
    for text in texts:
        assert text in done.stdout
    for line in done.stdout.splitlines():
        assert "{" not in line and line.rstrip() == line
    found = json.loads(mslint("api", name, "--output-format", "json", cwd=place).stdout)
    assert set(found) == {"name", "target_version", "exists", "signature", "torch", "differences"}


def test_api_of_an_unknown_name_is_a_sentence(place: Path) -> None:
    done = mslint("api", "nn.Nothing", cwd=place)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("mslint: nothing is known of 'nn.Nothing'; names are written like nn.Dropout")
