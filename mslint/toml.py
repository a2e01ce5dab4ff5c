"""Reads TOML text and says in which line a key stands; knows no keys of its own."""

from __future__ import annotations

import re
import sys
from typing import Dict, Iterator, Mapping, Sequence, Tuple, Union

from mslint.errors import ConfigError

Key = Union[str, int]

_KEY = r"""(?:"(?:[^"\\]|\\.)*"|'[^']*'|[\w-]+)"""
MAX_PARTS = 64  # of a dotted key
_MANY_PARTS = re.compile(rf"(?<![\w\"'.-])(?:[\w\"'-]+[ \t]*\.[ \t]*){{{MAX_PARTS}}}")
_DOTS = 1000  # on one line: whatever stands between them, tomllib takes the square of their number
_KEY_LINE = re.compile(rf"\s*({_KEY}(?:\s*\.\s*{_KEY})*)\s*=")
_HEADER_LINE = re.compile(rf"\s*\[\s*({_KEY}(?:\s*\.\s*{_KEY})*)\s*\]")
_ARRAY_LINE = re.compile(rf"\s*\[\[\s*({_KEY}(?:\s*\.\s*{_KEY})*)\s*\]\]")


def parse_toml(text: str, path: str) -> Mapping[str, object]:
    """The TOML document, or a ConfigError that names the line."""
    if sys.version_info >= (3, 11):
        import tomllib as toml
    else:
        import tomli as toml

    deep = _MANY_PARTS.search(text) or re.search(rf"^(?:[^.\n]*\.){{{_DOTS}}}", text, re.M)
    if deep is not None:  # tomllib takes minutes over it
        raise ConfigError("config-toml-parts", where=f"{path}:{_line_at(text, deep.start())}", limit=MAX_PARTS)
    try:
        document: Mapping[str, object] = toml.loads(text)
        return document
    except toml.TOMLDecodeError as error:
        reason = str(error)
        place = re.search(r" \(at (?:line (\d+), column \d+|end of document)\)$", reason)
        line = place.group(1) if place and place.group(1) else str(max(1, text.count("\n")))
        reason = reason[: place.start()] if place else reason
        raise ConfigError("config-toml", where=f"{path}:{line}", reason=reason) from None
    except ValueError:  # of an integer: since 3.11, Python reads no more than some thousand digits
        digits = re.search(r"\d[\d_]{2000}", text)
        at = _line_at(text, digits.start() if digits is not None else 0)
        raise ConfigError("config-toml-integer", where=f"{path}:{at}") from None
    except RecursionError:
        raise ConfigError("config-toml-deep", where=f"{path}:1") from None


def _line_at(text: str, offset: int) -> int:
    return text.count("\n", 0, offset) + 1


class Places:
    """The lines in which the keys of a document stand: read once, for tomllib keeps no places.

    A number in `keys` counts the tables of an array, as in ("api", 0, "names").
    """

    def __init__(self, lines: Sequence[str]) -> None:
        self._lines: Dict[Tuple[Key, ...], int] = {}
        self._below: Dict[Tuple[Key, ...], int] = {}  # the first line of what stands below a key
        for number, here in _keys(lines):
            self._lines.setdefault(here, number)
            for length in range(1, min(len(here), MAX_PARTS)):
                self._below.setdefault(here[:length], number)

    def line_of(self, keys: Sequence[Key]) -> int:
        """The line, from 1, where a key is given; else the closest that has to do with it."""
        wanted = tuple(keys)
        line = self._lines.get(wanted) or self._below.get(wanted)
        while line is None and wanted:
            wanted = wanted[:-1]
            line = self._lines.get(wanted)
        return line or 1


def line_of(lines: Sequence[str], keys: Sequence[Key]) -> int:
    """The same, for one question."""
    return Places(lines).line_of(keys)


def _keys(lines: Sequence[str]) -> Iterator[Tuple[int, Tuple[Key, ...]]]:
    """Each line that gives a key or opens a table, with the whole key."""
    header: Tuple[Key, ...] = ()
    arrays: Dict[Tuple[Key, ...], int] = {}
    open_text = ""  # the quotes of a text of several lines that began above: what stands in it is no key
    for number, line in enumerate(lines, 1):
        if open_text:
            open_text = "" if open_text in line else open_text
            continue
        array_match = _ARRAY_LINE.match(line)
        header_match = _HEADER_LINE.match(line)
        key_match = _KEY_LINE.match(line)
        if array_match:
            name = _key_parts(array_match.group(1))
            arrays[name] = arrays.get(name, -1) + 1
            header = (*name, arrays[name])
            yield number, header
        elif header_match:
            header = _key_parts(header_match.group(1))
            if header[:1] in arrays:
                header = (*header[:1], arrays[header[:1]], *header[1:])
            yield number, header
        elif key_match:
            yield number, header + _key_parts(key_match.group(1))
            open_text = next((quotes for quotes in ("'''", '"""') if line.count(quotes) == 1), "")


def _key_parts(dotted: str) -> Tuple[Key, ...]:
    return tuple(part[1:-1] if part[0] in "\"'" else part for part in re.findall(_KEY, dotted))
