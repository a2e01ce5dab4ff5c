"""What a function changes in place that somebody else may still hold: arguments, attributes, names with another name.

Follows which names stand for the same thing; what calls give is new, which errs on the side of silence."""

from __future__ import annotations

from typing import Dict, FrozenSet, Iterator, List, NamedTuple, Optional, Sequence, Set, Tuple, cast

from mslint.model import Span
from mslint.program.graphs import Traced, attributes_of, callees, leaves, stands_for, traced
from mslint.program.nodes import (
    Assign,
    Attr,
    Augment,
    Binary,
    Bind,
    Call,
    Choice,
    Constant,
    Define,
    Do,
    Expr,
    For,
    If,
    Item,
    Items,
    Logic,
    Name,
    Statement,
    Table,
    Try,
    Unary,
    Where,
    While,
    With,
    called,
    names_in,
    pieces,
)
from mslint.program.program import Program
from mslint.program.values import Api, Func, Obj, Value, reachable

# x **= 2 makes a new tensor in every mode.
_IN_PLACE = frozenset("+ - * / // %".split())
_TENSORS = frozenset(("mindspore.Tensor", "mindspore.Parameter"))
_CHAINS = frozenset(("mindspore.nn.SequentialCell", "mindspore.nn.CellList"))
# They give numbers, tuples or texts.
_NO_TENSOR = frozenset(
    "shape size ndim item tolist asnumpy dtype rank get_rank len int float str max min range tuple list dict set sum "
    "zip enumerate isinstance getattr hasattr round abs type keys values items index count format split join".split()
)
# Arguments with such a word in their name are numbers as often as tensors.
_NUMBERS = frozenset(
    "i j k n num number count step steps index idx length len size epoch depth start end total".split()
)
_METHODS_OF_TENSORS = frozenset(
    "shape dtype astype reshape view sum mean transpose swapaxes expand_dims squeeze max min softmax matmul".split()
)

# ("argument", name), ("attribute", name), ("new", place); "old" where it came from there in another round
Origin = Tuple[str, object]
Origins = FrozenSet[Origin]
NOTHING: Origins = frozenset()


class Change(NamedTuple):
    """A change of something that is more than the function's own."""

    kind: str  # "argument", "attribute" or "alias"; "store" where one place of an argument is set
    name: str  # of what is changed, as it is written
    held: str  # the argument, the attribute, or the other name that still stands for it
    op: str
    where: Where
    path: str
    training: bool = False  # whether it stands under `if self.training`

    @property
    def span(self) -> Span:
        return Span(*self.where)


def changes_in_place(of: Traced) -> List[Change]:
    """The changes of a function, in order: the first of each argument, attribute and alias, in training and else."""
    notes = of.func.node.notes
    if "changes" not in notes:
        stores = (target for each in of.func.node.every(Assign) for target in each.targets)
        notes["changes"] = bool(of.func.node.every(Augment)) or any(isinstance(target, Item) for target in stores)
    if not notes["changes"]:
        return []
    # What it depends on beside the function itself: the kind, and which attributes hold tensors.
    reader = _Reader(of)
    key = f"changes of {of.kind} {reader.attributes()}"
    if key not in notes:
        notes[key] = reader.found()
    return cast("List[Change]", notes[key])


def let_go(change: Change, of: Traced, program: Program) -> Optional[bool]:
    """Whether all who are known to call the function do not use again what is changed for them; None where nobody is
    known to call it."""
    holders = program.once("holders", _Holders)
    places = [param.name for param in of.func.node.params[1 if of.func.owner is not None else 0 :]]
    index = places.index(change.held) if change.held in places else -1
    found = False
    for caller in traced(program):
        if caller.func.node is of.func.node or not _may_lead_to(caller, of, holders):
            continue
        for call in caller.func.node.every(Call):
            if not _leads_to(call.func, caller, of, holders):
                continue
            given = next((arg.value for arg in call.args if arg.name == change.held), None)
            if given is None and 0 <= index < len(call.args) and not any(arg.star or arg.name for arg in call.args):
                given = call.args[index].value
            if given is None or (isinstance(given, Name) and _Lines.of(caller.func).keeps(call, given.id)):
                return False
            if isinstance(given, (Attr, Item)):
                return False
            found = True
    return True if found else None


def _may_lead_to(caller: Traced, of: Traced, holders: _Holders) -> bool:
    """Whether some call in a function may be one of another, as far as can be told without reading its code again."""
    called_there, env = callees(caller.func), caller.func.env
    local = any(isinstance(each.func, Name) and env.find(each.root) is None for each in called_there)
    if local and any(holders.holds(owner, name, of) for owner in caller.owners for name in owner.attrs):
        return True  # for block in self.blocks: x = block(x)
    return any(_leads_to(each.func, caller, of, holders, loops=False) for each in called_there)


def _leads_to(func: Expr, caller: Traced, of: Traced, holders: _Holders, loops: bool = True) -> bool:
    """Whether a call of this in one function calls another."""
    receiver = caller.func.node.params[0].name if caller.func.owner is not None and caller.func.node.params else ""
    if isinstance(func, Attr) and isinstance(func.value, Name) and func.value.id == receiver:
        if caller.func.owner is not None and of.kind == "helper" and of.func.owner is not None:
            return func.name == of.func.node.name
        return holders.any_holds(func.name, caller, of)
    if isinstance(func, Name) and loops:  # for block in self.blocks: x = block(x)
        for loop in caller.func.node.every(For):
            source = loop.source
            if isinstance(loop.target, Name) and loop.target.id == func.id and isinstance(source, Attr):
                own = isinstance(source.value, Name) and source.value.id == receiver
                return own and holders.any_holds(source.name, caller, of)
    target = stands_for(func, caller.func.env) if isinstance(func, (Name, Attr)) else None
    return isinstance(target, Func) and target.node is of.func.node


class _Holders:
    """Which cells the attributes of a program's cells hold, themselves or in a chain or list of cells."""

    def __init__(self) -> None:
        self._known: Dict[Tuple[int, str], FrozenSet[int]] = {}

    def any_holds(self, attribute: str, caller: Traced, of: Traced) -> bool:
        return any(self.holds(owner, attribute, of) for owner in caller.owners)

    def holds(self, owner: Obj, attribute: str, of: Traced) -> bool:
        """Whether an attribute is a cell of a function, or a chain or list of cells that it is in."""
        key = (id(owner), attribute)
        if key not in self._known:
            found: Set[int] = set()
            value = owner.attrs.get(attribute)
            for obj in value.objects() if value is not None else ():
                inside = reachable(Value((obj,)), 500) if obj.api in _CHAINS else (obj,)
                found.update(id(atom) for atom in inside if isinstance(atom, Obj))
            self._known[key] = frozenset(found)
        held = self._known[key]
        return bool(held) and any(id(each) in held for each in of.owners)


class _Line(NamedTuple):
    """A statement without what stands inside of it: which names it reads and gives a value, and under what."""

    reads: FrozenSet[str]
    gives: FrozenSet[str]
    under: Tuple[Tuple[int, int], ...]  # the conditions around it and which branch of each


class _Lines:
    """The statements of a function one after the other, to see which names are read later."""

    def __init__(self, body: Sequence[Statement]) -> None:
        self._lines: List[_Line] = []
        self._statements: List[Statement] = []
        self._places: Dict[int, int] = {}  # the line of a statement
        self._number(body, ())

    @classmethod
    def of(cls, func: Func) -> _Lines:
        """Worked out once for all programs that a function belongs to."""
        notes = func.node.notes
        if "lines" not in notes:
            notes["lines"] = cls(func.node.body)
        return cast("_Lines", notes["lines"])

    def _number(self, body: Sequence[Statement], under: Tuple[Tuple[int, int], ...]) -> None:
        for statement in body:
            self._places[id(statement)] = len(self._lines)
            inner = _blocks(statement)
            parts: List[object] = [each for each in statement if each not in inner] if inner else list(statement)
            gives: Set[str] = set()
            if isinstance(statement, Assign):
                gives = {target.id for target in statement.targets if isinstance(target, Name)}
                parts = [statement.value, *(each for each in statement.targets if not isinstance(each, Name))]
            if isinstance(statement, Define):
                parts = [statement.function]
            reads = {name for part in parts for name in _names(part)}
            self._statements.append(statement)
            self._lines.append(_Line(frozenset(reads), frozenset(gives), under))
            for way, block in enumerate(inner):
                branch = isinstance(statement, (If, Try))
                self._number(block, (*under, (id(statement), way)) if branch else under)

    def read_later(self, name: str, statement: Statement) -> bool:
        return self.read_after(name, self._places[id(statement)])

    def read_after(self, name: str, at: int) -> bool:
        under = dict(self._lines[at].under)
        for line in self._lines[at + 1 :]:
            if any(under.get(key, way) != way for key, way in line.under):
                continue
            if name in line.reads:
                return True
            if name in line.gives and all(under.get(key) == way for key, way in line.under):
                return False
        return False

    def keeps(self, call: Call, name: str) -> bool:
        """Whether a name that is handed over in a call is used again after it."""
        for at, statement in enumerate(self._statements):
            if call not in (piece for piece in pieces(statement) if isinstance(piece, Call)) or _blocks(statement):
                continue
            if sum(1 for each in _names(statement) if each == name) > 1 + (name in self._lines[at].gives):
                return True
            return name not in self._lines[at].gives and self.read_after(name, at)
        return True


class _Reader:
    def __init__(self, of: Traced) -> None:
        self._of = of
        self._path = of.func.module.path
        params = of.func.node.params
        self._receiver = params[0].name if params and of.func.owner is not None else ""
        self._arguments = {
            param.name
            for param in params
            if param.kind == "" and param.name != self._receiver and not _plain_default(param.default)
        }
        self._found: List[Change] = []
        self._seen: Set[Tuple[str, str, bool]] = set()
        self._training = False  # whether what is read now only runs in training
        notes = of.func.node.notes
        if "tensors" not in notes:
            notes["tensors"] = self._used_as_tensors()
        self._tensors = cast("Set[str]", notes["tensors"])

    def attributes(self) -> Tuple[str, ...]:
        """The attributes of the cell that the function reads and that hold tensors."""
        notes = self._of.func.node.notes
        if "own attributes" not in notes:
            notes["own attributes"] = sorted(attributes_of(self._of.func, self._receiver))
        return tuple(name for name in cast("List[str]", notes["own attributes"]) if self._holds_tensor(name))

    def found(self) -> List[Change]:
        self._block(self._of.func.node.body, {name: frozenset([("argument", name)]) for name in self._arguments})
        return self._found

    # -- which names stand for the same

    def _block(self, body: Sequence[Statement], names: Dict[str, Origins]) -> None:
        for statement in body:
            if isinstance(statement, Assign):
                self._assign(statement, names)
            elif isinstance(statement, Augment):
                self._augment(statement, names)
            elif isinstance(statement, If):
                self._ways((statement.body, statement.orelse), names, training=self._way_of_training(statement.test))
            elif isinstance(statement, Try):
                self._ways((statement.body, *statement.handlers), names)
                self._block(statement.final, names)
            elif isinstance(statement, (For, While)):
                if isinstance(statement, For):
                    for name in names_in(statement.target):
                        names[name] = NOTHING
                self._ways((statement.body, ()), names, True)
                self._ways((statement.body, ()), names, True)
            elif isinstance(statement, With):
                self._block(statement.body, names)
            elif isinstance(statement, Do) and isinstance(statement.value, Call):
                call = statement.value
                if called(call) == "append" and isinstance(call.func, Attr) and isinstance(call.func.value, Name):
                    inside = _inside(call.func.value.id)
                    held = Items("list", tuple(arg.value for arg in call.args))
                    names[inside] = names.get(inside, NOTHING) | self._held(held, names, call.where)

    def _ways(
        self,
        ways: Sequence[Sequence[Statement]],
        names: Dict[str, Origins],
        loop: bool = False,
        training: Optional[int] = None,
    ) -> None:
        before = dict(names)
        ended: List[Dict[str, Origins]] = []
        for way, body in enumerate(ways):
            inside = dict(before)
            outer, self._training = self._training, self._training or way == training
            self._block(body, inside)
            self._training = outer
            if loop or not leaves(body):  # what follows is not reached from there
                ended.append(inside)
        for name in {name for each in ended for name in each}:
            names[name] = frozenset(origin for each in ended for origin in each.get(name, NOTHING))

    def _way_of_training(self, test: Expr) -> Optional[int]:
        """Which way of a condition is only taken where the cell is in training mode."""
        if isinstance(test, Unary) and test.op == "not":
            return 1 if self._way_of_training(test.value) == 0 else None
        if isinstance(test, Logic) and test.op == "and":
            return 0 if any(self._way_of_training(each) == 0 for each in test.values) else None
        asks = isinstance(test, Attr) and test.name == "training" and isinstance(test.value, Name)
        return 0 if asks and cast("Name", cast("Attr", test).value).id == self._receiver != "" else None

    def _assign(self, node: Assign, names: Dict[str, Origins]) -> None:
        for target in node.targets:
            if isinstance(target, Name):
                self._give(target.id, node.value, names, node.where)
            elif isinstance(target, Item):
                self._store(target, names, node.where, "=")
            elif isinstance(target, Items):
                exact = isinstance(node.value, Items) and len(target.items) == len(node.value.items)
                before = dict(names)
                for index, each in enumerate(target.items):
                    if isinstance(each, Name):
                        value = node.value.items[index] if exact and isinstance(node.value, Items) else None
                        place = (*node.where[:3], -index)  # each has a place of its own
                        names[each.id] = self._origins(value, before, place) if value is not None else NOTHING

    def _give(self, name: str, value: Expr, names: Dict[str, Origins], where: Where) -> None:
        origins = self._origins(value, names, where)
        held = self._held(value, names, where)
        # What the name stood for is from now on another thing than what will come from the same place.
        gone = {origin for origin in names.get(name, NOTHING) - origins if origin[0] == "new"}
        for other in names if gone else ():
            if names[other] & gone:
                names[other] = frozenset(("old", each[1]) if each in gone else each for each in names[other])
        if origins == frozenset([("new", where)]):  # what came from here in another round of a loop is another thing
            for other in names:
                names[other] -= origins
        names[name], names[_inside(name)] = origins, held

    def _held(self, value: Expr, names: Dict[str, Origins], where: Where) -> Origins:
        """What a list, tuple or dictionary that is written out holds."""
        items = value.items if isinstance(value, Items) else value.values if isinstance(value, Table) else ()
        return frozenset(
            origin for each in items if isinstance(each, Name) for origin in self._origins(each, names, where)
        )

    def _store(self, target: Item, names: Dict[str, Origins], where: Where, op: str) -> None:
        key = target.key
        if not isinstance(target.value, Name) or (isinstance(key, Constant) and isinstance(key.value, str)):
            return
        for kind, held in names.get(target.value.id, NOTHING):
            if kind == "argument" and str(held) in self._tensors:
                self._tell(Change("store", target.value.id, str(held), op, where, self._path))

    def _augment(self, node: Augment, names: Dict[str, Origins]) -> None:
        if isinstance(node.target, Item):
            self._store(node.target, names, node.where, node.op)
        if not isinstance(node.target, Name):
            return
        name = node.target.id
        origins = names.get(name, NOTHING)
        if node.op not in _IN_PLACE or isinstance(node.value, (Items, Table)):
            names[name] = NOTHING if isinstance(node.value, (Items, Table)) else frozenset([("new", node.where)])
            names[_inside(name)] = names.get(_inside(name), NOTHING) | self._held(node.value, names, node.where)
            return
        for kind, held in origins:
            if kind == "argument" and not self._may_be_tensor(str(held), node.value, names):
                continue
            other = self._other(name, (kind, held), names, node)
            if other:
                self._tell(Change("alias", name, other, node.op, node.where, self._path))
            elif kind not in ("new", "old") and not (kind == "attribute" and str(held) in self._states()):
                self._tell(Change(kind, name, str(held), node.op, node.where, self._path))

    def _other(self, name: str, origin: Origin, names: Dict[str, Origins], node: Augment) -> str:
        """Another name for the same thing that is read later."""
        others = sorted(other.strip("[]") for other, origins in names.items() if other != name and origin in origins)
        lines = _Lines.of(self._of.func)
        return next((other for other in others if other != name and lines.read_later(other, node)), "")

    def _tell(self, change: Change) -> None:
        key = (change.kind, change.held, self._training)
        if key not in self._seen:
            self._seen.add(key)
            self._found.append(change._replace(training=self._training))

    def _origins(self, expr: Expr, names: Dict[str, Origins], where: Where) -> Origins:
        if isinstance(expr, Name):
            return names.get(expr.id, NOTHING)
        if isinstance(expr, Attr) and isinstance(expr.value, Name) and expr.value.id == self._receiver:
            return frozenset([("attribute", expr.name)]) if self._holds_tensor(expr.name) else NOTHING
        if isinstance(expr, Choice):
            return self._origins(expr.yes, names, where) | self._origins(expr.no, names, where)
        if isinstance(expr, Logic):
            return frozenset(origin for each in expr.values for origin in self._origins(each, names, where))
        if isinstance(expr, Bind):
            return self._origins(expr.value, names, where)
        return frozenset([("new", where)]) if self._is_tensor(expr, names) else NOTHING

    def _states(self) -> Set[str]:
        """The attributes that the function gives another value itself: their change is meant."""
        function = self._of.func.node
        written: List[Expr] = [target for each in function.every(Assign) for target in each.targets]
        for call in function.every(Call):
            if called(call).startswith("assign") and call.args:
                written.append(call.args[0].value)
            elif called(call) == "set_data" and isinstance(call.func, Attr):
                written.append(call.func.value)
        own = (each for each in written if isinstance(each, Attr) and isinstance(each.value, Name))
        return {each.name for each in own if isinstance(each.value, Name) and each.value.id == self._receiver}

    # -- what is a tensor

    def _is_tensor(self, expr: Expr, names: Dict[str, Origins]) -> bool:
        """Whether an expression certainly gives a tensor."""
        if isinstance(expr, Name):
            return any(kind != "argument" or held in self._tensors for kind, held in names.get(expr.id, NOTHING))
        if isinstance(expr, (Binary, Unary)):
            sides = (expr.left, expr.right) if isinstance(expr, Binary) else (expr.value,)
            return any(self._is_tensor(side, names) for side in sides)
        if not isinstance(expr, Call) or called(expr) in _NO_TENSOR:
            return False
        func = expr.func
        if isinstance(func, Attr) and isinstance(func.value, Name) and func.value.id == self._receiver:
            return True
        target = stands_for(func, self._of.func.env)
        if isinstance(target, Api):
            return target.name.startswith("mindspore.")
        return isinstance(func, Attr) and self._is_tensor(func.value, names)

    def _holds_tensor(self, attribute: str) -> bool:
        held = [owner.attrs.get(attribute) for owner in self._of.owners]
        return bool(held) and all(
            value is not None and bool(value.objects()) and all(obj.api in _TENSORS for obj in value.objects())
            for value in held
        )

    def _used_as_tensors(self) -> Set[str]:
        """The arguments of which the function asks what only tensors have, or that it hands to layers and operators."""
        function = self._of.func.node
        found = {
            piece.value.id
            for piece in function.every(Attr)
            if isinstance(piece.value, Name) and piece.name in _METHODS_OF_TENSORS
        }
        for call in function.every(Call):
            if isinstance(call.func, Attr):
                root = call.func.value
                layers = isinstance(root, Name) and root.id == self._receiver != ""
                api = stands_for(call.func, self._of.func.env)
                if layers or (isinstance(api, Api) and api.name.startswith("mindspore.ops.")):
                    found.update(arg.value.id for arg in call.args if isinstance(arg.value, Name))
        return found & self._arguments

    def _may_be_tensor(self, name: str, value: Expr, names: Dict[str, Origins]) -> bool:
        if name in self._tensors or self._is_tensor(value, names):
            return True
        words = set(name.lower().split("_"))
        return self._of.kind == "construct" and not words & _NUMBERS


def _inside(name: str) -> str:
    """The key under which stands what a container holds."""
    return f"[{name}]"


def _plain_default(default: Optional[Expr]) -> bool:
    """Whether a default says that an argument is no tensor."""
    return isinstance(default, (Items, Table)) or (isinstance(default, Constant) and default.value is not None)


def _blocks(statement: Statement) -> List[Tuple[Statement, ...]]:
    if isinstance(statement, (If, For, While)):
        return [statement.body, statement.orelse]
    if isinstance(statement, Try):
        return [statement.body, *statement.handlers, statement.orelse, statement.final]
    return [statement.body] if isinstance(statement, With) else []


def _names(part: object) -> Iterator[str]:
    return (piece.id for piece in pieces(part) if isinstance(piece, Name))
