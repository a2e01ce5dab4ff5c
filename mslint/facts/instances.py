"""What class a value certainly has: a Tensor, a layer of MindSpore, a class of this module; must not guess."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Dict, FrozenSet, Iterable, Optional, Sequence, Set, Tuple

from mslint.api.tables import CELL
from mslint.facts.collect import dotted
from mslint.facts.names import MAX_CLASSES, MAX_WAYS, Ref
from mslint.facts.scopes import ASSIGN, AUGMENTED, PARAMETER, Binding, Class, Function, Place
from mslint.syntax import nodes

if TYPE_CHECKING:
    from mslint.facts.module import Facts

TENSOR, PARAMETER_CLASS = "mindspore.Tensor", "mindspore.Parameter"

# Layers whose result is one Tensor, by role; containers and recurrent layers return what they like.
_TO_TENSOR = frozenset("conv conv_transpose dense norm activation dropout pool embedding loss".split())
_LAYERS = ("mindspore.nn", "mindspore.mint.nn")
_MAX_DEPTH = 10


class Instances:
    """Answers for the expressions of one module. Every way in which a value can come about must agree."""

    def __init__(self, facts: Facts) -> None:
        self._facts = facts
        self._known: Dict[Tuple[nodes.Expression, Place], Optional[Ref]] = {}
        self._set_on: Optional[Dict[str, int]] = None
        self._lineages: Dict[Class, Optional[Tuple[Sequence[Class], FrozenSet[str]]]] = {}

    def of(self, expression: nodes.Expression, place: Place, order: int, depth: int = 0) -> Optional[Ref]:
        """The class of a value, as a reference to an instance; None where it is not certain."""
        key = (expression, place)
        if key not in self._known:
            self._known[key] = None  # a value that is made from itself
            self._known[key] = self._of(expression, place, order, depth) if depth < _MAX_DEPTH else None
        return self._known[key]

    def is_tensor(self, ref: Optional[Ref]) -> bool:
        return ref is not None and ref.name in (TENSOR, PARAMETER_CLASS)

    def _of(self, expression: nodes.Expression, place: Place, order: int, depth: int) -> Optional[Ref]:
        if isinstance(expression, nodes.Name):
            return self._name(expression.value, place, order, depth)
        if isinstance(expression, nodes.Call):
            return self._call(expression, place, order, depth)
        if isinstance(expression, nodes.Attribute):
            return self._attribute(expression, place, order, depth)
        if isinstance(expression, nodes.IfExp):
            return self._same(self.of(part, place, order, depth + 1) for part in (expression.body, expression.orelse))
        if isinstance(expression, nodes.NamedExpr):
            return self.of(expression.value, place, order, depth + 1)
        if isinstance(expression, (nodes.BinaryOperation, nodes.UnaryOperation, nodes.Subscript)):
            return self._computed(expression, place, order, depth)
        return None

    def _computed(
        self,
        expression: nodes.Expression,
        place: Place,
        order: int,
        depth: int,
    ) -> Optional[Ref]:
        """`-x`, `x[...]` and `x + y` of a Tensor; a number may stand before it, something unknown may not."""
        if isinstance(expression, nodes.UnaryOperation):
            operand = None if isinstance(expression.operator, ast.Not) else expression.expression
        elif isinstance(expression, nodes.Subscript):
            operand = expression.value
        elif isinstance(expression, nodes.BinaryOperation):
            number = isinstance(expression.left, nodes.Constant) and not isinstance(expression.left.value, (str, bytes))
            operand = expression.right if number else expression.left
        else:
            operand = None
        found = self.of(operand, place, order, depth + 1) if operand is not None else None
        return _TENSOR if self.is_tensor(found) else None

    # -- names

    def _name(self, name: str, place: Place, order: int, depth: int) -> Optional[Ref]:
        """What all bindings that reach a place agree on; `x += y` leaves a Tensor what it was."""
        pending = self._facts.names.reaching(name, place, order) or []
        seen = set(pending)
        first: Optional[Ref] = None
        augmented = False
        while pending:
            binding = pending.pop()
            if len(seen) > MAX_WAYS:
                return None
            if binding.kind == AUGMENTED:
                augmented = True
                before = self._facts.names.reaching(name, binding.place, binding.order) or ()
                pending += [each for each in before if each not in seen]
                seen.update(before)
                continue
            found = self._bound(binding, depth)
            if found is None or (first is not None and found.key != first.key):
                return None
            first = found
        return None if augmented and not self.is_tensor(first) else first

    def _bound(self, binding: Binding, depth: int) -> Optional[Ref]:
        if binding.kind == ASSIGN and binding.value is not None:
            return self.of(binding.value, binding.place, binding.order, depth + 1)
        if binding.kind == PARAMETER and binding.function is not None:
            return self._parameter(binding.name, binding.function)
        return None

    def _parameter(self, name: str, function: Function) -> Optional[Ref]:
        """`self`, and what is annotated as a Tensor."""
        if function.cls is not None and name == function.receiver:
            plain = not any(dotted(each) in ("classmethod", "staticmethod") for each in function.decorators)
            return Ref(cls=function.cls, instance=True) if plain else None
        if function.defaults.get(name) is not None:
            return None
        ref = self._annotation(name, function)
        return _TENSOR if ref is not None and ref.sure and ref.name in (TENSOR, PARAMETER_CLASS) else None

    def _annotation(self, name: str, function: Function) -> Optional[Ref]:
        """The class that a parameter is annotated with."""
        if not isinstance(function.node, nodes.FunctionDef):
            return None
        params = function.node.params
        every = (*params.posonly_params, *params.params, *params.kwonly_params)
        annotation = next((param.annotation for param in every if param.name.value == name), None)
        if annotation is None:
            return None
        ref = self._facts.names.resolve(annotation, function.place, function.order)
        return ref if ref is not None and not ref.instance else None

    def annotated(self, expression: nodes.Expression, place: Place, order: int) -> str:
        """The type of Python's own (`int`) that a parameter is annotated with which is the expression; else empty."""
        reaching = self._facts.names.reaching
        bindings = reaching(expression.value, place, order) if isinstance(expression, nodes.Name) else None
        if bindings is None or len(bindings) != 1 or bindings[0].kind != PARAMETER or bindings[0].function is None:
            return ""
        ref = self._annotation(bindings[0].name, bindings[0].function)
        return (ref.name or "").partition("builtins.")[2] if ref is not None else ""

    # -- attributes

    def _attribute(self, expression: nodes.Attribute, place: Place, order: int, depth: int) -> Optional[Ref]:
        """An attribute that only methods of one class set, and always to the same kind of thing."""
        owner = self.of(expression.value, place, order, depth + 1)
        if owner is None or owner.cls is None:
            return None
        name = expression.attr.value
        values = self._facts.names.attribute_values(owner.cls, name)
        if not values or self.times_set(name) != len(values):
            return None
        return self._same(self.of(value, at, when, depth + 1) for value, at, when in values)

    def times_set(self, name: str) -> int:
        """How many assignments of the module set an attribute of this name, whoever has it."""
        if self._set_on is None:
            self._set_on = {}
            for assignment in self._facts.assignments:
                for attribute in _attributes(assignment.targets):
                    self._set_on[attribute] = self._set_on.get(attribute, 0) + 1
        return self._set_on.get(name, 0)

    def sets_attribute(self, name: str) -> bool:
        """Whether anything in the module is given an attribute of this name, be it by setattr."""
        return self.times_set(name) > 0 or self.set_by_text(name)

    def set_by_text(self, name: str) -> bool:
        """Whether setattr may set an attribute of this name."""
        for raw in self._facts.raw_calls:
            func, args = raw.node.func, raw.node.args
            if isinstance(func, nodes.Name) and func.value == "setattr" and len(args) > 1:
                beginning = _beginning(args[1].value)
                value = self._facts.values.evaluate(args[1].value, raw.place, raw.order)
                if value.known:
                    if name in value.options:
                        return True
                elif name.startswith(beginning):
                    return True
        return False

    # -- calls

    def _call(self, call: nodes.Call, place: Place, order: int, depth: int) -> Optional[Ref]:
        func = call.func
        if isinstance(func, nodes.Attribute):
            receiver = self.of(func.value, place, order, depth + 1)
            if self.is_tensor(receiver):
                return _TENSOR if self._facts.tables.returns_tensor(f"{TENSOR}.{func.attr.value}") else None
            if receiver is not None and receiver.cls is not None:
                method = self._facts.method(receiver.cls, func.attr.value)
                if method is not None:
                    return self._result(method, depth)
        callee = self._facts.names.resolve(func, place, order)
        if callee is not None and not callee.instance:
            return self._made_by(callee, depth) if callee.sure else None
        layer = self.of(func, place, order, depth + 1)
        return self._result_of_layer(layer, depth) if layer is not None else None

    def _made_by(self, callee: Ref, depth: int) -> Optional[Ref]:
        """The result of a function or a class."""
        if callee.cls is not None:
            return Ref(cls=callee.cls, instance=True)
        if callee.function is not None:
            return self._result(callee.function, depth)
        tables, name = self._facts.tables, callee.name or ""
        if name in (TENSOR, "mindspore.tensor") or tables.returns_tensor(name):
            return _TENSOR
        api = tables.get(name)
        if name == PARAMETER_CLASS or (api is not None and api.kind == "class" and tables.is_a(api, CELL)):
            return Ref(name, instance=True)
        return None

    def _result_of_layer(self, layer: Ref, depth: int) -> Optional[Ref]:
        if layer.cls is not None:
            if self._facts.is_cell(layer.cls) is not True or self._facts.method(layer.cls, "__call__") is not None:
                return None
            construct = self._facts.method(layer.cls, "construct")
            return self._result(construct, depth) if construct is not None else None
        api = self._facts.tables.get(layer.name)
        if api is None or api.role not in _TO_TENSOR or api.name.rpartition(".")[0] not in _LAYERS:
            return None
        signature = api.signature(self._facts.version)
        chooses = signature is None or any(name.startswith("return") for name in signature.names())
        return None if chooses else _TENSOR

    def _result(self, function: Function, depth: int) -> Optional[Ref]:
        """What a function of this module returns, if that is one and the same kind of thing everywhere."""
        node = function.node
        if function.yields or function.decorators or depth >= _MAX_DEPTH or not isinstance(node, nodes.FunctionDef):
            return None
        if node.asynchronous:
            return None
        return self._same(
            None if value is None else self.of(value, place, order, depth + 1)
            for value, place, order in function.returns
        )

    @staticmethod
    def _same(refs: Iterable[Optional[Ref]]) -> Optional[Ref]:
        first: Optional[Ref] = None
        for ref in refs:
            if ref is None or (first is not None and ref.key != first.key):
                return None
            first = ref
        return first

    # -- classes

    def lineage(self, cls: Class) -> Optional[Tuple[Sequence[Class], FrozenSet[str]]]:
        """A class with its bases of this module, and the names of the others; None where a base is not known."""
        if cls not in self._lineages:
            self._lineages[cls] = self._lineage(cls)
        return self._lineages[cls]

    def _lineage(self, cls: Class) -> Optional[Tuple[Sequence[Class], FrozenSet[str]]]:
        classes = self._facts.names.ancestry(cls)
        names: Set[str] = set()
        if len(classes) == MAX_CLASSES:
            return None
        for each in classes:
            if any((dotted(arg.value) or "").rpartition(".")[2] != "ABCMeta" for arg in each.node.keywords):
                return None  # a metaclass may add what it likes
            for base in each.bases:
                ref = None
                if not base.star and base.keyword is None:
                    ref = self._facts.names.resolve(base.value, each.place, each.order)
                if ref is None or ref.instance or not ref.sure or ref.cls is each:
                    return None
                if ref.cls is None:
                    names.add(ref.name or "")
        return classes, frozenset(names)


_TENSOR = Ref(TENSOR, instance=True)


def _attributes(targets: Iterable[nodes.Expression]) -> Iterable[str]:
    for target in targets:
        if isinstance(target, nodes.Attribute):
            yield target.attr.value
        elif isinstance(target, (nodes.Tuple, nodes.List)):
            yield from _attributes(element.value for element in target.elements)


def _beginning(node: nodes.Expression) -> str:
    """What a string certainly begins with: `layer` of f"layer{i}" and of "layer" + str(i)."""
    if isinstance(node, nodes.FormattedString) and node.parts:
        first = node.parts[0]
        return first.value if isinstance(first, nodes.FormattedStringText) else ""
    if isinstance(node, nodes.BinaryOperation) and isinstance(node.operator, ast.Add):
        node = node.left
    if isinstance(node, nodes.Constant) and isinstance(node.value, str):
        return node.value
    return ""
