"""What the expressions of a program are, as far as they can be known; calls are passed on to be run."""

from __future__ import annotations

import builtins
import operator
import posixpath
from typing import TYPE_CHECKING, Any, Callable, Dict, List, Optional, Sequence, Tuple, cast

from mslint.api.tables import is_mindspore
from mslint.model import computable
from mslint.program import models
from mslint.program.changes import settle, to_change
from mslint.program.events import Frame
from mslint.program.imports import Found
from mslint.program.models import NAMESPACE, ROW, SETTINGS, TENSOR, open_options
from mslint.program.nodes import (
    Attr,
    Binary,
    Bind,
    Call,
    Choice,
    Compare,
    Comprehension,
    Constant,
    Cut,
    Expr,
    Item,
    Items,
    Lambda,
    Logic,
    Name,
    Other,
    Star,
    Table,
    Unary,
    Yield,
    pieces,
)
from mslint.program.reading import PATH, path_object, path_of
from mslint.program.settings import is_option
from mslint.program.values import (
    CONSTANTS,
    ELEMENT,
    ELSEWHERE,
    NONE,
    UNKNOWN,
    Api,
    Atom,
    Cls,
    Env,
    Func,
    Map,
    Method,
    Module,
    Obj,
    Option,
    Part,
    Plain,
    Seq,
    Value,
    join,
    member_of,
    plain,
)

if TYPE_CHECKING:
    from mslint.program.run import Run

_BUILTINS = {name: Value((Api(f"builtins.{name}"),)) for name in dir(builtins)}
_ARITHMETIC: Dict[str, Callable[[object, object], object]] = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "/": operator.truediv,
    "//": operator.floordiv,
    "%": operator.mod,
    "**": operator.pow,
}
_COMPARED: Dict[str, Callable[[Any, Any], object]] = {
    "==": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}
_LARGE = 1e30
_OF_DICT = frozenset("copy get items keys pop update values".split())
# Methods that change the list that they are called on.
CHANGING = frozenset(("append", "extend", "insert"))


class Expressions:
    """Evaluates for one run."""

    def __init__(self, run: Run) -> None:
        self._run = run
        self._apis: Dict[Tuple[str, str], Value] = {}  # members of what is outside, by owner and name
        self.of: Dict[type, Callable[[Expr, Frame, Env], Value]] = cast(
            "Dict[type, Callable[[Expr, Frame, Env], Value]]",
            {
                Constant: self._constant,
                Name: self._name,
                Attr: self._attr,
                Call: self._call,
                Items: self._items,
                Star: self._star,
                Table: self._table,
                Item: self._item,
                Cut: self._ends,
                Binary: self._binary,
                Unary: self._unary,
                Logic: self._logic,
                Compare: self._compare,
                Choice: self._choice,
                Comprehension: self._comprehension,
                Lambda: self._lambda,
                Bind: self._bind,
                Yield: self._yield,
                Other: self._other,
            },
        )

    def share(self, other: Expressions) -> None:
        """Use what another has looked up."""
        self._apis = other._apis

    def value(self, expr: Expr, frame: Frame, env: Env) -> Value:
        return self.of[type(expr)](expr, frame, env)

    # -- names and attributes

    def _constant(self, expr: Constant, frame: Frame, env: Env) -> Value:
        return Value((expr.value,))

    def _name(self, expr: Name, frame: Frame, env: Env) -> Value:
        found = env.vars.get(expr.id)
        if found is not None and found is not ELSEWHERE:
            return found
        found = env.find(expr.id)
        if found is not None:
            return found
        for star in frame.module.stars:
            dotted = self._run.tables.canonical(f"{star}.{expr.id}")
            if self._run.tables.get(dotted) is not None:
                return Value((Api(dotted),), False, False)
        return _BUILTINS.get(expr.id, UNKNOWN)

    def _attr(self, expr: Attr, frame: Frame, env: Env) -> Value:
        owner = expr.value
        found = self.attribute(self.of[type(owner)](owner, frame, env), expr.name, frame)
        if is_option(expr) and all(isinstance(atom, (Method, Api)) for atom in found.atoms):
            setting = self._run.calls.settings.of(expr.name)
            return found if setting is None else setting
        return found

    def attribute(self, owner: Value, name: str, frame: Frame) -> Value:
        """An attribute of whatever a value may be."""
        atoms = owner.atoms
        if len(atoms) == 1 and not owner.open and owner.sure and atoms[0] is not None:
            return self._attribute(atoms[0], name, owner, frame)
        found = [self._attribute(atom, name, owner, frame) for atom in owner.atoms if atom is not None]
        if owner.open or not found:
            found.append(Value((Method(owner, name),), True) if owner.open else UNKNOWN)
        value = join(found)
        return value if owner.sure else value.likely()

    def _attribute(self, atom: Atom, name: str, owner: Value, frame: Frame) -> Value:
        run = self._run
        if isinstance(atom, Api):
            key = (atom.name, name)
            member = self._apis.get(key)
            if member is None:
                member = self._apis[key] = Value((Api(run.tables.canonical(f"{atom.name}.{name}")),))
            return member
        if isinstance(atom, Module):
            value = atom.env.vars.get(name)
            if value is not None:
                return value
            found = run.finder.member(Found(atom.file, atom.package == atom.name), name)
            module = run.module(found, f"{atom.name}.{name}") if found is not None else None
            return UNKNOWN if module is None else Value((module,))
        if isinstance(atom, Obj):
            return self._of_object(atom, name, frame)
        if isinstance(atom, Cls):
            member = member_of(atom, name)
            if member is not None:
                return run.calls.class_member(member, atom)
            return plain(atom.node.name) if name == "__name__" else Value((Method(Value((atom,)), name),), atom.open)
        if isinstance(atom, Func) and name == "__name__":
            return plain(atom.node.name)
        if name == "value" and type(atom) in CONSTANTS:  # of a member of an Enum, which stands for what it holds
            return Value((atom,), False, owner.sure)
        if isinstance(atom, Map) and name in atom.items:
            return Value((Method(Value((atom,)), name),)) if name in _OF_DICT else UNKNOWN
        return Value((Method(Value((atom,)), name),))

    def _of_object(self, atom: Obj, name: str, frame: Frame) -> Value:
        own = atom.attrs.get(name)
        if own is not None:
            # Who gets hold of the options may give them any value.
            return Value(own.atoms, own.open, own.sure) if atom.escaped and isinstance(own, Option) else own
        if name == "__dict__" and atom.api == NAMESPACE:
            open_options(atom)  # who asks for that changes them by it
            atom.escaped = True
        receiver = Value((atom,))
        if name == "parent" and atom.api.startswith(PATH):
            path = path_of(receiver)
            return path_object(None if path is None else posixpath.dirname(path), atom)
        if name == "__dict__" and isinstance(atom.cls, Cls):
            return Value((Obj("builtins.vars", None, frame.guards, receiver),))
        if isinstance(atom.cls, Cls):
            member = member_of(atom.cls, name)
            if member is not None:
                return self._run.calls.member(member, receiver, frame)
        calls = self._run.calls
        given = None if calls.has_method(atom, name) else calls.given_to_base(atom, name)
        if given is not None:
            return given
        return UNKNOWN if atom.api in (NAMESPACE, SETTINGS) else Value((Method(receiver, name),))

    # -- what holds several

    def _items(self, expr: Items, frame: Frame, env: Env) -> Value:
        items: List[Value] = []
        is_open = expr.kind == "set"
        for each in expr.items:
            if isinstance(each, Star):
                inner = self.value(each.value, frame, env)
                parts = inner.items()
                is_open = is_open or parts is None
                items.extend(parts if parts is not None else [self.element_of(inner)])
            else:
                items.append(self.of[type(each)](each, frame, env))
        self._run.spend(len(items))
        return Value((Seq(expr.kind, items, is_open),))

    def _star(self, expr: Star, frame: Frame, env: Env) -> Value:
        return self.element_of(self.value(expr.value, frame, env))

    def _table(self, expr: Table, frame: Frame, env: Env) -> Value:
        table = Map({})
        table.table = expr
        for key, item in zip(expr.keys, expr.values):
            value = self.value(item, frame, env)
            if type(key) is Constant and key.value is not None:
                table.items[key.value] = value
                continue
            known = self.value(key, frame, env) if key is not None else None
            if known is not None and known.sure and isinstance(known.only, (str, int, float, bool)):
                table.items[known.only] = value
            elif key is None and isinstance(value.only, Map):
                table.items.update(value.only.items)
                table.open = table.open or value.only.open
            else:
                table.open = True
        return Value((table,))

    def _cut(self, owner: Value, cut: Cut, frame: Frame, env: Env) -> Value:
        """`items[1:]`: of a list that is known, another one."""
        ends = [NONE if each is None else self.value(each, frame, env) for each in cut]
        known = all(end.is_just(None) or type(end.only) is int for end in ends) and not ends[2].is_just(0)
        lower, upper, step = (end.only if type(end.only) is int else None for end in ends)
        found: List[Value] = []
        for atom in owner.atoms:
            if not isinstance(atom, Seq):
                found.append(UNKNOWN)
                continue
            exact = known and not atom.open
            made = Seq(atom.kind, atom.items[lower:upper:step] if exact else list(atom.items), not exact)
            made.source, made.ordered = owner, atom.ordered
            found.append(Value((made,)))
        return join([*found, *([UNKNOWN] if owner.open or not found else [])])

    def _item(self, expr: Item, frame: Frame, env: Env) -> Value:
        owner = self.value(expr.value, frame, env)
        if type(expr.key) is Cut:
            return self._cut(owner, expr.key, frame, env)
        key = self.value(expr.key, frame, env)
        if len(owner.atoms) == 1 and not owner.open:
            return self._item_of(owner.atoms[0], key)
        found = [self._item_of(atom, key) for atom in owner.atoms]
        if owner.open or not found:
            found.append(UNKNOWN)
        return join(found)

    def _item_of(self, atom: Atom, key: Value) -> Value:
        index = key.only
        if isinstance(atom, Seq):
            if isinstance(index, int) and not isinstance(index, bool) and not atom.open:
                return atom.items[index] if -len(atom.items) <= index < len(atom.items) else UNKNOWN
            return join([*atom.items, *([UNKNOWN] if atom.open or not atom.items else [])])
        if isinstance(atom, Map) and (index is not None and isinstance(index, (str, int, float, bool))):
            if index in atom.items:
                return atom.items[index]
            return UNKNOWN
        if isinstance(atom, Obj) and atom.cls == ROW:
            return Value((Obj(TENSOR, None, atom.guards),))
        if isinstance(atom, Obj) and isinstance(index, str):
            return atom.attrs.get(index, UNKNOWN)
        if isinstance(atom, Api) and atom.name == "os.environ" and isinstance(index, str):
            return Value((Api(f"os.environ.{index}"),))
        return UNKNOWN

    def element_of(self, value: Value) -> Value:
        """What iterating gives: any of the items."""
        found: List[Value] = []
        for atom in value.atoms:
            if isinstance(atom, Seq):
                found.extend(atom.items)
                found.extend([UNKNOWN] if atom.open or not atom.items else [])
            elif isinstance(atom, Map):
                found.extend(plain(key) for key in atom.items)
                found.extend([UNKNOWN] if atom.open else [])
            elif isinstance(atom, Obj):
                rows = atom.made is not None and models.gives_rows(atom.made)
                found.append(Value((Obj(ROW, atom.made, atom.guards),)) if rows else atom.attrs.get(ELEMENT, UNKNOWN))
            else:
                found.append(UNKNOWN)
        return join([*found, *([UNKNOWN] if value.open else [])])

    def part_of(self, value: Value, index: int) -> Value:
        """What unpacking gives at an index."""
        return join([self._item_of(atom, plain(index)) for atom in value.atoms] + ([UNKNOWN] if value.open else []))

    def _comprehension(self, expr: Comprehension, frame: Frame, env: Env) -> Value:
        first = self.value(expr.clauses[0].source, frame, env)
        exact = self._each(expr, first, frame, env) if len(expr.clauses) == 1 and expr.kind != "set" else None
        if exact is not None:
            return exact
        inner = Env(env)
        guards, loops = frame.guards, frame.loops
        sources: List[Value] = []
        for clause in expr.clauses:
            source = self.value(clause.source, frame, inner) if sources else first
            sources.append(source)
            self._run.bind(clause.target, self.element_of(source), frame, inner)
            for test in clause.tests:
                self.value(test, frame, inner)
        values = [self.value(element, frame, inner) for element in expr.elements]
        frame.guards, frame.loops = guards, loops
        if expr.kind == "dict":
            return Value((Map({}, True),))
        made = Seq("list" if expr.kind == "generator" else expr.kind, values, True)
        made.source = sources[0] if len(sources) == 1 and expr.kind != "set" else None
        return Value((made,))

    def _each(self, expr: Comprehension, source: Value, frame: Frame, env: Env) -> Optional[Value]:
        """What a comprehension over a known list makes, item by item; None where that is too much, or not decided."""
        target, _, tests = expr.clauses[0]
        items = source.items()
        small = expr.kind == "dict" or not any(type(piece) is Call for each in expr.elements for piece in pieces(each))
        if not items or not self._run.may_unroll(len(items), small, bool(frame.loops)):
            return None
        inner = Env(env)
        taken: List[Value] = []
        for item in items:
            self._run.bind(target, item, frame, inner)
            verdicts = [self.verdict(test, frame, inner) for test in tests]
            if any(verdict is None or not sure for verdict, sure in verdicts):
                return None
            taken += [item] if all(verdict for verdict, _ in verdicts) else []
        made: List[List[Value]] = []
        for item in taken:
            self._run.bind(target, item, frame, inner)
            made.append([self.value(element, frame, inner) for element in expr.elements])
        if expr.kind != "dict":
            found = Seq("list" if expr.kind == "generator" else expr.kind, [parts[0] for parts in made])
            found.source = source
            return Value((found,))
        table = Map({})
        for key, value in made:
            if isinstance(key.only, (str, int, float, bool)):
                table.items[key.only] = value
            else:
                table.open = True
        return Value((table,))

    # -- operators

    def arithmetic(self, op: str, left: Value, right: Value) -> Value:
        """What an operator makes of two numbers or texts."""
        one, other = left.only, right.only
        if op == "+" and _lists(left) and _lists(right) and len(left.atoms) * len(right.atoms) <= 4:
            self._run.spend(sum(len(atom.items) for atom in (*left.atoms, *right.atoms) if isinstance(atom, Seq)))
            both = [(a, b) for a in left.atoms for b in right.atoms if isinstance(a, Seq) and isinstance(b, Seq)]
            return Value(tuple(Seq(a.kind, [*a.items, *b.items], a.open or b.open) for a, b in both))
        if isinstance(one, Seq) and op == "*" and isinstance(other, int) and len(one.items) * other <= 64:
            return Value((Seq(one.kind, one.items * other, one.open),))
        for side in (left, right):
            if op == "/" and isinstance(side.only, Obj) and side.only.api.startswith(PATH):
                first, second = path_of(left), path_of(right)
                known = first is not None and second is not None
                return path_object(posixpath.join(first, second) if first and second and known else None, side.only)
        compute = _ARITHMETIC.get(op)
        sure = left.sure and right.sure
        numbers = isinstance(one, (int, float)) and isinstance(other, (int, float))
        texts = isinstance(one, str) and isinstance(other, str) and op == "+" and len(one) + len(other) < 500
        if compute is None or not (numbers or texts):
            return UNKNOWN
        if numbers and (abs(cast("float", one)) > _LARGE or abs(cast("float", other)) > (64 if op == "**" else _LARGE)):
            return UNKNOWN
        try:
            result = compute(one, other)
        except (ArithmeticError, ValueError):
            return UNKNOWN
        if isinstance(result, float):
            result = float(f"{result:.12g}")
        if isinstance(result, str) or (isinstance(result, (int, float)) and computable(result)):
            return Value((result,), False, sure)
        return UNKNOWN

    def _binary(self, expr: Binary, frame: Frame, env: Env) -> Value:
        left, right = expr.left, expr.right
        return self.arithmetic(expr.op, self.of[type(left)](left, frame, env), self.of[type(right)](right, frame, env))

    def _unary(self, expr: Unary, frame: Frame, env: Env) -> Value:
        if expr.op == "not":
            return self._test(expr, frame, env)
        value = self.value(expr.value, frame, env)
        number = value.number
        if expr.op == "-" and number is not None:
            return Value((-number,), False, value.sure)
        return value if expr.op == "+" and number is not None else UNKNOWN

    def _logic(self, expr: Logic, frame: Frame, env: Env) -> Value:
        values: List[Value] = []
        for part in expr.values:
            value = self.value(part, frame, env)
            verdict = truth(value)
            if verdict is not None and value.sure and verdict == (expr.op == "or"):
                return join([*values, value]) if values else value
            if verdict is None or not value.sure or part is expr.values[-1]:
                values.append(value)
        return join(values) if values else UNKNOWN

    def _test(self, expr: Expr, frame: Frame, env: Env) -> Value:
        """What decides a condition: of `unknown or True` the value is not known, and yet it certainly holds."""
        if isinstance(expr, Unary) and expr.op == "not":
            verdict, sure = self.verdict(expr.value, frame, env)
            return UNKNOWN if verdict is None else Value((not verdict,), False, sure)
        if not isinstance(expr, Logic):
            return self.value(expr, frame, env)
        values: List[Value] = []
        for part in expr.values:
            value = self._test(part, frame, env)
            verdict = truth(value)
            if verdict is not None and value.sure and verdict == (expr.op == "or"):
                return value
            if verdict is None or not value.sure or part is expr.values[-1]:
                values.append(value)
        return join(values)

    def verdict(self, test: Expr, frame: Frame, env: Env) -> Tuple[Optional[bool], bool]:
        """Whether a condition holds, and whether that is more than a default."""
        value = self._test(test, frame, env)
        return truth(value), value.sure

    def _compare(self, expr: Compare, frame: Frame, env: Env) -> Value:
        left = self.value(expr.left, frame, env).look()
        rights = [self.value(right, frame, env) for right in expr.rights]
        if len(rights) != 1:
            return UNKNOWN
        if isinstance(left, Option):
            certain = self._chosen(expr, left.choices, rights[0], frame)
            if certain is not None:
                return Value((certain,))
        verdict = compared(expr.ops[0], left, rights[0])
        sure = left.sure and rights[0].sure and all(item.sure for item in rights[0].items() or ())
        return UNKNOWN if verdict is None else Value((verdict,), False, sure)

    @staticmethod
    def _chosen(expr: Compare, choices: Sequence[Plain], right: Value, frame: Frame) -> Optional[bool]:
        """What a comparison comes to for every choice of an option that the conditions around it leave."""
        if not right.sure:
            return None
        left = list(choices)
        for guard in frame.guards:
            test = guard.test
            if isinstance(test, Compare) and test.left == expr.left and len(test.rights) == 1 and guard.way in (0, 1):
                constants = _constants(test.rights[0])
                verdicts = [compared(test.ops[0], plain(each), constants) if constants else None for each in left]
                left = [each for each, verdict in zip(left, verdicts) if verdict in (None, guard.way == 1)]
        found = {compared(expr.ops[0], plain(each), right) for each in left}
        return found.pop() if len(found) == 1 else None

    def _choice(self, expr: Choice, frame: Frame, env: Env) -> Value:
        verdict, sure = self.verdict(expr.test, frame, env)
        if verdict is not None and sure:
            return self.value(expr.yes if verdict else expr.no, frame, env)
        return join([self.value(expr.yes, frame, env), self.value(expr.no, frame, env)])

    # -- the rest

    def _lambda(self, expr: Lambda, frame: Frame, env: Env) -> Value:
        return Value((Func(expr.function, frame.module, env),))

    def _bind(self, expr: Bind, frame: Frame, env: Env) -> Value:
        value = self.value(expr.value, frame, env)
        env.vars[expr.name] = value
        return value

    def _yield(self, expr: Yield, frame: Frame, env: Env) -> Value:
        value = NONE if expr.value is None else self.value(expr.value, frame, env)
        frame.yielded.append(self.element_of(value) if expr.each else value)
        return UNKNOWN

    def _other(self, expr: Other, frame: Frame, env: Env) -> Value:
        for part in expr.parts:
            self.value(part, frame, env)
        return UNKNOWN

    def _ends(self, expr: Cut, frame: Frame, env: Env) -> Value:
        """A slice by itself, as one of several: `x[:, 0]`."""
        for part in expr:
            if part is not None:
                self.value(part, frame, env)
        return UNKNOWN

    def _call(self, expr: Call, frame: Frame, env: Env) -> Value:
        func = expr.func
        if not isinstance(func, Attr) or func.name not in CHANGING or not isinstance(func.value, Name):
            return self._run.calls.call(expr, frame, env)
        changed = to_change(func.value, self.value(func.value, frame, env), frame, env)
        result = self._run.calls.call(expr, frame, env)
        settle(changed)
        return result


def _constants(expr: Expr) -> Optional[Value]:
    """The constant, or the list of constants, that is written out."""
    if isinstance(expr, Constant):
        return plain(expr.value)
    if isinstance(expr, Items) and all(isinstance(each, Constant) for each in expr.items):
        return Value((Seq(expr.kind, [plain(cast("Constant", each).value) for each in expr.items]),))
    return None


def _lists(value: Value) -> bool:
    return value.known and all(isinstance(atom, Seq) for atom in value.atoms)


def truth(value: Value) -> Optional[bool]:
    """Whether a value counts as true; None where that is not known, or differs."""
    verdicts = set()
    for atom in value.atoms:
        if atom is None or isinstance(atom, (str, int, float)):
            verdicts.add(bool(atom))
        elif isinstance(atom, Seq) and not atom.open:
            verdicts.add(bool(atom.items))
        elif isinstance(atom, (Func, Cls, Module, Part)):
            verdicts.add(True)
        else:
            return None
    return verdicts.pop() if len(verdicts) == 1 and not value.open else None


def compared(op: str, left: Value, right: Value) -> Optional[bool]:
    """The result of a comparison of constants."""
    if not left.known or not right.known:
        return None
    if op in ("in", "not in"):
        items = right.items()
        if items is None or len(left.atoms) != 1 or type(left.atoms[0]) not in CONSTANTS:
            return None
        found = {compared("==", left, item) for item in items}
        inside = True if True in found else None if None in found else False
        return inside if op == "in" or inside is None else not inside
    verdicts = set()
    for one in left.atoms:
        for other in right.atoms:
            verdict = _compared(op, one, other)
            if verdict is None:
                return None
            verdicts.add(verdict)
    return verdicts.pop() if len(verdicts) == 1 else None


def _is_something(atom: Atom) -> bool:
    """Whether this is certainly not None: what a function outside gives, and what stands in a module that nobody has
    read, may well be."""
    if isinstance(atom, Api):
        return is_mindspore(atom.name) or atom.name.startswith("builtins.")
    if isinstance(atom, Obj) and atom.made is not None and isinstance(atom.cls, str):
        return atom.cls.rpartition(".")[2][:1].isupper()  # a class
    return not isinstance(atom, Method)


def _compared(op: str, one: Atom, other: Atom) -> Optional[bool]:
    constants = type(one) in CONSTANTS and type(other) in CONSTANTS
    if op in ("is", "is not", "==", "!=") and (one is None) != (other is None):
        return op in ("is not", "!=") if _is_something(other if one is None else one) else None
    if not constants:
        return None
    if op in ("is", "is not"):
        return (type(one) is type(other) and one == other) == (op == "is")
    try:
        return bool(_COMPARED[op](one, other))
    except (KeyError, TypeError):
        return None


__all__ = ["NONE", "Expressions", "compared", "truth"]
