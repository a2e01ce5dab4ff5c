"""The MindSpore versions that are known, and how one is read and written; must not look at what is installed."""

from __future__ import annotations

import re
from typing import Tuple

Version = Tuple[int, int]

# Older targets are followed as far as recorded facts go; these are the versions whose wheels were looked at.
KNOWN: Tuple[Version, ...] = ((2, 7), (2, 8), (2, 9), (2, 10))
NEWEST: Version = KNOWN[-1]
# Before them, git tags were read up to this one: what is between is not known.
LAST_TAG: Version = (2, 4)
OLDEST: Version = (1, 0)

_VERSION = re.compile(r"(\d{1,4})\.(\d{1,4})(?:\.\d{1,4})?", re.ASCII)


def parse_version(text: str) -> Version:
    """Read MAJOR.MINOR or MAJOR.MINOR.PATCH; ValueError for anything else."""
    match = _VERSION.fullmatch(text)
    if match is None:
        raise ValueError(text)
    return int(match.group(1)), int(match.group(2))


def format_version(version: Version) -> str:
    return "{}.{}".format(*version)
