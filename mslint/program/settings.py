"""Values that stand in a configuration file next to the entry script: what an option is unless somebody changes it."""

from __future__ import annotations

import posixpath
from typing import Any, Dict, List, Optional

from mslint.program.imports import Files
from mslint.program.nodes import Attr, Name
from mslint.program.values import Seq, Value

# What people call the object that holds the options of a run.
OPTIONS = frozenset("config configs cfg args opt opts args_opt hparams params default_config conf flags".split())
NAMES = ("default_config.yaml", "default_config.yml", "config.yaml", "config.yml")
FOLDERS = ("", "config", "configs", "cfg")
MAX_LENGTH = 200_000


def is_option(expr: Attr) -> bool:
    """Whether something is written as the options of a run are: `config.name`."""
    return isinstance(expr.value, Name) and expr.value.id.lower() in OPTIONS


class Settings:
    """The options of one program."""

    def __init__(self, files: Files, entry: str) -> None:
        self._files = files
        self._folder = posixpath.dirname(entry)
        self._values: Optional[Dict[str, Any]] = None

    def of(self, name: str) -> Optional[Value]:
        """What `config.name` is by default, where a configuration file says so."""
        if self._values is None:
            # Read once, and only where somebody asks: most programs have no such file.
            self._values = self._read()
        return _value(self._values.get(name)) if name in self._values else None

    def _read(self) -> Dict[str, Any]:
        """The one file that can be meant; nothing where there are several to choose from."""
        for folder in FOLDERS:
            place = posixpath.join(self._folder, folder) if folder else self._folder
            there: List[str] = [name for name in NAMES if self._files.is_file(posixpath.join(place, name))]
            if len(there) == 1:
                return _parsed(self._files.text(posixpath.join(place, there[0])))
            if there:
                return {}
        return {}


def _parsed(text: Optional[str]) -> Dict[str, Any]:
    if text is None or len(text) > MAX_LENGTH:
        return {}
    import yaml

    try:
        # Several documents in one file: values, then help texts and choices.
        first = next(iter(yaml.load_all(text, Loader=yaml.SafeLoader)), None)
    except (yaml.YAMLError, ValueError, RecursionError):
        return {}
    return {key: value for key, value in first.items() if isinstance(key, str)} if isinstance(first, dict) else {}


def _value(value: object) -> Optional[Value]:
    if value is None or isinstance(value, (str, int, float, bool)):
        return Value((value,), False, False)
    if isinstance(value, list) and len(value) <= 64:
        items = [_value(item) for item in value]
        known = [item for item in items if item is not None]
        return Value((Seq("list", known, len(known) < len(items)),), False, False)
    return None
