"""What class a value has: a Tensor, a layer of MindSpore, a class of this module; `sure` where nothing else can be."""

from __future__ import annotations

import ast
from typing import (
    TYPE_CHECKING,
    Callable,
    Dict,
    FrozenSet,
    Iterable,
    Iterator,
    List,
    NamedTuple,
    Optional,
    Sequence,
    Set,
    Tuple,
    Union,
)

from mslint.api.tables import CELL, is_mindspore
from mslint.facts.collect import RawCall, dotted
from mslint.facts.evidence import Evidence
from mslint.facts.kinds import (
    A_PARAMETER,
    A_TENSOR,
    DATASET,
    ITSELF,
    PARAMETER_CLASS,
    STAGES,
    TENSOR,
    TO_TENSOR,
    Annotations,
    Items,
    Kind,
    either,
    is_tensor,
    item_of,
    next_of,
    of_layer,
    parameters_of,
    part_of,
)
from mslint.facts.names import MAX_CLASSES, MAX_WAYS, Ref
from mslint.facts.scopes import ASSIGN, AUGMENTED, LOOP, PARAMETER, UNPACK, Binding, Class, Function, Place, Scope
from mslint.syntax import nodes

if TYPE_CHECKING:
    from mslint.facts.module import Facts

_CONTAINERS = ("mindspore.nn.CellList", "mindspore.nn.SequentialCell", "mindspore.mint.nn.Sequential")
_SEQUENTIAL = ("mindspore.nn.SequentialCell", "mindspore.mint.nn.Sequential")
_MAX_DEPTH = 24
_MAX_LOOKS = 300  # for one question
_MAX_CALLS = 40  # of a function, or of append, that are looked at

# What gives back the items of its first argument, or of each of its arguments.
_SAME_ITEMS = ("builtins.list", "builtins.tuple", "builtins.reversed", "builtins.sorted", "builtins.iter", "tqdm.tqdm")
_DIFFERENTIATED = ("mindspore.value_and_grad", "mindspore.ops.value_and_grad")
_PARAMETERS = frozenset("trainable_params untrainable_params get_parameters".split())
# Methods that only MindSpore's datasets have.
_ITERATORS = ("create_dict_iterator", "create_tuple_iterator")
# Attributes of a tensor that are tensors.
_OF_TENSOR = frozenset(("T", "mT", "H", "mH", "data", "real", "imag"))
# Parameters of layers, under the names that MindSpore and mint give them.
_OF_LAYER = frozenset(
    "weight bias gamma beta moving_mean moving_variance running_mean running_var embedding_table".split()
)

_Question = Tuple[nodes.Expression, Place, int]  # what an expression is at a place, and at which point of the text


class _Known(NamedTuple):
    """An answer, with how deep and how often one has to look for it."""

    kind: Optional[Kind]
    height: int
    looks: int


class Instances:
    """Answers for the expressions of one module. Every way in which a value can come about must agree; only in what a
    Cell computes is a Tensor still one where another way is not known."""

    def __init__(self, facts: Facts) -> None:
        self._facts = facts
        self._annotations = Annotations(facts)
        self._evidence = Evidence(facts)
        self._answers: Dict[_Question, Optional[Kind]] = {}  # to whole questions
        self._known: Dict[_Question, _Known] = {}
        self._looking: Set[_Question] = set()
        self._cut = False  # something that is being looked for was needed, or what is too far away
        self._deepest = 0
        self._looks = 0  # for the question that is asked
        self._altered: Optional[Set[str]] = None
        self._texts: Optional[List[Tuple[Optional[Sequence[object]], str]]] = None
        self._set_on: Optional[Dict[str, int]] = None
        self._lineages: Dict[Class, Optional[Tuple[Sequence[Class], FrozenSet[str]]]] = {}
        self._declared: Optional[Dict[nodes.Node, nodes.Expression]] = None
        self._computing: Optional[Set[Function]] = None

    def of(self, expression: nodes.Expression, place: Place, order: int) -> Optional[Ref]:
        """The class of a value, as a reference to an instance; None where it is not certain."""
        found = self.kind(expression, place, order)
        return found if isinstance(found, Ref) else None

    def is_tensor(self, ref: Optional[Ref]) -> bool:
        return is_tensor(ref)

    def kind(self, expression: nodes.Expression, place: Place, order: int, depth: int = 0) -> Optional[Kind]:
        """The class of a value, or what it holds; None where that is not certain."""
        look = _LOOKS.get(type(expression))
        if look is None:
            return None
        key = (expression, place, order)
        if not self._looking:
            self._cut, self._deepest, self._looks = False, 0, 0
        known = self._known.get(key)
        # What is known counts where it would be found from here, too: answers must not hang on what was asked before.
        if known is not None and depth + known.height <= _MAX_DEPTH and self._looks + known.looks <= _MAX_LOOKS:
            self._deepest = max(self._deepest, depth + known.height)
            self._looks += known.looks
            return known.kind
        if not self._looking and key in self._answers:
            return self._answers[key]
        if key in self._looking:
            self._cut = True
            return ITSELF
        if depth >= _MAX_DEPTH or self._looks >= _MAX_LOOKS:
            self._cut = True
            self._deepest = depth
            return None
        cut, deepest, looks = self._cut, self._deepest, self._looks
        self._cut, self._deepest = False, depth
        self._looking.add(key)
        self._looks += 1
        found = look(self, expression, place, order, depth + 1)
        self._looking.remove(key)
        if not self._cut:  # else it may be known better, or less well, when something else is asked
            self._known[key] = _Known(found, self._deepest - depth, self._looks - looks)
        if not self._looking:
            found = self._answers[key] = None if found is ITSELF else found
        self._cut = cut or (self._cut and bool(self._looking))
        self._deepest = max(deepest, self._deepest)
        return found

    # -- expressions

    def _choice(self, expression: nodes.IfExp, place: Place, order: int, depth: int) -> Optional[Kind]:
        return either(self.kind(part, place, order, depth) for part in (expression.body, expression.orelse))

    def _logic(self, expression: nodes.BooleanOperation, place: Place, order: int, depth: int) -> Optional[Kind]:
        return either(self.kind(part, place, order, depth) for part in (expression.left, expression.right))

    def _walrus(self, expression: nodes.NamedExpr, place: Place, order: int, depth: int) -> Optional[Kind]:
        return self.kind(expression.value, place, order, depth)

    def _unary(self, expression: nodes.UnaryOperation, place: Place, order: int, depth: int) -> Optional[Kind]:
        operand = None if isinstance(expression.operator, ast.Not) else expression.expression
        return _tensor(self.kind(operand, place, order, depth)) if operand is not None else None

    def _binary(self, expression: nodes.BinaryOperation, place: Place, order: int, depth: int) -> Optional[Kind]:
        """`x + y` of a Tensor; a number may stand before it, something unknown only in what a Cell computes."""
        left = _tensor(self.kind(expression.left, place, order, depth))
        if left is not None:
            return left
        number = isinstance(expression.left, nodes.Constant) and not isinstance(expression.left.value, (str, bytes))
        if number or self.computes(place):
            return _tensor(self.kind(expression.right, place, order, depth))
        return None

    def _comparison(self, expression: nodes.Comparison, place: Place, order: int, depth: int) -> Optional[Kind]:
        """`x > 0` of a Tensor."""
        if len(expression.comparisons) != 1:
            return None
        if isinstance(expression.comparisons[0].operator, (ast.Is, ast.IsNot, ast.In, ast.NotIn)):
            return None
        return _tensor(self.kind(expression.left, place, order, depth))

    def _subscript(self, expression: nodes.Subscript, place: Place, order: int, depth: int) -> Optional[Kind]:
        held = self.kind(expression.value, place, order, depth)
        part = expression.slice[0].slice if len(expression.slice) == 1 else None
        if isinstance(held, Items) and not isinstance(part, nodes.Index):
            return Items(held.each) if isinstance(part, nodes.Slice) else None
        value = self._facts.values.evaluate(part.value, place, order) if isinstance(part, nodes.Index) else None
        index = value.options[0] if value is not None and len(value.options) == 1 else None
        if isinstance(held, Items):
            return held.at(index if type(index) is int else None)
        return self._item_in(held, expression.value, place, order, depth)

    def _display(
        self, expression: Union[nodes.Tuple, nodes.List, nodes.Set], place: Place, order: int, depth: int
    ) -> Optional[Kind]:
        if any(isinstance(element, nodes.StarredElement) for element in expression.elements):
            return None
        parts = tuple(self.kind(element.value, place, order, depth) for element in expression.elements)
        return Items(parts=parts) if isinstance(expression, nodes.Tuple) else Items(either(parts))

    def _table(self, expression: nodes.Dict, place: Place, order: int, depth: int) -> Optional[Kind]:
        if any(isinstance(element, nodes.StarredDictElement) for element in expression.elements):
            return None
        values = [self.kind(element.value, place, order, depth) for element in expression.elements]
        return Items(either(values), table=True)

    def _comprehension(
        self, expression: Union[nodes.ListComp, nodes.GeneratorExp, nodes.SetComp], place: Place, order: int, depth: int
    ) -> Optional[Kind]:
        inside = self._facts.inside_of(expression)
        return Items(self.kind(expression.elt, inside, order, depth)) if inside is not None else None

    # -- names

    def _name(self, expression: nodes.Name, place: Place, order: int, depth: int) -> Optional[Kind]:
        """What all bindings that reach a place agree on; `x += y` leaves a Tensor what it was."""
        name = expression.value
        pending = self._facts.names.reaching(name, place, order) or []
        seen = set(pending)
        found: List[Optional[Kind]] = []
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
            found.append(self._bound(binding, depth))
        kind = either(found, self.computes(place))
        if kind is None and all(binding.kind == PARAMETER for binding in seen) and seen:
            kind = A_TENSOR if self._evidence.shows(name, list(seen), place, order) else None
        return None if augmented and not is_tensor(kind) and kind is not ITSELF else kind

    def _bound(self, binding: Binding, depth: int) -> Optional[Kind]:
        if binding.kind == ASSIGN and isinstance(binding.value, nodes.List) and not binding.value.elements:
            return self._filled(binding, depth)
        if binding.kind == ASSIGN and isinstance(binding.value, _CHANGING) and binding.name in self._changed():
            return Items(table=isinstance(binding.value, (nodes.Dict, nodes.DictComp)))
        if binding.kind == ASSIGN and binding.value is not None:
            found = self.kind(binding.value, binding.place, binding.order, depth)
            declared = self._declarations().get(binding.value) if found is None else None
            return found if declared is None else self._annotations.kind(declared, binding.place, binding.order)
        if binding.kind == PARAMETER and binding.function is not None:
            return self._parameter(binding.name, binding.function, depth)
        if binding.kind in (UNPACK, LOOP) and binding.whole is not None:
            whole = self.kind(binding.whole, binding.place, binding.order, depth)
            if binding.kind == LOOP:
                whole = self._next_in(whole, binding.whole, binding.place, binding.order, depth)
            return part_of(whole, binding.steps)
        return None

    def _filled(self, binding: Binding, depth: int) -> Optional[Kind]:
        """A list that is empty at first: what is appended to it where it is made."""
        every = self._facts.appended(binding.name)
        if len(every) > _MAX_CALLS or binding.name in self._changed():
            return Items()
        if any(raw.place.scope is not binding.place.scope or len(raw.node.args) != 1 for raw in every):
            return Items()
        kinds = [self.kind(raw.node.args[0].value, raw.place, raw.order, depth) for raw in every]
        return Items(either(kinds))

    def _changed(self) -> Set[str]:
        """The names, dotted ones too, of what may be changed where it is held: an item is set, or a method is called or
        a function of the project given it that may do so. `append` counts by itself."""
        if self._altered is None:
            found: Set[Optional[str]] = set()
            for assignment in self._facts.assignments:
                for target in assignment.targets:
                    found.update(dotted(part.value) for part in _targets(target) if isinstance(part, nodes.Subscript))
                if assignment.kind == "AugAssign":
                    found.update(map(dotted, assignment.targets))
            for raw in self._facts.raw_calls:
                func = raw.node.func
                if isinstance(func, nodes.Attribute) and func.attr.value not in _LOOKING:
                    owner = dotted(func.value)
                    if func.attr.value != "append" or (owner is not None and self._filled_at_once(owner, raw)):
                        found.add(owner)
                if not self._leaves_alone(raw):
                    found.update(dotted(arg.value) for arg in raw.node.args)
            for assignment in self._facts.assignments:  # `b = a`: what is done to one is done to the other
                if isinstance(assignment.value, nodes.Name) and not found.isdisjoint(map(dotted, assignment.targets)):
                    found.add(assignment.value.value)
            self._altered = {name for name in found if name is not None}
        return self._altered

    def _filled_at_once(self, owner: str, raw: RawCall) -> bool:
        """Whether something that is appended to was not empty where it was made."""
        if "." in owner:
            return True
        bindings = self._facts.names.reaching(owner, raw.place, raw.order) or ()
        empty = (isinstance(each.value, nodes.List) and not each.value.elements for each in bindings)
        return len(bindings) > _MAX_CALLS or not all(empty)

    def _leaves_alone(self, raw: RawCall) -> bool:
        """Whether a call is that of a builtin or of MindSpore, which change nothing that they are given."""
        ref = self._facts.names.resolve(raw.node.func, raw.place, raw.order)
        name = ref.name or "" if ref is not None else ""
        return name.startswith("builtins.") or is_mindspore(name)

    def _next_in(
        self, held: Optional[Kind], expression: nodes.Expression, place: Place, order: int, depth: int
    ) -> Optional[Kind]:
        """What going over something gives."""
        if isinstance(held, Items) and held.table:
            return None
        return self._item_in(held, expression, place, order, depth)

    def _item_in(
        self, held: Optional[Kind], expression: nodes.Expression, place: Place, order: int, depth: int
    ) -> Optional[Kind]:
        """An item of something; of a container of Cells, what it was made of."""
        if not isinstance(held, Ref) or held.name not in _CONTAINERS:
            return item_of(held)
        if dotted(expression) in self._changed():
            return None
        made = []
        for value, at, when in self._written(expression, place, order, depth):
            args = value.args if isinstance(value, nodes.Call) else ()
            given = self.kind(args[0].value, at, when, depth) if len(args) == 1 else None
            made.append(item_of(given) if isinstance(given, Items) else None)
        return either(made)

    def _declarations(self) -> Dict[nodes.Node, nodes.Expression]:
        """What `x: Tensor = value` says of a value."""
        if self._declared is None:
            every = (each.node for each in self._facts.assignments)
            annotated = (node for node in every if isinstance(node, nodes.AnnAssign))
            self._declared = {node.value: node.annotation for node in annotated if node.value is not None}
        return self._declared

    def _parameter(self, name: str, function: Function, depth: int) -> Optional[Kind]:
        """`self`, what is annotated, and what calls in this module give."""
        if function.cls is not None and name == function.receiver:
            plain = not any(dotted(each) in ("classmethod", "staticmethod") for each in function.decorators)
            return Ref(cls=function.cls, instance=True) if plain else None
        default = function.defaults.get(name)
        if default is not None and not (isinstance(default, nodes.Name) and default.value == "None"):
            return None
        annotation = self.annotation(name, function)
        if annotation is not None:
            return self._annotations.kind(annotation, function.place, function.order)
        calls = (
            self._facts.calls_of(function) if not function.decorators or self.computes(Place(function.scope)) else ()
        )
        given = [self._given(raw, name, function, depth) for raw in calls[:_MAX_CALLS]]
        return next((each.but(sure=False) for each in given if isinstance(each, Ref) and each is not ITSELF), None)

    def _given(self, raw: RawCall, name: str, function: Function, depth: int) -> Optional[Kind]:
        """What one call gives a parameter."""
        args = raw.node.args
        if any(arg.star for arg in args) or depth >= _MAX_DEPTH:
            return None
        func = raw.node.func
        owner = (
            self._facts.names.resolve(func.value, raw.place, raw.order) if isinstance(func, nodes.Attribute) else None
        )
        by_class = owner is not None and owner.cls is not None and not owner.instance
        shift = 1 if function.receiver is not None and isinstance(func, nodes.Attribute) and not by_class else 0
        place = function.params.index(name) - shift if name in function.params else -1
        written = [arg for arg in args if arg.keyword is None]
        value = next((arg.value for arg in args if arg.keyword is not None and arg.keyword.value == name), None)
        if value is None and 0 <= place < len(written):
            value = written[place].value
        return self.kind(value, raw.place, raw.order, depth) if value is not None else None

    def annotation(self, name: str, function: Function) -> Optional[nodes.Expression]:
        """What a parameter is annotated with."""
        if not isinstance(function.node, nodes.FunctionDef):
            return None
        return next((param.annotation for param in parameters_of(function.node) if param.name.value == name), None)

    def annotated(self, expression: nodes.Expression, place: Place, order: int) -> str:
        """The type of Python's own (`int`) that a parameter is annotated with which is the expression; else empty."""
        reaching = self._facts.names.reaching
        bindings = reaching(expression.value, place, order) if isinstance(expression, nodes.Name) else None
        if bindings is None or len(bindings) != 1 or bindings[0].kind != PARAMETER or bindings[0].function is None:
            return ""
        function = bindings[0].function
        annotation = self.annotation(bindings[0].name, function)
        ref = self._facts.names.resolve(annotation, function.place, function.order) if annotation is not None else None
        return (ref.name or "").partition("builtins.")[2] if ref is not None and not ref.instance else ""

    # -- what Cells compute

    def computes(self, place: Place) -> bool:
        """Whether code is that of construct, of a function within it, or of a method that it calls."""
        scope: Optional[Scope] = place.scope
        while scope is not None:
            if scope.function is not None and scope.function in self._computed():
                return True
            scope = scope.parent
        return False

    def in_cell(self, place: Place) -> bool:
        """Whether code is that of a method of a Cell, but for those with two underscores and those of the class."""
        scope: Optional[Scope] = place.scope
        while scope is not None:
            function = scope.function
            if function is not None and function.cls is not None:
                of_class = any(dotted(each) in ("classmethod", "staticmethod") for each in function.decorators)
                if of_class or function.name.startswith("__"):
                    return False
                return self._facts.is_cell(function.cls) is True
            scope = scope.parent
        return False

    def _computed(self) -> Set[Function]:
        """The methods of Cells in which tensors are computed."""
        if self._computing is None:
            self._computing = set()
            for cls in self._facts.classes:
                if "construct" in cls.methods and self._facts.is_cell(cls) is True:
                    self._computing.update(self._called_from(cls))
        return self._computing

    def _called_from(self, cls: Class) -> Iterator[Function]:
        """The methods that are run when a Cell is called, as far as its own class has them."""
        pending = [cls.methods["construct"]]
        seen = set(pending)
        while pending:
            function = pending.pop()
            yield function
            for raw in self._facts.calls_in.get(function, ()):
                owner, _, name = (dotted(raw.node.func) or "").rpartition(".")
                method = cls.methods.get(name) if owner and owner == function.receiver else None
                if method is not None and method not in seen:
                    seen.add(method)
                    pending.append(method)

    # -- attributes

    def _attribute(self, expression: nodes.Attribute, place: Place, order: int, depth: int) -> Optional[Kind]:
        """A tensor of a tensor or a layer, or what only methods of one class set, always to the same kind of thing."""
        owner, name = self.kind(expression.value, place, order, depth), expression.attr.value
        if not isinstance(owner, Ref):
            return None
        if owner is ITSELF:
            return ITSELF if name in _OF_TENSOR else None
        if owner.cls is None:
            return self._of_api(owner, name)
        values = self._facts.names.attribute_values(owner.cls, name)
        if not values or self.times_set(name) != len(values):
            return None
        return _likely(either(self.kind(value, at, when, depth) for value, at, when in values))

    def _of_api(self, owner: Ref, name: str) -> Optional[Kind]:
        if is_tensor(owner):
            return A_TENSOR if name in _OF_TENSOR else None
        api = self._facts.tables.get(owner.name)
        of_layer = name in _OF_LAYER and api is not None and api.role in TO_TENSOR
        return A_PARAMETER if of_layer else None

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
        if self._texts is None:
            self._texts = []
            for raw in self._facts.raw_calls:
                args = raw.node.args
                at = _SETTING.get(call_name(raw.node), -1)
                if 0 <= at < len(args):
                    value = self._facts.values.evaluate(args[at].value, raw.place, raw.order)
                    self._texts.append((value.options if value.known else None, _beginning(args[at].value)))
        return any(name.startswith(begin) if known is None else name in known for known, begin in self._texts)

    # -- calls

    def _call(self, call: nodes.Call, place: Place, order: int, depth: int) -> Optional[Kind]:
        func = call.func
        if isinstance(func, nodes.Attribute):
            found = self._method_result(call, func, place, order, depth)
            if found is not None:
                return found
        callee = self._facts.names.resolve(func, place, order)
        if callee is not None and not callee.instance:
            return self._made_by(callee, call, place, order, depth) if callee.sure else None
        if callee is not None and callee.name in _DIFFERENTIATED:
            return self._value_and_gradients(func, place, order, depth)
        layer = self.kind(func, place, order, depth)
        return self._result_of_layer(layer, func, place, order, depth) if isinstance(layer, Ref) else None

    def _method_result(
        self, call: nodes.Call, func: nodes.Attribute, place: Place, order: int, depth: int
    ) -> Optional[Kind]:
        """The result of a method, by the kind of its receiver; of some, their names alone tell."""
        name = func.attr.value
        if name in _ITERATORS and not any(name in cls.scope.bindings for cls in self._facts.classes):
            return self._iterator(call, place, order)
        receiver = self.kind(func.value, place, order, depth)
        if receiver is ITSELF:
            return ITSELF if self._facts.tables.returns_tensor(f"{TENSOR}.{name}") else None
        if is_tensor(receiver):
            return self._result_of_api(f"{TENSOR}.{name}")
        if isinstance(receiver, Items):
            if name == "items":
                return Items(Items(parts=(None, receiver.each)))
            if name == "values":
                return Items(receiver.each)
            plain = name == "copy" or (name in ("get", "pop") and len(call.args) == 1)
            return None if not plain else receiver if name == "copy" else receiver.each
        if receiver is None:
            return None
        if receiver.cls is not None:
            method = self._facts.method(receiver.cls, name)
            if method is not None:
                return _likely(self._result(method, depth))  # a class derived from it may have another one
        if name in STAGES and self._is_dataset(receiver):
            return Ref(DATASET, instance=True)
        if self._is_cell(receiver):
            if name in _PARAMETERS:
                return Items(A_PARAMETER)
            if name == "parameters_and_names":
                return Items(Items(parts=(None, A_PARAMETER)))
            return Items(A_PARAMETER) if name == "parameters_dict" else None
        return None

    def _is_cell(self, ref: Ref) -> bool:
        if ref.cls is not None:
            return self._facts.is_cell(ref.cls) is True
        return self._facts.tables.is_a(self._facts.tables.get(ref.name), CELL)

    def _is_dataset(self, ref: Ref) -> bool:
        return self._facts.tables.is_a(self._facts.tables.get(ref.name), DATASET) or ref.name == DATASET

    def _iterator(self, call: nodes.Call, place: Place, order: int) -> Optional[Kind]:
        """What an iterator over a dataset gives: rows of Tensors, unless arrays are asked for."""
        for number, arg in enumerate(call.args):
            if arg.star or (arg.keyword is None and number > 0):
                return None
            if arg.keyword is not None and arg.keyword.value == "output_numpy":
                value = self._facts.values.evaluate(arg.value, place, order)
                if value.options != (False,):
                    return None
        return Items(Items(A_TENSOR, table=True) if call_name(call) == _ITERATORS[0] else Items(A_TENSOR))

    def _made_by(self, callee: Ref, call: nodes.Call, place: Place, order: int, depth: int) -> Optional[Kind]:
        """The result of a function or a class."""
        if callee.cls is not None:
            return Ref(cls=callee.cls, instance=True) if "__new__" not in callee.cls.scope.bindings else None
        if callee.function is not None:
            return self._result(callee.function, depth)
        name = callee.name or ""
        if name in _SAME_ITEMS or name in ("builtins.enumerate", "builtins.zip", "builtins.next"):
            return self._of_items(name, call, place, order, depth)
        if name in (TENSOR, "mindspore.tensor"):
            return A_TENSOR
        tables = self._facts.tables
        api = tables.get(name)
        if name == PARAMETER_CLASS:
            return A_PARAMETER
        if api is not None and api.kind == "class" and (tables.is_a(api, CELL) or tables.is_a(api, DATASET)):
            return Ref(name, instance=True)
        return self._result_of_api(name)

    def _result_of_api(self, name: str) -> Optional[Kind]:
        tables = self._facts.tables
        if tables.returns_tensor(name):
            return A_TENSOR
        return Items(A_TENSOR) if tables.returns_tensors(name) else None

    def _of_items(self, name: str, call: nodes.Call, place: Place, order: int, depth: int) -> Optional[Kind]:
        given = [arg.value for arg in call.args if arg.keyword is None and not arg.star]
        if not given or any(arg.star for arg in call.args):
            return None
        if name == "builtins.zip":
            return Items(Items(parts=tuple(next_of(self.kind(each, place, order, depth)) for each in given)))
        item = self._next_in(self.kind(given[0], place, order, depth), given[0], place, order, depth)
        if name == "builtins.enumerate":
            return Items(Items(parts=(None, item)))
        return item if name == "builtins.next" else Items(item)

    def _result_of_layer(
        self, layer: Ref, func: nodes.Expression, place: Place, order: int, depth: int
    ) -> Optional[Kind]:
        if layer.cls is not None:
            if self._facts.is_cell(layer.cls) is not True or self._facts.method(layer.cls, "__call__") is not None:
                return None
            construct = self._facts.method(layer.cls, "construct")
            return self._result(construct, depth) if construct is not None else None
        if layer.name in _SEQUENTIAL:
            return self._result_of_last(func, place, order, depth)
        return of_layer(self._facts.tables, layer.name, self._facts.version)

    def _result_of_last(self, func: nodes.Expression, place: Place, order: int, depth: int) -> Optional[Kind]:
        """The result of a SequentialCell is that of its last layer."""
        results: List[Optional[Kind]] = []
        for value, at, when in self._written(func, place, order, depth):
            args = value.args if isinstance(value, nodes.Call) else ()
            last: Optional[nodes.Expression] = args[-1].value if args and not args[-1].star else None
            if isinstance(last, nodes.List) and len(args) == 1:
                elements = last.elements
                last = elements[-1].value if elements and not isinstance(elements[-1], nodes.StarredElement) else None
            layer = self.kind(last, at, when, depth) if last is not None else None
            ref = layer if isinstance(layer, Ref) else None
            results.append(self._result_of_layer(ref, last, at, when, depth) if ref is not None and last else None)
        return either(results) if depth < _MAX_DEPTH else None

    def _value_and_gradients(self, func: nodes.Expression, place: Place, order: int, depth: int) -> Optional[Kind]:
        """What a function made by value_and_grad gives: what its own gives, and the gradients."""
        made = list(self._written(func, place, order, depth))
        call = made[0][0] if len(made) == 1 else None
        if not isinstance(call, nodes.Call):
            return None
        at, when = made[0][1:]
        given = dict(zip(("fn", "grad_position", "weights"), (arg.value for arg in call.args if arg.keyword is None)))
        given.update((arg.keyword.value, arg.value) for arg in call.args if arg.keyword is not None)
        if any(arg.star for arg in call.args) or "return_ids" in given or "fn" not in given:
            return None
        position, weights = given.get("grad_position"), given.get("weights")
        only = weights is not None and isinstance(position, nodes.Name) and position.value == "None"
        gradients = Items(A_TENSOR) if only else A_TENSOR if weights is None and position is None else None
        ref = self._facts.names.resolve(given["fn"], at, when)
        if ref is not None and ref.function is not None:
            return Items(parts=(self._result(ref.function, depth), gradients))
        layer = self.kind(given["fn"], at, when, depth)
        value = self._result_of_layer(layer, given["fn"], at, when, depth) if isinstance(layer, Ref) else None
        return Items(parts=(value, gradients))

    def _written(
        self, expression: nodes.Expression, place: Place, order: int, depth: int
    ) -> Iterable[Tuple[nodes.Expression, Place, int]]:
        """The expressions that a name or an attribute of `self` is assigned, or the expression itself."""
        if isinstance(expression, nodes.Name):
            for binding in self._facts.names.reaching(expression.value, place, order) or ():
                if binding.value is not None:
                    yield binding.value, binding.place, binding.order
        elif isinstance(expression, nodes.Attribute):
            owner = self.kind(expression.value, place, order, depth)
            if isinstance(owner, Ref) and owner.cls is not None:
                yield from self._facts.names.attribute_values(owner.cls, expression.attr.value) or ()
        else:
            yield expression, place, order

    def _result(self, function: Function, depth: int) -> Optional[Kind]:
        """What a function of this module returns, if that is one and the same kind of thing everywhere."""
        node = function.node
        if function.yields or function.decorators or depth >= _MAX_DEPTH or not isinstance(node, nodes.FunctionDef):
            return None
        if node.asynchronous:
            return None
        if node.returns is not None:
            declared = self._annotations.kind(node.returns, function.place, function.order)
            if declared is not None:
                return declared
        return either(
            None if value is None else self.kind(value, place, order, depth) for value, place, order in function.returns
        )

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


_LOOKS: Dict[type, Callable[..., Optional[Kind]]] = {
    nodes.Name: Instances._name,
    nodes.Call: Instances._call,
    nodes.Attribute: Instances._attribute,
    nodes.IfExp: Instances._choice,
    nodes.BooleanOperation: Instances._logic,
    nodes.NamedExpr: Instances._walrus,
    nodes.UnaryOperation: Instances._unary,
    nodes.BinaryOperation: Instances._binary,
    nodes.Comparison: Instances._comparison,
    nodes.Subscript: Instances._subscript,
    nodes.Tuple: Instances._display,
    nodes.List: Instances._display,
    nodes.Set: Instances._display,
    nodes.Dict: Instances._table,
    nodes.ListComp: Instances._comprehension,
    nodes.SetComp: Instances._comprehension,
    nodes.GeneratorExp: Instances._comprehension,
}


# Functions that set an attribute by its name, with the position of that.
_SETTING = {"setattr": 1, "insert_child_to_cell": 0, "insert_param_to_cell": 0, "register_buffer": 0}
_CHANGING = (nodes.List, nodes.Dict, nodes.Set, nodes.ListComp, nodes.DictComp, nodes.SetComp)
# Methods of containers that change nothing.
_LOOKING = frozenset("items values keys get copy index count".split())


def call_name(call: nodes.Call) -> str:
    """The last name of what is called."""
    return (dotted(call.func) or "").rpartition(".")[2] or (
        call.func.attr.value if isinstance(call.func, nodes.Attribute) else ""
    )


def _likely(kind: Optional[Kind]) -> Optional[Kind]:
    """The same, but not for certain; a Tensor stays what it is where it is of its own class."""
    return kind.but(sure=False) if isinstance(kind, Ref) and kind is not ITSELF else kind


def _targets(target: nodes.Expression) -> Iterable[nodes.Expression]:
    if isinstance(target, (nodes.Tuple, nodes.List)):
        for element in target.elements:
            yield from _targets(element.value)
    else:
        yield target


def _tensor(kind: Optional[Kind]) -> Optional[Kind]:
    """What computing with a Tensor gives; with anything else, nobody knows."""
    return kind if kind is ITSELF else A_TENSOR if is_tensor(kind) else None


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
