"""Reads TOML text and says in which line a key stands; knows no keys of its own."""

from __future__ import annotations

import re
import sys
from typing import Dict, Mapping, Sequence, Tuple, Union

from mslint.errors import ConfigError

Key = Union[str, int]

_KEY = r"""(?:"(?:[^"\\]|\\.)*"|'[^']*'|[\w-]+)"""
_KEY_LINE = re.compile(rf"\s*({_KEY}(?:\s*\.\s*{_KEY})*)\s*=")
_HEADER_LINE = re.compile(rf"\s*\[\s*({_KEY}(?:\s*\.\s*{_KEY})*)\s*\]")
_ARRAY_LINE = re.compile(rf"\s*\[\[\s*({_KEY}(?:\s*\.\s*{_KEY})*)\s*\]\]")


def parse_toml(text: str, path: str) -> Mapping[str, object]:
    """The TOML document, or a ConfigError that names the line."""
    if sys.version_info >= (3, 11):
        import tomllib as toml
    else:
        import tomli as toml

    try:
        document: Mapping[str, object] = toml.loads(text)
        return document
    except toml.TOMLDecodeError as error:
        reason = str(error)
        place = re.search(r" \(at (?:line (\d+), column \d+|end of document)\)$", reason)
        line = place.group(1) if place and place.group(1) else str(max(1, text.count("\n")))
        reason = reason[: place.start()] if place else reason
        raise ConfigError("config-toml", where=f"{path}:{line}", reason=reason) from None
    except RecursionError:
        raise ConfigError("config-toml", where=f"{path}:1", reason="nested too deeply") from None


def line_of(lines: Sequence[str], keys: Sequence[Key]) -> int:
    """The line, from 1, where a key is given; else the closest that has to do with it (tomllib keeps no places).

    A number in `keys` counts the tables of an array, as in ("api", 0, "names").
    """
    wanted = tuple(keys)
    header: Tuple[Key, ...] = ()
    arrays: Dict[Tuple[Key, ...], int] = {}
    best_line, best = 1, 0
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
            here = header = (*name, arrays[name])
        elif header_match:
            here = header = _key_parts(header_match.group(1))
            if here[:1] in arrays:
                here = header = (*here[:1], arrays[here[:1]], *here[1:])
        elif key_match:
            here = header + _key_parts(key_match.group(1))
            open_text = next((quotes for quotes in ("'''", '"""') if line.count(quotes) == 1), "")
        else:
            continue
        if here == wanted:
            return number
        common = len(wanted) if here[: len(wanted)] == wanted else len(here) if wanted[: len(here)] == here else 0
        if common > best:
            best_line, best = number, common
    return best_line


def _key_parts(dotted: str) -> Tuple[Key, ...]:
    return tuple(part[1:-1] if part[0] in "\"'" else part for part in re.findall(_KEY, dotted))
