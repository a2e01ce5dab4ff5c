"""What the JSON document and the closing line say of the analysis: what it was made of, and what was left out."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Dict

import pytest
from running import mslint

SCRIPT = "import mindspore\nfrom src.net import x\nfrom src import broken\nimport src.none\nprint(x + 1, broken.y)\n"
# More statements than are followed: each call of f runs 2,000 of them.
BODY = "    mindspore.set_seed(x)\n" + "    x = x\n" * 2_000 + "    return x\n"
LONG = f"import mindspore\ndef f(x):\n{BODY}" + "f(1)\n" * 100


def analysis(folder: Path, *words: str) -> Dict[str, Any]:
    done = mslint("--isolated", "--output-format", "json", *words, ".", cwd=folder)
    assert done.returncode in (0, 1), done.stderr
    found: Dict[str, Any] = json.loads(done.stdout)["analysis"]
    return found


def write(folder: Path, **files: str) -> None:
    for name, text in files.items():
        path = folder / name.replace("__", "/").replace("_py", ".py")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")


def test_what_could_not_be_followed_is_named_whatever_the_cache_holds(tmp_path: Path) -> None:
    home = tmp_path / "code"
    write(
        home,
        train_py=SCRIPT,
        src__net_py="from . import gone, other\nfrom .lost import z\nx = 1\n",
        src__broken_py="def (\n",
    )
    cold = analysis(home, "--cache-dir", str(tmp_path / "cache"))
    assert cold == {
        "modules": 2,
        "skipped": ["src/broken.py"],
        "bounded": [],
        "unresolved_imports": ["src/net.py: .lost", "train.py: src.none"],
    }
    assert analysis(home, "--cache-dir", str(tmp_path / "cache")) == cold
    write(home, more_py="import mindspore\nprint(1)\n")
    assert analysis(home, "--cache-dir", str(tmp_path / "cache")) == {**cold, "modules": 3}


@pytest.mark.parametrize(
    ("lang", "said"),
    [("en", "The programs of 1 file could not be followed"), ("zh", "有 1 个文件所属的程序未能完整跟踪")],
)
def test_a_script_that_does_too_much_is_told(lang: str, said: str, tmp_path: Path) -> None:
    write(tmp_path, train_py=LONG)
    assert analysis(tmp_path, "--no-cache")["bounded"] == ["train.py"]
    done = mslint("--isolated", "--no-cache", "--lang", lang, ".", cwd=tmp_path)
    assert said in done.stdout and done.returncode == 0


def test_processes_say_the_same(tmp_path: Path) -> None:
    for number in range(25):
        write(tmp_path, **{f"part{number}__train_py": SCRIPT, f"part{number}__src__net_py": f"x = {number}\n"})
    one = analysis(tmp_path, "--no-cache", "-j", "1")
    assert one["modules"] == 50 and len(one["unresolved_imports"]) == 25
    assert analysis(tmp_path, "--no-cache", "-j", "2") == one
