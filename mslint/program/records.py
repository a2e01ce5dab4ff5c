"""Classes whose objects only hold values: dataclasses, named tuples, dictionaries with attributes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Dict, List, Optional, Sequence

from mslint.program.events import Frame, Given, Site
from mslint.program.nodes import NOWHERE, Call, Class, Expr
from mslint.program.values import (
    NONE,
    UNKNOWN,
    Api,
    Atom,
    Cls,
    Env,
    Func,
    Map,
    Module,
    Obj,
    Part,
    Plain,
    Seq,
    Value,
    join,
    member_of,
    pending,
    plain,
)

if TYPE_CHECKING:
    from mslint.program.calls import Calls
    from mslint.program.run import Run

MAX_COPIED = 200  # things in one copy
# What makes a class one whose constructor takes its annotated names.
DECORATORS = frozenset(
    "dataclasses.dataclass attr.s attr.attrs attr.define attr.frozen attrs.define attrs.frozen "
    "pydantic.dataclasses.dataclass".split()
)
BASES = frozenset(("typing.NamedTuple", "pydantic.BaseModel"))
TABLES = frozenset(("builtins.dict", "collections.OrderedDict", "collections.UserDict"))


def is_record(decorators: Sequence[Expr], run: Run, frame: Frame, env: Env) -> bool:
    """Whether one of the decorators makes a class a record."""
    found = (run.expressions.value(each.func if isinstance(each, Call) else each, frame, env) for each in decorators)
    return any(isinstance(atom, Api) and atom.name in DECORATORS for value in found for atom in value.atoms)


def fields_of(cls: Cls) -> Optional[List[str]]:
    """The parameters of its constructor; None where it is no record."""
    lineage = cls.lineage()
    if not any(each.record for each in lineage) and BASES.isdisjoint(cls.outside()):
        return None
    return list(dict.fromkeys(name for each in reversed(lineage) for name in each.node.fields))


def fill(made: Obj, fields: Sequence[str], given: Sequence[Given], is_open: bool) -> None:
    """Give a record what its constructor was given; what is left out is a matter of its class."""
    made.touch()
    places = iter(fields)
    for each in given:
        name = each.name if each.name is not None else next(places, None)
        if name is not None:
            made.attrs[name] = each.value
    if is_open:
        made.attrs.update({name: UNKNOWN for name in fields if name not in made.attrs})


def named_tuple(given: List[Given], is_open: bool, frame: Frame, calls: Calls) -> Optional[Value]:
    """`namedtuple("Spec", ["dim", "ratio"])`, also with the names in one text."""
    name = given[0].value.text if given else None
    names = given[1].value if len(given) > 1 else UNKNOWN
    text = names.text
    found = text.replace(",", " ").split() if text is not None else [each.text for each in names.items() or ()]
    if name is None or not found or None in found or is_open or len(given) > 2:
        return None
    fields = tuple(each for each in found if each is not None)
    made = Cls(Class(name, (), (), (), NOWHERE, fields), frame.module, [])
    made.record = True
    return Value((made,))


def default_of_field(given: List[Given], is_open: bool, frame: Frame, calls: Calls) -> Optional[Value]:
    """What `field(default=...)` or `field(default_factory=...)` leaves in a record: what is made anew for each is a
    partial."""
    for each in given:
        if each.name == "default":
            return each.value
        if each.name == "default_factory" and isinstance(each.value.only, (Cls, Func)):
            return Value((Part(each.value, [], {}),))
    return UNKNOWN


def made_for_each(made: Obj, fields: Sequence[str], site: Site, frame: Frame, calls: Calls) -> None:
    """Give a record what is made anew for each, where it was not given."""
    for name in fields:
        member = member_of(made.cls, name) if isinstance(made.cls, Cls) else None
        factory = member.only if member is not None else None
        if name not in made.attrs and isinstance(factory, Part):
            made.attrs[name] = calls.apply(factory, [], False, site, frame)


def replaced(given: List[Given], is_open: bool, frame: Frame, calls: Calls) -> Optional[Value]:
    """`dataclasses.replace(config, rate=0.1)`."""
    old = given[0].value.only if given and given[0].name is None else None
    if not isinstance(old, Obj):
        return None
    if isinstance(old.cls, Cls) and member_of(old.cls, "__post_init__") is not None:
        return UNKNOWN
    made = Obj(old.cls, old.made, frame.guards, old.parent)
    made.attrs.update(old.attrs)
    made.attrs.update({each.name: each.value for each in given if each.name is not None})
    if is_open:
        made.attrs = dict.fromkeys(made.attrs, UNKNOWN)
    return Value((made,))


def copied(given: List[Given], is_open: bool, frame: Frame, calls: Calls) -> Optional[Value]:
    """`copy.deepcopy` of what holds values; the same where that is all."""
    only = given[0].value.only if given else None
    own = isinstance(only, Obj) and isinstance(only.cls, Cls) and not only.cls.outside()
    return _copied(given[0].value, {}) if own or isinstance(only, (Map, Seq)) else None


def _copied(value: Value, known: Dict[int, Atom]) -> Value:
    """A copy, with copies of what it holds; what is too much is not known."""
    if pending(value):
        value = value.look()
    return Value(tuple(_copied_atom(atom, known) for atom in value.atoms), value.open, value.sure)


def _copied_atom(atom: Atom, known: Dict[int, Atom]) -> Atom:
    if id(atom) in known:
        return known[id(atom)]
    full = len(known) > MAX_COPIED
    if isinstance(atom, Map):
        table = known[id(atom)] = Map({}, atom.open or full)
        table.items.update({} if full else {key: _copied(each, known) for key, each in atom.items.items()})
        return table
    if isinstance(atom, Seq):
        made = known[id(atom)] = Seq(atom.kind, [], atom.open or full)
        made.items.extend([] if full else [_copied(each, known) for each in atom.items])
        return made
    if isinstance(atom, Obj) and isinstance(atom.cls, Cls):
        copy = known[id(atom)] = Obj(atom.cls, atom.made, atom.guards, atom.parent)
        copy.attrs.update({name: UNKNOWN if full else _copied(each, known) for name, each in atom.attrs.items()})
        return copy
    return atom


# -- dictionaries of the program's own


def as_table(value: Value) -> Optional[Map]:
    """The dictionary that a value is; `vars(x)` and `x.__dict__` hold a thing's attributes, or a module's names."""
    atom = value.only
    if not isinstance(atom, Obj) or atom.api != "builtins.vars":
        return atom if isinstance(atom, Map) else None
    owner = atom.parent or (atom.made.given[0].value if atom.made is not None and atom.made.given else UNKNOWN)
    held: Dict[str, Value] = {}
    if isinstance(owner.only, Obj):
        held = owner.only.attrs
    elif isinstance(owner.only, Module):
        held = {name: each for name, each in owner.only.env.vars.items() if not name.startswith("_")}
    else:
        return None
    items: Dict[Plain, Value] = {}
    items.update(held)
    return Map(items, not held)


def is_table(obj: Obj) -> bool:
    """Whether an object's class is derived from dict: its items are kept as attributes."""
    return isinstance(obj.cls, Cls) and not TABLES.isdisjoint(obj.cls.outside())


def take_items(obj: Obj, given: Sequence[Given], is_open: bool = False) -> None:
    """Put what `dict(...)` and `update(...)` are given into an object."""
    obj.touch()
    for each in given:
        if each.name is not None:
            obj.attrs[each.name] = each.value
            continue
        table = as_table(each.value)
        if table is None or table.open:
            is_open = True
        items: Dict[Plain, Value] = table.items if table is not None else {}
        obj.attrs.update({key: value for key, value in items.items() if isinstance(key, str)})
    if is_open:
        obj.attrs.update({name: join([value, UNKNOWN]) for name, value in obj.attrs.items()})


def of_table(obj: Obj, name: str, given: Sequence[Given], is_open: bool) -> Optional[Value]:
    """What a method of dict gives for such an object; None for other methods."""
    if name == "update":
        take_items(obj, given, is_open)
        return NONE
    if name in ("pop", "popitem", "setdefault", "clear"):
        take_items(obj, (), True)
        return UNKNOWN
    if name == "get" and given:
        key, default = given[0].value.text, given[1].value if len(given) > 1 else NONE
        if key is None:
            return UNKNOWN
        return obj.attrs[key] if key in obj.attrs else join([default, UNKNOWN])
    if name in ("items", "keys", "values"):
        pairs = [(plain(key), value) for key, value in obj.attrs.items()]
        parts = {"keys": [key for key, _ in pairs], "values": [value for _, value in pairs]}
        return Value((Seq("list", parts.get(name) or [Value((Seq("tuple", [*each]),)) for each in pairs], True),))
    return None
