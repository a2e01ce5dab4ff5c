"""How measure_pairs.py and make_torch_pairs.py call a row of torch_differences.toml."""

from __future__ import annotations

from typing import Any, Mapping


def identity(row: Mapping[str, Any]) -> str:
    return f"{row['torch']} {row['mindspore']} {row.get('argument') or row['effect']}"
