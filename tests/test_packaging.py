"""mslint finds its rules however it got onto the machine: wheel, editable, bare checkout, wheel inside the checkout."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tarfile
import venv
import zipfile
from pathlib import Path
from typing import Dict, Mapping

import pytest
from running import BAD, ROOT, environment, python

UNITS = sorted(path.parent.name for path in (ROOT / "rules").glob("*/rule.toml"))


def clean() -> Mapping[str, str]:
    """An environment in which only what is installed can be imported."""
    return {name: value for name, value in environment().items() if name != "PYTHONPATH"}


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Dict[str, Path]:
    """The sdist, and the wheel that is built from it."""
    out = tmp_path_factory.mktemp("dist")
    done = python("-m", "build", "--no-isolation", "--outdir", out, ROOT, cwd=out, env=clean())
    assert done.returncode == 0, done.stdout + done.stderr
    return {"sdist": next(out.glob("*.tar.gz")), "wheel": next(out.glob("*.whl"))}


class Place:
    """A virtual environment that has this one's packages beside its own: nothing needs to be fetched."""

    def __init__(self, folder: Path) -> None:
        venv.create(folder, with_pip=True)
        self.bin = folder / ("Scripts" if os.name == "nt" else "bin")
        self.python = self.bin / ("python.exe" if os.name == "nt" else "python")
        program = "import sysconfig; print(sysconfig.get_paths()['purelib'])"
        self.site = Path(python("-c", program, cwd=folder, executable=self.python, env=clean()).stdout.strip())
        import libcst

        others = Path(libcst.__file__).parent.parent
        (self.site / "zz_others.pth").write_text(f"{others}\n", encoding="utf-8")

    def pip(self, *args: str) -> None:
        command = ("-m", "pip", "install", "--quiet", "--no-deps", "--no-build-isolation", "--force-reinstall", *args)
        done = python(*command, cwd=self.site, executable=self.python, env=clean())
        assert done.returncode == 0, done.stdout + done.stderr

    def where(self, cwd: Path) -> Path:
        """The package that the command `mslint` uses: a script's own folder is on its path, not the current one."""
        program = "import sys; sys.path.pop(0); import mslint; print(mslint.__file__)"
        return Path(python("-c", program, cwd=cwd, executable=self.python, env=clean()).stdout.strip()).parent

    def codes(self, cwd: Path) -> list[str]:
        done = subprocess.run(
            [str(self.bin / "mslint"), "rules", "--output-format", "json"],
            cwd=cwd,
            env=dict(clean()),
            capture_output=True,
            check=True,
        )
        return [rule["code"] for rule in json.loads(done.stdout)]


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Place:
    return Place(tmp_path_factory.mktemp("place") / "venv")


CODES = sorted(unit[:6].upper() for unit in UNITS)


def test_twine_finds_nothing_to_object_to(built: Dict[str, Path], tmp_path: Path) -> None:
    done = python("-m", "twine", "check", "--strict", *built.values(), cwd=tmp_path)
    assert (done.returncode, done.stdout.count("PASSED")) == (0, 2), done.stdout + done.stderr


def test_sdist_and_wheel_hold_rules_and_data(built: Dict[str, Path]) -> None:
    with tarfile.open(built["sdist"]) as sdist:
        names = {name.split("/", 1)[1] for name in sdist.getnames() if "/" in name}
    assert {f"rules/{unit}/rule.toml" for unit in UNITS} <= names
    assert {"README.md", "LICENSE", "pyproject.toml", "mslint/report/schema.json", "tests/test_packaging.py"} <= names
    with zipfile.ZipFile(built["wheel"]) as wheel:
        names = set(wheel.namelist())
    assert {f"mslint/rules/{unit}/rule.toml" for unit in UNITS} <= names
    assert {"mslint/report/schema.json", "mslint/py.typed"} <= names
    tables = {path.relative_to(ROOT).as_posix() for path in (ROOT / "rules" / "_api").iterdir()}
    assert tables
    assert {f"mslint/{table}" for table in tables} <= names
    assert not [name for name in names if "__pycache__" in name or name.startswith(("tests", "fixtures", "rules"))]


def test_wheel_outside_and_inside_the_checkout(built: Dict[str, Path], place: Place, tmp_path: Path) -> None:
    place.pip(str(built["wheel"]))
    for cwd in (tmp_path, ROOT):
        assert place.where(cwd) == place.site / "mslint"
        assert place.codes(cwd) == CODES


def test_wheel_in_flake8_6(built: Dict[str, Path], place: Place, tmp_path: Path) -> None:
    place.pip(str(built["wheel"]))
    old = tmp_path / "flake8"
    command = ("-m", "pip", "install", "--quiet", "--target", str(old), "flake8<7")
    done = python(*command, cwd=tmp_path, executable=place.python, env=clean())
    assert done.returncode == 0, done.stderr
    (tmp_path / "bad.py").write_text(BAD, encoding="utf-8")
    env = {**clean(), "PYTHONPATH": str(old)}
    done = python("-m", "flake8", "--select", "MSL", "bad.py", cwd=tmp_path, executable=place.python, env=env)
    assert [line.split(" ")[:2] for line in done.stdout.splitlines()] == [
        ["bad.py:3:8:", "MSL101"],
        ["bad.py:4:9:", "MSL107"],
    ], done.stderr
    assert python("-m", "flake8", "--version", cwd=tmp_path, executable=place.python, env=env).stdout.startswith("6.")


def test_editable(place: Place, tmp_path: Path) -> None:
    place.pip("--editable", str(ROOT))
    assert place.where(tmp_path) == ROOT / "mslint"
    assert place.codes(tmp_path) == CODES


def test_bare_checkout() -> None:
    done = python("-m", "mslint", "rules", "--output-format", "json", cwd=ROOT, env=clean())
    assert [rule["code"] for rule in json.loads(done.stdout)] == CODES
    program = "import mslint; print(mslint.__file__)"
    assert Path(python("-c", program, cwd=ROOT, env=clean()).stdout.strip()).parent == ROOT / "mslint"
    assert sys.version_info >= (3, 9)
