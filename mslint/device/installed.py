"""Says before a child is started whether the MindSpore here can be asked; reads what packages say of themselves and
must not import them."""

from __future__ import annotations

import importlib.util
import os
import shlex
import sys
from importlib import metadata
from typing import Optional, Tuple

from mslint.errors import UserError

# The Pythons that MindSpore has packages for, as PyPI lists them (looked at on 2026-11-19).
OLDEST_PYTHON, NEWEST_PYTHON = (3, 9), (3, 12)
PYTHONS = "2.7 - 2.9: Python 3.9 - 3.12; 2.10: Python 3.10 - 3.12"
# MindSpore up to this version was compiled with NumPy 1; pip installs NumPy 2 beside it all the same.
WITH_NUMPY_1 = (2, 10)
_NAMES = ("mindspore", "mindspore-gpu", "mindspore-ascend", "mindspore-dev")


def require_mindspore() -> None:
    """Raise UserError where there is no MindSpore to ask, or none that works with the NumPy beside it."""
    if importlib.util.find_spec("mindspore") is None:
        if not OLDEST_PYTHON <= sys.version_info[:2] <= NEWEST_PYTHON:
            version = "{}.{}".format(*sys.version_info[:2])
            raise UserError("no-mindspore-for-python", python=sys.executable, version=version, pythons=PYTHONS)
        raise UserError("no-mindspore", python=sys.executable, command=install_command("mindspore>=2.7", "numpy<2"))
    mindspore = next(filter(None, map(_version, _NAMES)), None)
    numpy = _version("numpy")
    if mindspore and numpy and _numbers(numpy)[0] >= 2 and (0,) < _numbers(mindspore) <= WITH_NUMPY_1:
        command = install_command("numpy<2")
        raise UserError("numpy-too-new", mindspore=mindspore, numpy=numpy, command=command)


def install_command(*what: str) -> str:
    """What to type to install something into the Python that mslint runs on."""
    words = (sys.executable, "-m", "pip", "install", *what)
    if os.name == "posix":
        return " ".join(map(shlex.quote, words))
    return " ".join(f'"{word}"' if set(word) & set(' <>&|^"[]') else word for word in words)


def _version(package: str) -> Optional[str]:
    try:
        return metadata.version(package)
    except (metadata.PackageNotFoundError, KeyError):  # not there, or its metadata are damaged
        return None


def _numbers(version: str) -> Tuple[int, ...]:
    """The first two numbers of a version; (0,) where it does not begin with any."""
    parts = version.split(".")[:2]
    return tuple(map(int, parts)) if all(part.isdecimal() for part in parts) else (0,)
