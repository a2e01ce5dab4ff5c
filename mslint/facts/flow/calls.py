"""Carries out calls: of APIs, of layers and chains on tensors, of this module's own classes and functions."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Dict, List, Optional, Sequence, Tuple

from mslint.facts.flow import expressions
from mslint.facts.flow.frame import MAX_STEPS, Exhausted, Frame
from mslint.facts.flow.objects import (
    ASKED,
    NONE,
    SKIP,
    UNKNOWN,
    ApiObj,
    Choice,
    ClassObj,
    Consumer,
    FunctionObj,
    Instance,
    Layer,
    Obj,
    Seq,
    Tensor,
    either,
    is_part,
    leaves,
    merge_tensors,
)
from mslint.syntax import nodes

if TYPE_CHECKING:
    from mslint.facts.flow.interpreter import Interpreter


TRANSPARENT = frozenset(("shape", "identity"))
_HARMLESS = frozenset(
    "print len isinstance issubclass type str repr int float bool hasattr id range max min sum abs any all callable "
    "super".split()
)
_NORM_NAME = re.compile(r"(?!.*conv).*norm(alization)?(1d|2d|3d)?", re.IGNORECASE)
_SAME_ITEMS = frozenset("list tuple reversed sorted iter set".split())
_KEEPS_TENSOR = frozenset(
    "view contiguous float half astype to reshape transpose permute flatten squeeze copy asnumpy".split()
)
MOST_ASKED = 200  # parts of a cell that are told of by one call
REGISTRIES = ("_cells", "_params")  # where a cell keeps what is part of it
_REGISTERS = frozenset(
    (
        "insert_child_to_cell",
        "insert_param_to_cell",
        "_insert_child_to_cell",
        "register_module",
        "add_module",
        "__setattr__",
    )
)


def call(run: Interpreter, node: nodes.Call, frame: Frame) -> Obj:
    run.steps += 1
    if run.steps > MAX_STEPS:
        raise Exhausted
    if isinstance(node.func, nodes.Attribute):
        if is_super(node.func.value) and frame.receiver is not None:
            return super_call(run, frame.receiver, node.func.attr.value, node, frame)
        if node.func.attr.value == "__init__" and base_init(run, node, frame):
            return NONE
        owner = run.evaluate(node.func.value, frame)
        result = method_call(run, owner, node.func.attr.value, node, frame)
        if result is not None:
            return result
        callee = expressions.members(run, owner, node.func.attr.value, frame)
    else:
        callee = run.evaluate(node.func, frame)
    args, keywords = arguments(run, node, frame)
    options = callee.options if isinstance(callee, Choice) else (callee,)
    return either([apply(run, one, args, keywords, node, frame) for one in options if one is not NONE] or [UNKNOWN])


def is_super(node: nodes.Expression) -> bool:
    return isinstance(node, nodes.Call) and isinstance(node.func, nodes.Name) and node.func.value == "super"


def super_call(run: Interpreter, receiver: Instance, name: str, node: nodes.Call, frame: Frame) -> Obj:
    """`super().name(...)`: a method of a base in this module, of SequentialCell, or of a base that cannot be seen."""
    cls = frame.function.cls if frame.function is not None else None
    for base in run.facts.names.local_bases(cls) if cls is not None else ():
        method = run.facts.method(base, name)
        if method is not None:
            args, keywords = arguments(run, node, frame)
            return run.run(FunctionObj(method, receiver), args, keywords, frame.calls + 1)
    if name == "__init__" and base_init(run, node, frame):
        return NONE
    if name in _REGISTERS:
        return register(run, receiver, node, frame)
    args, keywords = arguments(run, node, frame)
    for obj in (*args, *keywords.values()):
        run.edges.escape(obj)
    return UNKNOWN


def base_init(run: Interpreter, node: nodes.Call, frame: Frame) -> bool:
    """`super().__init__(conv, norm)` in a class derived from SequentialCell: the class is that chain."""
    receiver = frame.receiver
    if receiver is None or "mindspore.nn.SequentialCell" not in run.facts.base_apis(receiver.cls):
        return False
    args, _ = arguments(run, node, frame)
    if not (isinstance(node.func, nodes.Attribute) and isinstance(node.func.value, nodes.Call)):
        args = args[1:]  # nn.SequentialCell.__init__(self, ...)
    chain = container(run, "SequentialCell", args, node, frame)
    receiver.chain = chain if isinstance(chain, Seq) else None
    return True


def arguments(run: Interpreter, node: nodes.Call, frame: Frame) -> Tuple[List[Obj], Dict[str, Obj]]:
    args: List[Obj] = []
    keywords: Dict[str, Obj] = {}
    for argument in node.args:
        value = run.evaluate(argument.value, frame)
        if argument.keyword is not None:
            keywords[argument.keyword.value] = value
        elif argument.star == "*":
            given = value.items if isinstance(value, Seq) else [value]
            run.spend(len(given))
            args.extend(given)
        elif not argument.star:
            args.append(value)
    return args, keywords


def method_call(run: Interpreter, owner: Obj, name: str, node: nodes.Call, frame: Frame) -> Optional[Obj]:
    """Methods of lists, containers and tensors; None where the callee is something else."""
    if name in ASKED and owner is not frame.receiver:
        ask(owner)
    if isinstance(owner, Choice) and any(isinstance(one, (Seq, Tensor)) for one in owner.options):
        owner = next(one for one in owner.options if isinstance(one, (Seq, Tensor)))
    if isinstance(owner, Seq):
        args, _ = arguments(run, node, frame)
        if name in ("append", "insert") and args:
            run.append(owner, args[-1], frame)
            if name == "insert":
                owner.exact = False
        elif name in ("extend", "update") and args:
            for item in list(args[0].items) if isinstance(args[0], Seq) else [UNKNOWN]:  # it may be the list itself
                run.append(owner, item, frame)
        elif name in ("values", "copy", "cells", "items"):
            return Seq(owner.kind, list(owner.items), owner.exact, owner.depth)
        elif name in ("pop", "get") and owner.items:
            return either(owner.items)
        elif name == "insert_child_to_cell" and len(args) == 2:
            run.append(owner, args[1], frame)
        return UNKNOWN
    if isinstance(owner, Tensor):
        args, _ = arguments(run, node, frame)
        for value in args:
            expressions.arithmetic(run, [value])
        api = run.facts.tables.get(f"mindspore.ops.{name}")
        if name in _KEEPS_TENSOR or (api is not None and api.role == "shape"):
            return owner
        return function_result(run, [owner], Consumer("function", f"Tensor.{name}", _role(api)))
    if name == "update" and isinstance(node.func, nodes.Attribute) and isinstance(node.func.value, nodes.Attribute):
        whole = node.func.value
        holder = run.evaluate(whole.value, frame) if whole.attr.value in REGISTRIES else UNKNOWN
        if isinstance(holder, Instance):
            args, keywords = arguments(run, node, frame)
            holder.registered += [*args, *keywords.values()]
            holder.key = None
    if isinstance(owner, Instance) and name in _REGISTERS and run.facts.method(owner.cls, name) is None:
        return register(run, owner, node, frame)
    return None


def ask(owner: Obj) -> None:
    """Note of a cell and of its parts that somebody asks for the parameters, or switches the mode."""
    pending = [owner]
    seen: List[Obj] = []
    while pending and len(seen) < MOST_ASKED:
        for one in leaves(pending.pop()):
            if isinstance(one, (Layer, Instance)) and one not in seen:
                seen.append(one)
                one.asked = True
                pending += filter(is_part, one.attrs.values()) if isinstance(one, Instance) else ()


def register(run: Interpreter, owner: Instance, node: nodes.Call, frame: Frame) -> Obj:
    """insert_child_to_cell(name, cell) and its like."""
    args, _ = arguments(run, node, frame)
    if len(args) == 2:
        owner.registered.append(args[1])
        owner.key = None
        literal = expressions.constant(node.args[0].value)
        if isinstance(literal, str):
            owner.attrs[literal] = args[1]
    return UNKNOWN


def apply(
    run: Interpreter, callee: Obj, args: List[Obj], keywords: Dict[str, Obj], node: nodes.Call, frame: Frame
) -> Obj:
    """Call an object."""
    if isinstance(callee, ApiObj):
        return call_api(run, callee, args, keywords, node, frame)
    if isinstance(callee, ClassObj):
        if callee.cls in run.active:
            return UNKNOWN
        run.active.append(callee.cls)
        try:
            return run.instantiate(callee.cls, run.raws.get(node), args, keywords, frame.calls + 1)
        finally:
            run.active.pop()
    if isinstance(callee, FunctionObj):
        return run.run(callee, args, keywords, frame.calls + 1)
    if isinstance(callee, (Layer, Instance, Seq)):
        return forward(run, callee, [*args, *keywords.values()], frame)
    for obj in (*args, *keywords.values()):
        run.edges.escape(obj)
    return UNKNOWN


def call_api(
    run: Interpreter, callee: ApiObj, args: List[Obj], keywords: Dict[str, Obj], node: nodes.Call, frame: Frame
) -> Obj:
    short = callee.name.rpartition(".")[2]
    if callee.name.startswith("builtins."):
        return builtin(run, short, args, keywords, frame)
    api = callee.api
    if callee.name == "mindspore.ParameterTuple":
        return Seq("cells", [item for arg in args for item in leaves(arg)], False, frame.depth)
    if api is not None and api.role == "container":
        return container(run, short, args, node, frame)
    if callee.name == "collections.OrderedDict":
        pairs = args[0].items if args and isinstance(args[0], Seq) else []
        values = [pair.items[1] if isinstance(pair, Seq) and len(pair.items) == 2 else pair for pair in pairs]
        return Seq("dict", values, False, frame.depth)
    if callee.name == "functools.partial" and args:
        return args[0]
    if not callee.name.startswith("mindspore."):
        for obj in (*args, *keywords.values()):
            run.edges.escape(obj)
        return UNKNOWN
    if api.kind == "class" if api is not None else short[:1].isupper():
        if short == "Tensor":
            return Tensor()
        return Layer(run.raws.get(node), api, callee.name)
    operands = [*args, *keywords.values()]
    if api is not None and api.role in TRANSPARENT:
        for operand in operands:
            if isinstance(operand, Tensor):
                return operand
    return function_result(run, operands, Consumer("function", callee.name, _role(api)))


def builtin(run: Interpreter, name: str, args: List[Obj], keywords: Dict[str, Obj], frame: Frame) -> Obj:
    if name == "dict" and keywords:
        return Seq("dict", list(keywords.values()), False, frame.depth)
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
            run.edges.escape(arg)
    if name == "getattr" and args:
        return UNKNOWN
    if name == "setattr" and len(args) == 3 and isinstance(args[0], Instance):
        args[0].registered.append(args[2])
        return NONE
    if name not in _HARMLESS:
        for arg in args:
            run.edges.escape(arg)
    return UNKNOWN


def container(run: Interpreter, short: str, args: List[Obj], node: nodes.Call, frame: Frame) -> Obj:
    kind = "sequential" if short == "SequentialCell" else "cells"
    items, exact = list(args), True
    if len(args) == 1 and isinstance(args[0], Seq):
        items, exact = list(args[0].items), args[0].exact
    elif len(args) == 1 and isinstance(args[0], Choice) and any(isinstance(one, Seq) for one in args[0].options):
        items = [item for one in args[0].options if isinstance(one, Seq) for item in one.items]
        exact = False
    seq = Seq(kind, items, exact, frame.depth, run.raws.get(node))
    if kind == "sequential":
        run.chains.append(seq)
    return seq


def forward(run: Interpreter, callee: Obj, args: List[Obj], frame: Frame) -> Obj:
    """Give tensors to a layer, to a cell of this module or to a chain of them."""
    if isinstance(callee, Choice):
        results = [forward(run, one, args, frame) for one in callee.options if one is not NONE]
        return either(results) if results else UNKNOWN
    if callee is SKIP:
        return args[0] if args else UNKNOWN
    if isinstance(callee, Seq):
        if callee.kind == "cells":
            return UNKNOWN
        current = args
        for item in callee.items:
            current = [forward(run, item, current, frame)]
        return current[0] if current else UNKNOWN
    if isinstance(callee, Instance) and _NORM_NAME.fullmatch(callee.cls.name):
        # A normalisation written out by hand does what its name says, however it does it.
        tensors = [one for arg in args for one in leaves(arg) if isinstance(one, Tensor)]
        return function_result(run, list(tensors), Consumer("cell", callee.cls.name, "norm"))
    if isinstance(callee, Instance):
        construct = run.facts.method(callee.cls, "construct") or run.facts.method(callee.cls, "__call__")
        if construct is None and callee.chain is not None:
            run.applied.add(callee.cls)
            return forward(run, callee.chain, args, frame)
        if construct is None:
            for obj in args:
                run.edges.escape(obj)
            return UNKNOWN
        run.applied.add(callee.cls)
        run.edges.enter(callee.raw, args)
        return run.construct(callee, construct, args, frame.calls + 1)
    if not isinstance(callee, Layer):
        for obj in args:
            run.edges.escape(obj)
        return UNKNOWN
    tensors = [one for arg in args for one in leaves(arg) if isinstance(one, Tensor)]
    role = callee.role
    if role in TRANSPARENT and tensors:
        return tensors[0]
    run.edges.enter(callee.raw, tensors)
    for tensor in tensors:
        run.edges.feed(tensor, Consumer("layer", callee.name, role))
    given = merge_tensors(tensors) if tensors else Tensor()
    if callee.raw is not None and given.after == "preact":
        run.edges.entry(callee.raw).preact = True
    if callee.raw is not None and given.after == "block":
        run.edges.entry(callee.raw).after_block = True
    return Tensor(frozenset((callee,)), _after(run, role, given))


def function_result(run: Interpreter, operands: Sequence[Obj], consumer: Consumer) -> Obj:
    tensors = [one for operand in operands for one in leaves(operand) if isinstance(one, Tensor)]
    for tensor in tensors:
        run.edges.feed(tensor, consumer)
    for operand in operands:
        for one in leaves(operand):
            if isinstance(one, Layer):
                run.edges.escape(one)
    given = merge_tensors(tensors) if tensors else Tensor()
    through = frozenset((tail, consumer.name) for tensor in tensors for tail in tensor.tails)
    after = _after(run, consumer.role, given)
    return Tensor(frozenset(), after, through if consumer.role == "activation" else frozenset())


def _role(api: object) -> Optional[str]:
    role = getattr(api, "role", None)
    return str(role) if role else None


def _after(run: Interpreter, role: Optional[str], given: Tensor) -> str:
    """What stands before the next consumer of what a layer or function makes of a tensor."""
    if role == "norm":
        known = [tail.role == "conv" and tail.raw is not None and run.edges.known.get(tail.raw) for tail in given.tails]
        return "convnorm" if known and all(one and not one.preact for one in known) else "norm"
    return {"norm": "preact", "convnorm": "block"}.get(given.after, "") if role == "activation" else ""
