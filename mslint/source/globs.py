"""Globs as tests of paths, each in a time that grows no faster than pattern times path; must not touch the disk."""

from __future__ import annotations

import functools
import os
import re
from typing import Callable, List, Tuple

_FLAGS = re.IGNORECASE if os.path.normcase("A") == "a" else 0  # as the file system does it
_TOKEN = re.compile(r"(?P<some>\*+)|(?P<one>\?)|\[(?P<set>!?\]?[^\]/]*)\]")


@functools.lru_cache(maxsize=1024)
def path_matcher(patterns: Tuple[str, ...]) -> Callable[[str], bool]:
    """A test of paths with "/": does one of the globs fit the path or a folder that it lies in?"""
    if not patterns:
        return lambda path: False
    globs = [_Glob(pattern) for pattern in patterns]
    return lambda path: any(glob.fits(path) for glob in globs)


class _Glob:
    """One glob. "**" stands for any number of folders, and what stands in one segment for nothing beyond it."""

    def __init__(self, pattern: str) -> None:
        segments = pattern.split("/")
        # What is literal at the beginning is compared as text: nearly all paths end there.
        count = next((index for index, each in enumerate(segments) if _TOKEN.search(each)), len(segments))
        self._start = "/".join(segments[:count])
        self._literal = count
        self._segments = [None if each == "**" else _segment(each) for each in segments[count:]]

    def fits(self, path: str) -> bool:
        parts = path.split("/")
        start = "/".join(parts[: self._literal])
        if start != self._start and not (_FLAGS and start.lower() == self._start.lower()):
            return False
        # The places in the path that what was read of the pattern may end at: many ways lead to the same place.
        places = {self._literal}
        for number, segment in enumerate(self._segments):
            if segment is None:
                if number == len(self._segments) - 1:  # what is inside, not the folder itself
                    return min(places) < len(parts)
                places = set(range(min(places), len(parts) + 1))
            else:
                places = {place + 1 for place in places if place < len(parts) and segment(parts[place])}
            if not places:
                return False
        return True


@functools.lru_cache(maxsize=4096)
def _segment(glob: str) -> Callable[[str], bool]:
    """A test of one segment of a path."""
    fixed: List[str] = [""]
    position = 0
    for match in _TOKEN.finditer(glob):
        fixed[-1] += re.escape(glob[position : match.start()])
        position = match.end()
        if match.lastgroup == "some":
            fixed.append("")
        else:
            fixed[-1] += "." if match.lastgroup == "one" else _set_regex(match.group("set"))
    fixed[-1] += re.escape(glob[position:])
    # The first place that a piece between two stars fits is as good as any: it is never given back.
    first, *others = fixed
    regex = first + "".join(f"(?=(?P<g{n}>.*?{piece}))(?P=g{n})" for n, piece in enumerate(others[:-1]))
    if others:
        regex += f".*{others[-1]}"
    compiled = re.compile(regex, re.DOTALL | _FLAGS)
    return lambda text: compiled.fullmatch(text) is not None


def _set_regex(characters: str) -> str:
    negated = characters.startswith("!")
    escaped = re.sub(r"([\\\[\]^&~|])", r"\\\1", characters[negated:])
    regex = f"[{'^' if negated else ''}{escaped}]"
    try:
        re.compile(regex)
    except re.error:  # [], [z-a]: no set, so taken as it stands
        return re.escape(f"[{characters}]")
    return regex
