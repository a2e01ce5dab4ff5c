"""What a place makes sure of first: MindSpore's version, a name, a type, an error; nothing else about conditions."""

from __future__ import annotations

import ast
import operator
import re
from typing import Any, Callable, Dict, Iterable, List, Optional, Tuple

from mslint.api.tables import is_mindspore
from mslint.api.versions import Version
from mslint.facts.collect import dotted
from mslint.facts.context import words
from mslint.facts.names import Names
from mslint.facts.scopes import ASSIGN, FUNCTION, UNPACK, Binding, Guard, Place
from mslint.syntax import nodes

VERSION = "mindspore.__version__"

# Whether a node of a condition, met so many names deep, asks for something.
Kind = Callable[[Names, nodes.Node, Place, int], bool]
Behind = Tuple[nodes.Expression, Place]

# A name like is_ms_version_2 asks for MindSpore's version, model_version does not: no other word may stand in it.
_BESIDE_VERSION = frozenset(
    "version versions ms mindspore is get check parse cur current loose strict lib framework compare lt le ge gt eq "
    "match new old above below after before at least than greater less equal or and".split()
)
# IS_MS2, ms_2_plus
_FLAG = re.compile(r"_?(?:is|if|has|use|on)?_?(?:ms|mindspore)_?v?\d[\d_]*(?:_?(?:plus|x|up))?", re.IGNORECASE)
_MAX_DEPTH = 4

_PRESENCE = frozenset({"hasattr", "getattr", "find_spec"})
# What `name in x` asks, where x is one of these: sys.modules, nn.__dict__, dir(nn), vars(nn).
_NAMESPACES = frozenset({"modules", "__dict__", "__all__", "dir", "vars"})
_TYPE = frozenset({"isinstance", "issubclass", "type", "callable", "is_tensor"})
_RAISES = ("raises", "assertRaises", "assertRaisesRegex")
_ANYWHERE = 1 << 60
# What is not raised where a name, an attribute or an argument is missing.
_OTHER_ERRORS = frozenset(
    "KeyboardInterrupt StopIteration ValueError KeyError IndexError OSError IOError FileNotFoundError EOFError "
    "UnicodeDecodeError TimeoutError ZeroDivisionError GeneratorExit SystemExit ConnectionError MemoryError".split()
)


class Guards:
    """Answers for the places of one module."""

    def __init__(self, names: Names, version: Version) -> None:
        self._names = names
        self._version = version
        self._known: Dict[Tuple[str, int], bool] = {}

    def on_version(self, place: Place) -> bool:
        """Whether a condition around a place, or around the definition it stands in, asks for the version.

        Where the other side of the condition only raises, this side is all that there is, and no guard; unless it is
        the side that the target version never comes to."""
        tests = [guard.test for guard in place.guards if not guard.aside or self._never(guard)]
        return self._any(_of_version, tests, place) or self._around(_of_version, place)

    def on_presence(self, place: Place) -> bool:
        """Whether `if hasattr(ms, "name"):` stands around a place, or around the definition it stands in."""
        tests = [guard.test for guard in place.guards]
        return self._any(_of_presence, tests, place) or self._around(_of_presence, place)

    def on_type(self, place: Place) -> bool:
        """Whether `if isinstance(x, Tensor):` stands around a place."""
        return self._any(_of_type, [guard.test for guard in place.guards], place)

    def expects_error(self, place: Place) -> bool:
        """Whether a `with pytest.raises(...)` or assertRaises stands around a place."""
        tests = [guard.test for guard in place.guards if guard.kind == "with" and isinstance(guard.test, nodes.Call)]
        return any((dotted(test.func) or "").rpartition(".")[2] in _RAISES for test in tests)

    def catches(self, place: Place) -> bool:
        """Whether what is missing here would be caught, or is looked for after such an error."""
        return any(_catches(guard) for guard in place.guards)

    def _never(self, guard: Guard) -> bool:
        """Whether the target version certainly does not pass a comparison with a version that is written there."""
        test, positive = guard.test, guard.positive
        while isinstance(test, nodes.UnaryOperation) and isinstance(test.operator, ast.Not):
            test, positive = test.expression, not positive
        if not isinstance(test, nodes.Comparison) or len(test.comparisons) != 1:
            return False
        step = test.comparisons[0]
        holds = COMPARES.get(type(step.operator))
        written = _version_in(step.comparator)
        if holds is None or written is None or _version_in(test.left) is not None:
            return False
        return holds(self._version[: len(written)], written) is not positive

    def _any(self, kind: Kind, tests: Iterable[Optional[nodes.Expression]], place: Place) -> bool:
        return any(test is not None and self._asks(kind, test, place) for test in tests)

    def _around(self, kind: Kind, place: Place) -> bool:
        """The same for the definition that a place stands in, and for what decorates it."""
        scope = place.scope
        definition = scope.function.place if scope.function is not None and scope.kind == "function" else None
        if scope.cls is not None:
            definition = scope.cls.place
        if definition is None or definition is place:
            return False
        around = (scope.function.decorators if scope.function is not None else ()) or (
            scope.cls.decorators if scope.cls is not None else ()
        )
        outer = self.on_version if kind is _of_version else self.on_presence
        return self._any(kind, around, definition) or outer(definition)

    def _asks(self, kind: Kind, test: nodes.Expression, place: Place, depth: int = 0) -> bool:
        key = (kind.__name__, id(test))
        if key not in self._known:
            self._known[key] = False  # for a name that is set from itself
            self._known[key] = depth < _MAX_DEPTH and self._mentions(kind, test, place, depth)
        return self._known[key]

    def _mentions(self, kind: Kind, test: nodes.Expression, place: Place, depth: int) -> bool:
        pending: List[nodes.Node] = [test]
        while pending:
            node = pending.pop()
            if kind(self._names, node, place, depth):
                return True
            if isinstance(node, nodes.Name):
                bindings = self._names.reaching(node.value, place, _ANYWHERE) or ()
                if any(self._asks(kind, *each, depth + 1) for each in _behind(bindings)):
                    return True
            elif isinstance(node, nodes.Attribute):
                if any(self._asks(kind, *each, depth + 1) for each in self._members(node, place)):
                    return True
                pending.append(node.value)
            else:
                pending.extend(node.children)
        return False

    def _members(self, node: nodes.Attribute, place: Place) -> List[Behind]:
        """What self.old or Class.old holds, as far as it is set in the class or in one of its bases here."""
        ref = self._names.resolve(node.value, place, _ANYWHERE) if isinstance(node.value, nodes.Name) else None
        if ref is None or ref.cls is None:
            return []
        for cls in (ref.cls, *self._names.local_bases(ref.cls)):
            values = self._names.attribute_values(cls, node.attr.value) or []
            found = [(value, where) for value, where, _ in values]
            found += _behind(cls.scope.bindings.get(node.attr.value, ()))
            if found:
                return found
        return []


COMPARES: Dict[type, Callable[[Any, Any], Any]] = {
    ast.Lt: operator.lt,
    ast.LtE: operator.le,
    ast.Gt: operator.gt,
    ast.GtE: operator.ge,
    ast.Eq: operator.eq,
    ast.NotEq: operator.ne,
}


def _catches(guard: Guard) -> bool:
    if guard.kind == "with" and isinstance(guard.test, nodes.Call):
        return (dotted(guard.test.func) or "").rpartition(".")[2] == "suppress"
    if guard.kind == "try" and isinstance(guard.owner, nodes.Try):
        return any(_takes(handler.type) for handler in guard.owner.handlers)
    return guard.kind == "except"


def _takes(kind: Optional[nodes.Expression]) -> bool:
    """Whether an `except` takes what a missing name, attribute or argument raises."""
    if isinstance(kind, nodes.Tuple):
        return any(_takes(element.value) for element in kind.elements)
    return kind is None or (dotted(kind) or "").rpartition(".")[2] not in _OTHER_ERRORS


def _version_in(node: nodes.Expression) -> Optional[Tuple[int, ...]]:
    """The first two numbers of "2.0.0", also in parse("2.0.0"); of (2, 0)."""
    if isinstance(node, nodes.Call) and len(node.args) == 1:
        node = node.args[0].value
    text = node.value if isinstance(node, nodes.Constant) else None
    parts = text.split(".") if isinstance(text, str) else []
    if isinstance(node, nodes.Tuple):
        parts = [str(each.value.value) for each in node.elements if isinstance(each.value, nodes.Constant)]
    numbers = [int(part) for part in parts[:2] if part.isdecimal()]
    return tuple(numbers) if numbers and len(numbers) == len(parts[:2]) else None


def _behind(bindings: Iterable[Binding]) -> List[Behind]:
    """The expressions that decide what names hold: what is assigned, or all that a function returns."""
    found: List[Behind] = []
    for each in bindings:
        if each.kind == ASSIGN and each.value is not None:
            found.append((each.value, each.place))
        elif each.kind == UNPACK and each.whole is not None:
            found.append((each.whole, each.place))
        elif each.kind == FUNCTION and each.function is not None and len(each.function.returns) == 1:
            value, place, _ = each.function.returns[0]
            if value is not None:
                found.append((value, place))
    return found


def _of_version(names: Names, node: nodes.Node, place: Place, depth: int) -> bool:
    """MindSpore's version, or a name that can only mean it."""
    if isinstance(node, nodes.Name):
        return _names_version(node.value)
    if isinstance(node, nodes.Attribute):
        ref = names.resolve(node, place, _ANYWHERE)
        return (ref is not None and ref.name == VERSION) or _names_version(node.attr.value)
    return False


def _of_presence(names: Names, node: nodes.Node, place: Place, depth: int) -> bool:
    """hasattr(x, "name"), or "name" in dir(x). Behind a name, getattr(args, "flag") looks for nothing here."""
    if isinstance(node, (nodes.Name, nodes.Attribute)) and _last(node) == "TYPE_CHECKING":
        return True  # what stands there never runs
    if isinstance(node, nodes.Comparison):
        return any(
            isinstance(each.operator, (ast.In, ast.NotIn)) and _last(_called(each.comparator)) in _NAMESPACES
            for each in node.comparisons
        )
    if not isinstance(node, nodes.Call):
        return False
    if isinstance(node.func, nodes.Attribute) and node.func.attr.value == "get":
        return _last(_called(node.func.value)) in _NAMESPACES
    if _last(node.func) not in _PRESENCE:
        return False
    if depth == 0 or _last(node.func) != "getattr":
        return True
    ref = names.resolve(node.args[0].value, place, _ANYWHERE) if node.args else None
    return ref is not None and is_mindspore(ref.name)


def _of_type(names: Names, node: nodes.Node, place: Place, depth: int) -> bool:
    return isinstance(node, nodes.Call) and _last(node.func) in _TYPE


def _called(node: nodes.Expression) -> nodes.Expression:
    """dir of `dir(nn)`, and of `nn.__dict__.keys()` the dictionary; anything else as it is."""
    node = node.func if isinstance(node, nodes.Call) else node
    return node.value if isinstance(node, nodes.Attribute) and node.attr.value == "keys" else node


def _last(node: nodes.Expression) -> str:
    return (dotted(node) or "").rpartition(".")[2]


def _names_version(name: str) -> bool:
    if _FLAG.fullmatch(name):
        return True
    found = words(name)
    return bool(found & {"version", "versions"}) and found <= _BESIDE_VERSION and name != "__version__"
