"""Cell classes as checkers see them: how they are derived, what they set up and in which order."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Dict, Iterator, List, Mapping, Optional, Sequence, Tuple

from mslint.api.tables import CELL, is_mindspore
from mslint.facts.calls import CallSite
from mslint.facts.collect import LISTED, RawCall, dotted
from mslint.facts.flow.objects import Instance, Layer, Obj, Seq, leaves
from mslint.facts.listuse import works_as_cell_list
from mslint.facts.names import MAX_CLASSES, assigned_value
from mslint.facts.scopes import ASSIGN, Assignment, Class, Function, Place, Scope
from mslint.model import Span
from mslint.syntax import nodes

if TYPE_CHECKING:
    from mslint.facts.module import Facts

LAST = 1 << 60  # behind everything
PRIMITIVE = "mindspore.ops.Primitive"
PARAMETER = "mindspore.Parameter"
ABSTRACT = frozenset(("abc.ABC", "abc.ABCMeta", "typing.Protocol", "typing.Generic"))


class Container:
    """An attribute that keeps cells or parameters where Cell does not look for them."""

    def __init__(self, attribute: str, kind: str, holds: str, example: str, span: Span, listed: bool) -> None:
        self.attribute = attribute
        self.kind = kind  # "list", "tuple", "dict"
        self.holds = holds  # "cells" or "parameters"
        self.example = example  # what it holds, as a message would name it
        self.span = span
        # A list that could be a CellList: it is assigned once, all that it holds are cells, and its uses allow it.
        self.listed = listed


class CellClass:
    """A class definition, asked as a Cell."""

    def __init__(self, facts: Facts, cls: Class) -> None:
        self._facts = facts
        self._cls = cls

    @property
    def name(self) -> str:
        return self._cls.name

    @property
    def span(self) -> Span:
        return self._facts.class_span(self._cls)

    @property
    def is_cell(self) -> bool:
        """Whether the class is certainly derived from nn.Cell."""
        return self._facts.is_cell(self._cls) is True

    @property
    def fully_known(self) -> bool:
        """Whether every base, and their bases, are nn.Cell itself or classes of this module."""
        facts, classes = self._facts, self._facts.names.ancestry(self._cls)
        return len(classes) < MAX_CLASSES and all(_bases_known(facts, each) for each in classes)

    @property
    def abstract(self) -> bool:
        """Whether the class is meant to be derived from: ABC, or a class here derives from it with a construct."""
        facts, cls = self._facts, self._cls
        if any(name in ABSTRACT for name in facts.base_apis(cls)) or any(arg.keyword for arg in cls.node.keywords):
            return True
        return cls in facts.extended

    def has_method(self, name: str) -> bool:
        """In the class, in its bases of this module, or set as a class attribute."""
        if self._facts.method(self._cls, name) is not None:
            return True
        classes = [self._cls, *self._facts.names.local_bases(self._cls)]
        if any(name in cls.scope.bindings or name in cls.attributes for cls in classes):
            return True
        outside = {f"{cls.name}.{name}" for cls in classes}
        return any(outside.intersection(self._facts.results.names_of(each)) for each in self._facts.assignments)

    @property
    def derived_from_cell(self) -> bool:
        """Whether nn.Cell is its one base, so that nothing but self is to be handed to its __init__."""
        return len(self._cls.bases) == 1 and self._facts.base_apis(self._cls) == [CELL]

    def spelled(self, name: str) -> str:
        """How all methods of the class can write a name of MindSpore with what the module imports; empty if not."""
        ways = (
            bound + name[len(path) :]
            for bound in self._facts.imported_names
            for path in self._facts.paths_of(bound)
            if name == path or name.startswith(f"{path}.")
        )
        shortest_first = sorted(ways, key=lambda written: (written.count("."), len(written), written))
        return next((written for written in shortest_first if self._reads_as(written, name)), "")

    def _reads_as(self, written: str, name: str) -> bool:
        """Whether in every method of the class this certainly stands for a name of MindSpore."""
        node = _spelled(written)
        for function in self._cls.methods.values():
            ref = self._facts.names.resolve(node, Place(function.scope), LAST)
            if ref is None or ref.name != name or ref.instance or not ref.sure:
                return False
        return True

    @property
    def decorated(self) -> bool:
        """Whether a decorator may have changed the class."""
        return bool(self._cls.decorators)

    def method_span(self, name: str) -> Span:
        return self._facts.function_span(self._cls.methods[name])

    def owns_method(self, name: str) -> bool:
        return name in self._cls.methods

    def only_raises(self, name: str) -> bool:
        """Whether the body of a method is nothing but a docstring, pass, or raise."""
        function = self._cls.methods.get(name)
        if function is None:
            return False
        body = function.node.body if isinstance(function.node, nodes.FunctionDef) else None
        if body is None:
            return False
        return all(isinstance(part, (nodes.Raise, nodes.Pass)) or _is_text(part) for part in body.body)

    def called_by_name(self, method: str) -> bool:
        """Whether this module calls `something.method(...)` where something may be an instance of this class."""
        for raw in self._facts.raw_calls:
            func = raw.node.func
            if not (isinstance(func, nodes.Attribute) and func.attr.value == method):
                continue
            ref = self._facts.names.resolve(func.value, raw.place, raw.order)
            foreign = ref is not None and ref.name is not None and not is_mindspore(ref.name)
            if (ref is None or ref.cls is self._cls or foreign) and not _is_super(func.value):
                return True
        return False

    def super_calls(self, method: str) -> List[Span]:
        """Where methods of this class call `super().method(...)`: the callee."""
        return [
            self._facts.span(node)
            for node, place, _ in self._facts.attributes
            if node.attr.value == method and _is_super(node.value) and self._holds(place)
        ]

    def _holds(self, place: Place) -> bool:
        """Whether a place is in a method of this class, or in a function inside of one."""
        scope: Optional[Scope] = place.scope
        while scope is not None and (scope.function is None or scope.function.cls is None):
            scope = scope.parent
        return scope is not None and scope.function is not None and scope.function.cls is self._cls

    # -- containers that Cell does not look into

    def containers(self) -> Iterator[Container]:
        """Attributes that hold cells or parameters in a plain list, tuple or dict that nothing else registers."""
        candidates = [name for name in self._cls.attributes if self._plain_container(name)]
        if not candidates:
            return
        layers = self._facts.layers
        instance = layers.instances.get(self._cls)
        if layers.exhausted or instance is None:
            return
        for name in candidates:
            held = instance.attrs.get(name)
            if not isinstance(held, Seq) or held.kind not in ("list", "tuple", "dict"):
                continue
            found = self._unregistered(held, name, instance)
            if found is not None:
                holds, example = found
                assignments = self._cls.attributes[name]
                listed = (
                    (held.kind, holds, len(assignments)) == ("list", "cells", 1)
                    and all(_is_cell_object(self._facts, each) for each in held.items)
                    and works_as_cell_list(self._facts, self._cls, name, assignments[0])
                )
                span = self._facts.assignment_span(assignments[0])
                yield Container(name, held.kind, holds, example, span, listed)

    def _plain_container(self, name: str) -> bool:
        """A cheap look before layers are worked out: is a list, tuple, dict or comprehension ever assigned?"""
        for assignment in self._cls.attributes[name]:
            value = assigned_value(assignment, name)
            if isinstance(value, nodes.Tuple) and _is_trailing_comma(self._facts, value):
                return False
            if _is_container(value):
                return True
            if isinstance(value, nodes.Name) and value.value not in ("None", "True", "False"):
                bindings = self._facts.names.reaching(value.value, assignment.place, assignment.order) or ()
                if any(_is_container(binding.value) for binding in bindings):
                    return True
        return False

    def _unregistered(self, held: Seq, name: str, instance: Instance) -> Optional[Tuple[str, str]]:
        elsewhere: List[Obj] = list(instance.registered)
        for attribute, value in instance.attrs.items():
            if attribute != name and (not isinstance(value, Seq) or value.kind in ("cells", "sequential")):
                elsewhere.extend(leaves(value))
        for obj in instance.registered:
            elsewhere.extend(leaves(obj))
        for obj in leaves(held):
            if obj in elsewhere:
                continue
            if isinstance(obj, Layer) and obj.api is not None and not obj.escaped:
                if obj.name == PARAMETER:
                    return "parameters", "Parameter"
                if obj.role != "optimizer" and _has_state(self._facts, obj):
                    return "cells", ".".join(obj.name.split(".")[-2:])
            if (
                isinstance(obj, Instance)
                and not obj.escaped
                and self._facts.is_cell(obj.cls)
                and has_state(self._facts, obj)
            ):
                return "cells", obj.cls.name
        return None

    def trailing_commas(self) -> Iterator[Tuple[str, Span]]:
        """`self.p = Parameter(...),`: a tuple of one where a parameter or cell was meant."""
        for name, assignments in self._cls.attributes.items():
            for assignment in assignments:
                value = assigned_value(assignment, name)
                if not isinstance(value, nodes.Tuple) or not _is_trailing_comma(self._facts, value):
                    continue
                if builds(self._facts, value.elements[0].value, assignment.place, assignment.order):
                    yield name, self._facts.assignment_span(assignment)

    # -- the order of __init__

    def early_attribute(self) -> Optional[Tuple[Optional[str], Span]]:
        """What __init__ sets up before it calls the base __init__: (attribute, place); (None, place) without a call.

        None where all is well or cannot be told."""
        init = self._cls.methods.get("__init__")
        if init is None or init.receiver is None or self.only_raises("__init__"):
            return None
        facts = self._facts
        calls = facts.calls_in.get(init, [])
        base_calls = [raw for raw in calls if self._initializes_base(raw, init)]
        built = [
            (name, assignment)
            for name, assignment in self._first_assignments(init)
            for value in (assigned_value(assignment, name),)
            if value is not None and builds(facts, value, assignment.place, assignment.order)
        ]
        if not built:  # an __init__ without any cell, parameter or primitive is left to whoever builds them
            return None
        if not base_calls:
            return None, facts.function_span(init)
        name, assignment = built[0]
        before = assignment.order < min(raw.order for raw in base_calls)
        return (name, facts.assignment_span(assignment)) if before else None

    def _first_assignments(self, init: Function) -> Sequence[Tuple[str, Assignment]]:
        found = [
            (name, assignment)
            for name, assignments in self._cls.attributes.items()
            for assignment in assignments
            if assignment.place.scope.function is init
        ]
        return sorted(found, key=lambda pair: pair[1].order)

    def _initializes_base(self, raw: RawCall, init: Function) -> bool:
        """super().__init__(...), Base.__init__(self, ...), or a method or function of ours that might do it."""
        func = raw.node.func
        if isinstance(func, nodes.Attribute):
            if func.attr.value == "__init__":
                return True
            if isinstance(func.value, nodes.Name) and func.value.value == init.receiver:
                helper = self._facts.method(self._cls, func.attr.value)
                if helper is None:  # of a base that cannot be seen; nn.Cell's own methods are no help
                    return not self.fully_known
                return any(
                    isinstance(inner.node.func, nodes.Attribute) and inner.node.func.attr.value == "__init__"
                    for inner in self._facts.calls_in.get(helper, ())
                )
        return False


class Repeated:
    """`[cell] * n` that becomes part of a container."""

    def __init__(self, what: str, count: str, names: Sequence[str], span: Span) -> None:
        self.what = what
        self.count = count
        self.names = names  # what the product or its container is assigned to
        self.span = span


def repeated_cells(facts: Facts) -> Iterator[Repeated]:
    """Products of a list with a cell in it that certainly reach a SequentialCell or CellList."""
    if not facts.products:
        return
    held = _names_holding(facts)
    received = _containers_of(facts, held)
    for product, place in facts.products:
        inside = received.get(product)
        if inside is None:
            continue
        listed, count = product.left, product.right
        if not isinstance(listed, LISTED):
            listed, count = count, listed
        items: List[nodes.Expression] = []
        if isinstance(listed, nodes.ListComp):
            items = [listed.elt]
        elif isinstance(listed, nodes.List):
            items = [part.value for part in listed.elements]
        cell = next((name for item in items for name in (_stateful(facts, item, place),) if name), "")
        if cell:
            names = [name for item in items if (name := dotted(item)) is not None] + held.get(product, [])
            names += [name for call in inside for name in facts.results.targets_of(call)]
            yield Repeated(cell, facts.code(count), names, facts.span(product))


def _names_holding(facts: Facts) -> Dict[nodes.Expression, List[str]]:
    """By product, the names that it is assigned to, also as a part of a sum, and the lists that it extends."""
    held: Dict[nodes.Expression, List[str]] = {}
    for each in facts.assignments:
        for product in _products_in(each.value):
            held.setdefault(product, []).extend(facts.results.names_of(each))
    for raw in facts.raw_calls:
        func = raw.node.func
        if isinstance(func, nodes.Attribute) and func.attr.value == "extend" and len(raw.node.args) == 1:
            name = dotted(func.value)
            for product in _products_in(raw.node.args[0].value) if name is not None else ():
                held.setdefault(product, []).append(name or "")
    return held


def _containers_of(
    facts: Facts, held: Mapping[nodes.Expression, Sequence[str]]
) -> Dict[nodes.Expression, List[CallSite]]:
    """By product, the containers that it becomes a part of, written into them or under a name."""
    named: Dict[str, List[nodes.Expression]] = {}
    for product, names in held.items():
        for name in names:
            named.setdefault(name, []).append(product)
    received: Dict[nodes.Expression, List[CallSite]] = {}
    for call in facts.calls:
        for raw in call.raw.node.args if call.role == "container" else ():
            name = dotted(raw.value) or ""
            found = _products_in(raw.value) + (_still_held(facts, name, call, named[name]) if name in named else [])
            for product in found:
                received.setdefault(product, []).append(call)
    return received


def _still_held(
    facts: Facts, name: str, call: CallSite, products: Sequence[nodes.Expression]
) -> List[nodes.Expression]:
    """Those of the products that a name still holds where a call reads it."""
    if "." in name:
        return list(products)
    bindings = facts.names.reaching(name, call.place, call.order) or ()
    values = [each.value for each in bindings if each.kind == ASSIGN]
    if any(isinstance(value, nodes.List) for value in values):  # a list that may have been extended
        return list(products)
    return [product for value in values for product in _products_in(value) if product in products]


def _products_in(node: Optional[nodes.Expression]) -> List[nodes.Expression]:
    """The products of lists that an expression is, is a sum of, or is a list or tuple of."""
    found: List[nodes.Expression] = []
    pending = [node]
    while pending:
        each = pending.pop()
        if isinstance(each, nodes.BinaryOperation):
            if isinstance(each.operator, ast.Mult):
                found.append(each)
            pending += [each.left, each.right]
        elif isinstance(each, nodes.Call) and len(each.args) == 1 and dotted(each.func) in ("list", "tuple"):
            pending.append(each.args[0].value)
    return found


def _stateful(facts: Facts, node: nodes.Expression, place: Place) -> str:
    """The name of the cell with parameters or a mode that an expression builds; empty where it builds none."""
    ref = facts.names.resolve(node, place, 1 << 60)
    if ref is None or not ref.instance:
        return ""
    if ref.cls is not None:
        instance = facts.layers.instances.get(ref.cls)
        return ref.cls.name if instance is not None and has_state(facts, instance) else ""
    api = facts.tables.get(ref.name)
    layer = Layer(None, api, ref.name or "")
    return ".".join(layer.name.split(".")[-2:]) if _has_state(facts, layer) else ""


def _has_state(facts: Facts, layer: Layer) -> bool:
    """Whether an instance of an API class is a cell with parameters or with a mode."""
    api = layer.api
    return api is not None and facts.tables.is_a(api, CELL) and bool(api.parameters or api.mode)


def _is_cell_object(facts: Facts, obj: Obj) -> bool:
    if isinstance(obj, Layer):
        return obj.api is not None and facts.tables.is_a(obj.api, CELL)
    if isinstance(obj, Seq):
        return obj.kind in ("cells", "sequential")
    return isinstance(obj, Instance) and facts.is_cell(obj.cls) is True


def has_state(facts: Facts, instance: Instance) -> bool:
    """Whether a cell of this module certainly holds parameters or behaves differently in training."""
    pending: List[Obj] = [instance]
    seen: List[Obj] = []
    while pending and len(seen) < 200:
        obj = pending.pop()
        if obj in seen:
            continue
        seen.append(obj)
        if isinstance(obj, Layer):
            if obj.name == PARAMETER or _has_state(facts, obj):
                return True
        elif isinstance(obj, Instance):
            for value in obj.attrs.values():
                pending.extend(leaves(value))
    return False


def builds(facts: Facts, value: nodes.Expression, place: Place, order: int) -> bool:
    """Whether an expression certainly makes a cell, a Parameter or a primitive."""
    ref = facts.names.resolve(value, place, order)
    if ref is None or not ref.instance:
        return False
    if ref.cls is not None:
        return facts.is_cell(ref.cls) is True
    if ref.name == PARAMETER:
        return True
    api = facts.tables.get(ref.name)
    return facts.tables.is_a(api, CELL) or facts.tables.is_a(api, PRIMITIVE)


def _bases_known(facts: Facts, cls: Class) -> bool:
    """Whether every base is nn.Cell itself or another class of this module."""
    for base in cls.bases:
        ref = None if base.star or base.keyword is not None else facts.names.resolve(base.value, cls.place, cls.order)
        if ref is None or ref.cls is cls or (ref.cls is None and ref.name not in (CELL, "builtins.object")):
            return False
    return True


def _is_container(value: Optional[nodes.Expression]) -> bool:
    """Whether an expression makes a list, tuple or dict of Python."""
    if isinstance(value, nodes.BinaryOperation):
        return _is_container(value.left) or _is_container(value.right)
    if isinstance(value, nodes.Call):
        return isinstance(value.func, nodes.Name) and value.func.value in ("list", "tuple", "dict")
    return isinstance(value, (nodes.List, nodes.Tuple, nodes.Dict, nodes.ListComp, nodes.DictComp))


def _is_trailing_comma(facts: Facts, value: nodes.Tuple) -> bool:
    return len(value.elements) == 1 and facts.code(value).endswith(",")


def _spelled(name: str) -> nodes.Expression:
    """A dotted name as an expression."""
    first, *others = name.split(".")
    made: nodes.Expression = nodes.Name(None, first)
    for each in others:
        made = nodes.Attribute(None, made, nodes.Name(None, each))
    return made


def _is_text(node: nodes.Node) -> bool:
    return isinstance(node, nodes.Expr) and (
        isinstance(node.value, nodes.Ellipsis)
        or (isinstance(node.value, nodes.Constant) and isinstance(node.value.value, (str, bytes)))
    )


def _is_super(node: nodes.Node) -> bool:
    return isinstance(node, nodes.Call) and isinstance(node.func, nodes.Name) and node.func.value == "super"
