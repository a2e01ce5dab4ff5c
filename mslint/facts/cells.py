"""Cell classes as checkers see them: how they are derived, what they set up and in which order."""

from __future__ import annotations

import ast
import builtins
from typing import TYPE_CHECKING, Collection, Dict, Iterator, List, Mapping, Optional, Sequence, Set, Tuple

from mslint.api.tables import CELL, is_mindspore
from mslint.facts.calls import CallSite
from mslint.facts.collect import LISTED, RawCall, dotted
from mslint.facts.flow.objects import ASKED, Instance, Layer, Obj, Seq, is_part, leaves
from mslint.facts.handled import looked_after
from mslint.facts.listuse import works_as_cell_list
from mslint.facts.names import MAX_CLASSES, assigned_value
from mslint.facts.scopes import ASSIGN, Assignment, Class, Function, Place, Scope
from mslint.facts.uses import link
from mslint.model import Span
from mslint.syntax import nodes

if TYPE_CHECKING:
    import libcst as cst

    from mslint.facts.module import Facts

LAST = 1 << 60  # behind everything
PRIMITIVE = "mindspore.ops.Primitive"
PARAMETER = "mindspore.Parameter"
# Cells that keep state beside the weights that they train: no optimizer is to train it.
STATE_KEEPERS = (
    "mindspore.nn.Optimizer",
    "mindspore.experimental.optim.Optimizer",
    "mindspore.nn.TrainOneStepCell",
)
MOST_PARTS = 2000  # of a cell that are looked through for what is registered
_BY_TEXT = ("getattr", "vars")  # by these an attribute is reached whose name is not written
_FILLS = ("append", "extend", "insert")
_COPIES = frozenset("clone copy value zeros_like ones_like ZerosLike OnesLike".split())
ABSTRACT = frozenset(("abc.ABC", "abc.ABCMeta", "typing.Protocol", "typing.Generic"))


class Container:
    """An attribute that keeps cells or parameters where Cell does not look for them."""

    def __init__(
        self, attribute: str, kind: str, holds: str, example: str, span: Span, listed: bool, read: bool
    ) -> None:
        self.attribute = attribute
        self.kind = kind  # "list", "tuple", "dict"
        self.holds = holds  # "cells" or "parameters"
        self.example = example  # what it holds, as a message would name it
        self.span = span
        # A list that could be a CellList: it is assigned once, all that it holds are cells, and its uses allow it.
        self.listed = listed
        self.read = read  # whether anything in the module may ask for it


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
    def node(self) -> cst.ClassDef:
        """The class as libcst's node."""
        return self._facts.shown.class_definition(self._cls.node)

    def method_node(self, name: str) -> Optional[cst.FunctionDef]:
        """A method of the class itself, as libcst's node."""
        function = self._cls.methods.get(name)
        return self._facts.shown.function(function.node) if function is not None else None

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

    def may_be_given(self, name: str) -> bool:
        """Whether anything in the module is given an attribute of this name."""
        return self._facts.instances.sets_attribute(name)

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

    def static(self, name: str) -> bool:
        """Whether a method of its own is a staticmethod."""
        return "staticmethod" in self._decorators(name)

    def abstract_method(self, name: str) -> bool:
        """Whether a method of its own is left to subclasses."""
        return "abstractmethod" in self._decorators(name) or self.only_raises(name)

    def _decorators(self, name: str) -> Collection[str]:
        """The last names of the decorators of a method of its own."""
        return [(dotted(each) or "").rpartition(".")[2] for each in self._cls.methods[name].decorators]

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
        if not candidates or any(self.owns_method(name) for name in ASKED):
            return
        layers = self._facts.layers
        instance = layers.instances.get(self._cls)
        if layers.exhausted or instance is None or instance.escaped:
            return
        for name in candidates:
            held = instance.attrs.get(name)
            if not isinstance(held, Seq) or held.kind not in ("list", "tuple", "dict"):
                continue
            assignments = self._cls.attributes[name]
            found = None if self._hidden(name, held) else self._unregistered(held, name, instance)
            if found is not None and not looked_after(self._facts, self._cls, name):
                holds, example = found
                listed = (
                    (held.kind, holds, len(assignments)) == ("list", "cells", 1)
                    and all(_is_cell_object(self._facts, each) for each in held.items)
                    and works_as_cell_list(self._facts, self._cls, name, assignments[0])
                )
                span = self._facts.assignment_span(assignments[0])
                yield Container(name, held.kind, holds, example, span, listed, self._may_be_read(name))

    def _may_be_read(self, name: str) -> bool:
        """Whether anything in the module reads an attribute of this name, or a method that cannot be seen may."""
        facts = self._facts
        if not (self.fully_known and self.has_method("construct")) or any(
            dotted(raw.node.func) in _BY_TEXT for raw in facts.raw_calls
        ):
            return True
        written = {target for each in facts.assignments for target in each.targets}
        for whole, _, _ in facts.attributes:
            node = link(whole, name)
            if whole.attr.value == "__dict__":
                return True
            if node is not None and whole not in written and (node is whole or whole.attr.value not in _FILLS):
                return True
        return False

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
        elsewhere = _registered(instance, name, [comma for comma, _ in self.trailing_commas()])
        for obj in leaves(held):
            if obj in elsewhere or (isinstance(obj, (Layer, Instance)) and (obj.escaped or obj.asked)):
                continue
            if isinstance(obj, Layer) and obj.api is not None:
                if obj.name == PARAMETER and not self._meant_as_state(obj):
                    return "parameters", "Parameter"
                if obj.role != "optimizer" and _has_state(self._facts, obj) and not _unlike_its_table(self._facts, obj):
                    return "cells", ".".join(obj.name.split(".")[-2:])
            if (
                isinstance(obj, Instance)
                and self._facts.is_cell(obj.cls)
                and not _keeps_state(self._facts, obj.cls)
                and has_state(self._facts, obj)
            ):
                return "cells", obj.cls.name
        return None

    def _hidden(self, name: str, held: Seq) -> bool:
        """`self.teacher = [teacher]`: what has a name of its own is in a list for no reason but to hide it."""
        written = [assigned_value(each, name) for each in self._cls.attributes[name]]
        return len(held.items) == 1 and all(
            isinstance(value, (nodes.List, nodes.Tuple))
            and len(value.elements) == 1
            and isinstance(value.elements[0].value, nodes.Name)
            for value in written
        )

    def _meant_as_state(self, parameter: Layer) -> bool:
        """Whether nobody wants a Parameter to be trained: it says so, or belongs to an optimizer."""
        site = self._facts.call_of(parameter.raw.node) if parameter.raw is not None else None
        trained = site.get("requires_grad") if site is not None else None
        frozen = trained is not None and trained.value.is_just(False)
        return frozen or _keeps_state(self._facts, self._cls) or _copied(site)

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
        if isinstance(func, nodes.Name) and not _is_builtin(func.value):
            given = [arg.value for arg in raw.node.args]
            return any(isinstance(each, nodes.Name) and each.value == init.receiver for each in given)
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
            if not any(_items_are_set(facts, name) for name in names):
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


def _items_are_set(facts: Facts, name: str) -> bool:
    """Whether `name[...] = ...` stands anywhere: something else may be there by then."""
    targets = [target for each in facts.assignments for target in each.targets]
    return any(isinstance(target, nodes.Subscript) and dotted(target.value) == name for target in targets)


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
    """The name of the cell with parameters that an expression builds; empty where it builds none."""
    ref = facts.names.resolve(node, place, 1 << 60)
    if ref is None or not ref.instance:
        return ""
    if ref.cls is not None:
        instance = facts.layers.instances.get(ref.cls)
        return ref.cls.name if instance is not None and has_state(facts, instance, mode=False) else ""
    api = facts.tables.get(ref.name)
    layer = Layer(None, api, ref.name or "")
    return ".".join(layer.name.split(".")[-2:]) if _has_state(facts, layer, mode=False) else ""


def _has_state(facts: Facts, layer: Layer, mode: bool = True) -> bool:
    """Whether an instance of an API class is a cell with parameters, or, where that is asked, with a mode."""
    api = layer.api
    return api is not None and facts.tables.is_a(api, CELL) and bool(api.parameters or (mode and api.mode))


def _is_cell_object(facts: Facts, obj: Obj) -> bool:
    if isinstance(obj, Layer):
        return obj.api is not None and facts.tables.is_a(obj.api, CELL)
    if isinstance(obj, Seq):
        return obj.kind in ("cells", "sequential")
    return isinstance(obj, Instance) and facts.is_cell(obj.cls) is True


def has_state(facts: Facts, instance: Instance, mode: bool = True) -> bool:
    """Whether a cell of this module certainly holds parameters or, where asked, behaves differently in training."""
    pending: List[Obj] = [instance]
    seen: List[Obj] = []
    while pending and len(seen) < 200:
        obj = pending.pop()
        if obj in seen:
            continue
        seen.append(obj)
        if isinstance(obj, Layer):
            if obj.name == PARAMETER or _has_state(facts, obj, mode):
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


def _registered(instance: Instance, name: str, others: Collection[str]) -> Set[Obj]:
    """What is part of a cell by any other attribute than the one named, or part of what is; `others` count in full."""
    found: Set[Obj] = set()
    pending: List[Tuple[Instance, str]] = [(instance, name)]
    while pending and len(found) < MOST_PARTS:
        cell, left_out = pending.pop()
        values = list(cell.registered)
        for attribute, value in cell.attrs.items():
            if attribute != left_out and (is_part(value) or (cell is instance and attribute in others)):
                values.append(value)
        new = [each for value in values for each in (value, *leaves(value)) if each not in found]
        found.update(new)
        pending += [(each, "") for each in new if isinstance(each, Instance)]
    return found


def _keeps_state(facts: Facts, cls: Class) -> bool:
    bases = [facts.tables.get(name) for name in facts.base_apis(cls)]
    return any(facts.tables.is_a(base, keeper) for base in bases for keeper in STATE_KEEPERS)


def _copied(parameter: Optional[CallSite]) -> bool:
    """Whether a Parameter begins as a copy of another, or with zeros of its size: an average, a moment, a backup."""
    given = parameter.get("default_input") if parameter is not None else None
    func = given.node.func if given is not None and isinstance(given.node, nodes.Call) else None
    while isinstance(func, nodes.Call):  # ops.ZerosLike()(param)
        func = func.func
    return func is not None and (dotted(func) or _last(func)).rpartition(".")[2] in _COPIES


def _last(func: nodes.Expression) -> str:
    return func.attr.value if isinstance(func, nodes.Attribute) else ""


def _unlike_its_table(facts: Facts, layer: Layer) -> bool:
    """Whether a layer gets arguments that the version does not know: what the table says is not of that layer."""
    site = facts.call_of(layer.raw.node) if layer.raw is not None else None
    return site is not None and bool(site.unknown_keywords)


def _is_builtin(name: str) -> bool:
    return hasattr(builtins, name)


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
