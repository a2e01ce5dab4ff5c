"""What is said before a child is started: which MindSpore is missing, which NumPy does not fit, and what mends it."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import List

import pytest
from running import BAD, ROOT, environment, mslint

from mslint.device import installed
from mslint.errors import UserError

ASKING = [
    ["confirm", "bad.py"],
    ["smoke", "bad:drop", "--input", "2x3", "--allow-import"],
    ["checklist", "bad.py", "--confirm"],
    ["checklist", "bad.py", "--data", "bad:drop"],
]


def put(folder: Path, package: str, version: str) -> None:
    """A package as far as its metadata tell; whoever imports it fails."""
    (folder / package).mkdir(parents=True)
    (folder / package / "__init__.py").write_text("raise SystemExit('imported')\n", encoding="utf-8")
    info = folder / f"{package}-{version}.dist-info"
    info.mkdir()
    text = f"Metadata-Version: 2.1\nName: {package}\nVersion: {version}\n"
    (info / "METADATA").write_text(text, encoding="utf-8")


@pytest.mark.parametrize("words", ASKING, ids=lambda words: "-".join(words[:1] + words[2:3]))
def test_numpy_2_beside_a_mindspore_for_numpy_1_is_one_sentence_with_the_command(
    tmp_path: Path, words: List[str]
) -> None:
    (tmp_path / "bad.py").write_text(BAD, encoding="utf-8")
    put(tmp_path / "site", "mindspore", "2.10.0")
    put(tmp_path / "site", "numpy", "2.4.6")
    path = os.pathsep.join((str(tmp_path / "site"), str(ROOT)))
    done = mslint(*words, cwd=tmp_path, env=environment(PYTHONPATH=path))
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("mslint: MindSpore 2.10.0 is built for NumPy 1, and NumPy 2.4.6 is installed")
    assert done.stderr.rstrip().endswith("-m pip install 'numpy<2'" if sys.platform != "win32" else '"numpy<2"')
    assert sys.executable in done.stderr and done.stderr.count("\n") == 1


@pytest.mark.parametrize(
    ("mindspore", "numpy", "fits"),
    [
        ("2.10.0", "1.26.4", True),
        ("2.7.0", "2.0.0", False),
        ("2.7.0rc1", "2.0.0", False),
        ("2.11.0", "2.4.6", True),  # nobody knows what it will be built for
        ("3.0", "2.4.6", True),
        ("nightly", "2.4.6", True),
    ],
)
def test_which_numpy_fits(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, mindspore: str, numpy: str, fits: bool
) -> None:
    put(tmp_path, "mindspore", mindspore)
    put(tmp_path, "numpy", numpy)
    monkeypatch.syspath_prepend(str(tmp_path))
    if fits:
        installed.require_mindspore()
    else:
        with pytest.raises(UserError, match="is built for NumPy 1"):
            installed.require_mindspore()


def test_a_python_without_packages_of_mindspore_is_told_which_have_some(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(installed.importlib.util, "find_spec", lambda name: None)
    monkeypatch.setattr(sys, "version_info", (3, 13, 0, "final", 0))
    with pytest.raises(UserError) as caught:
        installed.require_mindspore()
    text = caught.value.text("en")
    assert "Python 3.13" in text and "Python 3.10 - 3.12" in text and "\n" not in text
    monkeypatch.setattr(sys, "version_info", (3, 12, 1, "final", 0))
    with pytest.raises(UserError, match="-m pip install .mindspore>=2.7. .numpy<2."):
        installed.require_mindspore()


@pytest.mark.parametrize("name", ["README.md", "README.zh.md"])
def test_the_readme_installs_what_works_together(name: str) -> None:
    lines = (ROOT / name).read_text(encoding="utf-8").splitlines()
    assert lines.count(".venv/bin/python -m pip install -q '.[device]'") == 1  # .ci/run takes it from there
    extra = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    assert 'device = ["mindspore>=2.7", "numpy<2"]' in extra
