"""One run of a function, and the limits that keep all runs together short; decides nothing."""

from __future__ import annotations

from typing import List, Optional

from mslint.facts.flow.objects import Env, Instance, Obj
from mslint.facts.scopes import Function, Place

# A module that needs more steps than this is left unknown rather than made slow.
MAX_STEPS = 60_000
MAX_CALLS = 8  # calls within calls
MAX_UNROLLED = 24


class Exhausted(Exception):
    """The module takes too many steps."""


class Frame:
    """One run of a function body."""

    __slots__ = ("function", "env", "receiver", "place", "results", "depth", "loops", "calls")

    def __init__(
        self, function: Optional[Function], env: Env, receiver: Optional[Instance], place: Place, calls: int
    ) -> None:
        self.function = function
        self.env = env
        self.receiver = receiver
        self.place = place
        self.results: List[Obj] = []
        self.depth = 0  # conditions around the current statement
        self.loops = 0
        self.calls = calls
