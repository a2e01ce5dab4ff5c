"""What is written into a file leaves it the file that it was, and what must not be written stays."""

from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest

from mslint.source.writing import replace_file

POSIX = pytest.mark.skipif(os.name == "nt", reason="owners of POSIX")


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "a.py"
    path.write_bytes(b"before\n")
    return path


def test_a_new_file_and_a_new_content(file: Path) -> None:
    replace_file(str(file), b"after")
    new = file.with_name("b.py")
    replace_file(str(new), b"new")
    assert (file.read_bytes(), new.read_bytes()) == (b"after", b"new")
    assert sorted(each.name for each in file.parent.iterdir()) == ["a.py", "b.py"]
    assert os.access(new, os.W_OK)


def test_what_is_only_to_be_read_stays(file: Path) -> None:
    """Also for root, whom nothing stops, and in a folder where files may be exchanged."""
    file.chmod(0o444)
    with pytest.raises(PermissionError):
        replace_file(str(file), b"after")
    assert (file.read_bytes(), stat.S_IMODE(file.stat().st_mode)) == (b"before\n", 0o444)
    assert [each.name for each in file.parent.iterdir()] == ["a.py"]
    file.chmod(0o644)


@pytest.mark.parametrize("data", [b"after, and more of it\n", b"a"])
def test_a_file_of_two_names_stays_one(file: Path, data: bytes) -> None:
    other = file.with_name("b.py")
    os.link(file, other)
    replace_file(str(other), data)
    assert (file.read_bytes(), other.read_bytes()) == (data, data)
    assert os.path.samefile(file, other)


@POSIX
def test_the_owner_stays(file: Path) -> None:
    try:
        os.chown(file, 12345, 23456)
    except OSError:
        pytest.skip("only root gives files away")
    file.chmod(0o640)
    replace_file(str(file), b"after")
    status = file.stat()
    assert (status.st_uid, status.st_gid, stat.S_IMODE(status.st_mode)) == (12345, 23456, 0o640)


@POSIX
def test_where_no_owner_can_be_set_the_file_is_written_all_the_same(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> None:
        raise PermissionError(1, "Operation not permitted")

    monkeypatch.setattr(os, "chown", refuse)
    replace_file(str(file), b"after")
    monkeypatch.delattr(os, "chown")  # Windows has none
    replace_file(str(file), b"and again")
    assert file.read_bytes() == b"and again"
