"""The interpreter's core: runs functions on symbols and keeps names, attributes and sequences in step."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Callable, Dict, List, Optional, Sequence, Set, Tuple

from mslint.facts.collect import RawCall
from mslint.facts.flow import calls, expressions
from mslint.facts.flow.edges import Edges
from mslint.facts.flow.frame import MAX_CALLS, MAX_STEPS, MAX_UNROLLED, Exhausted, Frame
from mslint.facts.flow.objects import (
    MAX_ITEMS,
    NONE,
    SKIP,
    UNKNOWN,
    ApiObj,
    Choice,
    ClassObj,
    Env,
    FunctionObj,
    Instance,
    Layer,
    Obj,
    Seq,
    Tensor,
    either,
)
from mslint.facts.flow.statements import STATEMENTS
from mslint.facts.names import Ref
from mslint.facts.scopes import Class, Function, Place, Scope
from mslint.syntax import nodes

if TYPE_CHECKING:
    from mslint.facts.module import Facts


class Interpreter:
    """Carries functions and cells out on symbols.

    Both sides of a condition are followed and joined; what cannot be followed makes what it touches unknown."""

    def __init__(self, facts: Facts) -> None:
        self.facts = facts
        self.raws: Dict[nodes.Node, RawCall] = {raw.node: raw for raw in facts.raw_calls}
        self.edges = Edges()
        self.applied: Set[Class] = set()  # cells of this module that are seen to be called
        self.chains: List[Seq] = []  # every SequentialCell
        self.active: List[object] = []
        self.ran: Set[Function] = set()
        self.steps = 0
        self.outer_names: Dict[Tuple[str, Scope], Obj] = {}
        self.built: Dict[object, Instance] = {}  # what __init__ made of equal arguments
        self.results: Dict[object, Obj] = {}  # what construct made of equal tensors

    def run(self, callee: FunctionObj, args: Sequence[Obj], keywords: Dict[str, Obj], calls: int) -> Obj:
        """Carry out a function; parameters that are not given hold their defaults, or are unknown."""
        function = callee.function
        if calls > MAX_CALLS or function in self.active or function.yields:
            for obj in (*args, *keywords.values()):
                self.edges.escape(obj)
            return UNKNOWN
        env: Env = dict(callee.env or {})
        params = list(function.params)
        receiver = callee.receiver
        if receiver is not None and function.receiver is not None:
            env[params.pop(0)] = receiver
        frame = Frame(function, env, receiver, Place(function.scope), calls)
        for name, default in function.defaults.items():
            if name in env:
                continue
            value: Obj = UNKNOWN
            if default is not None:
                value = self.outer(default, function.place)
                if value is NONE:
                    value = either([NONE, UNKNOWN]) if calls == 0 else NONE
            env[name] = value
        for name, obj in zip(params, args):
            env[name] = obj
        for name, obj in keywords.items():
            env[name] = obj
        self.active.append(function)
        self.ran.add(function)
        try:
            assert isinstance(function.node, (nodes.FunctionDef, nodes.Lambda))
            body = function.node.body
            if isinstance(body, nodes.Block):
                self.block(body.body, frame)
            else:
                frame.results.append(self.evaluate(body, frame))
        finally:
            self.active.pop()
        return either(frame.results) if frame.results else NONE

    def instantiate(
        self, cls: Class, raw: Optional[RawCall], args: Sequence[Obj], keywords: Dict[str, Obj], calls: int
    ) -> Instance:
        """An instance; equal arguments give equal cells, so __init__ is carried out once for each of their kinds."""
        key = (cls, tuple(map(_kind, args)), tuple((name, _kind(obj)) for name, obj in keywords.items()))
        instance = Instance(cls, raw)
        if key in self.built:
            template = self.built[key]
            instance.attrs, instance.registered = dict(template.attrs), list(template.registered)
            instance.key, instance.chain = template.key, template.chain
            return instance
        init = self.facts.method(cls, "__init__")
        if init is not None:
            self.run(FunctionObj(init, instance), args, keywords, calls)
        else:
            for obj in (*args, *keywords.values()):
                self.edges.escape(obj)
        instance.key = key
        self.built[key] = instance
        return instance

    def construct(self, instance: Instance, construct: Function, args: Sequence[Obj], calls: int) -> Obj:
        """Carry out construct, once for equal cells and equal tensors."""
        key = (construct, instance.key, tuple(map(_kind, args)))
        if instance.key is None or key not in self.results:
            result = self.run(FunctionObj(construct, instance), args, {}, calls)
            if instance.key is None:
                return result
            self.results[key] = result
        return self.results[key]

    def block(self, statements: Sequence[nodes.Node], frame: Frame) -> bool:
        """Carry out statements; True where the block certainly leaves the function or loop."""
        for statement in statements:
            self.steps += 1
            if self.steps > MAX_STEPS:
                raise Exhausted
            handler = STATEMENTS.get(statement.__class__)
            if handler is not None and handler(self, statement, frame):
                return True
        return False

    def branch(self, branches: Sequence[Callable[[], bool]], frame: Frame) -> bool:
        """Carry out alternatives from one state and join what they leave; those that leave the block do not count."""
        before, attrs = dict(frame.env), self._attrs(frame)
        ends: List[Tuple[Env, Env]] = []
        frame.depth += 1
        for branch in branches:
            frame.env.clear()
            frame.env.update(before)
            self._set_attrs(frame, attrs)
            if not branch():
                ends.append((dict(frame.env), self._attrs(frame)))
        frame.depth -= 1
        if not ends:
            return True
        joined = _join([env for env, _ in ends])
        frame.env.clear()
        frame.env.update(joined)
        self._set_attrs(frame, _join([attributes for _, attributes in ends]))
        return False

    @staticmethod
    def _attrs(frame: Frame) -> Env:
        return dict(frame.receiver.attrs) if frame.receiver is not None else {}

    @staticmethod
    def _set_attrs(frame: Frame, attrs: Env) -> None:
        if frame.receiver is not None:
            frame.receiver.attrs = dict(attrs)

    def repeat(self, body: Sequence[nodes.Node], frame: Frame) -> None:
        """Twice round a loop of unknown length shows what the end of the body feeds at its beginning.

        Once is enough inside of such a loop: the second round of the outer one follows."""
        rounds = 1 if frame.loops else 2
        frame.loops += 1
        for _ in range(rounds):
            self.branch([lambda: self.block(body, frame)], frame)
        frame.loops -= 1

    def store(self, target: nodes.Expression, value: Obj, frame: Frame) -> None:
        if isinstance(target, nodes.Name):
            frame.env[target.value] = value
        elif isinstance(target, nodes.Attribute):
            owner = self.evaluate(target.value, frame)
            if isinstance(owner, Instance):
                owner.attrs[target.attr.value] = value
                owner.key = None
            elif target.attr.value in ("weight", "bias", "embedding_table"):
                # Tied weights: nothing can be said of either layer any more.
                self.edges.escape(owner)
        elif isinstance(target, nodes.Subscript):
            owner = self.evaluate(target.value, frame)
            if isinstance(owner, Seq):
                self.append(owner, value, frame)
                owner.exact = False
            elif isinstance(target.value, nodes.Attribute) and target.value.attr.value in calls.REGISTRIES:
                whole = self.evaluate(target.value.value, frame)
                if isinstance(whole, Instance):
                    whole.registered.append(value)
                    whole.key = None
        elif isinstance(target, (nodes.Tuple, nodes.List)):
            for number, element in enumerate(target.elements):
                self.store(element.value, _part(value, number, len(target.elements)), frame)
        elif isinstance(target, nodes.StarredElement):
            self.store(target.value, value, frame)

    def append(self, seq: Seq, item: Obj, frame: Frame) -> None:
        if frame.depth > seq.depth + frame.loops:
            item = either([item, SKIP])
        if frame.loops or len(seq.items) >= MAX_ITEMS:
            seq.exact = False
        if len(seq.items) < MAX_ITEMS:
            seq.items.append(item)

    def spend(self, items: int) -> None:
        """Long sequences that are put together take steps, too."""
        self.steps += items // 10
        if self.steps > MAX_STEPS:
            raise Exhausted

    def outer(self, expression: nodes.Expression, place: Place) -> Obj:
        """An expression outside of any run: a default or a class attribute."""
        return self.evaluate(expression, Frame(None, {}, None, place, MAX_CALLS))

    def evaluate(self, node: nodes.Expression, frame: Frame) -> Obj:
        handler = EXPRESSIONS.get(node.__class__)
        return UNKNOWN if handler is None else handler(self, node, frame)

    def object(self, ref: Ref) -> Obj:
        if ref.function is not None:
            return FunctionObj(ref.function)
        if ref.cls is not None:
            return Instance(ref.cls) if ref.instance else ClassObj(ref.cls)
        if ref.name is None:
            return UNKNOWN
        api = self.facts.tables.get(ref.name)
        if ref.instance:
            return Layer(None, api, ref.name) if api is not None else UNKNOWN
        return ApiObj(ref.name, api)


def _kind(obj: Obj, depth: int = 0) -> object:
    """What two arguments must have in common to be treated alike; other objects are only equal to themselves."""
    if depth > 4:
        return obj
    if isinstance(obj, Tensor):
        return (obj.tails, obj.after, obj.through)
    if isinstance(obj, ApiObj):
        return obj.name
    if isinstance(obj, ClassObj):
        return obj.cls
    if isinstance(obj, Seq) and len(obj.items) <= MAX_UNROLLED:
        return (obj.kind, obj.exact, *(_kind(item, depth + 1) for item in obj.items))
    if isinstance(obj, Choice):
        return frozenset(_kind(option, depth + 1) for option in obj.options)
    if isinstance(obj, Instance) and obj.key is not None:
        return obj.key
    return obj


def _part(value: Obj, number: int, count: int) -> Obj:
    """What the n-th of `count` names gets when a value is unpacked."""
    if isinstance(value, Choice):
        return either([_part(option, number, count) for option in value.options])
    if isinstance(value, Seq):
        if value.exact and len(value.items) == count:
            return value.items[number]
        return either(value.items) if value.items else UNKNOWN
    return value if isinstance(value, Tensor) else UNKNOWN


def _join(states: Sequence[Env]) -> Env:
    """What names hold after any one of several ways."""
    if len(states) == 1:
        return states[0]
    joined: Env = {}
    for name in {name: None for state in states for name in state}:
        joined[name] = either([state[name] for state in states if name in state])
    return joined


EXPRESSIONS: Dict[type, Callable[[Interpreter, Any, Frame], Obj]] = {
    nodes.Name: expressions.name,
    nodes.Call: calls.call,
    nodes.Attribute: expressions.attribute,
    nodes.List: expressions.list_,
    nodes.Tuple: expressions.list_,
    nodes.Dict: expressions.dict_,
    nodes.BinaryOperation: expressions.binary,
    nodes.IfExp: expressions.if_expression,
    nodes.BooleanOperation: expressions.boolean,
    nodes.UnaryOperation: expressions.unary,
    nodes.Subscript: expressions.subscript,
    nodes.DictComp: expressions.dict_comprehension,
    nodes.ListComp: expressions.comprehension,
    nodes.GeneratorExp: expressions.comprehension,
    nodes.SetComp: expressions.comprehension,
    nodes.NamedExpr: expressions.walrus,
    nodes.Comparison: expressions.comparison,
}
