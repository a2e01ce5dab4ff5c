"""Inside a child process: finds and calls what the user named as MODULE:NAME; every failure names file and line."""

from __future__ import annotations

import importlib
import os
import sys
from typing import Any, Mapping, Optional, Tuple

from mslint.device.lab import Lab

_HERE = os.path.dirname(os.path.abspath(__file__))
_LIBRARIES = os.path.dirname(os.__file__)

# The sentences without a place, and with one.
_IMPORT = ("smoke-import", "smoke-import-at")
_NO_MODULE = ("smoke-not-found", "smoke-not-found-at")
_BUILD = ("smoke-build", "smoke-build-at")


class Refused(Exception):
    """What the user named cannot be used; `key` names a sentence in mslint.words."""

    def __init__(self, key: str, /, **params: object) -> None:
        super().__init__(key)
        self.key = key
        self.params = params


def enter(folder: str, name: str) -> None:
    """Go where the user's modules are looked for."""
    sys.path.insert(0, folder)
    sys.argv[:] = [name]  # a module may read its arguments, or its files, while it is imported
    os.chdir(folder)


def imported(name: str) -> Any:
    """What MODULE:NAME stands for."""
    module_name, _, dotted = name.partition(":")
    try:
        found: Any = importlib.import_module(module_name)
        for part in dotted.split("."):
            found = getattr(found, part)
    except BaseException as error:  # a script may well end by sys.exit()
        missing = isinstance(error, ModuleNotFoundError)
        raise _refused(_NO_MODULE if missing else _IMPORT, name, error, folder=os.getcwd()) from None
    return found


def called(name: str, found: Any, given: Optional[Mapping[str, Any]] = None) -> Any:
    """What it gives when it is called."""
    try:
        return found(**(given or {}))
    except BaseException as error:
        raise _refused(_BUILD, name, error) from None


def _refused(keys: Tuple[str, str], name: str, error: BaseException, **more: object) -> Refused:
    place = place_of(error)
    return Refused(keys[bool(place)], factory=name, reason=Lab.line(error), line=place, **more)


def told(error: BaseException) -> str:
    """An error in one line, with its place where that is known."""
    place = place_of(error)
    return f"{Lab.line(error)} ({place})" if place else Lab.line(error)


def place_of(error: BaseException) -> str:
    """Where in the user's files an error came from; empty where it came from none of them."""
    place, trace = "", error.__traceback__
    while trace is not None:
        file = trace.tb_frame.f_code.co_filename
        if is_users(file):
            place = f"{os.path.basename(file)}:{trace.tb_lineno}"
        trace = trace.tb_next
    return place


def is_users(file: str) -> bool:
    """Whether a Python file is none of mslint's, of Python's and of installed packages."""
    ours = os.path.dirname(os.path.abspath(file)) == _HERE
    return os.path.isfile(file) and not ours and "site-packages" not in file and not file.startswith(_LIBRARIES)
