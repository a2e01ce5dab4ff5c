"""What programs show of single calls, where the module itself does not say it: the constants that they are given, and
the API that they call."""

from __future__ import annotations

from typing import Dict, Iterable, List, Mapping, NamedTuple, Optional, Tuple, Union

MAX_OPTIONS = 8  # what may be more things than this may be anything

Where = Tuple[int, int, int, int]  # line, column, end line and end column
Start = Tuple[int, int]  # line and column where a function begins
MODULE: Start = (0, 0)  # what stands in no function
Key = Union[int, str]  # of an argument: its position or its keyword


class Constants(NamedTuple):
    """What an argument may be; not `sure` where a caller that nobody knows may give something else."""

    options: Tuple[object, ...]
    sure: bool


class Seen(NamedTuple):
    """What programs show of one call."""

    name: str  # of the API; empty where the module itself says it, or where there are several
    given: Tuple[Tuple[Key, Constants], ...]

    def argument(self, key: Key) -> Optional[Constants]:
        """What an argument is; None where nobody knows."""
        return dict(self.given).get(key)


Asked = Tuple[
    Tuple[Where, Start], ...
]  # calls of which the module does not say enough, and where their functions begin
SeenCalls = Tuple[Tuple[Where, Seen], ...]  # of one file, by place


def together(every: Iterable[SeenCalls]) -> SeenCalls:
    """What several programs show of the calls of one file."""
    found: Dict[Where, List[Seen]] = {}
    for calls in every:
        for where, seen in calls:
            found.setdefault(where, []).append(seen)
    return tuple((where, _joined(found[where])) for where in sorted(found))


def wanted(calls: SeenCalls, asked: Asked) -> SeenCalls:
    """Those of which something was asked that the module does not say."""
    places = dict(asked)
    return tuple((where, seen) for where, seen in calls if seen.name or where in places)


def _joined(every: List[Seen]) -> Seen:
    if len(every) == 1:
        return every[0]
    names = {seen.name for seen in every}
    given: Dict[Key, Constants] = {}
    for seen in every:
        for key, constants in seen.given:
            known = given.get(key)
            given[key] = constants if known is None else either(known, constants)
    fitting = tuple((key, constants) for key, constants in given.items() if len(constants.options) <= MAX_OPTIONS)
    return Seen(names.pop() if len(names) == 1 else "", fitting)


def either(one: Constants, other: Constants) -> Constants:
    """One or the other; True is not 1."""
    more = [
        option
        for option in other.options
        if not any(type(option) is type(known) and option == known for known in one.options)
    ]
    return Constants((*one.options, *more), one.sure and other.sure)


NOTHING_SEEN: Mapping[Where, Seen] = {}
