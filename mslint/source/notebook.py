"""Reads the code cells of a Jupyter notebook, and writes changed ones back in place; must not touch any other byte."""

from __future__ import annotations

import codecs
import json
import re
from dataclasses import dataclass
from typing import Iterator, List, Mapping, Optional, Tuple

from mslint.source.cells import Refusal, module_of
from mslint.source.literals import Place, rewritten
from mslint.source.reading import NOTEBOOK_BYTES
from mslint.source.text import Source, Unreadable, require_size

MAX_CELLS = 10_000  # of code: each is parsed by itself, and nobody wrote more
FORMAT = 4  # of nbformat; those before kept their cells elsewhere

_LINE_END = re.compile(r"\r\n|\r|\n")
_BLANK = re.compile(r"[ \t\r\n]*")
_DECODER = json.JSONDecoder()


@dataclass(frozen=True)
class Cell:
    """A code cell in Python; `number` counts all cells from 1."""

    number: int
    text: str
    place: Place


@dataclass(frozen=True)
class Notebook:
    """A notebook as it is on disk, and its code cells."""

    path: str
    raw: str
    bom: bool
    cells: Tuple[Cell, ...]

    def module(self, refusal: Refusal) -> Source:
        """The virtual module that the cells make together."""
        return module_of(self.path, [(cell.number, cell.text) for cell in self.cells], refusal)

    def row_of(self, cell: int, line: int) -> int:
        """The line of the file where a line of a code cell begins; 1 where there is no such cell."""
        place = next((each.place for each in self.cells if each.number == cell), None)
        texts = [str(json.loads(self.raw[start:end])) for start, end in place.literals] if place is not None else []
        if place is None or not texts:
            return 1
        ends = [end.end() for end in _LINE_END.finditer("".join(texts))]
        at = ends[line - 2] if 2 <= line < len(ends) + 2 else 0
        index = 0
        while index < len(texts) - 1 and at >= len(texts[index]):
            at -= len(texts[index])
            index += 1
        return _place(self.raw, place.literals[index][0])[0]


def read_notebook(path: str, data: bytes) -> Notebook:
    """Read a notebook; Unreadable, with a place in its JSON, where it is none."""
    if len(data) > NOTEBOOK_BYTES:
        raise Unreadable(1, 1, "notebook-too-large", limit=NOTEBOOK_BYTES // 1_000_000)
    if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        raise Unreadable(1, 1, "notebook-not-utf8")
    bom = data.startswith(codecs.BOM_UTF8)
    try:
        raw = data[len(codecs.BOM_UTF8) * bom :].decode("utf-8")
    except UnicodeDecodeError as error:
        raise Unreadable(data.count(b"\n", 0, error.start) + 1, 1, "notebook-not-utf8") from None
    reader = _Reader(raw)
    try:
        cells = tuple(reader.notebook())
    except json.JSONDecodeError as error:
        line, column = _place(raw, error.pos)
        raise Unreadable(line, column, "notebook-damaged", reason=error.msg) from None
    except (RecursionError, ValueError):  # nested beyond reason, a number of thousands of digits
        raise Unreadable(1, 1, "notebook-damaged", reason="too deep or too long a value") from None
    return Notebook(path, raw, bom, cells)


def with_texts(notebook: Notebook, texts: Mapping[int, str]) -> bytes:
    """The notebook with new texts for some of its cells, by their numbers; all else stays as it is."""
    parts: List[str] = []
    at = 0
    for cell in sorted(notebook.cells, key=lambda cell: cell.place.start):
        text = texts.get(cell.number, cell.text)
        if text != cell.text:
            parts += [notebook.raw[at : cell.place.start], rewritten(notebook.raw, cell.place, cell.text, text)]
            at = cell.place.end
    parts.append(notebook.raw[at:])
    return codecs.BOM_UTF8 * notebook.bom + "".join(parts).encode("utf-8")


# -- reading


class _Reader:
    """Walks the JSON of a notebook down to the sources of its cells and remembers where they stand."""

    def __init__(self, raw: str) -> None:
        self._raw = raw
        self._at = 0

    def notebook(self) -> Iterator[Cell]:
        cells: Optional[List[Optional[Tuple[str, Place]]]] = None
        version: object = None
        metadata: object = None
        for key in self._fields("notebook-no-object"):
            if key == "cells":
                cells = list(self._bounded(self._cell() for _ in self._items("notebook-cells-no-list")))
            else:
                value = self._value()
                version = value if key == "nbformat" else version
                metadata = value if key == "metadata" else metadata
        self._skip()
        if self._at < len(self._raw):
            raise json.JSONDecodeError("Extra data", self._raw, self._at)
        if isinstance(version, int) and version != FORMAT:
            raise Unreadable(1, 1, "notebook-format", found=version, wanted=FORMAT)
        if cells is None:
            raise Unreadable(1, 1, "notebook-no-cells")
        if _speaks_python(metadata):
            for number, found in enumerate(cells, 1):
                if found is not None:
                    yield Cell(number, *found)

    def _bounded(self, cells: Iterator[Optional[Tuple[str, Place]]]) -> Iterator[Optional[Tuple[str, Place]]]:
        """The cells, as long as all of their code is no more than a file may hold."""
        size = count = 0
        for cell in cells:
            size, count = (size + len(cell[0]), count + 1) if cell is not None else (size, count)
            require_size(size)
            if count > MAX_CELLS:
                raise Unreadable(1, 1, "notebook-too-many-cells", limit=MAX_CELLS)
            yield cell

    def _cell(self) -> Optional[Tuple[str, Place]]:
        """The text of a cell and its place, if it is one of code in Python."""
        source: Optional[Tuple[str, Place]] = None
        kind: object = None
        metadata: object = None
        start = self._at
        for key in self._fields("notebook-cell-no-object"):
            if key == "source":
                source = self._source()
            else:
                value = self._value()
                kind = value if key == "cell_type" else kind
                metadata = value if key == "metadata" else metadata
        if kind != "code" or not _cell_speaks_python(metadata):
            return None
        if source is None:
            raise Unreadable(*_place(self._raw, start), "notebook-no-source")
        return source

    def _source(self) -> Tuple[str, Place]:
        start = self._at
        if self._raw.startswith("[", start):
            found = [self._string() for _ in self._items("notebook-no-source")]
            texts = "".join(text for text, _ in found)
            return texts, Place(start, self._at, tuple(place for _, place in found), True)
        text, place = self._string()
        return text, Place(start, self._at, (place,), False)

    def _string(self) -> Tuple[str, Tuple[int, int]]:
        start = self._at
        if not self._raw.startswith('"', start):
            raise Unreadable(*_place(self._raw, start), "notebook-no-source")
        value = self._value()
        return str(value), (start, self._at)

    def _fields(self, otherwise: str) -> Iterator[str]:
        """The keys of an object; whoever asks for the next one has read the value."""
        for _ in self._members("{", "}", otherwise):
            if not self._raw.startswith('"', self._at):
                raise json.JSONDecodeError("Expecting property name enclosed in double quotes", self._raw, self._at)
            key = self._value()
            self._skip()
            self._expect(":")
            self._skip()
            yield str(key)

    def _items(self, otherwise: str) -> Iterator[None]:
        return self._members("[", "]", otherwise)

    def _members(self, first: str, last: str, otherwise: str) -> Iterator[None]:
        self._skip()
        if not self._raw.startswith(first, self._at):
            if self._at < len(self._raw):
                self._value()  # what is no JSON is said to be so
                raise Unreadable(1, 1, otherwise)
            raise json.JSONDecodeError("Expecting value", self._raw, self._at)
        self._at += 1
        self._skip()
        if self._raw.startswith(last, self._at):
            self._at += 1
            return
        while True:
            yield
            self._skip()
            if self._raw.startswith(last, self._at):
                self._at += 1
                return
            self._expect(",")
            self._skip()

    def _value(self) -> object:
        value: object
        value, self._at = _DECODER.raw_decode(self._raw, self._at)
        return value

    def _expect(self, char: str) -> None:
        if not self._raw.startswith(char, self._at):
            raise json.JSONDecodeError(f"Expecting '{char}' delimiter", self._raw, self._at)
        self._at += 1

    def _skip(self) -> None:
        blank = _BLANK.match(self._raw, self._at)
        self._at = blank.end() if blank else self._at


def _place(raw: str, offset: int) -> Tuple[int, int]:
    return raw.count("\n", 0, offset) + 1, offset - raw.rfind("\n", 0, offset)


def _speaks_python(metadata: object) -> bool:
    """Whether the kernel is one of Python; most notebooks say so twice, some not at all."""
    for part, key in (("language_info", "name"), ("kernelspec", "language")):
        name = _get(_get(metadata, part), key)
        if isinstance(name, str):
            return _is_python(name)
    return True


def _cell_speaks_python(metadata: object) -> bool:
    name = _get(_get(metadata, "vscode"), "languageId")
    return not isinstance(name, str) or _is_python(name)


def _is_python(name: str) -> bool:
    return name.lower() in ("python", "ipython", "python3", "ipython3")


def _get(table: object, key: str) -> object:
    return table.get(key) if isinstance(table, dict) else None
