"""The API tables in rules/_api: names, roles and signatures per MindSpore version, loaded a module at a time."""

from __future__ import annotations

import ast
import json
import os
from dataclasses import dataclass, field
from functools import cache, cached_property
from pathlib import Path
from typing import Dict, FrozenSet, List, Mapping, Optional, Tuple, Union

from mslint.api.torch_pairs import TorchPairs
from mslint.api.versions import KNOWN, Version, parse_version

ROOT = "mindspore"
_INSIDE = f"{ROOT}."
CELL = "mindspore.nn.Cell"


def is_mindspore(path: Optional[str]) -> bool:
    """Whether a dotted path belongs to the package mindspore; mindspore_gl is another one."""
    return path is not None and (path == ROOT or path.startswith(_INSIDE))


@dataclass(frozen=True)
class Parameter:
    """One parameter: its default is Python text, or None where the argument is required."""

    name: str
    default: Optional[str]
    positional: bool = True
    keyword: bool = True


@dataclass(frozen=True)
class Signature:
    """The parameters of an API in one version; `args` and `kwargs` tell whether it takes more than it names."""

    parameters: Tuple[Parameter, ...]
    args: bool = False
    kwargs: bool = False

    def names(self) -> Tuple[str, ...]:
        return tuple(parameter.name for parameter in self.parameters)

    def default(self, name: str) -> Optional[str]:
        for parameter in self.parameters:
            if parameter.name == name:
                return parameter.default
        return None


@dataclass(frozen=True)
class Deprecation:
    """An API that still works: deprecated since a version, and what to use instead, where the documentation says so.

    Without a version it was so in the first one that was read."""

    since: Optional[Version] = None
    use: Tuple[str, ...] = ()
    removed_after: Optional[Version] = None
    future: bool = False  # the documentation only says that it will be deprecated


@dataclass(frozen=True)
class Announcement:
    """What the newest documentation says will change; a new default of None: it will change, but not to what."""

    defaults: Mapping[str, Tuple[str, Optional[str]]] = field(default_factory=dict)
    renamed: Mapping[str, str] = field(default_factory=dict)
    removed: Tuple[str, ...] = ()
    kinds: Tuple[str, ...] = ()


@dataclass(frozen=True)
class Replacement:
    """What to use instead of a name or argument that is gone: names, and a sentence where a name would mislead."""

    use: Tuple[str, ...] = ()
    text: Mapping[str, str] = field(default_factory=dict)
    until: Optional[Version] = None  # of an argument: the first version that lacks it


class Api:
    """What the tables know of one documented name."""

    def __init__(self, name: str, row: Mapping[str, object]) -> None:
        self.name = name
        self.kind = str(row.get("kind", ""))
        self.base = row.get("base")
        self.role = row.get("role")
        # For a Cell: whether it holds parameters, and whether it behaves differently in training. None: not known.
        self.parameters = row.get("parameters")
        self.mode = row.get("mode", False)
        self.torch = row.get("torch")
        # Whether it may take arguments that no signature names: **kwargs, overloads, or not readable.
        self.open = bool(row.get("open", False))
        self._row = row
        signatures = row.get("signatures")
        self._signatures: Dict[Version, Union[str, List[str], None]] = {}
        if isinstance(signatures, dict):
            self._signatures = {parse_version(since): text for since, text in signatures.items()}

    @property
    def short(self) -> str:
        return self.name.rpartition(".")[2]

    def signature(self, version: Version) -> Optional[Signature]:
        """The signature in a version; None where it is not known, there are several, or the API does not exist."""
        text = self._written(version)
        return read_signature(text) if isinstance(text, str) else None

    def changes(self, version: Version) -> Tuple[Version, ...]:
        """The versions after this one that are known to have another signature."""
        return tuple(since for since in sorted(self._signatures) if since > version)

    def overloads(self, version: Version) -> Tuple[Signature, ...]:
        """All signatures in a version, documented ones included; they need not be complete."""
        text = self._written(version)
        if isinstance(text, str):
            text = [text]
        return tuple(read_signature(one) for one in text or ())

    def _written(self, version: Version) -> Union[str, List[str], None]:
        text: Union[str, List[str], None] = None
        for since in sorted(self._signatures):
            if since <= version:
                text = self._signatures[since]
        return text

    def exists(self, version: Version) -> Optional[bool]:
        """Whether a version has it; None where that is not known, which it is for every version from 2.7 on."""
        return _exists(version, self.since, self.until, self.last)

    @property
    def since(self) -> Optional[Version]:
        """The first version that is known to have it."""
        return self._version("since")

    @property
    def until(self) -> Optional[Version]:
        """The first version that is known not to have it any more."""
        return self._version("until")

    @property
    def last(self) -> Optional[Version]:
        """The last version that is known to have it, where the first that lacks it is not the next one."""
        return self._version("last")

    @cached_property
    def deprecated(self) -> Optional[Deprecation]:
        row = self._row.get("deprecated")
        if not isinstance(row, dict):
            return None
        after = row.get("removed_after")
        since = row.get("since")
        return Deprecation(
            parse_version(since) if since else None,
            tuple(row.get("use", ())),
            parse_version(after) if after else None,
            bool(row.get("future", False)),
        )

    @property
    def deprecated_arguments(self) -> Mapping[str, Tuple[str, ...]]:
        """Arguments that the newest documentation calls deprecated, each with what to use instead, if it says so."""
        row = self._row.get("deprecated_arguments")
        return {name: tuple(use) for name, use in row.items()} if isinstance(row, dict) else {}

    @cached_property
    def announced(self) -> Optional[Announcement]:
        row = self._row.get("announced")
        if not isinstance(row, dict):
            return None
        defaults = {name: (pair[0], pair[1]) for name, pair in row.get("defaults", {}).items()}
        return Announcement(
            defaults, row.get("renamed", {}), tuple(row.get("removed", ())), tuple(row.get("kinds", ()))
        )

    @property
    def replacement(self) -> Optional[Replacement]:
        return _replacement(self._row.get("replacement"))

    @property
    def removed_arguments(self) -> Mapping[str, Replacement]:
        """Arguments that older versions had, each with the first version that lacks it."""
        row = self._row.get("removed_arguments")
        found = {name: _replacement(entry) for name, entry in row.items()} if isinstance(row, dict) else {}
        return {name: entry for name, entry in found.items() if entry is not None}

    def _version(self, key: str) -> Optional[Version]:
        text = self._row.get(key)
        return parse_version(text) if isinstance(text, str) else None


def _exists(
    version: Version, since: Optional[Version], until: Optional[Version] = None, last: Optional[Version] = None
) -> Optional[bool]:
    """Wheels were read from KNOWN[0] on; before, git tags tell what there was, but not what there was not."""
    if until is not None and version >= until:
        return False
    if since is None or (last is not None and version > last):
        return None
    if version >= since:
        return True
    return False if version >= KNOWN[0] else None


def _replacement(row: object) -> Optional[Replacement]:
    if not isinstance(row, dict):
        return None
    text = {lang: row[lang] for lang in ("en", "zh") if lang in row}
    until = row.get("until")
    return Replacement(tuple(row.get("use", ())), text, parse_version(until) if until else None)


@cache
def read_signature(text: str) -> Signature:
    """Read `(a, b=1, *, c=None, **kwargs)`."""
    function = ast.parse(f"def f{text}: pass").body[0]
    assert isinstance(function, ast.FunctionDef)
    given = function.args
    positional = [*given.posonlyargs, *given.args]
    defaults: List[Optional[ast.expr]] = [*[None] * (len(positional) - len(given.defaults)), *given.defaults]
    parameters = [
        Parameter(
            argument.arg, None if default is None else ast.unparse(default), keyword=argument not in given.posonlyargs
        )
        for argument, default in zip(positional, defaults)
    ]
    parameters += [
        Parameter(argument.arg, None if default is None else ast.unparse(default), positional=False)
        for argument, default in zip(given.kwonlyargs, given.kw_defaults)
    ]
    return Signature(tuple(parameters), given.vararg is not None, given.kwarg is not None)


@dataclass(frozen=True)
class _Recorded:
    """The versions that have a name; not certain: a module of this name may be there in others."""

    since: Optional[Version]
    until: Optional[Version] = None
    last: Optional[Version] = None
    replacement: Optional[Replacement] = None
    certain: bool = True

    def exists(self, version: Version) -> Optional[bool]:
        return _exists(version, self.since, self.until, self.last)


class ApiTables:
    """Looks names up in a folder of tables; a module's table is read when the first of its names is asked for."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self.torch = TorchPairs(folder)
        self._modules: Dict[str, Mapping[str, object]] = {}
        self._apis: Dict[str, Optional[Api]] = {}
        self._members: Dict[Tuple[str, str], Optional[Api]] = {}
        self._files = frozenset(os.listdir(folder))
        names = _read(folder / "modules.json")
        aliases = names.get("aliases", {})
        assert isinstance(aliases, dict)
        self._aliases: Dict[str, str] = aliases
        self._paths = names
        gone, submodules = names.get("gone", []), names.get("submodules", [])
        assert isinstance(gone, list) and isinstance(submodules, list)
        self._gone = frozenset(gone)
        self._submodules = frozenset(submodules) - self._gone
        self._canonical: Dict[str, str] = {}
        self.lacking: Dict[Tuple[Version, str], bool] = {}  # a note of those who ask about PyTorch's methods
        self._results: Optional[Dict[str, Dict[str, FrozenSet[str]]]] = None

    def canonical(self, path: str) -> str:
        """The documented name of what a dotted path leads to: mindspore.nn.layer.basic.Dense is mindspore.nn.Dense."""
        if path not in self._canonical:
            head, tail = path, ""
            while head and head not in self._aliases:
                head, _, last = head.rpartition(".")
                tail = f".{last}{tail}"
            self._canonical[path] = self._aliases[head] + tail if head else path
        return self._canonical[path]

    def names(self, module: str) -> Tuple[str, ...]:
        """The names that a module or class is known to have."""
        return tuple(self._table(module))

    def get(self, name: Optional[str]) -> Optional[Api]:
        """The API of a canonical dotted name."""
        if name is None:
            return None
        if name not in self._apis:
            module, _, short = name.rpartition(".")
            row = self._table(module).get(short) if is_mindspore(name) else None
            self._apis[name] = None if row is None else Api(name, row)
        return self._apis[name]

    def is_a(self, api: Optional[Api], ancestor: str) -> bool:
        """Whether a class is, or is derived from, another class of the tables."""
        for _ in range(10):
            if api is None:
                return False
            if api.name == ancestor:
                return True
            api = self.get(api.base) if isinstance(api.base, str) else None
        return False

    def member(self, api: Optional[Api], name: str) -> Optional[Api]:
        """A method or attribute of a class, its own or that of the nearest ancestor that has a table of its members."""
        if api is None:
            return None
        key = (api.name, name)
        if key not in self._members:
            self._members[key] = self._find_member(api, name)
        return self._members[key]

    def _find_member(self, owner: Api, name: str) -> Optional[Api]:
        api: Optional[Api] = owner
        for _ in range(10):
            if api is None:
                return None
            found = self.get(f"{api.name}.{name}")
            if found is not None:
                return found
            api = self.get(api.base) if isinstance(api.base, str) else None
        return None

    def exists(self, name: str, version: Version) -> Optional[bool]:
        """Whether a version has a dotted name, be it an API, a constant or a module; None where nothing is known."""
        recorded = self._recorded(name)
        if recorded is not None and recorded.certain:
            return recorded.exists(version)
        bound = recorded.exists(version) if recorded is not None else None
        if bound:
            return True
        if name == ROOT or name in self._submodules:  # also one that the module of its parent does not bind by name
            return True if version >= KNOWN[0] else None
        module, _, short = name.rpartition(".")
        missing = name in self._gone or (self.is_complete(module) and not short.startswith("_"))
        return False if missing and version >= KNOWN[0] else bound

    def span(self, name: str) -> Tuple[Optional[Version], Optional[Version]]:
        """The first version that has a dotted name and the first that lacks it again, as far as they are known."""
        recorded = self._recorded(name)
        return (recorded.since, recorded.until) if recorded is not None else (None, None)

    def returns_tensor(self, name: str) -> bool:
        """Whether the result of a function or method is certainly one Tensor; what is not known is not certain."""
        return self._returns("tensor", name)

    def returns_tensors(self, name: str) -> bool:
        """Whether the result is certainly a tuple or list of Tensors."""
        return self._returns("tensors", name)

    def takes_tensors(self, name: str) -> bool:
        """Whether the first argument of a function must be a Tensor: it refuses arrays, lists and numbers."""
        return self._returns("takes", name)

    def changes_nothing(self, name: str) -> bool:
        """Whether a function or a method of tensors leaves all that it is given as it was, and has no other effect."""
        return self._returns("pure", name)

    def _returns(self, what: str, name: str) -> bool:
        owner, _, short = name.rpartition(".")
        if self._results is None:
            path = self._folder / "returns.json"
            tables = _read(path) if path.is_file() else {}
            self._results = {
                kind: {module: frozenset(str(names).split()) for module, names in rows.items()}
                for kind, rows in tables.items()
                if isinstance(rows, dict)
            }
        return short in self._results.get(what, {}).get(owner, ())

    def is_complete(self, name: str) -> bool:
        """Whether a table lists all public names of this module or class, so that one it lacks does not exist."""
        return bool(self._read_module(name).get("complete", False))

    def replacement(self, name: str) -> Optional[Replacement]:
        """What to use instead of a name that is gone; modules included."""
        recorded = self._recorded(name)
        return recorded.replacement if recorded is not None else None

    def _recorded(self, name: str) -> Optional[_Recorded]:
        """What is written down of the versions that have a name: an API, a module that comes or goes, or a name."""
        kept = self._paths.get("kept")
        if isinstance(kept, dict) and name in kept:
            return _Recorded(parse_version(kept[name]))
        api = self.get(name)
        if api is not None:
            return _Recorded(api.since, api.until, api.last, api.replacement)
        changing = self._paths.get("changing")
        row = changing.get(name) if isinstance(changing, dict) else None
        if isinstance(row, dict):
            since, until = (parse_version(row[key]) if key in row else None for key in ("since", "until"))
            return _Recorded(since, until, replacement=_replacement(row.get("replacement")))
        module, _, short = name.rpartition(".")
        names = self._read_module(module).get("names", {})
        if isinstance(names, dict) and short in names:
            found = [parse_version(text) for text in names[short]]
            return _Recorded(found[0], found[1] if len(found) > 1 else None, certain=False)
        return None

    def _table(self, module: str) -> Dict[str, Mapping[str, object]]:
        table = self._read_module(module).get("apis", {})
        assert isinstance(table, dict)
        return table

    def _read_module(self, module: str) -> Mapping[str, object]:
        if module not in self._modules:
            # Whether there is one is not asked with a name from the code: no system takes one of any length.
            name = f"{module}.json"
            self._modules[module] = _read(self._folder / name) if name in self._files else {}
        return self._modules[module]


def _read(path: Path) -> Mapping[str, object]:
    with open(path, encoding="utf-8") as file:
        loaded = json.load(file)
    assert isinstance(loaded, dict)
    return loaded
