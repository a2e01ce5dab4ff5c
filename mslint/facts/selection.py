"""Which branches of a module are never taken, as parameters have their defaults and attributes their only values.

The calls of the module tell; what rests on no other file giving an argument is said, and not looked up."""

from __future__ import annotations

import ast
import operator
from typing import Any, Callable, Dict, FrozenSet, Iterator, List, NamedTuple, Optional, Set, Tuple, Type, Union

from mslint.facts.blocks import Blocks

Function = Union[ast.FunctionDef, ast.AsyncFunctionDef]
_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
_INIT = "__init__"
#: How far a value is followed from parameter to parameter.
MAX_STEPS = 5
LONG = 80  # a text longer than this names nothing

_COMPARES: Dict[Type[ast.cmpop], Callable[[Any, Any], object]] = {
    ast.Eq: operator.eq,
    ast.NotEq: operator.ne,
    ast.Is: operator.is_,
    ast.IsNot: operator.is_not,
    ast.Lt: operator.lt,
    ast.LtE: operator.le,
    ast.Gt: operator.gt,
    ast.GtE: operator.ge,
}


class Rests(NamedTuple):
    """On what a conclusion rests: no other file gives any of these names, nor calls these with so many arguments; and
    others use those that nobody uses here, or their defaults would say nothing."""

    given: FrozenSet[str] = frozenset()
    called: FrozenSet[Tuple[str, int]] = frozenset()
    idle: FrozenSet[str] = frozenset()

    def and_(self, other: Rests) -> Rests:
        return Rests(self.given | other.given, self.called | other.called, self.idle | other.idle)


class Options(NamedTuple):
    """All that a value can be."""

    values: Tuple[object, ...]
    rests: Rests = Rests()

    def or_(self, other: Options) -> Options:
        return Options(self.values + other.values, self.rests.and_(other.rests))


class Owner(NamedTuple):
    """A function, and the class whose method it is."""

    function: Function
    cls: Optional[ast.ClassDef]

    @property
    def receiver(self) -> str:
        arguments = self.function.args.args
        return arguments[0].arg if self.cls is not None and arguments else ""


class Unknown(Exception):
    """A value that the module does not tell."""


class Selection:
    """Follows the values of parameters and attributes through one module."""

    def __init__(self, tree: ast.Module, blocks: Blocks) -> None:
        self._tree = tree
        self._blocks = blocks
        self._truths: Dict[ast.expr, Optional[Tuple[bool, Rests]]] = {}
        self._choices: Dict[ast.stmt, List[ast.IfExp]] = {}  # of statements: the conditions in their expressions
        self._settings: Dict[ast.AST, Dict[str, List[ast.stmt]]] = {}  # of functions and the module
        self._owners: Dict[ast.AST, Optional[Owner]] = {}  # the functions around calls and set attributes
        self._calls: Dict[str, List[ast.Call]] = {}  # by the last name of what is called
        self._keywords: Dict[str, List[Tuple[ast.Call, ast.expr]]] = {}  # arguments that are given by name
        self._sets: Dict[str, List[Tuple[ast.Attribute, Optional[ast.expr]]]] = {}  # attributes that are set
        self._passed_on: Set[str] = set()  # names that are mentioned without being called
        self._defined: Set[str] = set()  # functions and classes
        self._texts: Set[str] = set()  # words in texts: options, keys, names for getattr
        self._look(tree, None)

    def never(self, line: int, column: int = 1) -> Iterator[Tuple[ast.expr, Rests]]:
        """The conditions that keep a place from being reached, each with what that rests on."""
        for test, wanted, owner in self._conditions(line, column):
            if test not in self._truths:
                self._truths[test] = self._known_truth(test, owner)
            known = self._truths[test]
            if known is not None and known[0] is not wanted:
                yield test, known[1]

    # -- what the module holds

    def _look(self, root: ast.AST, owner: Optional[Owner]) -> None:
        pending: List[Tuple[ast.AST, Optional[Owner]]] = [(root, owner)]
        named: Set[int] = set()  # what is called, or a base: mentioned as what it is
        while pending:
            node, owner = pending.pop()
            if isinstance(node, ast.Call):
                named.add(id(node.func))
                if _last(node.func) in ("super", "isinstance", "issubclass"):
                    named.update(map(id, node.args))
                self._owners[node] = owner
                self._calls.setdefault(_last(node.func), []).append(node)
                for keyword in node.keywords:
                    self._keywords.setdefault(keyword.arg or "**", []).append((node, keyword.value))
            elif isinstance(node, (*_FUNCTIONS, ast.ClassDef)):
                self._defined.add(node.name)
                named.update(map(id, getattr(node, "bases", ())))
            elif isinstance(node, (ast.Assign, ast.AnnAssign)):
                for target in node.targets if isinstance(node, ast.Assign) else [node.target]:
                    if isinstance(target, ast.Attribute):
                        named.add(id(target))
                        self._set(target, node.value, owner)
            elif isinstance(node, ast.Attribute) and id(node) not in named and not isinstance(node.ctx, ast.Load):
                self._set(node, None, owner)
            elif isinstance(node, (ast.Name, ast.Attribute)) and id(node) not in named:
                self._passed_on.add(_last(node))
            elif isinstance(node, ast.Constant) and isinstance(node.value, str) and len(node.value) <= LONG:
                self._texts.update(node.value.replace("-", "_").strip("_").split())
            for child in ast.iter_child_nodes(node):
                if isinstance(child, ast.Expr) and isinstance(child.value, ast.Constant):
                    continue  # documentation
                if isinstance(child, _FUNCTIONS):
                    pending.append((child, Owner(child, node if isinstance(node, ast.ClassDef) else None)))
                else:
                    pending.append((child, None if isinstance(child, ast.ClassDef) else owner))

    def _set(self, target: ast.Attribute, value: Optional[ast.expr], owner: Optional[Owner]) -> None:
        self._owners[target] = owner
        self._sets.setdefault(target.attr, []).append((target, value))

    def _conditions(self, line: int, column: int) -> Iterator[Tuple[ast.expr, bool, Owner]]:
        """The conditions around a place, each with what it must be, and with the function that it stands in."""
        owner: Optional[Owner] = None
        statement: Optional[ast.stmt] = None
        for parent, statement, _ in self._blocks.way(line):
            if isinstance(parent, ast.If) and owner is not None:
                yield parent.test, not parent.orelse or line < parent.orelse[0].lineno, owner
            if isinstance(statement, _FUNCTIONS):
                owner = Owner(statement, parent if isinstance(parent, ast.ClassDef) else None)
        if owner is not None and statement is not None:
            if statement not in self._choices:
                self._choices[statement] = [each for each in ast.walk(statement) if isinstance(each, ast.IfExp)]
            for choice in self._choices[statement]:
                for part in (choice.body, choice.orelse):
                    if _holds(part, line, column):
                        yield choice.test, part is choice.body, owner

    # -- values

    def _truth(self, test: ast.expr, owner: Owner) -> Tuple[bool, Rests]:
        """What a condition always is."""
        if isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
            truth, rests = self._truth(test.operand, owner)
            return not truth, rests
        if isinstance(test, ast.BoolOp):
            decisive = isinstance(test.op, ast.Or)
            parts = [self._known_truth(value, owner) for value in test.values]
            for part in parts:
                if part is not None and part[0] is decisive:
                    return part
            rests = Rests()
            for part in parts:
                if part is None:
                    raise Unknown
                rests = rests.and_(part[1])
            return not decisive, rests
        if isinstance(test, ast.Compare):
            compare, right = _COMPARES.get(type(test.ops[0])), _constant(test.comparators[0])
            if compare is None or right is None or len(test.ops) > 1:
                raise Unknown
            left = self._of(test.left, owner, MAX_STEPS)
            return _same(tuple(compare(value, right.values[0]) for value in left.values)), left.rests
        options = self._of(test, owner, MAX_STEPS)
        return _same(options.values), options.rests

    def _known_truth(self, test: ast.expr, owner: Owner) -> Optional[Tuple[bool, Rests]]:
        try:
            return self._truth(test, owner)
        except (Unknown, TypeError, RecursionError):
            return None

    def _of(self, node: ast.expr, owner: Optional[Owner], steps: int) -> Options:
        """All that an expression in a function can be."""
        constant = _constant(node)
        if constant is not None:
            return constant
        if isinstance(node, ast.Name) and steps:
            here = owner is not None and node.id in _parameters(owner.function)
            return (
                self._of_parameter(node.id, owner, steps - 1) if here and owner else self._of_variable(node.id, owner)
            )
        own = isinstance(node, ast.Attribute) and owner is not None and _last(node.value) == owner.receiver != ""
        if own and steps and isinstance(node, ast.Attribute) and owner is not None and owner.cls is not None:
            return self._of_attribute(node.attr, owner.function, owner.cls, steps - 1)
        raise Unknown

    def _of_attribute(self, name: str, function: Function, cls: ast.ClassDef, steps: int) -> Options:
        """What an attribute holds that __init__ sets, and nobody else."""
        if name == "training" and function.name == _INIT and "Cell" in map(_last, cls.bases) and name not in self._sets:
            return Options((False,))  # so is each new Cell
        places = [each for each in self._sets.get(name, ()) if not self._of_another(each[0], cls)]
        if len(places) != 1 or name in self._texts:
            raise Unknown
        target, value = places[0]
        setter = self._owners[target]
        if value is None or setter is None or setter.cls is not cls or setter.function.name != _INIT:
            raise Unknown
        options = self._of(value, setter, steps)
        return Options(options.values, options.rests.and_(Rests(frozenset((name,)))))

    def _of_another(self, target: ast.Attribute, cls: ast.ClassDef) -> bool:
        """Whether an attribute is certainly set on an instance of another class, neither base nor derived."""
        owner = self._owners[target]
        if owner is None or owner.cls is None or owner.cls is cls:
            return False
        related = {_last(base) for base in (*owner.cls.bases, *cls.bases)}
        return _last(target.value) == owner.receiver and related.isdisjoint((owner.cls.name, cls.name))

    def _of_parameter(self, name: str, owner: Owner, steps: int) -> Options:
        """What a parameter gets: its default, or what the calls of the module give."""
        function, arguments = owner.function, owner.function.args
        positional = [each.arg for each in (*arguments.posonlyargs, *arguments.args)]
        builds = owner.cls is not None and function.name == _INIT
        if name in self._texts or self._sets_in(function, name) or function.name == "construct":
            raise Unknown
        default = _default(name, arguments)
        if function.name.startswith("__") and not builds:
            raise Unknown  # Python calls it
        target = owner.cls.name if builds and owner.cls is not None else function.name
        options = Options((), Rests(frozenset((name,))))
        for call, value in self._keywords.get(name, ()):
            if _last(call.func) in (target, _INIT) or _last(call.func) not in self._defined:
                options = options.or_(self._given(value, call, steps))
        index = positional.index(name) if name in positional else len(positional)
        index -= 1 if owner.cls is not None and not function.decorator_list else 0
        if target in self._passed_on:  # who knows by what name it is called
            raise Unknown
        calls = [*self._calls.get(target, ()), *(self._from_derived(target) if builds else ())]
        always = bool(calls)  # whether each call gives it
        for call in calls:
            if any(isinstance(each, ast.Starred) for each in call.args):
                raise Unknown
            if name in positional and len(call.args) > index:
                options = options.or_(self._given(call.args[index], call, steps))
            elif all(keyword.arg != name for keyword in call.keywords):
                always = False
        if not always and default is not None:
            options = options.or_(default)
        # Where each call here gives it, any other may leave it out.
        idle = frozenset(() if calls else (target,))
        return options.or_(Options((), Rests(called=frozenset(((target, -1 if always else index),)), idle=idle)))

    def _sets_in(self, root: ast.AST, name: str) -> List[ast.stmt]:
        if root not in self._settings:
            self._settings[root] = _settings(root)
        return self._settings[root].get(name, [])

    def _from_derived(self, name: str) -> Iterator[ast.Call]:
        """The calls of __init__ in classes that are derived from one of this name."""
        for call in self._calls.get(_INIT, ()):
            owner = self._owners[call]
            if owner is None or owner.cls is None or name in map(_last, owner.cls.bases):
                yield call

    def _given(self, node: ast.expr, call: ast.Call, steps: int) -> Options:
        """What a call gives; one outside of functions only shows what may be given."""
        owner = self._owners[call]
        if owner is None:
            raise Unknown
        return self._of(node, owner, steps)

    def _of_variable(self, name: str, owner: Optional[Owner]) -> Options:
        """What a name holds that a function, or else the module, sets once to a constant."""
        for place in (*((owner.function,) if owner is not None else ()), self._tree):
            found = self._sets_in(place, name)
            if found:
                constant = _constant(found[0].value) if len(found) == 1 and isinstance(found[0], ast.Assign) else None
                if constant is None:
                    raise Unknown
                return constant
        raise Unknown


def _holds(node: ast.expr, line: int, column: int) -> bool:
    end = node.end_lineno or node.lineno, (node.end_col_offset or 0) + 1
    return (node.lineno, node.col_offset + 1) <= (line, column) < end


def _last(node: ast.AST) -> str:
    return node.attr if isinstance(node, ast.Attribute) else node.id if isinstance(node, ast.Name) else ""


def _constant(node: ast.expr) -> Optional[Options]:
    if isinstance(node, ast.Constant) and not isinstance(node.value, (bytes, type(...))):
        return Options((node.value,))
    return None


def _same(values: Tuple[object, ...]) -> bool:
    truths = {bool(each) for each in values}
    if len(truths) != 1:
        raise Unknown
    return truths.pop()


def _parameters(function: Function) -> Set[str]:
    arguments = function.args
    return {each.arg for each in (*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs)}


def _default(name: str, arguments: ast.arguments) -> Optional[Options]:
    """The constant that a parameter has by default; None where it has to be given."""
    positional = [*arguments.posonlyargs, *arguments.args]
    found: Dict[str, Optional[ast.expr]] = {
        each.arg: value for each, value in zip(reversed(positional), reversed(arguments.defaults))
    }
    found.update({each.arg: value for each, value in zip(arguments.kwonlyargs, arguments.kw_defaults)})
    default = found.get(name)
    if default is None:
        return None
    constant = _constant(default)
    if constant is None:
        raise Unknown
    return constant


def _settings(root: ast.AST) -> Dict[str, List[ast.stmt]]:
    """The statements in which each name gets a value."""
    found: Dict[str, List[ast.stmt]] = {}
    pending: List[Tuple[ast.AST, Optional[ast.stmt]]] = [(root, None)]
    while pending:
        node, statement = pending.pop()
        if isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load) and statement is not None:
            found.setdefault(node.id, []).append(statement)
        statement = node if isinstance(node, ast.stmt) else statement
        pending.extend((child, statement) for child in ast.iter_child_nodes(node))
    return found
