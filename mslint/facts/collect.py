"""The walk that fills the facts: one pass over the tree, no questions asked of MindSpore."""

from __future__ import annotations

from typing import Any, Callable, Dict, List, Optional, Tuple, Union

import libcst as cst

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
from mslint.syntax.walk import push, push_children

# What makes a product of lists: the one binary operation whose place is counted.
LISTED = (cst.List, cst.ListComp)

Handler = Callable[["Collector", Any, Place], None]


class RawCall:
    """A call as it stands, before anybody asks what it calls."""

    __slots__ = ("node", "place", "order", "index", "statement")

    def __init__(self, node: cst.Call, place: Place, order: int, index: int, statement: bool) -> None:
        self.node = node
        self.place = place
        self.order = order
        self.index = index
        self.statement = statement  # the call is a whole statement: its result is thrown away


class _Bind:
    """On the stack: bind these targets once everything above has been visited, so that `x = f(x)` reads the old x."""

    __slots__ = ("targets", "kind", "value")

    def __init__(self, targets: Tuple[cst.BaseExpression, ...], kind: str, value: Optional[cst.BaseExpression]) -> None:
        self.targets = targets
        self.kind = kind
        self.value = value


class Collector:
    """Walks a module once and keeps what it saw, in source order."""

    def __init__(self, tree: cst.Module) -> None:
        self.module = Scope("module", "", None)
        self.scopes: List[Scope] = [self.module]
        self.calls: List[RawCall] = []
        self.classes: List[Class] = []
        self.functions: List[Function] = []
        self.assignments: List[Assignment] = []
        self.attributes: List[Tuple[cst.Attribute, Place, int]] = []  # of `a.b.c` only the whole
        self.imports: List[Tuple[str, Place, int]] = []  # dotted path, place, and the number of the statement
        self.products: List[Tuple[cst.BinaryOperation, Place]] = []
        self.comparisons: List[Tuple[cst.Comparison, Place, int]] = []
        # libcst nodes by the kinds that positions count
        self.counted: Dict[str, List[cst.CSTNode]] = {
            kind: []
            for kind in (
                "Call",
                "ClassDef",
                "FunctionDef",
                "Assign",
                "AnnAssign",
                "AugAssign",
                "BinOp",
                "Compare",
                "Attribute",
                "Import",
            )
        }
        self._subjects: Dict[int, cst.BaseExpression] = {}  # of the cases of a match
        self._order = 0
        self._pending: List[object] = []
        self._walk(tree)

    def _walk(self, tree: cst.Module) -> None:
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

    def _call(self, node: cst.Call, place: Place) -> None:
        self.calls.append(RawCall(node, place, self._order, len(self.calls), False))
        self.counted["Call"].append(node)
        push(node.args, self._pending)
        push(node.func, self._pending)

    def _expression_statement(self, node: cst.Expr, place: Place) -> None:
        value = node.value
        if isinstance(value, cst.Call):
            self._call(value, place)
            self.calls[-1].statement = True
        else:
            push(value, self._pending)

    def _product(self, node: cst.BinaryOperation, place: Place) -> None:
        if isinstance(node.operator, cst.Multiply) and (
            isinstance(node.left, LISTED) or isinstance(node.right, LISTED)
        ):
            self.counted["BinOp"].append(node)
            self.products.append((node, place))
        push(node.right, self._pending)
        push(node.left, self._pending)

    def _comparison(self, node: cst.Comparison, place: Place) -> None:
        self.counted["Compare"].append(node)
        self.comparisons.append((node, place, self._order))
        push(node.comparisons, self._pending)
        push(node.left, self._pending)

    def _comprehension(
        self, node: Union[cst.ListComp, cst.SetComp, cst.GeneratorExp, cst.DictComp], place: Place
    ) -> None:
        scope = self._scope("comprehension", "", place.scope)
        inside = Place(scope, place.guards, place.loops)
        clause: Optional[cst.CompFor] = node.for_in
        while clause is not None:
            self._bind_target(clause.target, LOOP, None, inside)
            clause = clause.inner_for_in
        self._pending.append(place)
        push_children(node, self._pending)
        self._pending.append(inside.within_loop(node))

    def _lambda(self, node: cst.Lambda, place: Place) -> None:
        scope = self._scope("function", "<lambda>", place.scope)
        function = Function("<lambda>", node, place, self._order, -1, scope)
        scope.function = function
        function.returns.append((node.body, Place(scope), self._order))
        self._parameters(function, node.params)
        self._pending.append(place)
        push(node.body, self._pending)
        self._pending.append(Place(scope))
        self._later(place, Place(scope), node.params)

    def _walrus(self, node: cst.NamedExpr, place: Place) -> None:
        self._pending.append(_Bind((node.target,), ASSIGN, node.value))
        push(node.value, self._pending)

    def _bind(self, node: _Bind, place: Place) -> None:
        for target in node.targets:
            self._bind_target(target, node.kind, node.value, place)

    def _attribute(self, node: cst.Attribute, place: Place) -> None:
        self.attributes.append((node, place, self._order))
        self.counted["Attribute"].append(node)
        root: cst.BaseExpression = node
        while isinstance(root, cst.Attribute):
            root = root.value
        push(root, self._pending)

    # -- statements

    def _block(self, node: Union[cst.IndentedBlock, cst.Module], place: Place) -> None:
        """Statements after `if test: return` run only where the test fails."""
        here = place
        steps: List[object] = []
        for statement in node.body:
            steps.append(statement)
            if isinstance(statement, cst.If) and statement.orelse is None and _leaves(statement.body):
                here = here.under(Guard("if", statement, statement.test, False, aside=_raises(statement.body)))
                steps.append(here)
            asserted = _asserted_version(statement)
            if asserted is not None:
                here = here.under(Guard("if", statement, asserted, True, aside=True))
                steps.append(here)
        self._pending.append(place)
        self._pending.extend(reversed(steps))

    def _if(self, node: cst.If, place: Place) -> None:
        yes = place.under(Guard("if", node, node.test, True))
        no = place.under(Guard("if", node, node.test, False))
        if node.orelse is not None:
            self._later(no, place, node.orelse)
        self._later(yes, place, node.body)
        push(node.test, self._pending)

    def _logic(self, node: cst.BooleanOperation, place: Place) -> None:
        """The right side runs only where the left one is true, or false."""
        taken = isinstance(node.operator, cst.And)
        self._later(place.under(Guard("if", node, node.left, taken)), place, node.right)
        push(node.left, self._pending)

    def _if_expression(self, node: cst.IfExp, place: Place) -> None:
        self._later(place.under(Guard("if", node, node.test, False)), place, node.orelse)
        push(node.test, self._pending)
        self._later(place.under(Guard("if", node, node.test, True)), place, node.body)

    def _while(self, node: cst.While, place: Place) -> None:
        inside = place.within_loop(node)
        push(node.orelse, self._pending)
        self._later(inside.under(Guard("while", node, node.test, True)), place, node.body)
        self._later(inside, place, node.test)

    def _for(self, node: cst.For, place: Place) -> None:
        inside = place.within_loop(node)
        self._bind_target(node.target, LOOP, None, inside)
        push(node.orelse, self._pending)
        self._later(inside, place, node.body)
        push(node.iter, self._pending)
        push(node.target, self._pending)

    def _try(self, node: Union[cst.Try, cst.TryStar], place: Place) -> None:
        push(node.finalbody, self._pending)
        if node.orelse is not None:
            self._later(place.under(Guard("else", node, None, True)), place, node.orelse)
        if node.handlers:
            self._later(place.under(Guard("except", node, None, False)), place, tuple(node.handlers))
        inside = place.under(Guard("try", node, None, True)) if node.handlers else place
        self._later(inside, place, node.body)

    def _handler(self, node: Union[cst.ExceptHandler, cst.ExceptStarHandler], place: Place) -> None:
        if node.name is not None:
            self._bind_target(node.name.name, OTHER, None, place)
        push(node.body, self._pending)
        push(node.type, self._pending)

    def _with(self, node: cst.With, place: Place) -> None:
        inside = place
        for item in node.items:
            inside = inside.under(Guard("with", node, item.item, True))
        self._later(inside, place, node.body)
        push(node.items, self._pending)

    def _with_item(self, node: cst.WithItem, place: Place) -> None:
        if node.asname is not None:
            self._bind_target(node.asname.name, OTHER, None, place)
            push(node.asname.name, self._pending)
        push(node.item, self._pending)

    def _match(self, node: cst.Match, place: Place) -> None:
        self._subjects.update((id(case), node.subject) for case in node.cases)
        push_children(node, self._pending)

    def _match_case(self, node: cst.MatchCase, place: Place) -> None:
        self._capture(node.pattern, place)
        inside = place.under(Guard("match", node, self._subjects.get(id(node)), True))
        self._later(inside, place, node.pattern, node.guard, node.body)

    def _capture(self, pattern: cst.CSTNode, place: Place) -> None:
        todo: List[cst.CSTNode] = [pattern]
        while todo:
            node = todo.pop()
            if isinstance(node, (cst.MatchAs, cst.MatchStar)) and node.name is not None:
                self._bind_target(node.name, OTHER, None, place)
            elif isinstance(node, cst.MatchMapping) and node.rest is not None:
                self._bind_target(node.rest, OTHER, None, place)
            todo.extend(node.children)

    def _return(self, node: cst.Return, place: Place) -> None:
        function = place.scope.function
        if function is not None:
            function.returns.append((node.value, place, self._order))
        push(node.value, self._pending)

    def _yield(self, node: cst.Yield, place: Place) -> None:
        if place.scope.function is not None:
            place.scope.function.yields = True
        push_children(node, self._pending)

    def _assign(self, node: cst.Assign, place: Place) -> None:
        targets = tuple(target.target for target in node.targets)
        self._assignment("Assign", node, targets, node.value, place)
        self._pending.append(_Bind(targets, ASSIGN, node.value))
        push_children(node, self._pending)

    def _annotated(self, node: cst.AnnAssign, place: Place) -> None:
        self._assignment("AnnAssign", node, (node.target,), node.value, place)
        if node.value is not None:
            self._pending.append(_Bind((node.target,), ASSIGN, node.value))
        push_children(node, self._pending)

    def _augmented(self, node: cst.AugAssign, place: Place) -> None:
        self._assignment("AugAssign", node, (node.target,), node.value, place)
        self._pending.append(_Bind((node.target,), AUGMENTED, None))
        push_children(node, self._pending)

    def _assignment(
        self,
        kind: str,
        node: cst.CSTNode,
        targets: Tuple[cst.BaseExpression, ...],
        value: Optional[cst.BaseExpression],
        place: Place,
    ) -> None:
        assignment = Assignment(kind, len(self.counted[kind]), node, targets, value, place, self._order)
        self.counted[kind].append(node)
        self.assignments.append(assignment)
        method = place.scope.function
        if method is None or method.cls is None:
            return
        for target in targets:
            for part in (element.value for element in target.elements) if isinstance(target, cst.Tuple) else (target,):
                if (
                    isinstance(part, cst.Attribute)
                    and isinstance(part.value, cst.Name)
                    and part.value.value == method.receiver
                ):
                    method.cls.attributes.setdefault(part.attr.value, []).append(assignment)

    def _delete(self, node: cst.Del, place: Place) -> None:
        self._bind_target(node.target, OTHER, None, place)
        push(node.target, self._pending)

    def _redirect(self, node: Union[cst.Global, cst.Nonlocal], place: Place) -> None:
        place.scope.redirected.update(item.name.value for item in node.names)

    def _import(self, node: cst.Import, place: Place) -> None:
        self.counted["Import"].append(node)
        for alias in node.names:
            path = dotted(alias.name) or ""
            self.imports.append((path, place, len(self.counted["Import"]) - 1))
            if alias.asname is not None:
                name = dotted(alias.asname.name)
            else:
                name = path = path.split(".")[0]
            self.imports.append((path, place, len(self.counted["Import"]) - 1))
            if name:
                place.scope.bind(Binding(name, IMPORT, place, self._order, path=path))

    def _import_from(self, node: cst.ImportFrom, place: Place) -> None:
        self.counted["Import"].append(node)
        module = "." * len(node.relative) + (dotted(node.module) or "" if node.module is not None else "")
        if isinstance(node.names, cst.ImportStar):
            self.imports.append((module, place, len(self.counted["Import"]) - 1))
            place.scope.stars.append(Binding("*", STAR, place, self._order, path=module))
            return
        for alias in node.names:
            imported = dotted(alias.name) or ""
            name = dotted(alias.asname.name) if alias.asname is not None else imported
            path = module + imported if module.endswith(".") else f"{module}.{imported}"
            self.imports.append((path, place, len(self.counted["Import"]) - 1))
            if name:
                place.scope.bind(Binding(name, IMPORT, place, self._order, path=path))

    # -- definitions

    def _function(self, node: cst.FunctionDef, place: Place) -> None:
        name = node.name.value
        scope = self._scope("function", name, place.scope)
        function = Function(name, node, place, self._order, len(self.functions), scope)
        function.decorators = tuple(decorator.decorator for decorator in node.decorators)
        scope.function = function
        self.functions.append(function)
        self.counted["FunctionDef"].append(node)
        place.scope.bind(Binding(name, FUNCTION, place, self._order, function=function))
        if function.cls is not None:
            function.cls.methods[name] = function
        self._parameters(function, node.params)
        inside = Place(scope)
        self._later(inside, place, node.body)
        push(node.returns, self._pending)
        push(node.params, self._pending)
        push(node.decorators, self._pending)

    def _parameters(self, function: Function, params: cst.Parameters) -> None:
        inside = Place(function.scope)
        positional = (*params.posonly_params, *params.params)
        function.params = [param.name.value for param in positional]
        for param in (*positional, *params.kwonly_params):
            function.defaults[param.name.value] = param.default
            function.scope.bind(
                Binding(param.name.value, PARAMETER, inside, self._order, value=param.default, function=function)
            )
        for star in (params.star_arg, params.star_kwarg):
            if isinstance(star, cst.Param):
                function.scope.bind(Binding(star.name.value, OTHER, inside, self._order))

    def _class(self, node: cst.ClassDef, place: Place) -> None:
        name = node.name.value
        scope = self._scope("class", name, place.scope)
        cls = Class(name, node, place, self._order, len(self.classes), scope)
        cls.decorators = tuple(decorator.decorator for decorator in node.decorators)
        scope.cls = cls
        self.classes.append(cls)
        self.counted["ClassDef"].append(node)
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
        target: cst.CSTNode,
        kind: str,
        value: Optional[cst.BaseExpression],
        place: Place,
        whole: Optional[cst.BaseExpression] = None,
    ) -> None:
        """Bind every name in a target; elements of two tuples of one length are paired."""
        if isinstance(target, cst.Name):
            place.scope.bind(Binding(target.value, kind, place, self._order, value=value, whole=whole))
        elif isinstance(target, (cst.Tuple, cst.List)):
            values = value.elements if isinstance(value, (cst.Tuple, cst.List)) else ()
            starred = any(isinstance(element, cst.StarredElement) for element in (*target.elements, *values))
            paired = kind == ASSIGN and not starred and len(values) == len(target.elements)
            for number, element in enumerate(target.elements):
                if paired:
                    self._bind_target(element.value, kind, values[number].value, place)
                else:
                    self._bind_target(element.value, UNPACK if kind == ASSIGN else kind, None, place, value or whole)
        elif isinstance(target, cst.StarredElement):
            self._bind_target(target.value, UNPACK, None, place)


def dotted(node: Optional[cst.CSTNode]) -> Optional[str]:
    """`a.b.c` as text, or None where the expression is anything else."""
    parts: List[str] = []
    while isinstance(node, cst.Attribute):
        parts.append(node.attr.value)
        node = node.value
    if not isinstance(node, cst.Name):
        return None
    parts.append(node.value)
    return ".".join(reversed(parts))


def _asserted_version(statement: cst.CSTNode) -> Optional[cst.BaseExpression]:
    """The test of an assert about some version: what follows runs only where it holds. Of others nobody asks."""
    if isinstance(statement, cst.SimpleStatementLine) and isinstance(statement.body[0], cst.Assert):
        pending: List[cst.CSTNode] = [statement.body[0].test]
        while pending:
            node = pending.pop()
            if isinstance(node, cst.Name) and "version" in node.value.lower():
                return statement.body[0].test
            pending.extend(node.children)
    return None


def _raises(body: cst.BaseSuite) -> bool:
    last = body.body[-1]
    return isinstance(last, cst.SimpleStatementLine) and isinstance(last.body[-1], cst.Raise)


def _leaves(body: cst.BaseSuite) -> bool:
    """Whether a block ends by leaving the enclosing block."""
    last = body.body[-1] if body.body else None
    if isinstance(last, cst.SimpleStatementLine):
        last = last.body[-1] if last.body else None
    return isinstance(last, (cst.Return, cst.Raise, cst.Continue, cst.Break))


_HANDLERS: Dict[type, Handler] = {
    _Bind: Collector._bind,
    cst.Call: Collector._call,
    cst.Expr: Collector._expression_statement,
    cst.Attribute: Collector._attribute,
    cst.BinaryOperation: Collector._product,
    cst.Comparison: Collector._comparison,
    cst.ListComp: Collector._comprehension,
    cst.SetComp: Collector._comprehension,
    cst.GeneratorExp: Collector._comprehension,
    cst.DictComp: Collector._comprehension,
    cst.Lambda: Collector._lambda,
    cst.NamedExpr: Collector._walrus,
    cst.Module: Collector._block,
    cst.IndentedBlock: Collector._block,
    cst.If: Collector._if,
    cst.IfExp: Collector._if_expression,
    cst.BooleanOperation: Collector._logic,
    cst.While: Collector._while,
    cst.For: Collector._for,
    cst.Try: Collector._try,
    cst.TryStar: Collector._try,
    cst.ExceptHandler: Collector._handler,
    cst.ExceptStarHandler: Collector._handler,
    cst.With: Collector._with,
    cst.WithItem: Collector._with_item,
    cst.Match: Collector._match,
    cst.MatchCase: Collector._match_case,
    cst.Return: Collector._return,
    cst.Yield: Collector._yield,
    cst.Assign: Collector._assign,
    cst.AnnAssign: Collector._annotated,
    cst.AugAssign: Collector._augmented,
    cst.Del: Collector._delete,
    cst.Global: Collector._redirect,
    cst.Nonlocal: Collector._redirect,
    cst.Import: Collector._import,
    cst.ImportFrom: Collector._import_from,
    cst.FunctionDef: Collector._function,
    cst.ClassDef: Collector._class,
}
