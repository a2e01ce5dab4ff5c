"""What the tables already say of versions older than the wheels that are read, so that no git tag is needed again.

Used by make_api_tables.py when it is given wheels alone. Must not change what is recorded.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Callable, Dict, List, Mapping, Tuple

Row = Dict[str, Any]
Replace = Callable[[str, Row], None]
GoneArguments = Callable[[Mapping[str, Any]], Dict[str, Any]]


def number(version: str) -> Tuple[int, ...]:
    return tuple(int(part) for part in version.split("."))


def read(path: Path) -> Dict[str, Any]:
    """The table as it is; empty where there is none yet."""
    found: Dict[str, Any] = json.loads(path.read_text(encoding="utf-8")) if path.is_file() else {}
    return found


def tags_of(old: Mapping[str, Any]) -> str:
    """Which git tags the table was made from."""
    return str(old.get("source", "")).partition("; git tags of ")[2] or "nothing older"


class Recorded:
    """Puts a table made from wheels together with the older half of the one that is there."""

    def __init__(self, first: str, replace: Replace, gone_arguments: GoneArguments) -> None:
        self._first = first  # the oldest wheel; what is older is recorded
        self._replace = replace
        self._gone_arguments = gone_arguments

    def table(self, module: str, new: Row, old: Mapping[str, Any]) -> Row:
        rows = dict(new["apis"])
        for short, row in old.get("apis", {}).items():
            if not self._older(row.get("since", self._first)):
                continue
            if short in rows:
                rows[short] = self._row(f"{module}.{short}", rows[short], row)
            elif row.get("until") and not self._later(row["until"]):
                rows[short] = {key: value for key, value in row.items() if key != "replacement"}
                self._replace(f"{module}.{short}", rows[short])
        source = new["source"].partition("; git tags of ")[0] + "; git tags of " + tags_of(old)
        return {**new, "source": source, "apis": dict(sorted(rows.items()))}

    def modules(self, new: Row, old: Mapping[str, Any]) -> Row:
        changing = dict(new["changing"])
        gone: List[str] = [name for name in old.get("gone", ()) if name not in set(new["submodules"])]
        for name, row in old.get("changing", {}).items():
            if self._older(row.get("since", self._first)):
                if name in changing:
                    changing[name] = {**changing[name], "since": row["since"]}
                elif name not in new["submodules"]:
                    changing[name] = {key: value for key, value in row.items() if key != "replacement"}
                    self._replace(name, changing[name])
        submodules = sorted({*new["submodules"], *old.get("submodules", ())})
        aliases = {**{name: to for name, to in old.get("aliases", {}).items() if name in submodules}, **new["aliases"]}
        new = {**new, "aliases": dict(sorted(aliases.items()))}
        return {**new, "submodules": submodules, "changing": dict(sorted(changing.items())), "gone": sorted(gone)}

    def _row(self, full: str, new: Row, old: Row) -> Row:
        row = {**new, "since": old["since"]} if new["since"] == self._first else dict(new)
        before = {since: text for since, text in old.get("signatures", {}).items() if self._older(since)}
        if not before:
            return row
        signatures: Dict[str, Any] = {}
        present: Any = []
        for since, text in {**before, self._first: [], **new.get("signatures", {})}.items():
            if text != present:
                signatures[since] = present = text
        row.pop("removed_arguments", None)
        row["signatures"] = signatures
        gone = self._gone_arguments(signatures) if not row.get("until") else {}
        if gone:
            row["removed_arguments"] = gone
        self._replace(full, row)
        return {key: row[key] for key in dict.fromkeys([*old, *row]) if key in row}

    def _older(self, version: str) -> bool:
        return number(version) < number(self._first)

    def _later(self, version: str) -> bool:
        return number(version) > number(self._first)
