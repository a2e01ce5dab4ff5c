"""What a program does with Python's own tools: containers, partial functions, options of the command line."""

from __future__ import annotations

from typing import TYPE_CHECKING, Callable, Dict, List, Optional, Tuple

from mslint.model import computable
from mslint.program.changes import extend, unsure
from mslint.program.events import Frame, Given
from mslint.program.values import NONE, UNKNOWN, Api, Map, Obj, Option, Part, Plain, Seq, Value, join, plain

if TYPE_CHECKING:
    from mslint.program.calls import Calls

PARSER, NAMESPACE, SETTINGS = "argparse.ArgumentParser", "argparse.Namespace", "easydict.EasyDict"


def _named(given: List[Given], name: str) -> Optional[Value]:
    return next((each.value for each in given if each.name == name), None)


def _first(given: List[Given]) -> Optional[Value]:
    return given[0].value if given and given[0].name is None else None


# -- functions


def _overrides(given: List[Given], is_open: bool, frame: Frame, calls: Calls) -> Optional[Value]:
    """`setattr(args, name, value)` and `vars(args)` give options values that nobody holds against their choices."""
    first = _first(given)
    sets = len(given) == 3  # as setattr does; vars only shows
    for obj in first.objects() if first is not None else ():
        if obj.api == NAMESPACE:
            obj.touch()
            obj.escaped = True
            if sets and given[1].value.text is None:
                open_options(obj)
    return None


def open_options(obj: Obj) -> None:
    """Any option may have been given another value."""
    obj.touch()
    obj.attrs.update({name: Value(value.atoms, True, False) for name, value in obj.attrs.items()})


def _partial(given: List[Given], is_open: bool, frame: Frame, calls: Calls) -> Optional[Value]:
    target = _first(given)
    if target is None or is_open:
        return UNKNOWN
    args = [each.value for each in given[1:] if each.name is None]
    return Value((Part(target, args, {each.name: each.value for each in given if each.name is not None}),))


def _getattr(given: List[Given], is_open: bool, frame: Frame, calls: Calls) -> Optional[Value]:
    if len(given) < 2 or not isinstance(given[1].value.only, str):
        return UNKNOWN
    return calls.attribute(given[0].value, given[1].value.only, frame)


def _list(kind: str, ordered: bool = False) -> Callable[[List[Given], bool, Frame, Calls], Optional[Value]]:
    def make(given: List[Given], is_open: bool, frame: Frame, calls: Calls) -> Optional[Value]:
        source = _first(given)
        if source is None:
            return Value((Seq(kind, [], is_open),))
        items = source.items()
        made = Seq(kind, list(items) if items is not None else [calls.element(source)], items is None)
        made.source, made.ordered = source, ordered
        return Value((made,))

    return make


def _dict(given: List[Given], is_open: bool, frame: Frame, calls: Calls) -> Optional[Value]:
    table = Map({}, is_open)
    source = _first(given)
    if source is not None:
        if isinstance(source.only, Map):
            table.items.update(source.only.items)
            table.open = table.open or source.only.open
        else:
            table.open = True
    table.items.update({each.name: each.value for each in given if each.name is not None})
    return Value((table,))


def _convert(kind: type) -> Callable[[List[Given], bool, Frame, Calls], Optional[Value]]:
    def make(given: List[Given], is_open: bool, frame: Frame, calls: Calls) -> Optional[Value]:
        source = _first(given)
        only = source.only if source is not None else None
        if source is None or not isinstance(only, (str, int, float)):
            # What a number is made of is still what it comes from.
            return source if source is not None and isinstance(only, (Api, Obj)) else UNKNOWN
        try:
            made = kind(only)
        except (ValueError, OverflowError):
            return UNKNOWN
        return Value((made,), False, source.sure) if isinstance(made, str) or computable(made) else UNKNOWN

    return make


def _same(given: List[Given], is_open: bool, frame: Frame, calls: Calls) -> Optional[Value]:
    return _first(given) or UNKNOWN


def _pairs(given: List[Given], is_open: bool, frame: Frame, calls: Calls) -> Optional[Value]:
    """enumerate and zip: pairs of an element of each."""
    parts = [calls.element(each.value) for each in given if each.name is None]
    return Value((Seq("list", [Value((Seq("tuple", parts),))], True),))


def _enumerate(given: List[Given], is_open: bool, frame: Frame, calls: Calls) -> Optional[Value]:
    source = _first(given)
    parts = [UNKNOWN, calls.element(source) if source is not None else UNKNOWN]
    return Value((Seq("list", [Value((Seq("tuple", parts),))], True),))


def _settings(given: List[Given], is_open: bool, frame: Frame, calls: Calls) -> Optional[Value]:
    """EasyDict and its like: what a dictionary holds, as attributes."""
    made = Obj(SETTINGS, None, frame.guards)
    source = _first(given)
    table = source.only if source is not None else None
    if isinstance(table, Map):
        made.attrs.update({name: _nested(value, frame) for name, value in table.items.items() if isinstance(name, str)})
    made.attrs.update({each.name: each.value for each in given if each.name is not None})
    return Value((made,))


def _nested(value: Value, frame: Frame) -> Value:
    if not isinstance(value.only, Map):
        return value
    made = Obj(SETTINGS, None, frame.guards)
    made.attrs.update({name: _nested(each, frame) for name, each in value.only.items.items() if isinstance(name, str)})
    return Value((made,))


def _parser(given: List[Given], is_open: bool, frame: Frame, calls: Calls) -> Optional[Value]:
    return Value((Obj(PARSER, None, frame.guards),))


Function = Callable[[List[Given], bool, Frame, "Calls"], Optional[Value]]
FUNCTIONS: Dict[str, Function] = {
    "builtins.setattr": _overrides,
    "builtins.vars": _overrides,
    "functools.partial": _partial,
    "builtins.getattr": _getattr,
    "builtins.list": _list("list"),
    "builtins.tuple": _list("tuple"),
    "builtins.sorted": _list("list", True),
    "builtins.dict": _dict,
    "collections.OrderedDict": _dict,
    "builtins.int": _convert(int),
    "builtins.float": _convert(float),
    "builtins.str": _convert(str),
    "builtins.iter": _same,
    "builtins.zip": _pairs,
    "builtins.enumerate": _enumerate,
    "tqdm.tqdm": _same,
    "easydict.EasyDict": _settings,
    "types.SimpleNamespace": _settings,
    "argparse.Namespace": _settings,
    "argparse.ArgumentParser": _parser,
}


# Calls of which programs keep that they happened, too.
KEPT = frozenset(("builtins.zip",))


# -- methods of containers


def _append(atom: Seq, given: List[Given], frame: Frame) -> Value:
    atom.touch()
    value = _first(given)
    if value is not None:
        atom.put([value])
        atom.source = None
    if unsure(atom, frame):
        atom.open = True
    return NONE


def _insert(atom: Seq, given: List[Given], frame: Frame) -> Value:
    atom.touch()
    place = given[0].value.only if given else None
    if len(given) == 2 and isinstance(place, int):
        atom.put([given[1].value], place)
        atom.source = None
        atom.open = atom.open or unsure(atom, frame)
    else:
        atom.open = True
    return NONE


def _extend(atom: Seq, given: List[Given], frame: Frame) -> Value:
    extend(atom, given[0].value if given else UNKNOWN, frame)
    return NONE


def _order(atom: Seq, given: List[Given], frame: Frame) -> Value:
    atom.touch()
    atom.ordered = True
    return NONE


def _get(atom: Map, given: List[Given], frame: Frame) -> Value:
    key = given[0].value.only if given else None
    default = given[1].value if len(given) > 1 else NONE
    if isinstance(key, (str, int, float)) and key in atom.items:
        return atom.items[key]
    return join([default, UNKNOWN]) if atom.open or not isinstance(key, (str, int, float)) else default


def _values(atom: Map, given: List[Given], frame: Frame) -> Value:
    return Value((Seq("list", list(atom.items.values()), atom.open),))


def _items(atom: Map, given: List[Given], frame: Frame) -> Value:
    pairs = [Value((Seq("tuple", [plain(key), value]),)) for key, value in atom.items.items()]
    return Value((Seq("list", pairs, atom.open),))


Container = Callable[..., Value]
CONTAINERS: Dict[Tuple[type, str], Container] = {
    (Seq, "append"): _append,
    (Seq, "insert"): _insert,
    (Seq, "extend"): _extend,
    (Seq, "sort"): _order,
    (Map, "get"): _get,
    (Map, "values"): _values,
    (Map, "items"): _items,
}


# -- options of the command line


def _add_argument(obj: Obj, given: List[Given], frame: Frame, calls: Calls) -> Value:
    obj.touch()
    flags = [each.value.only for each in given if each.name is None]
    dest = _named(given, "dest")
    long = [flag for flag in flags if isinstance(flag, str) and flag.startswith("--")] or flags
    name = dest.only if dest is not None else (long[0] if long else None)
    if not isinstance(name, str):
        return UNKNOWN
    name = name.lstrip("-").replace("-", "_")
    action = _named(given, "action")
    default = _named(given, "default")
    switches: Dict[object, Plain] = {"store_true": False, "store_false": True}
    if default is None:
        only = action.only if action is not None else None
        default = plain(switches[only]) if only in switches else NONE
    positional = isinstance(flags[0] if flags else None, str) and not str(flags[0]).startswith("-")
    choices = _choices(given, default, positional)
    if choices is not None:
        obj.attrs[name] = Option(default, choices)
    else:
        obj.attrs[name] = UNKNOWN if positional and _named(given, "default") is None else default.likely()
    return UNKNOWN


def _choices(given: List[Given], default: Value, positional: bool) -> Optional[List[Plain]]:
    """What an option may be; None where that is not known."""
    named = _named(given, "choices")
    items = named.items() if named is not None else None
    if items is None or positional or _named(given, "nargs") is not None or not default.known:
        return None
    atoms = [atom for value in (default, *items) if value.known for atom in value.atoms]
    found = [atom for atom in atoms if atom is None or isinstance(atom, (str, int, float))]
    return found if len(found) == len(atoms) > len(items) else None


def _set_defaults(obj: Obj, given: List[Given], frame: Frame, calls: Calls) -> Value:
    obj.touch()
    # Defaults are not held against the choices.
    obj.attrs.update({name: Value(value.atoms, value.open, value.sure) for name, value in obj.attrs.items()})
    obj.attrs.update({each.name: each.value.likely() for each in given if each.name is not None})
    return NONE


def _update_vars(obj: Obj, given: List[Given], frame: Frame, calls: Calls) -> Value:
    """`vars(args).update(...)`."""
    for each in obj.made.given if obj.made is not None else ():
        for options in each.value.objects():
            open_options(options)
    return NONE


def _group(obj: Obj, given: List[Given], frame: Frame, calls: Calls) -> Value:
    return Value((obj,))


def _parse(obj: Obj, given: List[Given], frame: Frame, calls: Calls) -> Value:
    made = Obj(NAMESPACE, None, frame.guards)
    made.attrs.update(obj.attrs)
    return Value((made,))


def _parse_known(obj: Obj, given: List[Given], frame: Frame, calls: Calls) -> Value:
    return Value((Seq("tuple", [_parse(obj, given, frame, calls), UNKNOWN]),))


MethodModel = Callable[[Obj, List[Given], Frame, "Calls"], Value]
METHODS: Dict[Tuple[str, str], MethodModel] = {
    ("builtins.vars", "update"): _update_vars,
    (PARSER, "add_argument"): _add_argument,
    (PARSER, "set_defaults"): _set_defaults,
    (PARSER, "add_argument_group"): _group,
    (PARSER, "add_mutually_exclusive_group"): _group,
    (PARSER, "parse_args"): _parse,
    (PARSER, "parse_known_args"): _parse_known,
}
