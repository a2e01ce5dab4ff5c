"""Tables next to checkers."""

from __future__ import annotations

from pathlib import Path

import pytest

from mslint.errors import ConfigError
from mslint.rulekit import unit_table


def test_a_table_lies_next_to_the_checker(tmp_path: Path) -> None:
    (tmp_path / "names.toml").write_text('[[use]]\nname = "数据"\n', encoding="utf-8")
    assert unit_table(str(tmp_path / "checker.py"), "names.toml") == {"use": [{"name": "数据"}]}


def test_what_is_no_table_is_told_with_its_line(tmp_path: Path) -> None:
    (tmp_path / "names.toml").write_text("use = 1\nuse = [\n", encoding="utf-8")
    with pytest.raises(ConfigError) as told:
        unit_table(str(tmp_path / "checker.py"), "names.toml")
    assert "names.toml:2" in str(told.value.params["where"])
