"""The order in which layers run: functions and cells are carried out on symbols, and what each layer feeds is kept.

Both sides of a condition are followed and joined; what cannot be followed makes what it touches unknown."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Callable, Dict, List, Optional, Sequence, Set, Tuple

import libcst as cst

from mslint.facts.collect import RawCall
from mslint.facts.names import Ref
from mslint.facts.objects import (
    NONE,
    SKIP,
    UNKNOWN,
    ApiObj,
    Choice,
    ClassObj,
    Consumer,
    Env,
    FunctionObj,
    Instance,
    Layer,
    Obj,
    Seq,
    Tensor,
    either,
    leaves,
    merge_tensors,
)  # fmt: skip
from mslint.facts.scopes import Class, Function, Place, Scope
from mslint.facts.values import read_literal

if TYPE_CHECKING:
    from mslint.facts.module import Facts

# A module that needs more steps than this is left unknown rather than made slow.
MAX_STEPS = 60_000
MAX_CALLS = 8  # calls within calls
MAX_UNROLLED = 24

TRANSPARENT = frozenset(("shape", "identity"))
_HARMLESS = frozenset(
    "print len isinstance issubclass type str repr int float bool hasattr id range max min sum abs any all callable "
    "super".split()
)
_SAME_ITEMS = frozenset("list tuple reversed sorted iter set".split())
_KEEPS_TENSOR = frozenset(
    "view contiguous float half astype to reshape transpose permute flatten squeeze copy asnumpy".split()
)

REGISTERS = frozenset(
    ("insert_child_to_cell", "insert_param_to_cell", "_insert_child_to_cell", "register_module", "add_module")
)


class Followers:
    """What comes directly after a layer."""

    def __init__(self) -> None:
        self.consumers: List[Consumer] = []
        self.preact = False
        self.into: List[RawCall] = []  # the calls that built the layers and cells that take the output

    @property
    def norm(self) -> bool:
        return any(consumer.role == "norm" for consumer in self.consumers)

    @property
    def unknown(self) -> bool:
        return not self.consumers or any(consumer.kind in ("unknown", "return") for consumer in self.consumers)


class _Exhausted(Exception):
    """The module takes too many steps."""


class Frame:
    """One run of a function body."""

    __slots__ = ("function", "env", "receiver", "place", "results", "depth", "loops", "calls")

    def __init__(
        self, function: Optional[Function], env: Env, receiver: Optional[Instance], place: Place, calls: int
    ) -> None:
        self.function = function
        self.env = env
        self.receiver = receiver
        self.place = place
        self.results: List[Obj] = []
        self.depth = 0  # conditions around the current statement
        self.loops = 0
        self.calls = calls


class Layers:
    """Runs a module on symbols and answers what follows a layer and what a cell holds."""

    def __init__(self, facts: Facts) -> None:
        self._facts = facts
        self._raws: Dict[cst.CSTNode, RawCall] = {raw.node: raw for raw in facts.raw_calls}
        self._followers: Dict[RawCall, Followers] = {}
        self._returned: Dict[RawCall, Set[Class]] = {}
        self._applied: Set[Class] = set()
        self._steps = 0
        self._outer_names: Dict[Tuple[str, Scope], Obj] = {}
        self._active: List[object] = []
        self._ran: Set[Function] = set()
        self._built: Dict[object, Instance] = {}  # what __init__ made of equal arguments
        self._results: Dict[object, Obj] = {}  # what construct made of equal tensors
        self.exhausted = False
        self._chains: List[Seq] = []  # every SequentialCell: its inner order holds even where nobody is seen to call it
        self.instances: Dict[Class, Instance] = {}  # each cell class after its __init__ with unknown arguments
        try:
            self._run_all()
        except _Exhausted:
            self.exhausted = True

    def followers(self, raw: RawCall) -> Followers:
        """What follows the layer that a call builds."""
        found = Followers()
        known = self._followers.get(raw)
        if self.exhausted or known is None:
            return found
        found.preact = known.preact
        found.into = list(known.into)
        found.consumers = list(known.consumers)
        # Being returned says nothing where this module also shows what happens to the result.
        if any(cls not in self._applied for cls in self._returned.get(raw, ())):
            found.consumers.append(Consumer("return"))
        return found

    # -- runs

    def _run_all(self) -> None:
        facts = self._facts
        for cls in facts.classes:
            if facts.is_cell(cls) is False:
                continue
            instance = self._instantiate(cls, None, [], {}, 0)
            self.instances[cls] = instance
            construct = facts.method(cls, "construct")
            if construct is not None:
                inputs: List[Obj] = [Tensor() for _ in construct.params[1:]]
                result = self._run(FunctionObj(construct, instance), inputs, {}, 0)
                for tensor in leaves(result):
                    for tail in tensor.tails if isinstance(tensor, Tensor) else ():
                        if tail.raw is not None:
                            self._returned.setdefault(tail.raw, set()).add(cls)
        for function in facts.functions:
            if function.cls is None and function.place.scope.parent is None and function not in self._ran:
                self._escape(self._run(FunctionObj(function), [], {}, 0), "return")
        self._run_module()
        frame = Frame(None, {}, None, self._facts.module_scope_place, 0)
        for chain in self._chains:
            self._forward(chain, [Tensor()], frame)

    def _run_module(self) -> None:
        frame = Frame(None, {}, None, self._facts.module_scope_place, 0)
        self._block(self._facts.statements, frame)

    def _run(self, callee: FunctionObj, args: Sequence[Obj], keywords: Dict[str, Obj], calls: int) -> Obj:
        """Carry out a function; parameters that are not given hold their defaults, or are unknown."""
        function = callee.function
        if calls > MAX_CALLS or function in self._active or function.yields:
            for obj in (*args, *keywords.values()):
                self._escape(obj)
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
                value = self._outer(default, function.place)
                if value is NONE:
                    value = either([NONE, UNKNOWN]) if calls == 0 else NONE
            env[name] = value
        for name, obj in zip(params, args):
            env[name] = obj
        for name, obj in keywords.items():
            env[name] = obj
        self._active.append(function)
        self._ran.add(function)
        try:
            assert isinstance(function.node, (cst.FunctionDef, cst.Lambda))
            body = function.node.body
            if isinstance(body, cst.BaseSuite):
                self._block(body.body, frame)
            else:
                frame.results.append(self._evaluate(body, frame))
        finally:
            self._active.pop()
        return either(frame.results) if frame.results else NONE

    def _instantiate(
        self, cls: Class, raw: Optional[RawCall], args: Sequence[Obj], keywords: Dict[str, Obj], calls: int
    ) -> Instance:
        """An instance; equal arguments give equal cells, so __init__ is carried out once for each of their kinds."""
        key = (cls, tuple(map(_kind, args)), tuple((name, _kind(obj)) for name, obj in keywords.items()))
        instance = Instance(cls, raw)
        if key in self._built:
            template = self._built[key]
            instance.attrs, instance.registered = dict(template.attrs), list(template.registered)
            instance.key = template.key
            return instance
        init = self._facts.method(cls, "__init__")
        if init is not None:
            self._run(FunctionObj(init, instance), args, keywords, calls)
        else:
            for obj in (*args, *keywords.values()):
                self._escape(obj)
        instance.key = key
        self._built[key] = instance
        return instance

    def _construct(self, instance: Instance, construct: Function, args: Sequence[Obj], calls: int) -> Obj:
        """Carry out construct, once for equal cells and equal tensors."""
        key = (construct, instance.key, tuple(map(_kind, args)))
        if instance.key is None or key not in self._results:
            result = self._run(FunctionObj(construct, instance), args, {}, calls)
            if instance.key is None:
                return result
            self._results[key] = result
        return self._results[key]

    # -- statements

    def _block(self, statements: Sequence[cst.CSTNode], frame: Frame) -> bool:
        """Carry out statements; True where the block certainly leaves the function or loop."""
        for statement in statements:
            self._steps += 1
            if self._steps > MAX_STEPS:
                raise _Exhausted
            handler = _STATEMENTS.get(statement.__class__)
            if handler is not None and handler(self, statement, frame):
                return True
        return False

    def _line(self, node: cst.SimpleStatementLine, frame: Frame) -> bool:
        return self._block(node.body, frame)

    def _expression_statement(self, node: cst.Expr, frame: Frame) -> bool:
        self._evaluate(node.value, frame)
        return False

    def _assign(self, node: cst.Assign, frame: Frame) -> bool:
        value = self._evaluate(node.value, frame)
        for target in node.targets:
            self._store(target.target, value, frame)
        return False

    def _annotated(self, node: cst.AnnAssign, frame: Frame) -> bool:
        if node.value is not None:
            self._store(node.target, self._evaluate(node.value, frame), frame)
        return False

    def _return(self, node: cst.Return, frame: Frame) -> bool:
        frame.results.append(NONE if node.value is None else self._evaluate(node.value, frame))
        return True

    def _leave(self, node: cst.CSTNode, frame: Frame) -> bool:
        return True

    def _while(self, node: cst.While, frame: Frame) -> bool:
        self._evaluate(node.test, frame)
        self._repeat(node.body.body, frame)
        return False

    def _with(self, node: cst.With, frame: Frame) -> bool:
        for item in node.items:
            value = self._evaluate(item.item, frame)
            if item.asname is not None:
                self._store(item.asname.name, UNKNOWN if isinstance(value, Tensor) else value, frame)
        return self._block(node.body.body, frame)

    def _define(self, node: cst.FunctionDef, frame: Frame) -> bool:
        function = self._function_of(node, frame)
        if function is not None and frame.function is not None:
            frame.env[function.name] = FunctionObj(function, None, frame.env)
        return False

    def _assert(self, node: cst.Assert, frame: Frame) -> bool:
        self._evaluate(node.test, frame)
        return False

    def _function_of(self, node: cst.FunctionDef, frame: Frame) -> Optional[Function]:
        for binding in frame.place.scope.bindings.get(node.name.value, ()):
            if binding.function is not None and binding.function.node is node:
                return binding.function
        return None

    def _if(self, node: cst.If, frame: Frame) -> bool:
        self._evaluate(node.test, frame)
        branches: List[Callable[[], bool]] = [lambda: self._block(node.body.body, frame)]
        if isinstance(node.orelse, cst.If):
            otherwise = node.orelse
            branches.append(lambda: self._if(otherwise, frame))
        elif node.orelse is not None:
            body = node.orelse.body.body
            branches.append(lambda: self._block(body, frame))
        else:
            branches.append(lambda: False)
        return self._branch(branches, frame)

    def _branch(self, branches: Sequence[Callable[[], bool]], frame: Frame) -> bool:
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

    def _try(self, node: cst.CSTNode, frame: Frame) -> bool:
        assert isinstance(node, (cst.Try, cst.TryStar))
        branches: List[Callable[[], bool]] = [lambda: self._block(node.body.body, frame)]
        for handler in node.handlers:
            body = handler.body.body
            branches.append(lambda body=body: self._block(body, frame))  # type: ignore[misc]
        self._branch(branches, frame)
        if node.orelse is not None:
            self._block(node.orelse.body.body, frame)
        if node.finalbody is not None:
            self._block(node.finalbody.body.body, frame)
        return False

    def _for(self, node: cst.For, frame: Frame) -> bool:
        iterable = self._evaluate(node.iter, frame)
        if isinstance(iterable, Seq) and iterable.exact and 0 < len(iterable.items) <= MAX_UNROLLED:
            for item in list(iterable.items):
                if item is not SKIP:
                    self._store(node.target, item, frame)
                    self._branch([lambda: self._block(node.body.body, frame)], frame)
            return False
        item = either(iterable.items) if isinstance(iterable, Seq) and iterable.items else UNKNOWN
        if isinstance(iterable, Tensor):
            item = iterable
        self._store(node.target, item, frame)
        self._repeat(node.body.body, frame)
        return False

    def _repeat(self, body: Sequence[cst.CSTNode], frame: Frame) -> None:
        """Twice round a loop of unknown length shows what the end of the body feeds at its beginning.

        Once is enough inside of such a loop: the second round of the outer one follows."""
        rounds = 1 if frame.loops else 2
        frame.loops += 1
        for _ in range(rounds):
            self._branch([lambda: self._block(body, frame)], frame)
        frame.loops -= 1

    def _store(self, target: cst.BaseExpression, value: Obj, frame: Frame) -> None:
        if isinstance(target, cst.Name):
            frame.env[target.value] = value
        elif isinstance(target, cst.Attribute):
            owner = self._evaluate(target.value, frame)
            if isinstance(owner, Instance):
                owner.attrs[target.attr.value] = value
                owner.key = None
            elif target.attr.value in ("weight", "bias", "embedding_table"):
                # Tied weights: nothing can be said of either layer any more.
                self._escape(owner)
        elif isinstance(target, cst.Subscript):
            owner = self._evaluate(target.value, frame)
            if isinstance(owner, Seq):
                self._append(owner, value, frame)
                owner.exact = False
        elif isinstance(target, (cst.Tuple, cst.List)):
            items = (
                value.items
                if isinstance(value, Seq) and value.exact and len(value.items) == len(target.elements)
                else None
            )
            for number, element in enumerate(target.elements):
                part = items[number] if items is not None else (value if isinstance(value, Tensor) else UNKNOWN)
                if items is None and isinstance(value, Seq) and value.items:
                    part = either(value.items)
                self._store(element.value, part, frame)
        elif isinstance(target, cst.StarredElement):
            self._store(target.value, value, frame)

    def _augment(self, node: cst.AugAssign, frame: Frame) -> bool:
        old = self._evaluate(node.target, frame)
        value = self._evaluate(node.value, frame)
        if isinstance(old, Seq) and isinstance(node.operator, cst.AddAssign):
            for item in value.items if isinstance(value, Seq) else [UNKNOWN]:
                self._append(old, item, frame)
        else:
            self._store(node.target, self._arithmetic([old, value]), frame)
        return False

    def _append(self, seq: Seq, item: Obj, frame: Frame) -> None:
        if frame.depth > seq.depth + frame.loops:
            item = either([item, SKIP])
        if frame.loops:
            seq.exact = False
        seq.items.append(item)

    # -- expressions

    def _outer(self, expression: cst.BaseExpression, place: Place) -> Obj:
        """An expression outside of any run: a default or a class attribute."""
        return self._evaluate(expression, Frame(None, {}, None, place, MAX_CALLS))

    def _evaluate(self, node: cst.BaseExpression, frame: Frame) -> Obj:
        handler = _EXPRESSIONS.get(node.__class__)
        return UNKNOWN if handler is None else handler(self, node, frame)

    def _list(self, node: cst.BaseExpression, frame: Frame) -> Obj:
        assert isinstance(node, (cst.List, cst.Tuple))
        items: List[Obj] = []
        exact = True
        for element in node.elements:
            value = self._evaluate(element.value, frame)
            if isinstance(element, cst.StarredElement):
                exact = exact and isinstance(value, Seq) and value.exact
                items.extend(value.items if isinstance(value, Seq) else [value])
            else:
                items.append(value)
        return Seq("list" if isinstance(node, cst.List) else "tuple", items, exact, frame.depth)

    def _dict(self, node: cst.Dict, frame: Frame) -> Obj:
        return Seq("dict", [self._evaluate(pair.value, frame) for pair in node.elements], False, frame.depth)

    def _if_expression(self, node: cst.IfExp, frame: Frame) -> Obj:
        self._evaluate(node.test, frame)
        return either([self._evaluate(node.body, frame), self._evaluate(node.orelse, frame)])

    def _boolean(self, node: cst.BooleanOperation, frame: Frame) -> Obj:
        return either([self._evaluate(node.left, frame), self._evaluate(node.right, frame)])

    def _unary(self, node: cst.UnaryOperation, frame: Frame) -> Obj:
        return self._arithmetic([self._evaluate(node.expression, frame)])

    def _walrus(self, node: cst.NamedExpr, frame: Frame) -> Obj:
        value = self._evaluate(node.value, frame)
        self._store(node.target, value, frame)
        return value

    def _comparison(self, node: cst.Comparison, frame: Frame) -> Obj:
        self._evaluate(node.left, frame)
        return UNKNOWN

    def _name(self, node: cst.Name, frame: Frame) -> Obj:
        name = node.value
        if name == "None":
            return NONE
        if name in frame.env:
            return frame.env[name]
        key = (name, frame.place.scope)
        if key not in self._outer_names:
            refs = self._facts.names.candidates(node, frame.place, 1 << 60)
            self._outer_names[key] = UNKNOWN if not refs else either([self._object(ref) for ref in refs])
        return self._outer_names[key]

    def _object(self, ref: Ref) -> Obj:
        if ref.function is not None:
            return FunctionObj(ref.function)
        if ref.cls is not None:
            return Instance(ref.cls) if ref.instance else ClassObj(ref.cls)
        if ref.name is None:
            return UNKNOWN
        api = self._facts.tables.get(ref.name)
        if ref.instance:
            return Layer(None, api, ref.name) if api is not None else UNKNOWN
        return ApiObj(ref.name, api)

    def _attribute(self, node: cst.Attribute, frame: Frame) -> Obj:
        return self._members(self._evaluate(node.value, frame), node.attr.value, frame)

    def _members(self, owner: Obj, name: str, frame: Frame) -> Obj:
        return either(
            [self._member(one, name, frame) for one in (owner.options if isinstance(owner, Choice) else (owner,))]
        )

    def _member(self, owner: Obj, name: str, frame: Frame) -> Obj:
        if isinstance(owner, Instance):
            if name in owner.attrs:
                return owner.attrs[name]
            method = self._facts.method(owner.cls, name)
            if method is not None:
                if any(
                    isinstance(decorator, cst.Name) and decorator.value == "property" for decorator in method.decorators
                ):
                    return self._run(FunctionObj(method, owner), [], {}, frame.calls + 1)
                return FunctionObj(method, owner)
            if name in owner.cls.scope.bindings:
                value = owner.cls.scope.bindings[name][-1].value
                return self._outer(value, owner.cls.place) if value is not None else UNKNOWN
            return UNKNOWN
        if isinstance(owner, ApiObj):
            full = self._facts.tables.canonical(f"{owner.name}.{name}")
            return ApiObj(full, self._facts.tables.get(full))
        if isinstance(owner, Tensor) and name in ("T", "mT", "H"):
            return owner
        return UNKNOWN

    def _subscript(self, node: cst.Subscript, frame: Frame) -> Obj:
        owner = self._evaluate(node.value, frame)
        if isinstance(owner, Tensor):
            return owner
        if not isinstance(owner, Seq):
            return UNKNOWN
        index = node.slice[0].slice if len(node.slice) == 1 else None
        if isinstance(index, cst.Slice):
            return Seq(owner.kind, list(owner.items), False, owner.depth)
        literal = self._constant(index.value) if isinstance(index, cst.Index) else None
        if owner.exact and isinstance(literal, int) and -len(owner.items) <= literal < len(owner.items):
            return owner.items[literal]
        return either(owner.items) if owner.items else UNKNOWN

    @staticmethod
    def _constant(node: cst.BaseExpression) -> Optional[object]:
        sign = 1
        if isinstance(node, cst.UnaryOperation) and isinstance(node.operator, cst.Minus):
            node, sign = node.expression, -1
        value = read_literal(node)
        number = value.single if value is not None else None
        return sign * number if isinstance(number, int) else number

    def _comprehension(self, node: cst.CSTNode, frame: Frame) -> Obj:
        assert isinstance(node, (cst.ListComp, cst.GeneratorExp, cst.SetComp))
        iterable = self._evaluate(node.for_in.iter, frame)
        rounds: List[Obj] = [UNKNOWN, UNKNOWN]
        exact = False
        if isinstance(iterable, Seq):
            exact = iterable.exact and not node.for_in.ifs and len(iterable.items) <= MAX_UNROLLED
            rounds = list(iterable.items) if exact else [either(iterable.items)] * 2 if iterable.items else []
        elif isinstance(iterable, Tensor):
            rounds = [iterable]
        items: List[Obj] = []
        saved = dict(frame.env)
        for item in rounds:
            self._store(node.for_in.target, item, frame)
            if node.for_in.inner_for_in is not None:
                self._evaluate(node.for_in.inner_for_in.iter, frame)
                self._store(node.for_in.inner_for_in.target, UNKNOWN, frame)
            items.append(self._evaluate(node.elt, frame))
        frame.env.clear()
        frame.env.update(saved)
        return Seq("list", items, exact, frame.depth)

    def _binary(self, node: cst.BinaryOperation, frame: Frame) -> Obj:
        left, right = self._evaluate(node.left, frame), self._evaluate(node.right, frame)
        if isinstance(node.operator, cst.Add) and isinstance(left, Seq) and isinstance(right, Seq):
            return Seq(left.kind, [*left.items, *right.items], left.exact and right.exact, frame.depth)
        if isinstance(node.operator, cst.Multiply):
            for seq in (left, right):
                if isinstance(seq, Seq):
                    return Seq(seq.kind, seq.items * 2, False, frame.depth)
        return self._arithmetic([left, right])

    def _arithmetic(self, operands: Sequence[Obj]) -> Obj:
        tensors = [one for operand in operands for one in leaves(operand) if isinstance(one, Tensor)]
        if not tensors:
            return UNKNOWN
        for tensor in tensors:
            self._feed(tensor, Consumer("other"))
        return Tensor()

    # -- calls

    def _call(self, node: cst.Call, frame: Frame) -> Obj:
        self._steps += 1
        if self._steps > MAX_STEPS:
            raise _Exhausted
        if isinstance(node.func, cst.Attribute):
            owner = self._evaluate(node.func.value, frame)
            result = self._method_call(owner, node.func.attr.value, node, frame)
            if result is not None:
                return result
            callee = self._members(owner, node.func.attr.value, frame)
        else:
            callee = self._evaluate(node.func, frame)
        args, keywords = self._arguments(node, frame)
        options = callee.options if isinstance(callee, Choice) else (callee,)
        return either(
            [self._apply(one, args, keywords, node, frame) for one in options if one is not NONE] or [UNKNOWN]
        )

    def _arguments(self, node: cst.Call, frame: Frame) -> Tuple[List[Obj], Dict[str, Obj]]:
        args: List[Obj] = []
        keywords: Dict[str, Obj] = {}
        for argument in node.args:
            value = self._evaluate(argument.value, frame)
            if argument.keyword is not None:
                keywords[argument.keyword.value] = value
            elif argument.star == "*":
                args.extend(value.items if isinstance(value, Seq) else [value])
            elif not argument.star:
                args.append(value)
        return args, keywords

    def _method_call(self, owner: Obj, name: str, node: cst.Call, frame: Frame) -> Optional[Obj]:
        """Methods of lists, containers and tensors; None where the callee is something else."""
        if isinstance(owner, Choice) and any(isinstance(one, (Seq, Tensor)) for one in owner.options):
            owner = next(one for one in owner.options if isinstance(one, (Seq, Tensor)))
        if isinstance(owner, Seq):
            args, _ = self._arguments(node, frame)
            if name in ("append", "insert") and args:
                self._append(owner, args[-1], frame)
                if name == "insert":
                    owner.exact = False
            elif name in ("extend", "update") and args:
                for item in args[0].items if isinstance(args[0], Seq) else [UNKNOWN]:
                    self._append(owner, item, frame)
            elif name in ("values", "copy", "cells", "items"):
                return owner
            elif name in ("pop", "get") and owner.items:
                return either(owner.items)
            elif name == "insert_child_to_cell" and len(args) == 2:
                self._append(owner, args[1], frame)
            return UNKNOWN
        if isinstance(owner, Tensor):
            args, _ = self._arguments(node, frame)
            for value in args:
                self._arithmetic([value])
            api = self._facts.tables.get(f"mindspore.ops.{name}")
            if name in _KEEPS_TENSOR or (api is not None and api.role == "shape"):
                return owner
            return self._function_result([owner], Consumer("function", f"Tensor.{name}", _role(api)))
        if isinstance(owner, Instance) and name in REGISTERS and self._facts.method(owner.cls, name) is None:
            args, _ = self._arguments(node, frame)
            if len(args) == 2:
                owner.registered.append(args[1])
                owner.key = None
                literal = self._constant(node.args[0].value)
                if isinstance(literal, str):
                    owner.attrs[literal] = args[1]
            return UNKNOWN
        return None

    def _apply(self, callee: Obj, args: List[Obj], keywords: Dict[str, Obj], node: cst.Call, frame: Frame) -> Obj:
        """Call an object."""
        if isinstance(callee, ApiObj):
            return self._call_api(callee, args, keywords, node, frame)
        if isinstance(callee, ClassObj):
            if callee.cls in self._active:
                return UNKNOWN
            self._active.append(callee.cls)
            try:
                return self._instantiate(callee.cls, self._raws.get(node), args, keywords, frame.calls + 1)
            finally:
                self._active.pop()
        if isinstance(callee, FunctionObj):
            return self._run(callee, args, keywords, frame.calls + 1)
        if isinstance(callee, (Layer, Instance, Seq)):
            return self._forward(callee, [*args, *keywords.values()], frame)
        for obj in (*args, *keywords.values()):
            self._escape(obj)
        return UNKNOWN

    def _call_api(self, callee: ApiObj, args: List[Obj], keywords: Dict[str, Obj], node: cst.Call, frame: Frame) -> Obj:
        short = callee.name.rpartition(".")[2]
        if callee.name.startswith("builtins."):
            return self._builtin(short, args, frame)
        api = callee.api
        if api is not None and api.role == "container":
            return self._container(short, args, node, frame)
        if callee.name == "collections.OrderedDict":
            pairs = args[0].items if args and isinstance(args[0], Seq) else []
            values = [pair.items[1] if isinstance(pair, Seq) and len(pair.items) == 2 else pair for pair in pairs]
            return Seq("dict", values, False, frame.depth)
        if callee.name == "functools.partial" and args:
            return args[0]
        if not callee.name.startswith("mindspore."):
            for obj in (*args, *keywords.values()):
                self._escape(obj)
            return UNKNOWN
        if api.kind == "class" if api is not None else short[:1].isupper():
            if short == "Tensor":
                return Tensor()
            return Layer(self._raws.get(node), api, callee.name)
        operands = [*args, *keywords.values()]
        if api is not None and api.role in TRANSPARENT:
            for operand in operands:
                if isinstance(operand, Tensor):
                    return operand
        return self._function_result(operands, Consumer("function", callee.name, _role(api)))

    def _builtin(self, name: str, args: List[Obj], frame: Frame) -> Obj:
        if name in _SAME_ITEMS and args and isinstance(args[0], Seq):
            items = list(reversed(args[0].items)) if name == "reversed" else list(args[0].items)
            return Seq("tuple" if name == "tuple" else "list", items, args[0].exact and name != "sorted", frame.depth)
        if name in ("list", "tuple", "dict") and not args:
            return Seq(name, [], True, frame.depth)
        if name == "enumerate" and args and isinstance(args[0], Seq):
            return Seq("list", [Seq("tuple", [UNKNOWN, item]) for item in args[0].items], args[0].exact, frame.depth)
        if name == "zip" and args and all(isinstance(arg, Seq) for arg in args):
            columns = [arg.items for arg in args if isinstance(arg, Seq)]
            rows: List[Obj] = [Seq("tuple", list(row)) for row in zip(*columns)]
            return Seq("list", rows, all(isinstance(arg, Seq) and arg.exact for arg in args), frame.depth)
        if name == "zip":
            for arg in args:
                self._escape(arg)
        if name == "getattr" and args:
            return UNKNOWN
        if name == "setattr" and len(args) == 3 and isinstance(args[0], Instance):
            args[0].registered.append(args[2])
            return NONE
        if name not in _HARMLESS:
            for arg in args:
                self._escape(arg)
        return UNKNOWN

    def _container(self, short: str, args: List[Obj], node: cst.Call, frame: Frame) -> Obj:
        kind = "sequential" if short == "SequentialCell" else "cells"
        seq = Seq(kind, [], True, frame.depth, self._raws.get(node))
        if len(args) == 1 and isinstance(args[0], Seq):
            seq.items, seq.exact = list(args[0].items), args[0].exact
        elif len(args) == 1 and isinstance(args[0], Choice) and any(isinstance(one, Seq) for one in args[0].options):
            seq.items = [item for one in args[0].options if isinstance(one, Seq) for item in one.items]
            seq.exact = False
        else:
            seq.items = list(args)
        if kind == "sequential":
            self._chains.append(seq)
        return seq

    def _forward(self, callee: Obj, args: List[Obj], frame: Frame) -> Obj:
        """Give tensors to a layer, to a cell of this module or to a chain of them."""
        if isinstance(callee, Choice):
            results = [self._forward(one, args, frame) for one in callee.options if one is not NONE]
            return either(results) if results else UNKNOWN
        if callee is SKIP:
            return args[0] if args else UNKNOWN
        if isinstance(callee, Seq):
            if callee.kind == "cells":
                return UNKNOWN
            current = args
            for item in callee.items:
                current = [self._forward(item, current, frame)]
            return current[0] if current else UNKNOWN
        if isinstance(callee, Instance):
            construct = self._facts.method(callee.cls, "construct") or self._facts.method(callee.cls, "__call__")
            if construct is None:
                for obj in args:
                    self._escape(obj)
                return UNKNOWN
            self._applied.add(callee.cls)
            self._enter(callee.raw, args)
            return self._construct(callee, construct, args, frame.calls + 1)
        if not isinstance(callee, Layer):
            for obj in args:
                self._escape(obj)
            return UNKNOWN
        tensors = [one for arg in args for one in leaves(arg) if isinstance(one, Tensor)]
        role = callee.role
        if role in TRANSPARENT and tensors:
            return tensors[0]
        self._enter(callee.raw, tensors)
        for tensor in tensors:
            self._feed(tensor, Consumer("layer", callee.name, role))
        before = merge_tensors(tensors).after if tensors else ""
        if callee.raw is not None and before == "preact":
            self._entry(callee.raw).preact = True
        return Tensor(frozenset((callee,)), _after(role, before))

    def _function_result(self, operands: Sequence[Obj], consumer: Consumer) -> Obj:
        tensors = [one for operand in operands for one in leaves(operand) if isinstance(one, Tensor)]
        for tensor in tensors:
            self._feed(tensor, consumer)
        for operand in operands:
            for one in leaves(operand):
                if isinstance(one, Layer):
                    self._escape(one)
        before = merge_tensors(tensors).after if tensors else ""
        return Tensor(frozenset(), _after(consumer.role, before))

    # -- edges

    def _entry(self, raw: RawCall) -> Followers:
        return self._followers.setdefault(raw, Followers())

    def _feed(self, tensor: Tensor, consumer: Consumer) -> None:
        for tail in tensor.tails:
            if tail.raw is not None:
                known = self._entry(tail.raw).consumers
                if not any(one.kind == consumer.kind and one.name == consumer.name for one in known):
                    known.append(consumer)

    def _enter(self, built_by: Optional[RawCall], args: Sequence[Obj]) -> None:
        for tensor in args if built_by is not None else ():
            for tail in tensor.tails if isinstance(tensor, Tensor) else ():
                if tail.raw is not None and built_by not in self._entry(tail.raw).into:
                    self._entry(tail.raw).into.append(built_by)  # type: ignore[arg-type]

    def _escape(self, obj: Obj, kind: str = "unknown") -> None:
        """The object goes where it cannot be followed: whatever it is, or came out of, has an unknown follower."""
        for one in leaves(obj):
            if isinstance(one, Tensor):
                self._feed(one, Consumer(kind))
            elif isinstance(one, Layer) and one.raw is not None and kind == "unknown" and not one.escaped:
                one.escaped = True
                self._entry(one.raw).consumers.append(Consumer(kind))


def _kind(obj: Obj) -> object:
    """What two arguments must have in common to be treated alike; other objects are only equal to themselves."""
    if isinstance(obj, Tensor):
        return (obj.tails, obj.after)
    if isinstance(obj, ApiObj):
        return obj.name
    if isinstance(obj, ClassObj):
        return obj.cls
    if isinstance(obj, Seq) and len(obj.items) <= MAX_UNROLLED:
        return (obj.kind, obj.exact, *map(_kind, obj.items))
    if isinstance(obj, Choice):
        return frozenset(map(_kind, obj.options))
    if isinstance(obj, Instance) and obj.key is not None:
        return obj.key
    return obj


def _role(api: object) -> Optional[str]:
    role = getattr(api, "role", None)
    return str(role) if role else None


def _after(role: Optional[str], before: str) -> str:
    if role == "norm":
        return "norm"
    return "preact" if role == "activation" and before == "norm" else ""


def _join(states: Sequence[Env]) -> Env:
    """What names hold after any one of several ways."""
    if len(states) == 1:
        return states[0]
    joined: Env = {}
    for name in {name: None for state in states for name in state}:
        joined[name] = either([state[name] for state in states if name in state])
    return joined


_EXPRESSIONS: Dict[type, Callable[[Layers, Any, Frame], Obj]] = {
    cst.Name: Layers._name,
    cst.Call: Layers._call,
    cst.Attribute: Layers._attribute,
    cst.List: Layers._list,
    cst.Tuple: Layers._list,
    cst.Dict: Layers._dict,
    cst.BinaryOperation: Layers._binary,
    cst.IfExp: Layers._if_expression,
    cst.BooleanOperation: Layers._boolean,
    cst.UnaryOperation: Layers._unary,
    cst.Subscript: Layers._subscript,
    cst.ListComp: Layers._comprehension,
    cst.GeneratorExp: Layers._comprehension,
    cst.SetComp: Layers._comprehension,
    cst.NamedExpr: Layers._walrus,
    cst.Comparison: Layers._comparison,
}

_STATEMENTS: Dict[type, Callable[[Layers, Any, Frame], bool]] = {
    cst.SimpleStatementLine: Layers._line,
    cst.Expr: Layers._expression_statement,
    cst.Assign: Layers._assign,
    cst.AnnAssign: Layers._annotated,
    cst.AugAssign: Layers._augment,
    cst.Return: Layers._return,
    cst.Raise: Layers._leave,
    cst.Continue: Layers._leave,
    cst.Break: Layers._leave,
    cst.If: Layers._if,
    cst.For: Layers._for,
    cst.While: Layers._while,
    cst.Try: Layers._try,
    cst.TryStar: Layers._try,
    cst.With: Layers._with,
    cst.FunctionDef: Layers._define,
    cst.Assert: Layers._assert,
}
