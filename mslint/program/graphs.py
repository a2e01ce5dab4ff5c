"""Whether code of a program runs as a graph: what construct and jit functions it has, and what says how they run.

Certain, likely (an option's default), not known, or certainly not; what stands in them is read by traces.py."""

from __future__ import annotations

import builtins
from typing import Dict, Iterator, List, NamedTuple, Optional, Sequence, Set, Tuple, cast

from mslint.model import Span
from mslint.program.calls import CELL
from mslint.program.events import Event, Frame
from mslint.program.hooks import MODEL
from mslint.program.nodes import (
    CALLEES,
    Attr,
    Call,
    Constant,
    Define,
    DefineClass,
    Expr,
    If,
    Leave,
    Name,
    Return,
    Statement,
    Try,
    Where,
    While,
    pieces,
    root_of,
)
from mslint.program.program import Program
from mslint.program.values import (
    Api,
    Cls,
    Env,
    Func,
    Module,
    Obj,
    Value,
    member_of,
)

SET_CONTEXT = "mindspore.set_context"
GRAPH_MODE, PYNATIVE_MODE = "mindspore.GRAPH_MODE", "mindspore.PYNATIVE_MODE"
JIT = frozenset(("mindspore.jit", "mindspore.ms_function"))
JIT_CLASS = frozenset(("mindspore.jit_class", "mindspore.ms_class"))
EXPORT = "mindspore.export"
# Graph mode was the default until this version.
PYNATIVE_SINCE = (2, 0)
# Other ways than reading the source, such as bytecode capture, do other things.
_READS_SOURCE = frozenset(("ast",))

CERTAIN, LIKELY, UNKNOWN, DEFAULT, EXCLUDED = "certain", "likely", "unknown", "default", "excluded"
"""It runs as a graph for certain; by the default of an option; nobody knows; as nothing else is said, it does not; the
program says that it does not."""
_ORDER = (EXCLUDED, DEFAULT, UNKNOWN, LIKELY, CERTAIN)


class Mode(NamedTuple):
    """How something runs, and the place that says so."""

    graph: str
    reason: str = ""  # "mode", "jit", "export" or "version"
    path: str = ""
    span: Optional[Span] = None


class Traced(NamedTuple):
    """A function that is, or would be, part of a graph."""

    func: Func
    kind: str  # "construct", "jit", or "helper" of one of them
    mode: Mode
    owners: Tuple[Obj, ...]  # the objects whose construct it is, or that its method is called on
    always: bool = True  # no condition that is not known decides whether it is called
    cls: Optional[Cls] = None  # the class whose construct it belongs to

    @property
    def span(self) -> Span:
        """The first line of its definition."""
        return Span(*self.func.node.where)


def traced(program: Program) -> List[Traced]:
    """Every construct and jit function of a program, and what they call; each function once for each way to run it."""
    return program.once(traced, lambda: list(_tracer(program).found()))


def program_mode(program: Program) -> Mode:
    """What is said of the mode for the whole of a program."""
    return program.once(program_mode, lambda: _tracer(program).mode)


def mode_of_objects(program: Program, function: Traced, objects: Sequence[Obj]) -> Mode:
    """How a function runs where it belongs to some of its objects only."""
    if function.mode.reason in ("jit", "export", "version") or not objects:
        return function.mode
    return _tracer(program).of_objects(objects)


def runs_as_graph(program: Program, event: Event) -> bool:
    """Whether a call is certainly compiled, with all that it runs: by the program's mode, or in a jit function."""
    if program_mode(program).graph == CERTAIN:
        return True
    frame: Optional[Frame] = event.frame
    while frame is not None:
        if frame.func is not None and "jit" in (plain_decorators(frame.func) or ()):
            return True
        frame = frame.caller
    return False


def is_cell(program: Program, cls: Cls) -> bool:
    """Whether a class of the program is derived from nn.Cell, as far as its bases are known."""
    return program.once(("is cell", id(cls)), lambda: any(program.is_a(name, CELL) for name in cls.outside()))


def stands_for(expr: Expr, env: Env) -> Optional[object]:
    """What a name, or a name of a module, stands for without running anything; None where that is not one thing."""
    if isinstance(expr, Name):
        value = env.find(expr.id)
        if value is None:
            return Api(f"builtins.{expr.id}") if hasattr(builtins, expr.id) else None
        return value.only
    if not isinstance(expr, Attr):
        return None
    owner = stands_for(expr.value, env)
    if isinstance(owner, Api):
        return Api(f"{owner.name}.{expr.name}")
    if isinstance(owner, Module):
        value = owner.env.vars.get(expr.name)
        return value.only if value is not None else None
    return None


class _Tracer:
    def __init__(self, program: Program) -> None:
        self._program = program
        self._asked = [event for event in program.calls(SET_CONTEXT) if not event.alone and _mode_of(event) is not None]
        self.mode = self._whole()

    # -- the mode

    def _whole(self) -> Mode:
        program = self._program
        if not self._asked:
            if program.version < PYNATIVE_SINCE:
                return Mode(CERTAIN, "version")
            silent = program.whole and not program.mentions("GRAPH_MODE", "PYNATIVE_MODE", "set_context")
            return Mode(DEFAULT if silent else UNKNOWN)
        told = [(event, _mode_of(event)) for event in self._asked]
        graphs = {each is not None and each.is_graph for _, each in told}
        known = all(each is not None and each.is_graph is not None for _, each in told)
        if known and len(graphs) == 1 and _covered([event for event, _ in told]):
            graph = graphs.pop()
            event = told[-1][0]
            sure = all(each is not None and each.sure for _, each in told)
            if graph:
                return Mode(CERTAIN if sure else LIKELY, "mode", event.path, event.span)
            return Mode(EXCLUDED if sure else UNKNOWN, "mode", event.path, event.span)
        return Mode(UNKNOWN)

    def _at(self, event: Event) -> Mode:
        """The mode in which something runs that happens at an event: what was said last before."""
        if self.mode.graph != UNKNOWN or not self._asked:
            return self.mode
        before = [each for each in self._asked if each.order < event.order and not each.parallel(event)]
        for each in reversed(before):
            if set(each.guards) <= set(event.guards):
                told = _mode_of(each)
                if told is None or told.is_graph is None or not told.sure or each is not before[-1]:
                    return Mode(UNKNOWN)
                return Mode(CERTAIN if told.is_graph else EXCLUDED, "mode", each.path, each.span)
        return Mode(UNKNOWN)

    # -- what runs

    def found(self) -> Iterator[Traced]:
        roots = [*self._jitted(), *self._constructs()]
        yield from roots
        seen: Set[Tuple[int, str]] = {(id(each.func.node), each.mode.graph) for each in roots}
        pending = list(roots)
        while pending:
            for helper in _helpers(pending.pop()):
                key = (id(helper.func.node), helper.mode.graph)
                if key not in seen and helper.func.node.name != "construct":
                    seen.add(key)
                    pending.append(helper)
                    yield helper

    def _jitted(self) -> Iterator[Traced]:
        for func in self._program.defined:
            for decorator in func.node.decorators:
                if _captures(decorator, func.env):
                    mode = Mode(CERTAIN, "jit", func.module.path, Span(*func.node.where))
                    made = self._objects.get(id(func.owner), ())
                    yield Traced(func, "jit", mode, tuple(made), True, func.owner)
        for event in self._program.calls(*JIT):
            if event.given and event.given[0].name is None and _by_source(event):
                mode = Mode(CERTAIN, "jit", event.path, event.span)
                for atom in event.given[0].value.atoms:
                    if isinstance(atom, Func):
                        owners = tuple(atom.receiver.objects()) if atom.receiver is not None else ()
                        yield Traced(atom, "jit", mode, owners, True, atom.owner)

    @property
    def _objects(self) -> Dict[int, List[Obj]]:
        """The objects of each class of the program, by the class."""
        return self._program.once("objects of classes", self._made)

    def _made(self) -> Dict[int, List[Obj]]:
        found: Dict[int, List[Obj]] = {}
        for event in self._program.making:
            made = event.made
            if made is not None and isinstance(made.cls, Cls):
                for cls in made.cls.lineage():
                    found.setdefault(id(cls), []).append(made)
        return found

    def _constructs(self) -> Iterator[Traced]:
        compiled, objects = self._compiled(), self._objects
        for func in self._program.defined:
            cls = func.owner
            if func.node.name != "construct" or cls is None or not is_cell(self._program, cls):
                continue
            if any(_captures(decorator, func.env) for decorator in func.node.decorators):
                continue
            made = tuple([each for each in objects.get(id(cls), ()) if _runs(each, func)])
            mode = next((compiled[id(each)] for each in made if id(each) in compiled), None) if compiled else None
            if mode is None:
                mode = self.of_objects(made)
            yield Traced(func, "construct", mode, made, True, cls)

    def of_objects(self, made: Sequence[Obj]) -> Mode:
        """The mode in which objects run, as far as they run in one."""
        whole = self.mode
        if whole.reason == "version":
            return whole
        if whole.graph in (CERTAIN, LIKELY):
            if made and self._only_before(made):
                return Mode(DEFAULT)
            return whole if made else Mode(UNKNOWN)
        if whole.graph != UNKNOWN or not self._asked or not made:
            return whole
        modes = [self._at(event) for event in self._using(made)]
        graphs = {mode.graph for mode in modes}
        return modes[0] if len(graphs) == 1 else Mode(UNKNOWN)

    def _only_before(self, made: Sequence[Obj]) -> bool:
        """Whether objects are run, and no more after the mode is first set: until then it is the default one."""
        first = self._asked[0].order
        if self._program.version < PYNATIVE_SINCE or any(obj.escaped for obj in made):
            return False
        uses = self._using(made)
        return bool(uses) and all(event.order < first for event in uses)

    def _using(self, made: Sequence[Obj]) -> List[Event]:
        """The calls that run a network of which one of these objects is a part, in order."""
        uses = self._program.once("uses of networks", self._uses)
        found = {event.order: event for obj in made for event in uses.get(id(obj), ())}
        return [found[order] for order in sorted(found)]

    def _uses(self) -> Dict[int, List[Event]]:
        """The calls that run a network, by its parts."""
        found: Dict[int, List[Event]] = {}
        for event in self._runs():
            for part in self._program.parts(event.receiver) if event.receiver is not None else ():
                found.setdefault(id(part), []).append(event)
        return found

    def _runs(self) -> Iterator[Event]:
        calls = self._program.named(lambda name: name.endswith(".__call__") or name.startswith(f"{MODEL}."))
        return (event for event in calls if event.receiver is not None and not event.alone)

    def _compiled(self) -> Dict[int, Mode]:
        """The objects that are made a graph of whatever the mode is: by export and jit."""
        found: Dict[int, Mode] = {}
        for event in self._program.calls(EXPORT, *JIT):
            if event.alone or not event.given or not (event.name == EXPORT or _by_source(event)):
                continue
            mode = Mode(CERTAIN, "export" if event.name == EXPORT else "jit", event.path, event.span)
            for part in self._program.parts(event.given[0].value):
                found.setdefault(id(part), mode)
        return found


def _tracer(program: Program) -> _Tracer:
    return program.once(_Tracer, lambda: _Tracer(program))


class _Told(NamedTuple):
    is_graph: Optional[bool]
    sure: bool


def _mode_of(event: Event) -> Optional[_Told]:
    """What a call of set_context says of the mode; None where it says nothing."""
    value = event.get("mode") or next((each.value for each in event.given if each.name in (None, "mode")), None)
    if value is None:
        return _Told(None, False) if event.open else None
    return _Told(_is_graph(value), value.sure)


def _is_graph(value: Value) -> Optional[bool]:
    kinds: Set[Optional[bool]] = set()
    for atom in value.atoms:
        if isinstance(atom, Api):
            kinds.add({GRAPH_MODE: True, PYNATIVE_MODE: False}.get(atom.name))
        else:
            kinds.add({0: True, 1: False}.get(atom) if isinstance(atom, int) and not isinstance(atom, bool) else None)
    return kinds.pop() if len(kinds) == 1 and not value.open else None


def _covered(events: Sequence[Event]) -> bool:
    """Whether one of them happens in every run: without a condition, or in both branches of one."""
    guards = [event.guards for event in events]
    if () in guards:
        return True
    ways: Dict[Tuple[str, Where], Set[int]] = {}
    for each in guards:
        if len(each) == 1:
            ways.setdefault(each[0].key, set()).add(each[0].way)
    return any({0, 1} <= found for found in ways.values())


def _captures(decorator: Expr, env: Env) -> bool:
    """Whether a decorator makes a graph by reading the source."""
    if isinstance(decorator, Call):
        given = [arg for arg in decorator.args if arg.name in ("capture_mode", "mode")]
        plain = all(isinstance(arg.value, Constant) and _reads(arg.value.value, arg.name or "") for arg in given)
        partial = stands_for(decorator.func, env)
        if isinstance(partial, Api) and partial.name == "functools.partial" and decorator.args:
            return plain and _is_jit(decorator.args[0].value, env)
        return plain and not any(arg.star for arg in decorator.args) and _is_jit(decorator.func, env)
    return _is_jit(decorator, env)


def _is_jit(expr: Expr, env: Env) -> bool:
    atom = stands_for(expr, env)
    # mindspore.context.x and the like are no longer names of functions; the last part and the package say enough.
    return isinstance(atom, Api) and (atom.name in JIT or _jit_of_old(atom.name))


def _jit_of_old(name: str) -> bool:
    return name.startswith("mindspore.common.") and name.rpartition(".")[2] in ("jit", "ms_function")


def _reads(value: object, name: str) -> bool:
    return value in _READS_SOURCE or (name == "mode" and value == "PSJit")


def _by_source(event: Event) -> bool:
    """The same of a call of jit."""
    modes = [each for each in event.given if each.name in ("capture_mode", "mode")]
    return not event.open and all(_reads(each.value.text, each.name or "") for each in modes)


def _runs(made: Obj, func: Func) -> bool:
    """Whether this is the construct of an object, and not one that its class replaces."""
    member = member_of(made.cls, "construct") if isinstance(made.cls, Cls) else None
    return member is not None and any(isinstance(atom, Func) and atom.node is func.node for atom in member.atoms)


def _helpers(of: Traced) -> Iterator[Traced]:
    """The functions of the program that one of them calls and that are read along with it."""
    receiver, cls, env = _receiver(of.func), of.func.owner, of.func.env
    for root, member, callee, plainly in callees(of.func):
        target: Optional[object] = None
        owners: Tuple[Obj, ...] = ()
        if root == receiver and member:
            value = member_of(cls, member) if cls is not None else None
            target, owners = (value.only if value is not None else None), of.owners
        else:
            value = env.find(root)
            if value is not None and not isinstance(value.only, Api):  # as most are: their members are no functions
                target = stands_for(callee, env)
        if isinstance(target, Func) and all(_is_name(each, "staticmethod") for each in target.node.decorators):
            yield Traced(target, "helper", of.mode, owners, of.always and plainly, of.cls)


class Callee(NamedTuple):
    """What calls in a function call: the first name, the name behind it where there is just one, all of it, and whether
    the first of the calls stands under no condition."""

    root: str
    member: str
    func: Expr
    plainly: bool


def callees(func: Func) -> Sequence[Callee]:
    """What the calls in a function call that may be a function of the program; found once."""
    notes = func.node.notes
    if CALLEES not in notes:
        first: Dict[Expr, Callee] = {}
        plain = _plain_calls(func)
        for call in func.node.every(Call):
            root = root_of(call)
            if root and call.func not in first and not (isinstance(call.func, Name) and hasattr(builtins, root)):
                direct = isinstance(call.func, Attr) and isinstance(call.func.value, Name)
                first[call.func] = Callee(root, call.func.name if direct else "", call.func, call.where in plain)
        notes[CALLEES] = tuple(first.values())
    return cast("Sequence[Callee]", notes[CALLEES])


def _is_name(expr: Expr, name: str) -> bool:
    return isinstance(expr, Name) and expr.id == name


def _receiver(func: Func) -> str:
    return func.node.params[0].name if func.owner is not None and func.node.params else ""


def _plain_calls(func: Func) -> Set[Where]:
    """The calls that stand under no condition, nor after something that may leave the function."""
    found: Set[Where] = set()
    for statement in func.node.body:
        if isinstance(statement, (If, Try, While)):
            if any(isinstance(piece, (Return, Leave)) for piece in pieces(statement)):
                break
        elif not isinstance(statement, (Define, DefineClass)):
            found.update(piece.where for piece in pieces(statement) if isinstance(piece, Call))
    return found


def leaves(body: Sequence[Statement]) -> bool:
    """Whether a block ends by leaving: a return, a raise, a break or a continue."""
    return bool(body) and isinstance(body[-1], (Return, Leave))


def graver(one: Mode, other: Mode) -> bool:
    """Whether the first is more certain to be a graph."""
    return _ORDER.index(one.graph) > _ORDER.index(other.graph)


def plain_decorators(func: Func) -> Optional[Set[str]]:
    """Which of staticmethod, classmethod and jit a function is decorated with; None where there is another."""
    found: Set[str] = set()
    for each in func.node.decorators:
        if isinstance(each, Name) and each.id in ("staticmethod", "classmethod"):
            found.add(each.id)
        elif _is_jit(each.func if isinstance(each, Call) else each, func.env):
            found.add("jit")
        else:
            return None
    return found


def attributes_of(func: Func, name: str) -> Set[str]:
    """The attributes that a function asks a name for, or sets on it."""
    return {node.name for node in func.node.every(Attr) if isinstance(node.value, Name) and node.value.id == name}
