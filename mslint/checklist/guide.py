"""Reads the items of the checklist and the looks at code that speak to them, from rules/_checklist; judges nothing."""

from __future__ import annotations

import importlib.util
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Callable, Dict, Iterable, List, Mapping, Optional, Tuple

from mslint.rulekit.catalog import rules_folder
from mslint.rulekit.sights import Sight
from mslint.toml import parse_toml
from mslint.words import LANGUAGES

# The groups in the order of the guide, each a TOML file with its looks beside it; the last two are the pages beside it.
GROUPS = ("ds", "dp", "hp", "api", "cg", "wi", "mp", "pt", "faq")
FURTHER = ("pt", "faq")

Look = Callable[..., Iterable[Sight]]


@dataclass(frozen=True)
class ItemText:
    """An item in one language."""

    title: str
    group: str
    ask: str
    say: Mapping[str, str]


@dataclass(frozen=True)
class GuideItem:
    """One item: its words, and which other items' sights speak to it as well."""

    id: str
    further: bool
    like: Tuple[str, ...]
    decides: Tuple[str, ...]  # rules whose findings are problems of this item, whatever their severity
    text: Mapping[str, ItemText]
    program: Optional[Look] = None
    file: Optional[Look] = None


@cache
def guide() -> Tuple[GuideItem, ...]:
    """All items in order."""
    found: List[GuideItem] = []
    for group in GROUPS:
        path = rules_folder() / "_checklist" / f"{group}.toml"
        document = parse_toml(path.read_text(encoding="utf-8"), str(path))
        looks = _load(path.with_suffix(".py"))
        heading = _table(document["group"])
        rows = document["item"]
        assert isinstance(rows, list)
        for row in rows:
            name = str(row["id"]).replace(".", "_")
            found.append(
                GuideItem(
                    id=str(row["id"]),
                    further=group in FURTHER,
                    like=tuple(row.get("like", ())),
                    decides=tuple(row.get("decides", ())),
                    text={lang: _text(_table(row[lang]), str(heading[lang])) for lang in LANGUAGES},
                    program=getattr(looks, f"program_{name}", None),
                    file=getattr(looks, f"file_{name}", None),
                )
            )
    return tuple(found)


def _text(table: Mapping[str, object], group: str) -> ItemText:
    say: Dict[str, str] = {key: str(value) for key, value in _table(table.get("say", {})).items()}
    return ItemText(str(table["title"]), group, str(table["ask"]), say)


def _table(value: object) -> Mapping[str, object]:
    assert isinstance(value, dict)
    return value


def _load(path: Path) -> ModuleType:
    spec = importlib.util.spec_from_file_location(f"mslint.rules._checklist.{path.stem}", path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module
