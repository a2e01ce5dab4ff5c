"""What the calls in a module pass to its own functions and cells, parameter by parameter."""

from __future__ import annotations

from typing import TYPE_CHECKING, Dict, List, Optional, Sequence, Set, Tuple

from mslint.facts.collect import RawCall
from mslint.facts.scopes import Function, Place
from mslint.facts.values import UNKNOWN, Value
from mslint.syntax import nodes

if TYPE_CHECKING:
    from mslint.facts.module import Facts


class Passing:
    """Answers what is passed; knows only the calls of one module."""

    def __init__(self, facts: Facts) -> None:
        self._facts = facts
        self._calls_to: Optional[Dict[Function, List[RawCall]]] = None
        self._partly: Set[Function] = set()  # called through functools.partial: what is passed stands in two places

    def passed(
        self, function: Function, parameter: str
    ) -> Optional[List[Tuple[Optional[nodes.Expression], Place, int]]]:
        """What each call gives for a parameter, None where it leaves it out; None as a whole if one cannot be read."""
        raws = self.callers().get(function, [])
        if function in self._partly or any(argument.star for raw in raws for argument in raw.node.args):
            return None
        return [(_given(raw, function, parameter), raw.place, raw.order) for raw in raws]

    def argument_of(self, raw: RawCall, names: Sequence[str]) -> Value:
        """What a call that builds a layer, or a cell of this module, gives for the first of these parameters it has."""
        site = self._facts.call_of(raw.node)
        if site is None:
            return UNKNOWN
        if site.ref.cls is None:
            known = (site.value(name) for name in names if site.get(name) or site.default(name) is not None)
            return next(known, UNKNOWN)
        init = self._facts.method(site.ref.cls, "__init__")
        name = next((name for name in names if init is not None and name in init.defaults), None)
        if init is None or name is None:
            return UNKNOWN
        given = _given(raw, init, name)
        if given is not None:
            return self._facts.values.evaluate(given, raw.place, raw.order)
        return self._facts.values.evaluate(init.defaults[name], init.place, init.order)

    def callers(self) -> Dict[Function, List[RawCall]]:
        """The calls of this module's functions, and of its classes under their __init__."""
        if self._calls_to is None:
            self._calls_to = {}
            for site in self._facts.calls:
                function = site.ref.function
                if site.ref.cls is not None:
                    function = self._facts.method(site.ref.cls, "__init__")
                if function is not None and (site.partial or site.ref.preset):
                    self._partly.add(function)
                elif function is not None:
                    self._calls_to.setdefault(function, []).append(site.raw)
        return self._calls_to


def _given(raw: RawCall, function: Function, parameter: str) -> Optional[nodes.Expression]:
    """The expression that a call without stars gives for a parameter."""
    position = function.params.index(parameter) if parameter in function.params else -1
    if function.receiver is not None:
        position -= 1
    given: List[nodes.Expression] = []
    for argument in raw.node.args:
        if argument.keyword is None:
            given.append(argument.value)
        elif argument.keyword.value == parameter:
            return argument.value
    return given[position] if 0 <= position < len(given) else None
