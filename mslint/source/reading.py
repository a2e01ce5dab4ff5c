"""The text of a file, be it Python or a notebook; what only notebooks need is imported when there is one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mslint.source.text import MAX_BYTES, Source, decode

if TYPE_CHECKING:
    from mslint.source.cells import Refusal

NOTEBOOK_BYTES = 64_000_000  # what is larger holds pictures and data for the most part; parsing it would take seconds


def is_notebook(path: str) -> bool:
    return path.lower().endswith(".ipynb")


def most_bytes(path: str) -> int:
    """What is larger than this is not read."""
    return NOTEBOOK_BYTES if is_notebook(path) else MAX_BYTES


def source_of(path: str, data: bytes, refusal: Refusal) -> Source:
    """Unreadable where it is neither."""
    if not is_notebook(path):
        return decode(path, data)
    from mslint.source.notebook import read_notebook

    return read_notebook(path, data).module(refusal)
