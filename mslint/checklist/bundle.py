"""The archive to attach when asking for help: the report, versions and the scripts that were checked, nothing else."""

from __future__ import annotations

import contextlib
import json
import os
import platform
import zipfile
from importlib import metadata
from typing import Callable, Dict, List, Mapping, Sequence, Tuple

import mslint
from mslint.checklist.model import Checklist
from mslint.errors import UserError
from mslint.words import say

_PACKAGES = ("mindspore", "numpy")
_TIME = (1980, 1, 1, 0, 0, 0)  # the same checklist gives the same archive


def contents(path: str, checklist: Checklist, files: Sequence[str]) -> List[str]:
    """What the archive will hold, in sentences, for whoever is about to send it to somebody."""
    lang = checklist.lang
    return [
        say(lang, "bundle-contains", path=path),
        f"- {say(lang, 'bundle-report')}",
        f"- {say(lang, 'bundle-versions', names=tuple(versions(checklist)))}",
        f"- {say(lang, 'bundle-scripts', count=len(files), paths=tuple(files))}",
        say(lang, "bundle-nothing-else"),
    ]


def versions(checklist: Checklist) -> Dict[str, str]:
    """Those of what ran, else of what is installed; nothing is imported for it."""
    found = {"mslint": mslint.__version__, "python": platform.python_version(), "system": platform.system()}
    for name in _PACKAGES:
        try:
            found[name] = metadata.version(name)
        except metadata.PackageNotFoundError:
            found[name] = "-"
    found.update(checklist.versions)
    found["device"] = checklist.device or "-"
    return found


def write_bundle(
    path: str, checklist: Checklist, reports: Mapping[str, str], files: Sequence[Tuple[str, Callable[[], bytes]]]
) -> None:
    """Write the archive as a whole or not at all; UserError where that cannot be done."""
    draft = f"{path}.part"
    try:
        with zipfile.ZipFile(draft, "w", zipfile.ZIP_DEFLATED) as archive:
            for name, text in reports.items():
                _put(archive, name, text.encode("utf-8"))
            _put(archive, "versions.json", (json.dumps(versions(checklist), indent=2) + "\n").encode("utf-8"))
            for name, read in files:
                _put(archive, f"scripts/{_inside(name)}", read())
        os.replace(draft, path)
    except OSError as error:
        with contextlib.suppress(OSError):
            os.unlink(draft)
        raise UserError("cannot-write", path=path, reason=error.strerror or str(error)) from None


def _put(archive: zipfile.ZipFile, name: str, data: bytes) -> None:
    entry = zipfile.ZipInfo(name, _TIME)
    entry.compress_type = zipfile.ZIP_DEFLATED
    archive.writestr(entry, data)


def _inside(name: str) -> str:
    """A path that stays inside of whatever folder the archive is laid out in, and names no folder of this machine."""
    parts = [part for part in name.replace("\\", "/").split("/") if part not in ("", ".", "..")]
    return "/".join(parts if not os.path.isabs(name) else parts[-2:])
