"""Tables that a rule unit keeps next to its checker: knowledge too large for rule.toml, read when first needed."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Mapping

from mslint.toml import parse_toml


@cache
def unit_table(checker: str, name: str) -> Mapping[str, object]:
    """A TOML file in the folder of a checker, which passes its `__file__`."""
    path = Path(checker).with_name(name)
    return parse_toml(path.read_text(encoding="utf-8"), str(path))
