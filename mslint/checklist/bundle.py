"""The archive to attach when asking for help: the report, versions and the scripts that were checked, nothing else."""

from __future__ import annotations

import contextlib
import io
import json
import os
import platform
import zipfile
from dataclasses import replace
from importlib import metadata
from typing import Callable, Collection, Dict, List, Mapping, Sequence, Set, Tuple

import mslint
from mslint.checklist.model import Checklist, Item, Samples
from mslint.errors import UserError
from mslint.source.reading import is_notebook
from mslint.source.writing import replace_file
from mslint.words import say

_PACKAGES = ("mindspore", "numpy")
_TIME = (1980, 1, 1, 0, 0, 0)  # the same checklist gives the same archive


def without_samples(checklist: Checklist) -> Checklist:
    """The same without what stands of the data themselves in it."""

    def bare(items: Tuple[Item, ...]) -> Tuple[Item, ...]:
        return tuple(
            replace(item, exhibits=tuple(each for each in item.exhibits if not isinstance(each, Samples)))
            for item in items
        )

    return replace(checklist, items=bare(checklist.items), further=bare(checklist.further))


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
    try:
        packed = io.BytesIO()
        with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
            for name, text in reports.items():
                _put(archive, name, text.encode("utf-8"))
            _put(archive, "versions.json", (json.dumps(versions(checklist), indent=2) + "\n").encode("utf-8"))
            taken: Set[str] = set()
            for name, read in files:
                with contextlib.suppress(OSError):  # the report says that it could not be read
                    data = _without_outputs(read()) if is_notebook(name) else read()
                    inside = _inside(name, taken)
                    taken.add(inside)
                    _put(archive, f"scripts/{inside}", data)
        replace_file(path, packed.getvalue())
    except OSError as error:
        raise UserError("cannot-write", path=path, reason=error.strerror or str(error)) from None


def _without_outputs(data: bytes) -> bytes:
    """A notebook with what was written in it, and without what it showed; nothing where that cannot be told apart."""
    try:
        document = json.loads(data)
        cells = [_bare(cell) for cell in document["cells"]]
        kept = {name: document[name] for name in ("nbformat", "nbformat_minor") if isinstance(document.get(name), int)}
        spec = {"metadata": {"kernelspec": {"name": "python3", "display_name": "Python 3", "language": "python"}}}
        return json.dumps({"cells": cells, **spec, **kept}, ensure_ascii=False, indent=1).encode("utf-8", "replace")
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
        return b""


def _bare(cell: Mapping[str, object]) -> Mapping[str, object]:
    bare = {"cell_type": cell["cell_type"], "metadata": {}, "source": cell["source"]}
    return {**bare, "outputs": [], "execution_count": None} if cell["cell_type"] == "code" else bare


def _put(archive: zipfile.ZipFile, name: str, data: bytes) -> None:
    entry = zipfile.ZipInfo(name, _TIME)
    entry.compress_type = zipfile.ZIP_DEFLATED
    archive.writestr(entry, data)


def _inside(name: str, taken: Collection[str]) -> str:
    """A path that stays inside of whatever folder the archive is laid out in, and names no folder of this machine."""
    parts = [part for part in name.replace("\\", "/").split("/") if part not in ("", ".", "..")]
    inside = "/".join(parts if not os.path.isabs(name) else parts[-2:])
    number = 2
    while inside in taken:
        inside, number = f"{number}/{'/'.join(parts[-2:])}", number + 1
    return inside
