"""--add-noqa: a comment at the end of the right line for each finding that is shown, and no other change."""

from __future__ import annotations

import ast
import codecs
import json
from pathlib import Path

import pytest
from running import mslint

HEAD = "from mindspore import nn\n\n"


def added(tmp_path: Path, text: str, *args: str) -> str:
    """The code after it; whatever happens, the code is the same and a second run changes nothing."""
    file = tmp_path / "net.py"
    file.write_bytes((HEAD + text).encode())
    done = mslint("--add-noqa", *args, "net.py", cwd=tmp_path)
    after = file.read_bytes().decode()
    assert done.returncode in (0, 1), done.stderr
    assert ast.dump(ast.parse(after)) == ast.dump(ast.parse(HEAD + text))
    again = mslint("--add-noqa", *args, "net.py", cwd=tmp_path)
    assert file.read_bytes().decode() == after
    assert again.stdout.splitlines()[-1] == "Nothing to silence."
    assert after.startswith(HEAD)
    return after[len(HEAD) :]


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("a = nn.Dropout(0.1)\n", "a = nn.Dropout(0.1)  # noqa: MSL101\n"),
        ("a = nn.Dropout(0.1)", "a = nn.Dropout(0.1)  # noqa: MSL101"),
        ("a = nn.Dropout(0.1) \t\n", "a = nn.Dropout(0.1)  # noqa: MSL101\n"),
        ("a = nn.Dropout(0.1)\r\nb = 1\r\n", "a = nn.Dropout(0.1)  # noqa: MSL101\r\nb = 1\r\n"),
        ("a = nn.Dropout(0.1)  # why\n", "a = nn.Dropout(0.1)  # why  # noqa: MSL101\n"),
        ("a = nn.Dropout(0.1)  # noqa: E501\n", "a = nn.Dropout(0.1)  # noqa: E501, MSL101\n"),
        ("a = nn.Dropout(0.1)  # noqa:E501,W291 - so\n", "a = nn.Dropout(0.1)  # noqa:E501,W291,MSL101 - so\n"),
        ("a = nn.Dropout(0.1)  # noqa: E501  # x\n", "a = nn.Dropout(0.1)  # noqa: E501, MSL101  # x\n"),
        ("a = '# noqa: E501', nn.Dropout(0.1)\n", "a = '# noqa: E501', nn.Dropout(0.1)  # noqa: MSL101\n"),
        ("a = nn.Dropout(0.1); b = nn.Dense(3, 4, False)\n",)
        + ("a = nn.Dropout(0.1); b = nn.Dense(3, 4, False)  # noqa: MSL101, MSL107\n",),
        ("a = nn.Dropout(0.1); b = nn.Dropout(0.1)\n", "a = nn.Dropout(0.1); b = nn.Dropout(0.1)  # noqa: MSL101\n"),
        ("a = nn.Dropout(\n    0.1)\n", "a = nn.Dropout(  # noqa: MSL101\n    0.1)\n"),
        ("a = nn.\\\n    Dropout(0.1)\n", "a = nn.\\\n    Dropout(0.1)  # noqa: MSL101\n"),
        ('a = nn.Dropout(0.1), """x\ny"""\n', 'a = nn.Dropout(0.1), """x\ny"""  # noqa: MSL101\n'),
        ('a = """x\ny""", nn.Dropout(0.1)\n', 'a = """x\ny""", nn.Dropout(0.1)  # noqa: MSL101\n'),
        ("a = nn.Dropout(0.3)  # mslint: ignore[MSL1] so\nb = 1\n",) * 2,
        ("a = 1\n",) * 2,
    ],
)
def test_where_the_comment_goes(tmp_path: Path, before: str, after: str) -> None:
    assert added(tmp_path, before) == after


def test_it_says_what_it_did_and_nothing_is_left(tmp_path: Path) -> None:
    (tmp_path / "net.py").write_text(HEAD + "a = nn.Dropout(0.1)\nb = nn.Dense(3, 4, False)\n")
    done = mslint("--add-noqa", cwd=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.splitlines() == [
        "No problems found in 1 file. 2 silenced by comments.",
        "Silenced 2 findings in 1 file.",
    ]
    assert "MSL" not in mslint("--lang", "zh", cwd=tmp_path).stdout


def test_each_place_of_a_finding_gets_a_comment(tmp_path: Path) -> None:
    lines = ["import mindspore\n", *(f"{name} = mindspore.ms_function\n" for name in "fgh")]
    text = added(tmp_path, "".join(lines))
    assert text.count("  # noqa: MSL901\n") == 3
    done = mslint("--select", "MSL901", "net.py", cwd=tmp_path)
    assert (done.returncode, done.stdout) == (0, "No problems found in 1 file. 3 silenced by comments.\n")


def test_only_what_is_shown_is_silenced(tmp_path: Path) -> None:
    text = "a = nn.Dropout(0.1)\nb = nn.Dropout(0.9)\n"
    assert added(tmp_path, text).count("noqa") == 1
    assert added(tmp_path, text, "--level", "info").count("noqa") == 2
    assert added(tmp_path, text, "--select", "MSL107").count("noqa") == 0


def test_encoding_bom_and_mode_stay(tmp_path: Path) -> None:
    file = tmp_path / "net.py"
    for before, encoding in (
        (codecs.BOM_UTF8 + (HEAD + "a = '中', nn.Dropout(0.1)").encode(), "utf-8"),
        (("# coding: gbk\n" + HEAD + "a = '中', nn.Dropout(0.1)").encode("gbk"), "gbk"),
    ):
        file.write_bytes(before)
        file.chmod(0o640)
        mslint("--add-noqa", cwd=tmp_path)
        assert file.read_bytes() == before + "  # noqa: MSL101".encode(encoding)
        assert file.stat().st_mode & 0o777 in (0o640, 0o666)


def test_what_no_comment_can_silence_is_told_and_left_alone(tmp_path: Path) -> None:
    (tmp_path / "broken.py").write_text("import mindspore\nx = (\n")
    done = mslint("--add-noqa", cwd=tmp_path)
    assert done.returncode == 1
    assert done.stderr.startswith("mslint: broken.py:")
    assert done.stderr.endswith("no comment can silence MSL001 here\n")
    assert (tmp_path / "broken.py").read_text() == "import mindspore\nx = (\n"
    assert done.stdout.splitlines()[-1] == "Nothing to silence."


def test_the_baseline_keeps_its_own(tmp_path: Path) -> None:
    file = tmp_path / "net.py"
    file.write_text(HEAD + "a = nn.Dropout(0.1)\n")
    mslint("--write-baseline", "b.json", cwd=tmp_path)
    file.write_text(HEAD + "a = nn.Dropout(0.1)\nb = nn.Dropout(0.2)\n")
    done = mslint("--add-noqa", "--baseline", "b.json", cwd=tmp_path)
    assert file.read_text() == HEAD + "a = nn.Dropout(0.1)\nb = nn.Dropout(0.2)  # noqa: MSL101\n"
    assert done.stdout.splitlines()[-1] == "Silenced 1 finding."


def test_not_with_standard_input(tmp_path: Path) -> None:
    done = mslint("-", "--add-noqa", cwd=tmp_path, stdin=b"x = 1\n")
    assert (done.returncode, done.stderr) == (
        2,
        "mslint: --add-noqa writes into files and cannot be combined with '-'\n",
    )


def test_ranges_on_the_command_line_and_their_cure(tmp_path: Path) -> None:
    text = HEAD + (
        "# mslint: off[MSL101] a port in progress\n"
        "a = nn.Dropout(0.1)\n"
        "# mslint: on[MSL101]\n"
        "b = nn.Dropout(0.1)\n"
        "# mslint: off[MSL107]\n"
        "# mslint: on\n"
    )
    (tmp_path / "net.py").write_text(text)
    done = mslint("--level", "info", "--output-format", "json", cwd=tmp_path)
    shown = [(each["code"], each["line"]) for each in json.loads(done.stdout)["findings"]]
    assert shown == [("MSL101", 6), ("MSL002", 7), ("MSL002", 8)]
    mslint("--fix", "--level", "info", cwd=tmp_path)
    assert (tmp_path / "net.py").read_text() == text[: text.index("# mslint: off[MSL107]")]
