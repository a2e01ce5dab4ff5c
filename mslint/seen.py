"""What programs show of single calls, where the module itself does not say it: the constants that they are given, and
the API that they call."""

from __future__ import annotations

from typing import Dict, Iterable, List, Mapping, NamedTuple, Optional, Sequence, Tuple, Union

MAX_WAYS = 8  # to come to one call
MAX_OPTIONS = 8  # what may be more things than this may be anything

Where = Tuple[int, int, int, int]  # line, column, end line and end column
Start = Tuple[int, int]  # line and column where a function begins
MODULE: Start = (0, 0)  # what stands in no function
Key = Union[int, str]  # of an argument: its position or its keyword


class Constants(NamedTuple):
    """What an argument may be; not `sure` where a caller that nobody knows may give something else."""

    options: Tuple[object, ...]
    sure: bool


class Way(NamedTuple):
    """What a call is given, as far as it is known, when it is come to in one way.

    `handed` are the keywords that are not written there: of `**options`, or of a partial; with nothing where they are
    not known. `more` where nobody knows what else is given; `by` is the place of the call that leads there."""

    given: Tuple[Tuple[Key, Constants], ...]
    handed: Tuple[Tuple[str, Optional[Constants]], ...] = ()
    more: bool = False
    by: Optional[Tuple[str, Where]] = None

    def argument(self, key: Key) -> Optional[Constants]:
        """What an argument is; None where nobody knows."""
        return dict(self.given).get(key)


class Seen(NamedTuple):
    """What programs show of one call."""

    name: str  # of the API; empty where the module itself says it, or where there are several
    ways: Tuple[Way, ...]
    receiver: str = ""  # the class of what a method is called on, where it may lack it or the result is dropped

    @property
    def whole(self) -> Way:
        """What the call is given, whichever way it is come to."""
        return self.ways[0] if len(self.ways) == 1 else _any_of(self.ways)


# Calls of which the module does not say enough, and where their functions begin.
Asked = Tuple[Tuple[Where, Start], ...]
SeenCalls = Tuple[Tuple[Where, Seen], ...]  # of one file, by place
NOTHING_SEEN: Mapping[Where, Seen] = {}


def seen_of(names: Iterable[str], ways: Iterable[Way], receivers: Iterable[str] = ()) -> Seen:
    """What is shown by all of these together."""
    every = _different(ways)
    return Seen(_only(names), every if len(every) <= MAX_WAYS else (_any_of(every),), _only(receivers))


def _only(names: Iterable[str]) -> str:
    """The one name that all of these are, or nothing."""
    different = set(names)
    return different.pop() if len(different) == 1 else ""


def _different(ways: Iterable[Way]) -> Tuple[Way, ...]:
    """Each way once, whoever goes it."""
    found: Dict[str, Way] = {}
    for way in ways:
        found.setdefault(repr(way[:-1]), way)  # in words, as True is not 1
    return tuple(found.values())


def together(every: Iterable[SeenCalls]) -> SeenCalls:
    """What several programs show of the calls of one file."""
    found: Dict[Where, List[Seen]] = {}
    for calls in every:
        for where, seen in calls:
            found.setdefault(where, []).append(seen)
    return tuple((where, _joined(found[where])) for where in sorted(found))


def _joined(every: Sequence[Seen]) -> Seen:
    ways = [way for each in every for way in each.ways]
    return seen_of([each.name for each in every], ways, [each.receiver for each in every])


def wanted(calls: SeenCalls, asked: Asked) -> SeenCalls:
    """Those of which something was asked that the module does not say."""
    places = dict(asked)
    return tuple((where, seen) for where, seen in calls if seen.name or where in places)


def _any_of(ways: Sequence[Way]) -> Way:
    """What is known of the arguments in each of these ways."""
    given: Dict[Key, Constants] = dict(ways[0].given) if ways else {}
    for way in ways[1:]:
        other = dict(way.given)
        given = {key: _either(known, other[key]) for key, known in given.items() if key in other}
    fitting = tuple((key, constants) for key, constants in given.items() if len(constants.options) <= MAX_OPTIONS)
    return Way(fitting, (), any(way.more or way.handed for way in ways))


def _either(one: Constants, other: Constants) -> Constants:
    """One or the other; True is not 1."""
    more = [
        option
        for option in other.options
        if not any(type(option) is type(known) and option == known for known in one.options)
    ]
    return Constants((*one.options, *more), one.sure and other.sure)
