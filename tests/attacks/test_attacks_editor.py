"""Documents beside the one that is looked at, in an editor: a giant one holds nothing up."""

from __future__ import annotations

from pathlib import Path
from typing import List

import pytest
from running import BAD

from mslint.config import Overrides
from mslint.lsp import checking
from mslint.lsp.documents import Snapshot
from mslint.source.text import MAX_BYTES, Source


def test_a_giant_neighbour_is_not_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    read: List[str] = []
    summary_of = checking.summary_of

    def spy(source: Source) -> object:
        read.append(source.path)
        return summary_of(source)

    monkeypatch.setattr(checking, "summary_of", spy)
    monkeypatch.chdir(tmp_path)
    small = Snapshot("file:///small.py", str(tmp_path / "small.py"), 0, "x = 1\n", None)
    giant = Snapshot("file:///giant.py", str(tmp_path / "giant.py"), 0, "x = 1\n" * MAX_BYTES, None)
    target = Snapshot("file:///a.py", str(tmp_path / "a.py"), 0, BAD, None)
    found = checking.Checker(Overrides(), lambda paths, lang: None).check(target, [small, giant])
    assert [each.code for each in found.findings] == ["MSL101", "MSL107"]
    assert read == ["small.py"]
