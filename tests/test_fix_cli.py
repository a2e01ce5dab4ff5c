"""--fix, --unsafe-fixes and --diff as users run them: what is written, what is shown, and what is left alone."""

from __future__ import annotations

import codecs
import importlib
import os
import shutil
import stat
import subprocess
from pathlib import Path

import pytest
from running import ROOT, mslint

from mslint.cli import main
from mslint.config import Overrides
from mslint.inputs import inputs
from mslint.model import Fix
from mslint.project import Project
from mslint.runner import run

CODE = """from mindspore import nn

low = nn.Dropout(0.1)
kept = nn.Dropout(0.9)
dense = nn.Dense(3, 4, False)
"""
SAFE = CODE.replace("nn.Dropout(0.9)", "nn.Dropout(p=0.1)")
ALL = SAFE.replace("(0.1)", "(p=0.1)").replace("False", "has_bias=False")
INFO = ("--level", "info")


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "net.py"
    path.write_bytes(CODE.encode())
    return path


def test_fix_makes_safe_fixes_and_says_what_is_left(file: Path) -> None:
    done = mslint("--fix", *INFO, cwd=file.parent)
    assert file.read_text() == SAFE
    assert done.returncode == 1
    assert done.stdout.splitlines()[-3:] == [
        "Found 1 error, 1 warning in 1 file checked.",
        "Fixed 1 finding.",
        "[*] 2 fixable with --fix --unsafe-fixes.",
    ]


def test_unsafe_fixes_are_made_on_demand_and_then_nothing_is_left(file: Path) -> None:
    done = mslint("--fix", "--unsafe-fixes", *INFO, cwd=file.parent)
    assert (file.read_text(), done.returncode, done.stderr) == (ALL, 0, "")
    assert done.stdout.splitlines() == ["No problems found in 1 file.", "Fixed 3 findings in 1 file."]
    before = file.stat()
    again = mslint("--fix", "--unsafe-fixes", *INFO, cwd=file.parent)
    assert again.stdout.splitlines()[-1] == "Nothing to fix."
    assert (file.stat().st_mtime_ns, file.stat().st_ino) == (before.st_mtime_ns, before.st_ino)


def test_what_is_not_shown_is_not_fixed(file: Path) -> None:
    mslint("--fix", cwd=file.parent)
    assert file.read_text() == CODE
    mslint("--fix", "--unsafe-fixes", "--select", "MSL107", *INFO, cwd=file.parent)
    assert file.read_text() == CODE.replace("False", "has_bias=False")


def test_check_counts_what_can_be_fixed(file: Path) -> None:
    done = mslint(*INFO, "--output-format", "concise", cwd=file.parent)
    assert done.stdout.splitlines()[-1] == "[*] 1 fixable with --fix, 2 more with --unsafe-fixes."
    chinese = mslint(*INFO, "--output-format", "concise", "--lang", "zh", cwd=file.parent)
    assert chinese.stdout.splitlines()[-1] == "[*] 用 --fix 可以修复 1 处，加上 --unsafe-fixes 还可以再修复 2 处。"


@pytest.mark.parametrize("end", ["\n", "\r\n"])
@pytest.mark.parametrize("whole", [True, False])
def test_diff_changes_nothing_and_is_a_patch(file: Path, end: str, whole: bool) -> None:
    before, after = ((text if whole else text.rstrip("\n")).replace("\n", end).encode() for text in (CODE, ALL))
    file.write_bytes(before)
    done = mslint("--diff", "--unsafe-fixes", *INFO, cwd=file.parent)
    assert (file.read_bytes(), done.returncode) == (before, 1)
    assert done.stderr == "Would fix 3 findings in 1 file.\n"
    if shutil.which("git"):
        made = subprocess.run(["git", "apply", "-p0", "-"], cwd=file.parent, input=done.stdout.encode(), check=False)
        assert (made.returncode, file.read_bytes()) == (0, after)
    file.write_bytes(after)
    quiet = mslint("--diff", "--unsafe-fixes", *INFO, cwd=file.parent)
    assert (quiet.returncode, quiet.stdout) == (0, "")


def test_standard_input_comes_out_fixed(tmp_path: Path) -> None:
    windows = CODE.replace("\n", "\r\n").encode()
    done = subprocess.run(  # as bytes: line ends matter
        [*command(), "-", "--fix", *INFO], cwd=tmp_path, input=windows, capture_output=True, check=False, env=env()
    )
    assert done.stdout == SAFE.replace("\n", "\r\n").encode()
    assert b"MSL107" in done.stderr and done.returncode == 1
    nothing = mslint("-", "--fix", cwd=tmp_path, stdin=b"import mindspore\n")
    assert (nothing.stdout, nothing.returncode) == ("import mindspore\n", 0)
    assert mslint("-", "--diff", *INFO, cwd=tmp_path, stdin=CODE.encode()).stdout.startswith(
        "--- <stdin>\n+++ <stdin>\n"
    )
    refused = mslint("-", "--fix", "--output-format", "json", cwd=tmp_path, stdin=CODE.encode())
    assert (refused.returncode, refused.stdout) == (2, "")


def command() -> list[str]:
    import sys

    return [sys.executable, "-m", "mslint"]


def env() -> dict[str, str]:
    from running import environment

    return dict(environment())


@pytest.mark.parametrize(
    ("head", "encoding"),
    [
        (b"", "utf-8"),
        (codecs.BOM_UTF8, "utf-8"),
        (b"# coding: gbk\r\n", "gbk"),
        (b"# -*- coding: latin-1 -*-\n", "latin-1"),
        (b"\x0c\n", "utf-8"),
    ],
)
def test_encoding_and_everything_else_stay_byte_for_byte(file: Path, head: bytes, encoding: str) -> None:
    word = "é" if encoding == "latin-1" else "中文"
    before = (
        head
        + f"# {word}\x0c\r\n".encode(encoding)
        + CODE.replace("Dropout(0.9)", f"Dropout(0.9)  # {word}").encode(encoding)
    )
    file.write_bytes(before)
    done = mslint("--fix", "--unsafe-fixes", *INFO, cwd=file.parent)
    assert done.returncode == 0, done.stdout + done.stderr
    after = before.replace(b"(0.1)", b"(p=0.1)").replace(b"(0.9)", b"(p=0.1)").replace(b"False", b"has_bias=False")
    assert file.read_bytes() == after


@pytest.mark.skipif(os.name == "nt", reason="modes and links of POSIX")
def test_modes_stay_and_links_lead_to_what_is_written(file: Path) -> None:
    file.chmod(0o750)
    there = file.parent / "there"
    there.mkdir()
    link = there / "link.py"
    link.symlink_to(file)
    mslint("--fix", *INFO, "there/link.py", cwd=file.parent)
    assert link.is_symlink()
    assert file.read_text() == SAFE
    assert stat.S_IMODE(file.stat().st_mode) == 0o750
    assert sorted(each.name for each in file.parent.iterdir()) == ["net.py", "there"]  # nothing temporary is left


def test_a_file_that_cannot_be_written_is_told_and_stays(
    file: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A folder that root may not write to is hard to make, so that the last step is what fails here."""

    def refuse(source: object, target: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.chdir(file.parent)
    monkeypatch.setattr("os.replace", refuse)
    assert main(["--fix", *INFO, "net.py"]) == 2
    shown, told = capsys.readouterr()
    assert told == "mslint: net.py: cannot be written: Permission denied\n"
    assert "MSL101 info" in shown and "Fixed" not in shown
    assert (file.read_text(), [each.name for each in file.parent.iterdir()]) == (CODE, ["net.py"])


def test_files_are_mended_as_the_program_that_they_are(tmp_path: Path) -> None:
    """What one file does wrong is known only by the other, and the second round sees the first one's outcome."""
    (tmp_path / "nets.py").write_text(
        "from mindspore import nn\n\n\ndef make():\n    return nn.SequentialCell(nn.Dense(8, 4), nn.Dropout(p=0.2))\n"
    )
    script = tmp_path / "main.py"
    script.write_text(
        "from mindspore import nn\n\nfrom nets import make\n\nnet = make()\n"
        "step = nn.TrainOneStepCell(nn.WithLossCell(net, nn.MSELoss()), nn.SGD(net.trainable_params(), 0.1))\n"
        "for x, y in []:\n    step(x, y)\n"
    )
    before = script.read_text()
    done = mslint("--fix", "--unsafe-fixes", cwd=tmp_path)
    assert (done.returncode, script.read_text()) == (0, before.replace("for x", "step.set_train()\nfor x"))


def test_what_cannot_be_fixed_without_harm_is_told(tmp_path: Path) -> None:
    path = tmp_path / "net.py"
    path.write_text(
        "from mindspore import nn\n\n\nclass Net(nn.Cell):\n    def __init__(self):\n        super().__init__()\n"
        "        self.layers = [nn.Dense(3, 3)] * 2\n\n    def construct(self, x):\n"
        "        for layer in self.layers:\n            x = layer(x)\n        return x\n"
    )
    before = path.read_text()
    done = mslint("--fix", "--unsafe-fixes", cwd=tmp_path)
    assert path.read_text() == before
    assert done.stderr == ("mslint: net.py:7: the fix of MSL501 was not made: MSL502 would be found instead\n")


def test_a_file_that_does_not_parse_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "net.py"
    path.write_text(CODE + "def (\n")
    assert mslint("--fix", "--unsafe-fixes", *INFO, cwd=tmp_path).returncode == 1
    assert path.read_text() == CODE + "def (\n"


@pytest.mark.parametrize("option", ["--fix", "--add-noqa"])
def test_what_was_changed_meanwhile_is_told_and_stays(
    option: str, file: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Somebody saves the file while it is checked: what they wrote is not lost."""
    saved = CODE.replace("dense", "much = 'work'\ndense")
    (file.parent / "other.py").write_text(CODE)
    module, step = ("mslint.cli.fix", "settle") if option == "--fix" else ("mslint.cli.noqa", "silence")
    inner = getattr(importlib.import_module(module), step)

    def late(*args: object, **named: object) -> object:
        file.write_text(saved)
        return inner(*args, **named)

    monkeypatch.chdir(file.parent)
    monkeypatch.setattr(f"{module}.{step}", late)
    assert main([option, *INFO, "."]) == 2
    shown, told = capsys.readouterr()
    assert told == "mslint: net.py: changed meanwhile, and left as it is; run mslint again\n"
    assert file.read_text() == saved
    assert "net.py:3:" in shown and "net.py:6:" in shown, "what is shown is what is there now"
    assert (file.parent / "other.py").read_text() not in (CODE, saved)
    assert shown.splitlines()[-1 if option != "--fix" else -2] in ("Fixed 1 finding.", "Silenced 3 findings in 1 file.")


def test_what_was_read_is_what_is_mended(file: Path) -> None:
    from mslint.cli.texts import Texts
    from mslint.runner import Input

    texts = Texts([Input(str(file))])
    file.write_text(ALL)
    (there,) = texts.changed({})
    source = texts.source(there.shown)
    assert source is not None and source.text == CODE
    (problem,) = texts.write({there.shown: b"x"}, "en")
    assert file.read_text() == ALL and "changed" in problem.message
    file.unlink()
    (problem,) = texts.write({there.shown: b"x"}, "en")
    assert problem.message.startswith("cannot be written: ")
    assert not file.exists()


def test_standard_input_may_come_out_empty(tmp_path: Path) -> None:
    done = mslint("-", "--fix", *INFO, cwd=tmp_path, stdin=b"# noqa: MSL101")
    assert (done.stdout, done.returncode) == ("", 0), done.stderr


@pytest.mark.parametrize("form", ["json", "jsonl", "sarif", "github", "gitlab"])
@pytest.mark.parametrize("more", [[], ["--fix"]])
def test_a_patch_and_a_report_do_not_share_standard_output(file: Path, form: str, more: list[str]) -> None:
    done = mslint("--diff", *more, "--output-format", form, *INFO, cwd=file.parent)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.count("\n") == 1 and f"where {form} would stand in its way" in done.stderr
    assert mslint("--diff", *more, "--output-format", "concise", *INFO, cwd=file.parent).returncode == 1


@pytest.mark.skipif(shutil.which("git") is None, reason="git is not there")
@pytest.mark.parametrize(
    ("head", "encoding"), [(b"# coding: gbk\n", "gbk"), (codecs.BOM_UTF8, "utf-8"), (b"# coding: latin-1\n", "latin-1")]
)
def test_a_patch_is_in_the_bytes_of_its_file(file: Path, head: bytes, encoding: str) -> None:
    word = "é" if encoding == "latin-1" else "中文"
    text = f"from mindspore import nn  # {word}\nlow = nn.Dropout(0.9)  # {word}"
    before, after = (head + each.encode(encoding) for each in (text, text.replace("(0.9)", "(p=0.1)")))
    file.write_bytes(before)
    done = subprocess.run([*command(), "--diff", *INFO], cwd=file.parent, capture_output=True, check=False, env=env())
    assert done.returncode == 1
    made = subprocess.run(["git", "apply", "-p0", "-"], cwd=file.parent, input=done.stdout, check=False)
    assert (made.returncode, file.read_bytes()) == (0, after)


@pytest.mark.parametrize("option", ["--fix", "--add-noqa"])
def test_bytes_that_would_not_come_back_stay(file: Path, option: str) -> None:
    """Two spellings of one character: the codec would write the other one."""
    before = b"# coding: cp932\n# \x87\x90\n" + CODE.encode()
    assert before.decode("cp932").encode("cp932") != before
    file.write_bytes(before)
    done = mslint(option, *INFO, cwd=file.parent)
    assert file.read_bytes() == before
    assert "Nothing to" in done.stdout


@pytest.mark.parametrize("cached", [True, False])
def test_only_what_changed_is_looked_at_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, cached: bool, capfd: pytest.CaptureFixture[str]
) -> None:
    from mslint import runner
    from mslint.cli import main

    for name in ("a", "b", "c"):
        (tmp_path / f"{name}.py").write_text("from mindspore import nn\n\nkept = nn.Dense(3, 4)\n")
    (tmp_path / "d.py").write_text(CODE)
    looked: list[str] = []
    look_at = runner.look_at
    monkeypatch.setattr(runner, "look_at", lambda file, *more: (looked.append(file.shown), look_at(file, *more))[1])
    monkeypatch.chdir(tmp_path)
    where = ["--cache-dir", "there"] if cached else ["--no-cache"]
    assert main(["--diff", "--unsafe-fixes", *INFO, *where, "-j", "1", "."]) == 1
    assert sorted(looked[:4]) == ["a.py", "b.py", "c.py", "d.py"] and set(looked[4:]) == {"d.py"} and looked[4:]
    assert "+low = nn.Dropout(" in capfd.readouterr().out


def test_fixes_that_are_counted_can_be_made() -> None:
    """Text formats do not make the edits: of fifty that they count, at most one may prove impossible."""
    counted, made = (fixes(str(ROOT / "fixtures" / "projects"), edits) for edits in (False, True))
    assert all(not fix.edits for fix in counted) and all(fix.edits for fix in made)
    assert len(made) <= len(counted) <= len(made) + len(counted) // 50 and len(counted) >= 20


def fixes(folder: str, edits: bool) -> list[Fix]:
    project = Project(Overrides(level="info", isolated=True, edits=edits))
    files, _ = inputs([folder], project, "en")
    findings = run(files, project, project.settings_in(folder)).findings
    return [each.fix for each in findings if each.fix is not None]


def test_edits_of_one_text_are_not_made_in_another(tmp_path: Path) -> None:
    """What is kept goes by a file's time and size, and may be of an older text that had the same."""
    file = tmp_path / "net.py"
    before = "from mindspore import nn\nx = nn.Conv2d(3, 8, 3, padding=1)\n"
    after = "from mindspore import nn\nx = my_function(33, 8, 3, ppp=11)\n"
    assert len(after) == len(before)
    past = 1_600_000_000
    for text, words in ((before, "--diff"), (after, "--fix")):
        file.write_text(text)
        os.utime(file, (past, past))
        done = mslint(words, "--unsafe-fixes", "net.py", "--cache-dir", "kept", cwd=tmp_path)
        assert "Traceback" not in done.stderr
    assert file.read_text() == after
