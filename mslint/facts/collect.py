"""The walk that fills the facts: one pass over the tree, no questions asked of MindSpore."""

from __future__ import annotations

import ast
from typing import Any, Callable, Dict, Iterator, List, Optional, Tuple, Union

from mslint.facts.scopes import (
    ASSIGN,
    AUGMENTED,
    CLASS,
    FUNCTION,
    IMPORT,
    LOOP,
    OTHER,
    PARAMETER,
    STAR,
    UNPACK,
    Assignment,
    Binding,
    Class,
    Function,
    Guard,
    Place,
    Scope,
)  # fmt: skip
from mslint.syntax import nodes

# What makes a product of lists.
LISTED = (nodes.List, nodes.ListComp)

ImportNode = Union[nodes.Import, nodes.ImportFrom]
Handler = Callable[["Collector", Any, Place], None]


class RawCall:
    """A call as it stands, before anybody asks what it calls."""

    __slots__ = ("node", "place", "order", "statement")

    def __init__(self, node: nodes.Call, place: Place, order: int, statement: bool) -> None:
        self.node = node
        self.place = place
        self.order = order
        self.statement = statement  # the call is a whole statement: its result is thrown away


class _Bind:
    """On the stack: bind these targets once everything above has been visited, so that `x = f(x)` reads the old x."""

    __slots__ = ("targets", "kind", "value")

    def __init__(self, targets: Tuple[nodes.Expression, ...], kind: str, value: Optional[nodes.Expression]) -> None:
        self.targets = targets
        self.kind = kind
        self.value = value


class Collector:
    """Walks a module once and keeps what it saw, in source order."""

    def __init__(self, tree: nodes.Module) -> None:
        self.module = Scope("module", "", None)
        self.scopes: List[Scope] = [self.module]
        self.calls: List[RawCall] = []
        self.classes: List[Class] = []
        self.functions: List[Function] = []
        self.assignments: List[Assignment] = []
        self.attributes: List[Tuple[nodes.Attribute, Place, int]] = []  # of `a.b.c` only the whole
        self.imports: List[Tuple[str, Place, ImportNode]] = []  # dotted path, place, and the statement
        self.products: List[Tuple[nodes.BinaryOperation, Place]] = []
        self.comparisons: List[Tuple[nodes.Comparison, Place, int]] = []
        self.insides: Dict[nodes.Node, Place] = {}  # of comprehensions
        self._subjects: Dict[int, nodes.Expression] = {}  # of the cases of a match
        self._order = 0
        self._pending: List[object] = []
        self._walk(tree)

    def _walk(self, tree: nodes.Module) -> None:
        # A Place on the stack is not a node: it says where the nodes above it stand.
        place = Place(self.module)
        pending = self._pending
        pending.append(tree)
        handlers = _HANDLERS
        while pending:
            node = pending.pop()
            kind = node.__class__
            if kind is Place:
                place = node  # type: ignore[assignment]
                continue
            handler = handlers.get(kind)
            if handler is None:
                push_children(node, pending)  # type: ignore[arg-type]
            else:
                self._order += 1
                handler(self, node, place)

    def _later(self, place: Place, back: Place, *values: object) -> None:
        """Visit the values, in their order, as standing at `place`; then go on at `back`."""
        self._pending.append(back)
        for value in reversed(values):
            push(value, self._pending)
        self._pending.append(place)

    # -- expressions

    def _call(self, node: nodes.Call, place: Place) -> None:
        self.calls.append(RawCall(node, place, self._order, False))
        push(tuple([arg.value for arg in node.args]), self._pending)
        push(node.func, self._pending)

    def _expression_statement(self, node: nodes.Expr, place: Place) -> None:
        value = node.value
        if isinstance(value, nodes.Call):
            self._call(value, place)
            self.calls[-1].statement = True
        else:
            push(value, self._pending)

    def _sequence(self, node: Union[nodes.Tuple, nodes.List, nodes.Set], place: Place) -> None:
        push(tuple([element.value for element in node.elements]), self._pending)

    def _subscript(self, node: nodes.Subscript, place: Place) -> None:
        push(tuple([_index(element.slice) for element in node.slice]), self._pending)
        push(node.value, self._pending)

    def _product(self, node: nodes.BinaryOperation, place: Place) -> None:
        if isinstance(node.operator, ast.Mult) and (isinstance(node.left, LISTED) or isinstance(node.right, LISTED)):
            self.products.append((node, place))
        push(node.right, self._pending)
        push(node.left, self._pending)

    def _comparison(self, node: nodes.Comparison, place: Place) -> None:
        self.comparisons.append((node, place, self._order))
        push(node.comparisons, self._pending)
        push(node.left, self._pending)

    def _comprehension(
        self, node: Union[nodes.ListComp, nodes.SetComp, nodes.GeneratorExp, nodes.DictComp], place: Place
    ) -> None:
        scope = self._scope("comprehension", "", place.scope)
        inside = Place(scope, place.guards, place.loops)
        clause: Optional[nodes.CompFor] = node.for_in
        while clause is not None:
            self._bind_target(clause.target, LOOP, None, inside, clause.iter)
            clause = clause.inner_for_in
        self._pending.append(place)
        push_children(node, self._pending)
        tests = [part.test for clause in _clauses(node.for_in) for part in clause.ifs]
        for test in tests:
            inside = inside.under(Guard("if", node, test, True))
        self.insides[node] = inside.within_loop(node)
        self._pending.append(self.insides[node])

    def _lambda(self, node: nodes.Lambda, place: Place) -> None:
        scope = self._scope("function", "<lambda>", place.scope)
        function = Function("<lambda>", node, place, self._order, scope)
        scope.function = function
        function.returns.append((node.body, Place(scope), self._order))
        self._parameters(function, node.params)
        self._pending.append(place)
        push(node.body, self._pending)
        self._pending.append(Place(scope))
        self._later(place, Place(scope), node.params)

    def _walrus(self, node: nodes.NamedExpr, place: Place) -> None:
        self._pending.append(_Bind((node.target,), ASSIGN, node.value))
        push(node.value, self._pending)

    def _bind(self, node: _Bind, place: Place) -> None:
        for target in node.targets:
            self._bind_target(target, node.kind, node.value, place)

    def _attribute(self, node: nodes.Attribute, place: Place) -> None:
        self.attributes.append((node, place, self._order))
        root: nodes.Expression = node
        while isinstance(root, nodes.Attribute):
            root = root.value
        push(root, self._pending)

    # -- statements

    def _block(self, node: Union[nodes.Block, nodes.Module], place: Place) -> None:
        """Statements after `if test: return` run only where the test fails."""
        here = place
        steps: List[object] = []
        for statement in node.body:
            steps.append(statement)
            if isinstance(statement, nodes.If) and statement.orelse is None and _leaves(statement.body):
                here = here.under(Guard("if", statement, statement.test, False, aside=_raises(statement.body)))
                steps.append(here)
            asserted = _asserted_version(statement)
            if asserted is not None:
                here = here.under(Guard("if", statement, asserted, True, aside=True))
                steps.append(here)
        self._pending.append(place)
        self._pending.extend(reversed(steps))

    def _if(self, node: nodes.If, place: Place) -> None:
        yes = place if _is_true(node.test) else place.under(Guard("if", node, node.test, True))
        no = place.under(Guard("if", node, node.test, False))
        if node.orelse is not None:
            self._later(no, place, node.orelse)
        self._later(yes, place, node.body)
        push(node.test, self._pending)

    def _logic(self, node: nodes.BooleanOperation, place: Place) -> None:
        """The right side runs only where the left one is true, or false."""
        taken = isinstance(node.operator, ast.And)
        self._later(place.under(Guard("if", node, node.left, taken)), place, node.right)
        push(node.left, self._pending)

    def _if_expression(self, node: nodes.IfExp, place: Place) -> None:
        self._later(place.under(Guard("if", node, node.test, False)), place, node.orelse)
        push(node.test, self._pending)
        self._later(place.under(Guard("if", node, node.test, True)), place, node.body)

    def _while(self, node: nodes.While, place: Place) -> None:
        inside = place.within_loop(node)
        push(node.orelse, self._pending)
        self._later(inside.under(Guard("while", node, node.test, True)), place, node.body)
        self._later(inside, place, node.test)

    def _for(self, node: nodes.For, place: Place) -> None:
        inside = place.within_loop(node)
        self._bind_target(node.target, LOOP, None, inside, node.iter)
        push(node.orelse, self._pending)
        self._later(inside, place, node.body)
        push(node.iter, self._pending)
        push(node.target, self._pending)

    def _try(self, node: nodes.Try, place: Place) -> None:
        push(node.finalbody, self._pending)
        if node.orelse is not None:
            self._later(place.under(Guard("else", node, None, True)), place, node.orelse)
        if node.handlers:
            self._later(place.under(Guard("except", node, None, False)), place, tuple(node.handlers))
        inside = place.under(Guard("try", node, None, True)) if node.handlers else place
        self._later(inside, place, node.body)

    def _handler(self, node: nodes.ExceptHandler, place: Place) -> None:
        if node.name is not None:
            self._bind_target(node.name, OTHER, None, place)
        push(node.body, self._pending)
        push(node.type, self._pending)

    def _with(self, node: nodes.With, place: Place) -> None:
        inside = place
        for item in node.items:
            inside = inside.under(Guard("with", node, item.item, True))
        self._later(inside, place, node.body)
        push(node.items, self._pending)

    def _with_item(self, node: nodes.WithItem, place: Place) -> None:
        if node.target is not None:
            self._bind_target(node.target, OTHER, None, place)
            push(node.target, self._pending)
        push(node.item, self._pending)

    def _match(self, node: nodes.Match, place: Place) -> None:
        self._subjects.update((id(case), node.subject) for case in node.cases)
        push_children(node, self._pending)

    def _match_case(self, node: nodes.MatchCase, place: Place) -> None:
        self._capture(node.pattern, place)
        inside = place.under(Guard("match", node, self._subjects.get(id(node)), True))
        self._later(inside, place, node.pattern, node.guard, node.body)

    def _capture(self, pattern: nodes.Node, place: Place) -> None:
        todo: List[nodes.Node] = [pattern]
        while todo:
            node = todo.pop()
            if isinstance(node, nodes.MatchCapture):
                self._bind_target(node.name, OTHER, None, place)
            todo.extend(node.children)

    def _return(self, node: nodes.Return, place: Place) -> None:
        function = place.scope.function
        if function is not None:
            function.returns.append((node.value, place, self._order))
        push(node.value, self._pending)

    def _yield(self, node: nodes.Yield, place: Place) -> None:
        if place.scope.function is not None:
            place.scope.function.yields = True
        push_children(node, self._pending)

    def _assign(self, node: nodes.Assign, place: Place) -> None:
        targets = tuple(target.target for target in node.targets)
        self._assignment("Assign", node, targets, node.value, place)
        self._pending.append(_Bind(targets, ASSIGN, node.value))
        push(node.value, self._pending)
        push(targets, self._pending)

    def _annotated(self, node: nodes.AnnAssign, place: Place) -> None:
        self._assignment("AnnAssign", node, (node.target,), node.value, place)
        if node.value is not None:
            self._pending.append(_Bind((node.target,), ASSIGN, node.value))
        push_children(node, self._pending)

    def _augmented(self, node: nodes.AugAssign, place: Place) -> None:
        self._assignment("AugAssign", node, (node.target,), node.value, place)
        self._pending.append(_Bind((node.target,), AUGMENTED, None))
        push_children(node, self._pending)

    def _assignment(
        self,
        kind: str,
        node: nodes.Node,
        targets: Tuple[nodes.Expression, ...],
        value: Optional[nodes.Expression],
        place: Place,
    ) -> None:
        assignment = Assignment(kind, node, targets, value, place, self._order)
        self.assignments.append(assignment)
        method = place.scope.function
        if method is None or method.cls is None:
            return
        for target in targets:
            for part in (
                (element.value for element in target.elements) if isinstance(target, nodes.Tuple) else (target,)
            ):
                if (
                    isinstance(part, nodes.Attribute)
                    and isinstance(part.value, nodes.Name)
                    and part.value.value == method.receiver
                ):
                    method.cls.attributes.setdefault(part.attr.value, []).append(assignment)

    def _delete(self, node: nodes.Del, place: Place) -> None:
        self._bind_target(node.target, OTHER, None, place)
        push(node.target, self._pending)

    def _redirect(self, node: nodes.Redirection, place: Place) -> None:
        place.scope.redirected.update(node.names)

    def _import(self, node: nodes.Import, place: Place) -> None:
        for alias in node.names:
            path = alias.name
            self.imports.append((path, place, node))
            if alias.asname is not None:
                name = alias.asname
            else:
                name = path = path.split(".")[0]
            self.imports.append((path, place, node))
            if name:
                place.scope.bind(Binding(name, IMPORT, place, self._order, path=path))

    def _import_from(self, node: nodes.ImportFrom, place: Place) -> None:
        module = node.module
        if not node.names:
            self.imports.append((module, place, node))
            place.scope.stars.append(Binding("*", STAR, place, self._order, path=module))
            return
        for alias in node.names:
            imported = alias.name
            name = alias.asname if alias.asname is not None else imported
            path = module + imported if module.endswith(".") else f"{module}.{imported}"
            self.imports.append((path, place, node))
            if name:
                place.scope.bind(Binding(name, IMPORT, place, self._order, path=path))

    # -- definitions

    def _function(self, node: nodes.FunctionDef, place: Place) -> None:
        name = node.name.value
        scope = self._scope("function", name, place.scope)
        function = Function(name, node, place, self._order, scope)
        function.decorators = node.decorators
        scope.function = function
        self.functions.append(function)
        place.scope.bind(Binding(name, FUNCTION, place, self._order, function=function))
        if function.cls is not None:
            function.cls.methods[name] = function
        self._parameters(function, node.params)
        inside = Place(scope)
        self._later(inside, place, node.body)
        push(node.returns, self._pending)
        push(node.params, self._pending)
        push(node.decorators, self._pending)

    def _parameters(self, function: Function, params: nodes.Parameters) -> None:
        inside = Place(function.scope)
        positional = (*params.posonly_params, *params.params)
        function.params = [param.name.value for param in positional]
        for param in (*positional, *params.kwonly_params):
            function.defaults[param.name.value] = param.default
            function.scope.bind(
                Binding(param.name.value, PARAMETER, inside, self._order, value=param.default, function=function)
            )
        for star in (params.star_arg, params.star_kwarg):
            if isinstance(star, nodes.Param):
                function.scope.bind(Binding(star.name.value, OTHER, inside, self._order))

    def _class(self, node: nodes.ClassDef, place: Place) -> None:
        name = node.name.value
        scope = self._scope("class", name, place.scope)
        cls = Class(name, node, place, self._order, scope)
        cls.decorators = node.decorators
        scope.cls = cls
        self.classes.append(cls)
        place.scope.bind(Binding(name, CLASS, place, self._order, cls=cls))
        self._later(Place(scope), place, node.body)
        push(node.keywords, self._pending)
        push(node.bases, self._pending)
        push(node.decorators, self._pending)

    def _scope(self, kind: str, name: str, parent: Scope) -> Scope:
        scope = Scope(kind, name, parent)
        if kind == "comprehension":
            scope.function = parent.function
        self.scopes.append(scope)
        return scope

    def _bind_target(
        self,
        target: nodes.Node,
        kind: str,
        value: Optional[nodes.Expression],
        place: Place,
        whole: Optional[nodes.Expression] = None,
        steps: Tuple[Optional[int], ...] = (),
    ) -> None:
        """Bind every name in a target; elements of two tuples of one length are paired."""
        if isinstance(target, nodes.Name):
            place.scope.bind(Binding(target.value, kind, place, self._order, value=value, whole=whole, steps=steps))
        elif isinstance(target, (nodes.Tuple, nodes.List)):
            values = value.elements if isinstance(value, (nodes.Tuple, nodes.List)) else ()
            starred = any(isinstance(element, nodes.StarredElement) for element in (*target.elements, *values))
            paired = kind == ASSIGN and not starred and len(values) == len(target.elements)
            counted = not any(isinstance(element, nodes.StarredElement) for element in target.elements)
            for number, element in enumerate(target.elements):
                if paired:
                    self._bind_target(element.value, kind, values[number].value, place)
                else:
                    step = number if counted else None
                    part = UNPACK if kind == ASSIGN else kind
                    self._bind_target(element.value, part, None, place, value or whole, (*steps, step))
        elif isinstance(target, nodes.StarredElement):
            self._bind_target(target.value, UNPACK, None, place)


def _clauses(clause: Optional[nodes.CompFor]) -> Iterator[nodes.CompFor]:
    while clause is not None:
        yield clause
        clause = clause.inner_for_in


# Without parts that the walk looks for.
_PLAIN = frozenset((nodes.Name, nodes.Constant, nodes.Ellipsis, nodes.Opaque, nodes.FormattedStringText))


def push_children(node: nodes.Node, pending: List[object]) -> None:
    """Put the parts of a node on the stack so that they come off in source order."""
    for name in reversed(node.fields):
        push(getattr(node, name), pending)


def _index(part: Union[nodes.Index, nodes.Slice]) -> nodes.Node:
    return part.value if isinstance(part, nodes.Index) else part


def push(value: object, pending: List[object]) -> None:
    """Put one node, or a sequence of nodes, on the stack."""
    if value is None:
        return
    kind = value.__class__
    if kind is tuple:
        for item in reversed(value):  # type: ignore[call-overload]
            if item.__class__ not in _PLAIN:
                pending.append(item)
    elif kind not in _PLAIN:
        pending.append(value)


def dotted(node: Optional[nodes.Node]) -> Optional[str]:
    """`a.b.c` as text, or None where the expression is anything else."""
    parts: List[str] = []
    while isinstance(node, nodes.Attribute):
        parts.append(node.attr.value)
        node = node.value
    if not isinstance(node, nodes.Name):
        return None
    parts.append(node.value)
    return ".".join(reversed(parts))


def _asserted_version(statement: nodes.Node) -> Optional[nodes.Expression]:
    """The test of an assert about some version: what follows runs only where it holds. Of others nobody asks."""
    if isinstance(statement, nodes.Assert):
        pending: List[nodes.Node] = [statement.test]
        while pending:
            node = pending.pop()
            if isinstance(node, nodes.Name) and "version" in node.value.lower():
                return statement.test
            pending.extend(node.children)
    return None


def _raises(body: nodes.Block) -> bool:
    return isinstance(body.body[-1], nodes.Raise)


def _is_true(test: nodes.Expression) -> bool:
    """Whether a test is no condition: `if True:`, `if 1:`."""
    if isinstance(test, nodes.Name):
        return test.value == "True"
    return isinstance(test, nodes.Constant) and isinstance(test.value, int) and test.value != 0


def _leaves(body: nodes.Block) -> bool:
    """Whether a block ends by leaving the enclosing block."""
    return isinstance(body.body[-1], (nodes.Return, nodes.Raise, nodes.Continue, nodes.Break))


_HANDLERS: Dict[type, Handler] = {
    _Bind: Collector._bind,
    nodes.Call: Collector._call,
    nodes.Expr: Collector._expression_statement,
    nodes.Attribute: Collector._attribute,
    nodes.Tuple: Collector._sequence,
    nodes.List: Collector._sequence,
    nodes.Set: Collector._sequence,
    nodes.Subscript: Collector._subscript,
    nodes.BinaryOperation: Collector._product,
    nodes.Comparison: Collector._comparison,
    nodes.ListComp: Collector._comprehension,
    nodes.SetComp: Collector._comprehension,
    nodes.GeneratorExp: Collector._comprehension,
    nodes.DictComp: Collector._comprehension,
    nodes.Lambda: Collector._lambda,
    nodes.NamedExpr: Collector._walrus,
    nodes.Module: Collector._block,
    nodes.Block: Collector._block,
    nodes.If: Collector._if,
    nodes.IfExp: Collector._if_expression,
    nodes.BooleanOperation: Collector._logic,
    nodes.While: Collector._while,
    nodes.For: Collector._for,
    nodes.Try: Collector._try,
    nodes.ExceptHandler: Collector._handler,
    nodes.With: Collector._with,
    nodes.WithItem: Collector._with_item,
    nodes.Match: Collector._match,
    nodes.MatchCase: Collector._match_case,
    nodes.Return: Collector._return,
    nodes.Yield: Collector._yield,
    nodes.Assign: Collector._assign,
    nodes.AnnAssign: Collector._annotated,
    nodes.AugAssign: Collector._augmented,
    nodes.Del: Collector._delete,
    nodes.Redirection: Collector._redirect,
    nodes.Import: Collector._import,
    nodes.ImportFrom: Collector._import_from,
    nodes.FunctionDef: Collector._function,
    nodes.ClassDef: Collector._class,
}
