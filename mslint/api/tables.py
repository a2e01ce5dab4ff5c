"""The API tables in rules/_api: names, roles and signatures per MindSpore version, loaded a module at a time."""

from __future__ import annotations

import ast
import json
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Dict, List, Mapping, Optional, Tuple

from mslint.api.versions import Version, parse_version

ROOT = "mindspore"
CELL = "mindspore.nn.Cell"


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
        signatures = row.get("signatures")
        self._signatures: Dict[Version, Optional[str]] = {}
        if isinstance(signatures, dict):
            self._signatures = {parse_version(since): text for since, text in signatures.items()}

    @property
    def short(self) -> str:
        return self.name.rpartition(".")[2]

    def signature(self, version: Version) -> Optional[Signature]:
        """The signature in a version; None where it is not known, or the API does not exist."""
        text: Optional[str] = None
        for since in sorted(self._signatures):
            if since <= version:
                text = self._signatures[since]
        return read_signature(text) if text is not None else None


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


class ApiTables:
    """Looks names up in a folder of tables; a module's table is read when the first of its names is asked for."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._modules: Dict[str, Dict[str, Mapping[str, object]]] = {}
        self._apis: Dict[str, Optional[Api]] = {}
        names = _read(folder / "modules.json")
        aliases = names.get("aliases", {})
        assert isinstance(aliases, dict)
        self._aliases: Dict[str, str] = aliases
        self._canonical: Dict[str, str] = {}

    def canonical(self, path: str) -> str:
        """The documented name of what a dotted path leads to: mindspore.nn.layer.basic.Dense is mindspore.nn.Dense."""
        if path not in self._canonical:
            head, tail = path, ""
            while head and head not in self._aliases:
                head, _, last = head.rpartition(".")
                tail = f".{last}{tail}"
            self._canonical[path] = self._aliases[head] + tail if head else path
        return self._canonical[path]

    def get(self, name: Optional[str]) -> Optional[Api]:
        """The API of a canonical dotted name."""
        if name is None or not name.startswith(ROOT):
            return None
        if name not in self._apis:
            module, _, short = name.rpartition(".")
            row = self._table(module).get(short)
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

    def _table(self, module: str) -> Dict[str, Mapping[str, object]]:
        if module not in self._modules:
            path = self._folder / f"{module}.json"
            table = _read(path).get("apis", {}) if path.is_file() else {}
            assert isinstance(table, dict)
            self._modules[module] = table
        return self._modules[module]


def _read(path: Path) -> Mapping[str, object]:
    with open(path, encoding="utf-8") as file:
        loaded = json.load(file)
    assert isinstance(loaded, dict)
    return loaded
