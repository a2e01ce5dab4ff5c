"""Values that stand in a configuration file next to the entry script: what an option is unless somebody changes it."""

from __future__ import annotations

import posixpath
import re
from functools import cache
from typing import Any, Dict, Iterable, List, Optional, Pattern, Sequence, Tuple, Type

from mslint.model import Span, computable
from mslint.program.imports import Files
from mslint.program.nodes import Attr, Name
from mslint.program.values import Seq, Value
from mslint.source.files import display_path

# What people call the object that holds the options of a run.
OPTIONS = frozenset("config configs cfg args opt opts args_opt hparams params default_config conf flags".split())
NAMES = ("default_config.yaml", "default_config.yml", "config.yaml", "config.yml")
FOLDERS = ("", "config", "configs", "cfg")
MAX_LENGTH = 200_000
# People share a handful of tables between the parts of a configuration. Each level of aliases multiplies what is below.
MAX_ALIASES = 50
MAX_MERGED = 5_000
MAX_ITEMS = 100  # of one option, in all of its lists: one may hold itself


def is_option(expr: Attr) -> bool:
    """Whether something is written as the options of a run are: `config.name`."""
    return isinstance(expr.value, Name) and expr.value.id.lower() in OPTIONS


class Settings:
    """The options of one program."""

    def __init__(self, files: Files, entry: str, roots: Sequence[str]) -> None:
        """`roots` are the folder of the script and those above it, up to the top of the project."""
        self._files = files
        self._roots = roots
        self.folder = posixpath.dirname(entry)
        self._values: Optional[Dict[str, Any]] = None
        self._place = ""  # of the file
        self._opened = False
        self.opened: Dict[str, None] = {}  # the files that the program reads, or would if they were there

    @property
    def asked(self) -> bool:
        """Whether somebody has asked for an option, or for a file whose place depends on the script's."""
        return self._values is not None or self._opened

    def text(self, path: str) -> Optional[str]:
        """What a file of the project holds that is opened by a path; a relative one begins in the folder of the script,
        or in one above it."""
        places = [path]
        if not path.startswith("/"):
            self._opened = True
            places = [posixpath.normpath(posixpath.join(folder, path)) for folder in self._roots]
        inside = self._roots[-1].rstrip("/") + "/"
        for place in places:
            if posixpath.normpath(place).startswith(inside):
                self.opened[place] = None
                if self._files.is_file(place):
                    return self._files.text(place)
        return None

    def take_over(self, opened: Iterable[str]) -> None:
        """What a module has opened that was run before: the program rests on it, too."""
        for place in opened:
            self.opened[place] = None
            if self._files.is_file(place):
                self._files.text(place)

    def of(self, name: str) -> Optional[Value]:
        """What `config.name` is by default, where a configuration file says so."""
        values = self.read()
        return _value(values.get(name), [None] * MAX_ITEMS) if name in values else None

    def read(self) -> Dict[str, Any]:
        """All options. They are read once, and only where somebody asks: most programs have no such file."""
        if self._values is None:
            self._values = self._read()
        return self._values

    def place(self, name: str, number: float) -> Optional[Tuple[str, Span]]:
        """The file and line in which an option is given a number."""
        if self._place and self._values and self._values.get(name) == number:
            return self._line(self._place, re.compile(rf"{re.escape(name)}\s*:"), None)
        written = re.compile(rf"\s*[\"']?{re.escape(name)}[\"']?\s*:\s*([-+\w.]+)")
        found = (self._line(path, written, number) for path in self.opened)
        return next((each for each in found if each is not None), None)

    def _line(self, path: str, written: Pattern[str], number: Optional[float]) -> Optional[Tuple[str, Span]]:
        """The first line of a file that begins so, and gives this number, if it is to give one."""
        for count, line in enumerate((self._files.text(path) or "").splitlines(), 1):
            match = written.match(line)
            if match and (number is None or _as_number(match[1]) == number):
                return display_path(path), Span(
                    count, len(line) - len(line.lstrip()) + 1, count, len(line.rstrip()) + 1
                )
        return None

    def _read(self) -> Dict[str, Any]:
        """The one file that can be meant; nothing where there are several to choose from."""
        for folder in FOLDERS:
            place = posixpath.join(self.folder, folder) if folder else self.folder
            there: List[str] = [name for name in NAMES if self._files.is_file(posixpath.join(place, name))]
            if len(there) == 1:
                self._place = posixpath.join(place, there[0])
                return _parsed(self._files.text(posixpath.join(place, there[0])))
            if there:
                return {}
        return {}


def _as_number(text: str) -> Optional[float]:
    try:
        return float(text)
    except ValueError:
        return None


def _parsed(text: Optional[str]) -> Dict[str, Any]:
    if text is None or len(text) > MAX_LENGTH:
        return {}
    try:
        # Several documents in one file: values, then help texts and choices.
        first = loader()(text).get_data()
    except Exception:  # besides YAMLError, whatever the loader makes of `!!int ""` and the like
        return {}
    return {key: value for key, value in first.items() if isinstance(key, str)} if isinstance(first, dict) else {}


@cache
def loader() -> Type[Any]:
    import yaml

    class Loader(yaml.SafeLoader):  # type: ignore[misc]
        """Stops where a few lines stand for more than a memory holds."""

        aliases = 0

        def compose_node(self, parent: object, index: object) -> object:
            if self.check_event(yaml.AliasEvent):
                self.aliases += 1
                if self.aliases > MAX_ALIASES:
                    raise yaml.YAMLError("too many aliases")
            return super().compose_node(parent, index)

        def flatten_mapping(self, node: Any) -> None:
            super().flatten_mapping(node)
            if len(node.value) > MAX_MERGED:
                raise yaml.YAMLError("too many merged keys")

    return Loader


def _value(value: object, room: List[None]) -> Optional[Value]:
    """`room` is as long as there are items that may still be taken."""
    if value is None or isinstance(value, str) or (isinstance(value, (int, float)) and computable(value)):
        return Value((value,), False, False)
    if isinstance(value, list) and len(value) <= len(room):
        del room[len(room) - len(value) :]
        items = [_value(item, room) for item in value]
        known = [item for item in items if item is not None]
        return Value((Seq("list", known, len(known) < len(items)),), False, False)
    return None
