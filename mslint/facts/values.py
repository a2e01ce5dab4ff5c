"""Constant values: what an expression evaluates to as far as the module itself says; unknown stays unknown."""

from __future__ import annotations

import ast
import operator
import warnings
from functools import lru_cache
from typing import Callable, Dict, Iterable, List, Optional, Sequence, Tuple

from mslint.facts.names import MAX_DEPTH, MAX_WAYS, Names
from mslint.facts.scopes import ASSIGN, PARAMETER, Binding, Function, Place
from mslint.model import computable
from mslint.seen import MAX_OPTIONS
from mslint.syntax import nodes

_OPERATORS: Dict[type, Callable[[object, object], object]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
    ast.FloorDiv: operator.floordiv,
    ast.Mod: operator.mod,
}


class Value:
    """The constants that an expression can be: none where it is unknown, several where a condition decides."""

    __slots__ = ("options", "sure")

    def __init__(self, options: Tuple[object, ...] = (), sure: bool = True) -> None:
        self.options = options
        self.sure = sure  # False for the default of a parameter, which a caller may override

    @property
    def known(self) -> bool:
        return bool(self.options)

    @property
    def single(self) -> Optional[object]:
        """The one constant; None where it is unknown or may be one of several (or is None itself)."""
        return self.options[0] if len(self.options) == 1 else None

    def is_just(self, constant: object) -> bool:
        """Whether this is known to be that constant; True is not 1 and 1 is not 1.0."""
        return len(self.options) == 1 and type(self.options[0]) is type(constant) and self.options[0] == constant

    def numbers(self) -> Tuple[float, ...]:
        """The options, if every one of them is a number (a bool is none)."""
        numbers = [
            option for option in self.options if isinstance(option, (int, float)) and not isinstance(option, bool)
        ]
        return tuple(numbers) if len(numbers) == len(self.options) else ()

    def all_below(self, limit: float) -> bool:
        return bool(self.numbers()) and all(number < limit for number in self.numbers())

    def all_at_most(self, limit: float) -> bool:
        return bool(self.numbers()) and all(number <= limit for number in self.numbers())

    def all_above(self, limit: float) -> bool:
        return bool(self.numbers()) and all(number > limit for number in self.numbers())

    def all_at_least(self, limit: float) -> bool:
        return bool(self.numbers()) and all(number >= limit for number in self.numbers())


UNKNOWN = Value()
_NAMED = {"True": Value((True,)), "False": Value((False,)), "None": Value((None,))}


Passed = Sequence[Tuple[Optional[nodes.Expression], Place, int]]


class Values:
    """Evaluates expressions of one module.

    `passed` tells what the module itself passes for a parameter: (None, ...) where a call leaves it out, and None as a
    whole where some call cannot be read."""

    def __init__(self, names: Names, passed: Callable[[Function, str], Optional[Passed]]) -> None:
        self._names = names
        self._passed = passed
        self._parameters: Dict[Tuple[Function, str], Value] = {}

    def evaluate(self, expression: Optional[nodes.Expression], place: Place, order: int, depth: int = 0) -> Value:
        if expression is None or depth > MAX_DEPTH:
            return UNKNOWN
        literal = read_literal(expression)
        if literal is not None:
            return literal
        if isinstance(expression, (nodes.Name, nodes.Attribute)):
            return self._named(expression, place, order, depth)
        if isinstance(expression, nodes.UnaryOperation):
            return self._unary(expression, self.evaluate(expression.expression, place, order, depth + 1))
        if isinstance(expression, nodes.BinaryOperation):
            left = self.evaluate(expression.left, place, order, depth + 1)
            right = self.evaluate(expression.right, place, order, depth + 1)
            return _combine(_OPERATORS.get(type(expression.operator)), left, right)
        if isinstance(expression, nodes.IfExp):
            return _union(self.evaluate(part, place, order, depth + 1) for part in (expression.body, expression.orelse))
        if isinstance(expression, nodes.BooleanOperation) and isinstance(expression.operator, ast.Or):
            return _union(self.evaluate(part, place, order, depth + 1) for part in (expression.left, expression.right))
        if isinstance(expression, (nodes.Tuple, nodes.List)):
            return self._sequence(expression, place, order, depth)
        if isinstance(expression, nodes.Call):
            return self._conversion(expression, place, order, depth)
        if isinstance(expression, nodes.Subscript):
            return self._item(expression, place, order, depth)
        return UNKNOWN

    def _item(self, expression: nodes.Subscript, place: Place, order: int, depth: int) -> Value:
        """An item of what certainly is one tuple; a list may have been changed."""
        index = expression.slice[0].slice if len(expression.slice) == 1 else None
        if not isinstance(index, nodes.Index):
            return UNKNOWN
        owner = self.evaluate(expression.value, place, order, depth + 1)
        at = self.evaluate(index.value, place, order, depth + 1)
        items, number = owner.single, at.single
        if not isinstance(items, tuple) or type(number) is not int or not -len(items) <= number < len(items):
            return UNKNOWN
        return Value((items[number],), owner.sure and at.sure)

    def _named(self, expression: nodes.Expression, place: Place, order: int, depth: int) -> Value:
        if isinstance(expression, nodes.Name):
            bindings = self._names.reaching(expression.value, place, order)
            if bindings is None or len(bindings) > MAX_WAYS:
                return UNKNOWN
            return _union(self._bound(binding, depth) for binding in bindings)
        assert isinstance(expression, nodes.Attribute)
        owner = self._names.resolve(expression.value, place, order)
        if owner is None or owner.cls is None:
            return UNKNOWN
        name = expression.attr.value
        assigned = self._names.attribute_values(owner.cls, name)
        if assigned is None:
            return UNKNOWN
        if assigned:
            return _union(self.evaluate(value, at, when, depth + 1) for value, at, when in assigned)
        return _union(self._bound(binding, depth + 1) for binding in owner.cls.scope.bindings.get(name, ()))

    def _bound(self, binding: Binding, depth: int) -> Value:
        if binding.kind == ASSIGN:
            return self.evaluate(binding.value, binding.place, binding.order, depth + 1)
        if binding.kind == PARAMETER and binding.function is not None:
            key = (binding.function, binding.name)
            if key not in self._parameters:
                self._parameters[key] = UNKNOWN  # what a recursive call passes on says nothing
                self._parameters[key] = self._parameter(binding, binding.function, depth)
            return self._parameters[key]
        return UNKNOWN

    def _parameter(self, binding: Binding, function: Function, depth: int) -> Value:
        """The default of a parameter and all that this module passes for it; never more than likely.

        Where there is a default, a call that passes something unknown does not make it less likely; where all calls
        pass something known, nobody is seen to leave it at the default."""
        passed = self._passed(function, binding.name)
        values = [self.evaluate(value, at, when, depth + 1) for value, at, when in passed or () if value is not None]
        given = bool(passed) and len(values) == len(passed or ()) and all(value.known for value in values)
        if binding.value is not None and not given:
            values = [value for value in values if value.known]
            values.append(self.evaluate(binding.value, function.place, function.order, depth + 1))
        elif passed is None:
            return UNKNOWN
        return Value(_union(values).options, False)

    def _unary(self, expression: nodes.UnaryOperation, value: Value) -> Value:
        if isinstance(expression.operator, ast.Not) and value.known:
            return Value(tuple(not option for option in value.options), value.sure)
        numbers = value.numbers()
        if isinstance(expression.operator, ast.USub) and numbers:
            return Value(tuple(-number for number in numbers), value.sure)
        return UNKNOWN

    def _sequence(self, expression: nodes.Expression, place: Place, order: int, depth: int) -> Value:
        assert isinstance(expression, (nodes.Tuple, nodes.List))
        values = [
            UNKNOWN
            if isinstance(element, nodes.StarredElement)
            else self.evaluate(element.value, place, order, depth + 1)
            for element in expression.elements
        ]
        if any(len(value.options) != 1 for value in values):
            return UNKNOWN
        items = tuple(value.options[0] for value in values)
        whole: object = items if isinstance(expression, nodes.Tuple) else list(items)
        return Value((whole,), all(value.sure for value in values))

    def _conversion(self, call: nodes.Call, place: Place, order: int, depth: int) -> Value:
        """float(x) and int(x) of what is known."""
        if len(call.args) != 1 or call.args[0].star or call.args[0].keyword is not None:
            return UNKNOWN
        ref = self._names.resolve(call.func, place, order)
        convert = {"builtins.float": float, "builtins.int": int}.get(ref.name or "") if ref is not None else None
        if convert is None:
            return UNKNOWN
        value = self.evaluate(call.args[0].value, place, order, depth + 1)
        numbers = value.numbers()
        try:
            return Value(tuple(convert(number) for number in numbers), value.sure) if numbers else UNKNOWN
        except (ArithmeticError, ValueError):  # int() of infinity or of no number
            return UNKNOWN


def read_literal(expression: nodes.Expression) -> Optional[Value]:
    """The value of a number, string, True, False or None as it is written."""
    if isinstance(expression, nodes.Constant):
        return Value((expression.value,))
    if isinstance(expression, nodes.Name):
        return _NAMED.get(expression.value)
    return None


@lru_cache(maxsize=4096)
def read_constant(text: str) -> Value:
    """The value of a constant as Python text, such as the defaults in the API tables are."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # an escape that Python frowns upon is not ours to tell
            return Value((ast.literal_eval(text),))
    except (ValueError, SyntaxError, MemoryError, RecursionError):
        return UNKNOWN


def _union(values: Iterable[Value]) -> Value:
    """Any one of the values; unknown as soon as one is: a loop that sets a name from itself would take for ever."""
    options: List[object] = []
    sure = True
    for value in values:
        if not value.known:
            return UNKNOWN
        sure = sure and value.sure
        for option in value.options:
            if not any(type(option) is type(seen) and option == seen for seen in options):
                options.append(option)
        if len(options) > MAX_OPTIONS:
            return UNKNOWN
    return Value(tuple(options), sure)


def _combine(operation: Optional[Callable[[object, object], object]], left: Value, right: Value) -> Value:
    if operation is None or not left.numbers() or not right.numbers():
        return UNKNOWN
    if len(left.options) * len(right.options) > MAX_OPTIONS:
        return UNKNOWN
    results: List[object] = []
    for one in left.numbers():
        for other in right.numbers():
            try:
                result = operation(one, other)
            except (ArithmeticError, ValueError):
                return UNKNOWN
            if not computable(result):
                return UNKNOWN
            # 1 - 0.9 is 0.1 to whoever reads the message
            results.append(float(f"{result:.12g}") if isinstance(result, float) else result)
    return Value(tuple(results), left.sure and right.sure)
