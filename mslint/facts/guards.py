"""What a place makes sure of first: MindSpore's version, a name, a type, an error; nothing else about conditions."""

from __future__ import annotations

from typing import Dict, FrozenSet, List

import libcst as cst

from mslint.facts.collect import dotted
from mslint.facts.context import words
from mslint.facts.names import Names
from mslint.facts.scopes import ASSIGN, Place

VERSION = "mindspore.__version__"

# A name like is_ms_version_2 asks for MindSpore's version, model_version does not: no other word may stand in it.
_BESIDE_VERSION = frozenset(
    "version versions ms mindspore is get check parse cur current loose strict lib framework compare lt le ge gt eq "
    "match new old above below after before at least than greater less equal or and".split()
)
_MAX_DEPTH = 4

_PRESENCE = frozenset({"hasattr", "getattr"})
_TYPE = frozenset({"isinstance", "issubclass", "type", "callable", "is_tensor"})
_RAISES = ("raises", "assertRaises", "assertRaisesRegex")


class Guards:
    """Answers for the places of one module."""

    def __init__(self, names: Names) -> None:
        self._names = names
        self._known: Dict[int, bool] = {}

    def on_version(self, place: Place) -> bool:
        """Whether a condition around a place, or around the definition it stands in, asks for the version.

        Where the other side of the condition only raises, this side is all that there is, and no guard."""
        if any(guard.test is not None and not guard.aside and self._asks(guard.test, place) for guard in place.guards):
            return True
        scope = place.scope
        definition = scope.function.place if scope.function is not None and scope.kind == "function" else None
        if scope.cls is not None:
            definition = scope.cls.place
        if definition is None or definition is place:
            return False
        around = (scope.function.decorators if scope.function is not None else ()) or (
            scope.cls.decorators if scope.cls is not None else ()
        )
        return any(self._asks(decorator, definition) for decorator in around) or self.on_version(definition)

    def on_presence(self, place: Place) -> bool:
        """Whether `if hasattr(ms, "name"):` stands around a place."""
        return _asks_by(_PRESENCE, place)

    def on_type(self, place: Place) -> bool:
        """Whether `if isinstance(x, Tensor):` stands around a place."""
        return _asks_by(_TYPE, place)

    def expects_error(self, place: Place) -> bool:
        """Whether a `with pytest.raises(...)` or assertRaises stands around a place."""
        tests = [guard.test for guard in place.guards if guard.kind == "with" and isinstance(guard.test, cst.Call)]
        return any((dotted(test.func) or "").rpartition(".")[2] in _RAISES for test in tests)

    def _asks(self, test: cst.BaseExpression, place: Place, depth: int = 0) -> bool:
        key = id(test)
        if key not in self._known:
            self._known[key] = False  # for a name that is set from itself
            self._known[key] = depth < _MAX_DEPTH and self._mentions(test, place, depth)
        return self._known[key]

    def _mentions(self, test: cst.BaseExpression, place: Place, depth: int) -> bool:
        pending: List[cst.CSTNode] = [test]
        while pending:
            node = pending.pop()
            if isinstance(node, cst.Name):
                if _names_version(node.value):
                    return True
                bindings = self._names.reaching(node.value, place, 1 << 60) or ()
                if any(
                    each.kind == ASSIGN and each.value is not None and self._asks(each.value, each.place, depth + 1)
                    for each in bindings
                ):
                    return True
            elif isinstance(node, cst.Attribute):
                ref = self._names.resolve(node, place, 1 << 60)
                if (ref is not None and ref.name == VERSION) or _names_version(node.attr.value):
                    return True
                pending.append(node.value)
            else:
                pending.extend(node.children)
        return False


def _asks_by(functions: FrozenSet[str], place: Place) -> bool:
    """Whether one of these functions is called in a condition around a place."""
    pending: List[cst.CSTNode] = [guard.test for guard in place.guards if guard.test is not None]
    while pending:
        node = pending.pop()
        if isinstance(node, cst.Call) and isinstance(node.func, cst.Name) and node.func.value in functions:
            return True
        pending.extend(node.children)
    return False


def _names_version(name: str) -> bool:
    found = words(name)
    return bool(found & {"version", "versions"}) and found <= _BESIDE_VERSION and name != "__version__"
