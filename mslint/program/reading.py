"""Configurations that a program reads: YAML and JSON of the project, opened by a path that can be told."""

from __future__ import annotations

import json
import posixpath
from functools import lru_cache
from typing import TYPE_CHECKING, Dict, List, Optional, Sequence

from mslint.model import computable
from mslint.program.events import Frame, Given
from mslint.program.settings import MAX_LENGTH, loader
from mslint.program.values import UNKNOWN, Map, Obj, Plain, Seq, Value

if TYPE_CHECKING:
    from mslint.program.calls import Calls

PATH = "pathlib.Path"
OPEN = "builtins.open"
MAX_VALUES = 2_000  # in one file, with those inside of others
MAX_DEPTH = 12
MAX_PARTS, MAX_PATH = 40, 1_000  # calls that a path is made by, and its characters
_SAME = frozenset("abspath realpath normpath expanduser".split())  # of os.path
_OF_PARTS = frozenset((PATH, "os.path.join", "os.path.dirname", *(f"os.path.{name}" for name in _SAME)))
_STAY = frozenset("resolve absolute expanduser as_posix".split())  # of pathlib.Path
_READ = frozenset(("read", "read_text"))


def path_of(value: Value) -> Optional[str]:
    """The path that a value spells, with slashes; None where that cannot be told."""
    return _path(value, [None] * MAX_PARTS)


def _path(value: Value, room: List[None]) -> Optional[str]:
    """`room` is as long as there are parts that may still be looked at."""
    atom = value.only
    if isinstance(atom, str):
        return atom.replace("\\", "/") if len(atom) <= MAX_PATH else None
    if not isinstance(atom, Obj) or not room:
        return None
    room.pop()
    if "@" in atom.attrs:
        return atom.attrs["@"].text
    given = [each.value for each in atom.made.given if each.name is None] if atom.made is not None else []
    owner, _, method = atom.api.rpartition(".")
    if owner == PATH and method in _STAY and atom.parent is not None:
        return _path(atom.parent, room)
    parts = [_path(each, room) for each in given] if atom.api in _OF_PARTS else []
    known = [part for part in parts if part is not None]
    if not known or len(known) < len(parts):
        return None
    if method in _SAME:
        return known[0]
    return posixpath.dirname(known[0]) if method == "dirname" else posixpath.join(*known)


def path_object(text: Optional[str], like: Obj) -> Value:
    """A path that is made from another one."""
    made = Obj(PATH, like.made, like.guards, like.parent)
    made.attrs["@"] = Value((text,)) if text is not None and len(text) <= MAX_PATH else UNKNOWN
    return Value((made,))


def _text_in(value: Value, calls: Calls) -> Optional[str]:
    """What an open file holds, or has given when it was read; None where it is no file of the project."""
    atom = value.only
    if isinstance(atom, str):
        return atom
    if not isinstance(atom, Obj):
        return None
    owner, _, method = atom.api.rpartition(".")
    if method in _READ and atom.parent is not None:
        return _text_at(atom.parent, calls) if owner == PATH else _text_in(atom.parent, calls)
    if atom.api == f"{PATH}.open" and atom.parent is not None:
        return _text_at(atom.parent, calls)
    opened = atom.made.given if atom.made is not None and atom.api in (OPEN, "io.open", "codecs.open") else []
    mode = next((each.value.text for each in opened[1:2] if each.name in (None, "mode")), "r")
    return _text_at(opened[0].value, calls) if opened and mode is not None and "r" in mode else None


def _text_at(value: Value, calls: Calls) -> Optional[str]:
    path = path_of(value)
    return None if path is None else calls.settings.text(path)


def _of(data: object, room: List[None], depth: int = 0) -> Value:
    """What was read, as far as there is room; a user may have another file."""
    if data is None or isinstance(data, (str, bool)) or (isinstance(data, (int, float)) and computable(data)):
        return Value((data,), False, False)
    if not isinstance(data, (dict, list)) or depth > MAX_DEPTH or len(data) > len(room):
        return UNKNOWN
    del room[len(room) - len(data) :]
    if isinstance(data, list):
        return Value((Seq("list", [_of(each, room, depth + 1) for each in data]),), False, False)
    items: Dict[Plain, Value] = {
        key: _of(each, room, depth + 1) for key, each in data.items() if isinstance(key, (str, int, float))
    }
    return Value((Map(items, len(items) < len(data)),), False, False)


@lru_cache(maxsize=16)
def _parsed(text: str, is_json: bool) -> object:
    try:
        data: object = json.loads(text) if is_json else loader()(text).get_single_data()
    except Exception:  # besides what is no YAML, whatever the loader makes of `!!int ""` and the like
        return None
    return data


def _loaded(text: Optional[str], given: Sequence[Given], is_json: bool, calls: Calls) -> Optional[Value]:
    hooks = any(each.name not in (None, "Loader", "encoding", "fp", "stream", "s") for each in given)
    if text is None or len(text) > MAX_LENGTH or hooks:
        return None
    data = _parsed(text, is_json)
    calls.spend(len(text))
    return _of(data, [None] * MAX_VALUES) if isinstance(data, (dict, list)) else None


def from_yaml(given: List[Given], is_open: bool, frame: Frame, calls: Calls) -> Optional[Value]:
    return _loaded(_text_in(given[0].value, calls), given, False, calls) if given else None


def from_json(given: List[Given], is_open: bool, frame: Frame, calls: Calls) -> Optional[Value]:
    return _loaded(_text_in(given[0].value, calls), given, True, calls) if given else None


def from_yaml_file(given: List[Given], is_open: bool, frame: Frame, calls: Calls) -> Optional[Value]:
    """The same by the path of the file."""
    return _loaded(_text_at(given[0].value, calls), given, False, calls) if given else None
