"""What the layer interpreter computes with: layers, cells, sequences and tensors, as far as a module builds them."""

from __future__ import annotations

from typing import Dict, FrozenSet, List, Optional, Set, Tuple

from mslint.api.tables import Api
from mslint.facts.collect import RawCall
from mslint.facts.scopes import Class, Function


class Obj:
    """Anything a name can hold; on its own: something unknown."""

    __slots__ = ()


UNKNOWN = Obj()
NONE = Obj()
SKIP = Obj()  # the alternative of an optional item: nothing happens


class ApiObj(Obj):
    """An API itself: a class or function of MindSpore, not an instance."""

    __slots__ = ("name", "api")

    def __init__(self, name: str, api: Optional[Api]) -> None:
        self.name = name
        self.api = api


class ClassObj(Obj):
    """A class of this module."""

    __slots__ = ("cls",)

    def __init__(self, cls: Class) -> None:
        self.cls = cls


class FunctionObj(Obj):
    """A function of this module, or a method bound to an instance."""

    __slots__ = ("function", "receiver", "env")

    def __init__(
        self, function: Function, receiver: Optional[Instance] = None, env: Optional[Dict[str, Obj]] = None
    ) -> None:
        self.function = function
        self.receiver = receiver
        self.env = env  # what a nested function sees of the function around it


class Layer(Obj):
    """An instance of an API class: a cell or a primitive."""

    __slots__ = ("raw", "api", "name", "escaped", "asked")

    def __init__(self, raw: Optional[RawCall], api: Optional[Api], name: str) -> None:
        self.raw = raw  # the call that built it, where it stands in this module
        self.api = api
        self.name = name
        self.escaped = False
        self.asked = False  # for its parameters or its mode: whoever holds it looks after it

    @property
    def role(self) -> Optional[str]:
        return str(self.api.role) if self.api is not None and self.api.role else None


class Instance(Obj):
    """An instance of a class of this module."""

    __slots__ = ("cls", "attrs", "raw", "registered", "key", "chain", "escaped", "asked")

    def __init__(self, cls: Class, raw: Optional[RawCall] = None) -> None:
        self.cls = cls
        self.raw = raw
        self.attrs: Dict[str, Obj] = {}
        self.registered: List[Obj] = []  # by insert_child_to_cell, setattr and the like
        self.escaped = False  # given to code that may register it somewhere
        self.asked = False  # as above
        self.chain: Optional[Seq] = None  # what a class derived from SequentialCell handed to its base
        self.key: Optional[object] = None  # equal for cells that were built alike and not changed since


# What is asked of a cell by who trains, saves, loads or switches it himself.
ASKED = frozenset(
    "get_parameters trainable_params untrainable_params parameters_and_names parameters_dict set_train".split()
)

# A longer sequence holds data. What stands further behind is left out: a line that doubles one would fill the memory.
MAX_ITEMS = 1000


class Seq(Obj):
    """Several objects in order: a list, tuple or dict of Python, or a container of cells."""

    __slots__ = ("kind", "items", "exact", "depth", "raw", "keys")

    def __init__(
        self, kind: str, items: List[Obj], exact: bool = True, depth: int = 0, raw: Optional[RawCall] = None
    ) -> None:
        self.kind = kind  # "list", "tuple", "dict", "cells", "sequential"
        self.items = items if len(items) <= MAX_ITEMS else items[:MAX_ITEMS]
        self.exact = exact and len(items) <= MAX_ITEMS  # whether positions can be relied on
        self.depth = depth  # how many conditions stood around the place where it was made
        self.raw = raw
        self.keys: List[object] = []


def is_part(value: Obj) -> bool:
    """Whether the attribute of a cell makes what it holds a part of the cell: a list, tuple or dict does not."""
    return not isinstance(value, Seq) or value.kind in ("cells", "sequential")


class Choice(Obj):
    """One of several objects; a condition decides which."""

    __slots__ = ("options",)

    def __init__(self, options: Tuple[Obj, ...]) -> None:
        self.options = options


class Tensor(Obj):
    """A tensor: which layers it can have come out of, and what stood before its next consumer."""

    __slots__ = ("tails", "after", "through")

    def __init__(
        self,
        tails: FrozenSet[Layer] = frozenset(),
        after: str = "",
        through: FrozenSet[Tuple[Layer, str]] = frozenset(),
    ) -> None:
        self.tails = tails
        self.through = through  # layers it came out of before one function, and the name of that function
        # "norm", "preact" (a norm and then an activation), "convnorm" and "block" (the same right behind a convolution
        # that none of that stands before), or ""
        self.after = after


class Consumer:
    """What takes the output of a layer."""

    __slots__ = ("kind", "name", "role")

    def __init__(self, kind: str, name: str = "", role: Optional[str] = None) -> None:
        self.kind = kind  # "layer", "function", "other", "return", "unknown"
        self.name = name
        self.role = role

    @property
    def short(self) -> str:
        """nn.ReLU for mindspore.nn.ReLU."""
        return ".".join(self.name.split(".")[-2:])


MAX_OPTIONS = 64  # alternatives beyond this are left unknown


def either(options: List[Obj]) -> Obj:
    """One object for several alternatives."""
    if len(options) == 1 or all(option is options[0] for option in options):
        return options[0]
    flat: List[Obj] = []
    if len(options) > MAX_OPTIONS:
        options = [*options[:MAX_OPTIONS], UNKNOWN]
    for option in options:
        for one in option.options if isinstance(option, Choice) else (option,):
            if one not in flat:
                flat.append(one)
    if len(flat) > MAX_OPTIONS:
        flat = [*flat[:MAX_OPTIONS], UNKNOWN]
    tensors = [one for one in flat if isinstance(one, Tensor)]
    if len(tensors) > 1:
        flat = [one for one in flat if not isinstance(one, Tensor)] + [merge_tensors(tensors)]
    return flat[0] if len(flat) == 1 else Choice(tuple(flat))


def merge_tensors(tensors: List[Tensor]) -> Tensor:
    tails: FrozenSet[Layer] = frozenset().union(*(tensor.tails for tensor in tensors))
    after = {tensor.after for tensor in tensors}
    # Where only some of the ways give a pre-activation, the benefit of the doubt goes to silence.
    kind = "preact" if "preact" in after else (after.pop() if len(after) == 1 else "")
    return Tensor(tails, kind, frozenset().union(*(tensor.through for tensor in tensors)))


def leaves(obj: Obj, limit: int = 200) -> List[Obj]:
    """The objects in an object: alternatives and the items of sequences, not the sequences themselves."""
    found: List[Obj] = []
    seen: Set[int] = set()  # a list may hold itself
    pending = [obj]
    while pending and len(found) < limit:
        one = pending.pop()
        if isinstance(one, (Choice, Seq)):
            if id(one) not in seen:
                seen.add(id(one))
                pending.extend(reversed(one.options if isinstance(one, Choice) else one.items))
        elif one is not SKIP and one is not NONE:
            found.append(one)
    return found


Env = Dict[str, Obj]
