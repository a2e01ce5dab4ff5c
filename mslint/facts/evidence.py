"""Whether a name must hold a Tensor by what else is done to it: an operator that takes nothing else, asnumpy()."""

from __future__ import annotations

from typing import TYPE_CHECKING, Dict, List, Optional, Sequence, Tuple

from mslint.facts.collect import RawCall
from mslint.facts.scopes import Binding, Place, Scope
from mslint.syntax import nodes

if TYPE_CHECKING:
    from mslint.facts.module import Facts

# A method that only MindSpore's tensors have.
_OWN = "asnumpy"

MAX_MENTIONS = 20  # of one name that are looked at

Mention = Tuple[Place, int]


class Evidence:
    """The places of one module where names must hold a Tensor, by scope and name."""

    def __init__(self, facts: Facts) -> None:
        self._facts = facts
        self._places: Optional[Dict[Tuple[Scope, str], List[Mention]]] = None

    def shows(self, name: str, bindings: Sequence[Binding], place: Place, order: int) -> bool:
        """Whether a Tensor is needed elsewhere, in the same run, of what a name holds at a place."""
        for there, when in self._mentions().get((place.scope, name), ())[:MAX_MENTIONS]:
            together = there.dominates(place) if when < order else there.guards == place.guards
            tried = any(guard.kind in ("try", "else") and guard not in place.guards for guard in there.guards)
            if together and not tried and self._facts.names.reaching(name, there, when) == bindings:
                return True
        return False

    def _mentions(self) -> Dict[Tuple[Scope, str], List[Mention]]:
        if self._places is None:
            self._places = {}
            for raw in self._facts.raw_calls:
                given = self._needed(raw)
                if given is not None:
                    self._places.setdefault((raw.place.scope, given), []).append((raw.place, raw.order))
        return self._places

    def _needed(self, raw: RawCall) -> Optional[str]:
        """The name of which a call needs that it is a Tensor."""
        func, args = raw.node.func, raw.node.args
        if isinstance(func, nodes.Attribute) and func.attr.value == _OWN:
            return func.value.value if isinstance(func.value, nodes.Name) else None
        first = args[0] if args else None
        if first is None or first.star or first.keyword is not None or not isinstance(first.value, nodes.Name):
            return None
        ref = self._facts.names.resolve(func, raw.place, raw.order)
        if ref is None or ref.name is None or ref.instance or not ref.sure:
            return None
        return first.value.value if self._facts.tables.takes_tensors(ref.name) else None
