"""Where the rules lie that come with mslint; reads none of them."""

from __future__ import annotations

import os
from typing import FrozenSet


def rules_folder() -> str:
    """The rules: inside an installed package, beside it in a checkout."""
    package = os.path.dirname(os.path.abspath(__file__))
    inside = os.path.join(package, "rules")
    return inside if os.path.isdir(inside) else os.path.join(os.path.dirname(package), "rules")


def bundled_codes() -> FrozenSet[str]:
    """The codes of those rules: the folders are named after them."""
    names = os.listdir(rules_folder())
    return frozenset(name.partition("_")[0].upper() for name in names if name.startswith("msl"))
