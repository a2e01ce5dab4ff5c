"""The two projects of the checklist with data: what real samples add to the 24 conclusions, in both languages."""

from __future__ import annotations

import importlib.util
import json
import struct
import zipfile
import zlib
from pathlib import Path
from typing import Any, Dict, Tuple

import pytest
from running import ROOT, mslint

from mslint.checklist.model import NEEDS_YOU, NOT_APPLICABLE, OK, PROBLEM
from mslint.words import LANGUAGES

pytestmark = pytest.mark.skipif(importlib.util.find_spec("mindspore") is None, reason="there is no MindSpore here")

PROJECTS = ROOT / "fixtures" / "projects"
# Whole batches: what does not fill one is left out, and a class with fewer than 100 samples is asked about.
CLASSES, EACH, SIDE = 4, 104, 16


def png(pixels: bytes, side: int) -> bytes:
    """A picture of red, green and blue bytes."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    rows = b"".join(b"\0" + pixels[row * side * 3 : (row + 1) * side * 3] for row in range(side))
    head = struct.pack(">IIBBBBB", side, side, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b"")


def pictures(folder: Path) -> Path:
    """As many pictures of noise in each class."""
    import numpy as np

    noise = np.random.RandomState(0)
    for number in range(CLASSES):
        (folder / f"class{number}").mkdir(parents=True)
        for count in range(EACH):
            pixels = noise.randint(0, 256, SIDE * SIDE * 3).astype("uint8").tobytes()
            (folder / f"class{number}" / f"{count}.png").write_bytes(png(pixels, SIDE))
    return folder


def features(folder: Path) -> Path:
    """Features of which one is not a number, nearly all of one class."""
    import numpy as np

    folder.mkdir()
    values = np.random.RandomState(0).randn(64, 16).astype("float32")
    values[3, 1] = np.nan
    labels = np.zeros(64, "int32")
    labels[:3] = [1, 2, 3]
    np.save(folder / "features.npy", values)
    np.save(folder / "labels.npy", labels)
    return folder


def conclusions(project: str, function: str, data: Path, *args: str, status: int) -> Tuple[Dict[str, str], Any]:
    words = ("checklist", ".", "--isolated", "--output-format", "json", "--data", function)
    done = mslint(*words, "--arg", f"dataset_path={data.as_posix()}", *args, cwd=PROJECTS / project)
    assert done.returncode == status, done.stderr
    document = json.loads(done.stdout)
    return {item["id"]: item["conclusion"] for item in document["items"]}, document


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_healthy_project_with_its_data(lang: str, tmp_path: Path) -> None:
    data, listed = pictures(tmp_path / "data"), tmp_path / "files.txt"
    made = "checklist_healthy", "src.dataset:create_dataset", data
    first, _ = conclusions(*made, "--write-files", str(listed), "--lang", lang, status=0)
    assert first["ds.04"] == NEEDS_YOU
    found, document = conclusions(*made, "--files-against", str(listed), "--lang", lang, status=0)
    assert {item for item, each in found.items() if each == NEEDS_YOU} == {"ds.02", "mp.01"}
    assert {item for item, each in found.items() if each == NOT_APPLICABLE} == {"dp.04", "mp.04"}
    assert {item for item, each in found.items() if each == OK} == set(found) - {"ds.02", "mp.01", "dp.04", "mp.04"}
    assert document["device"] == "CPU"
    assert "mindspore" in document["versions"]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_planted_project_with_its_data(lang: str, tmp_path: Path) -> None:
    data, listed = features(tmp_path / "data"), tmp_path / "files.txt"
    made = "checklist_planted", "src.features:create_features", data
    conclusions(*made, "--write-files", str(listed), status=1)
    (data / "labels.npy").write_bytes((data / "labels.npy").read_bytes()[:-4] + b"\1\0\0\0")
    found, _ = conclusions(*made, "--files-against", str(listed), "--lang", lang, status=1)
    assert {item for item, each in found.items() if each != PROBLEM} == {"ds.02", "dp.04"}
    assert found["ds.02"] == found["dp.04"] == NEEDS_YOU


def test_a_mistake_in_the_data_is_told_before_anything_is_checked(tmp_path: Path) -> None:
    done = mslint("checklist", ".", "--data", "no function", cwd=tmp_path)
    assert done.returncode == 2
    assert len(done.stderr.strip().splitlines()) == 1
    assert "no function" in done.stderr


def test_data_of_one_function_say_nothing_of_another(tmp_path: Path) -> None:
    text = (
        "import numpy as np\nimport mindspore.dataset as ds\n\n\n"
        "def make(value):\n    return np.full((40, 2), value, 'float32')\n\n\n"
        "def first():\n    return ds.NumpySlicesDataset(make(0.0), ['x'])\n\n\n"
        "def second():\n    return ds.NumpySlicesDataset(make(np.nan), ['x'])\n"
    )
    (tmp_path / "data.py").write_text(text, encoding="utf-8")
    for call, expected in (("first()", OK), ("first(), second()", NEEDS_YOU)):
        (tmp_path / "train.py").write_text(
            f"import mindspore\nfrom data import first, second\n\nprint(mindspore, {call})\n", encoding="utf-8"
        )
        words = ("checklist", ".", "--isolated", "--output-format", "json", "--data", "data:first", "--label", "none")
        done = mslint(*words, cwd=tmp_path)
        found = {item["id"]: item["conclusion"] for item in json.loads(done.stdout)["items"]}
        assert found["ds.01"] == expected


def test_the_archive_holds_no_samples(tmp_path: Path) -> None:
    data = pictures(tmp_path / "data")
    words = ("checklist", ".", "--isolated", "--data", "src.dataset:create_dataset", "--arg", f"dataset_path={data}")
    done = mslint(*words, "--bundle", str(tmp_path / "x.zip"), cwd=PROJECTS / "checklist_healthy")
    assert done.returncode == 0, done.stderr
    with zipfile.ZipFile(tmp_path / "x.zip") as archive:
        assert b"data:image/png" not in archive.read("report.html")
