"""PyTorch's names and their counterparts in MindSpore, read from rules/_api/torch.json; must not import torch."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Dict, FrozenSet, Mapping, Optional, Tuple

from mslint.api.versions import Version, parse_version


@dataclass(frozen=True)
class Difference:
    """Where a MindSpore API and its PyTorch counterpart differ; `argument` is empty where no default is the reason.

    `silent` is None for a default of which only the text is known to differ: such a row is for a table, not a finding.
    """

    api: str
    argument: str
    mindspore: str
    torch: str
    silent: Optional[bool]
    versions: str = ""
    effect: Mapping[str, str] = field(default_factory=dict, hash=False)
    write: str = ""
    lasts: bool = False  # whether `write` is right before and after an announced change
    owner: str = ""  # the rule that reports it, where it is not the table-driven one
    verified: bool = False
    measured: str = ""
    mint: str = ""  # the name in mindspore.mint that has PyTorch's default
    mint_since: Optional[Version] = None
    mint_cpu: Optional[Version] = None  # from when on it was seen to run on the CPU

    def holds(self, version: Version) -> bool:
        """Whether the row is about this version."""
        for text, holds in ((">=", version.__ge__), ("<", version.__lt__)):
            if self.versions.startswith(text):
                return bool(holds(parse_version(self.versions[len(text) :])))
        return True

    def minted(self, version: Version) -> bool:
        """Whether mindspore.mint does in this version what PyTorch does."""
        return self.mint_since is not None and version >= self.mint_since

    def on_cpu(self, version: Version) -> bool:
        """Whether it does so on the CPU too."""
        return self.mint_cpu is not None and version >= self.mint_cpu


@dataclass(frozen=True)
class Pair:
    """A PyTorch API and what MindSpore has for it."""

    torch: str
    mindspore: Optional[str] = None
    mint: Optional[str] = None
    also: Tuple[str, ...] = ()
    # PyTorch's parameter -> MindSpore's, None: it has none; a name that is not here is the same in both.
    arguments: Optional[Mapping[str, Optional[str]]] = None  # None: not known
    # Index of a positional argument -> (PyTorch's parameter, MindSpore's or None) where the two are not the same thing.
    positions: Mapping[int, Tuple[str, Optional[str]]] = field(default_factory=dict)
    differences: Tuple[Difference, ...] = ()
    advice: Mapping[str, str] = field(default_factory=dict)
    mint_since: Optional[Version] = None  # from when on that of mint has PyTorch's defaults


class TorchPairs:
    """Looks up PyTorch names; the file is read when the first of them is asked for."""

    def __init__(self, folder: Path) -> None:
        self._path = folder / "torch.json"
        self._rows: Optional[Mapping[str, Any]] = None
        self._names: Dict[str, FrozenSet[str]] = {}
        self._of: Optional[Dict[str, Tuple[str, ...]]] = None
        self._differences: Dict[str, Tuple[Difference, ...]] = {}

    def has(self, owner: str, name: str) -> bool:
        """Whether a module or class of PyTorch, such as torch.nn or torch.Tensor, has a public name."""
        if owner not in self._names:
            self._names[owner] = frozenset(str(self._data()["names"].get(owner, "")).split())
        return name in self._names[owner]

    def names(self, owner: str) -> Tuple[str, ...]:
        """The public names of a module or class of PyTorch."""
        return tuple(str(self._data()["names"].get(owner, "")).split())

    def is_owner(self, name: str) -> bool:
        """Whether it is a module or class of PyTorch of which the public names are known."""
        return name in self._data()["names"]

    def pair(self, name: str) -> Optional[Pair]:
        """The pair of a full PyTorch name."""
        row = self._data()["pairs"].get(name)
        if row is None:
            return None
        positions = {int(index): (old, new) for index, (old, new) in row.get("positions", {}).items()}
        return Pair(
            name,
            row.get("mindspore"),
            row.get("mint"),
            tuple(row.get("also", ())),
            row.get("arguments"),
            positions,
            tuple(_difference(entry) for entry in row.get("differences", ())),
            row.get("advice", {}),
            _version(row.get("mint_since")),
        )

    def counterparts(self, mindspore: str) -> Tuple[str, ...]:
        """The PyTorch names for which a MindSpore API stands, those for which it stands first before the others."""
        if self._of is None:
            first: Dict[str, Tuple[str, ...]] = {}
            later: Dict[str, Tuple[str, ...]] = {}
            for name, row in self._data()["pairs"].items():
                for ours in filter(None, (row.get("mindspore"), row.get("mint"))):
                    first[ours] = (*first.get(ours, ()), name)
                for ours in row.get("also", ()):
                    later[ours] = (*later.get(ours, ()), name)
            self._of = {ours: (*first.get(ours, ()), *later.get(ours, ())) for ours in {**first, **later}}
        return self._of.get(mindspore, ())

    def differences(self, mindspore: str) -> Tuple[Difference, ...]:
        """What is different about a MindSpore API, whichever PyTorch names it stands for."""
        if mindspore not in self._differences:
            pairs = filter(None, map(self.pair, self.counterparts(mindspore)))
            rows = (row for pair in pairs for row in pair.differences if row.api == mindspore)
            self._differences[mindspore] = tuple(dict.fromkeys(rows))
        return self._differences[mindspore]

    def _data(self) -> Mapping[str, Any]:
        if self._rows is None:
            with open(self._path, encoding="utf-8") as file:
                loaded = json.load(file)
            assert isinstance(loaded, dict)
            self._rows = loaded
        return self._rows


def _difference(row: Mapping[str, Any]) -> Difference:
    return Difference(
        row["api"],
        row.get("argument", ""),
        row.get("mindspore", ""),
        row.get("torch", ""),
        row.get("silent"),
        row.get("versions", ""),
        row.get("effect", {}),
        row.get("write", ""),
        bool(row.get("lasts", False)),
        row.get("owner", ""),
        bool(row.get("verified", False)),
        row.get("measured", ""),
        row.get("mint", ""),
        _version(row.get("mint_since")),
        _version(row.get("mint_cpu")),
    )


def _version(text: Optional[str]) -> Optional[Version]:
    return None if text is None else parse_version(text)
