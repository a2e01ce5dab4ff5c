"""What a program does with Python's own tools: containers, partial functions, options of the command line."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Callable, Dict, List, Optional, Sequence, Tuple, Union

from mslint.model import computable
from mslint.program.changes import extend, unsure
from mslint.program.events import Event, Frame, Given
from mslint.program.hooks import ARGUMENTS, CONTEXT
from mslint.program.reading import from_json, from_yaml, from_yaml_file
from mslint.program.records import as_table, copied, default_of_field, named_tuple, replaced, take_items
from mslint.program.values import (
    NONE,
    UNKNOWN,
    Api,
    Atom,
    Cls,
    Map,
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
    from mslint.program.calls import Calls

MAX_PAIRS = 8  # that are told apart
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
    name = given[1].value.text if sets else None
    for obj in first.objects() if first is not None else ():
        if obj.api == NAMESPACE:
            obj.touch()
            obj.escaped = True
            if sets and name is None:
                open_options(obj)
        if name is not None and first is not None and (obj.api == NAMESPACE or isinstance(obj.cls, Cls)):
            own = isinstance(obj.cls, Cls) and member_of(obj.cls, "__setattr__") is not None
            calls.set_attribute(
                obj, name, UNKNOWN if own else given[2].value, frame, len(first.atoms) == 1 and not first.open
            )
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
        known = as_table(source)
        if known is not None:
            table.items.update(known.items)
            table.open = table.open or known.open
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


def _isinstance(given: List[Given], is_open: bool, frame: Frame, calls: Calls) -> Optional[Value]:
    """Whether it is, where that is known of everything that the value and the class may be."""
    if len(given) != 2 or not given[0].value.known:
        return None
    classes = given[1].value.items() or [given[1].value]
    kinds = [atom for value in classes for atom in value.atoms]
    if not kinds or any(value.open for value in classes):
        return None
    found = {_is_of(atom, kinds) for atom in given[0].value.atoms}
    verdict = found.pop() if len(found) == 1 else None
    # Another user's file has other numbers, but numbers all the same.
    sure = given[0].value.sure or None not in given[0].value.atoms
    return None if verdict is None else Value((verdict,), False, sure)


_KINDS: Dict[str, Tuple[type, str]] = {
    "builtins.dict": (Map, ""),
    "builtins.list": (Seq, "list"),
    "builtins.tuple": (Seq, "tuple"),
    "builtins.set": (Seq, "set"),
    "builtins.str": (str, ""),
    "builtins.bool": (bool, ""),
    "builtins.int": (int, ""),
    "builtins.float": (float, ""),
}


def _is_of(atom: Atom, kinds: Sequence[Atom]) -> Optional[bool]:
    """Whether a thing is of one of these classes; None where one of them is not Python's own, nor its own."""
    verdicts = [_is_a(atom, kind) for kind in kinds]
    return True if True in verdicts else None if None in verdicts else False


def _is_a(atom: Atom, kind: Atom) -> Optional[bool]:
    if isinstance(atom, Obj) and isinstance(atom.cls, Cls):
        if isinstance(kind, Cls):
            return kind in atom.cls.lineage() or (None if atom.cls.open else False)
        if atom.cls.open or atom.cls.record or not isinstance(kind, Api) or kind.name not in _KINDS:
            return None
        return kind.name in atom.cls.outside() or (None if atom.cls.outside() else False)
    known = _KINDS.get(kind.name) if isinstance(kind, Api) else None
    if known is None or (atom is not None and not isinstance(atom, (Map, Seq, str, int, float))):
        return None
    wanted, sort = known
    if isinstance(atom, Seq) and "list" in (sort, atom.kind) and wanted is Seq:
        return None  # generators and the like are kept as lists
    return isinstance(atom, wanted) and (not sort or getattr(atom, "kind", "") == sort)


def _environment(given: List[Given], is_open: bool, frame: Frame, calls: Calls) -> Optional[Value]:
    """`os.environ.get(name, default)`: the default, unless somebody sets the variable.

    What tells the processes of a training from each other is set for each of them."""
    name = given[0].value.text if given else None
    if name is None or _OF_A_PROCESS.search(name) or len(given) != 2 or not given[1].value.known:
        return None
    return given[1].value.likely()


def _pairs(given: List[Given], is_open: bool, frame: Frame, calls: Calls) -> Optional[Value]:
    """enumerate and zip: pairs of an element of each."""
    sources = [each.value for each in given if each.name is None]
    known = [each.items() for each in sources]
    items = [each for each in known if each is not None]
    if not is_open and items and len(items) == len(given) and min(map(len, items)) <= MAX_PAIRS:
        return Value((Seq("list", [Value((Seq("tuple", list(parts)),)) for parts in zip(*items)]),))
    parts = [calls.element(each) for each in sources]
    return Value((Seq("list", [Value((Seq("tuple", parts),))], True),))


def _enumerate(given: List[Given], is_open: bool, frame: Frame, calls: Calls) -> Optional[Value]:
    source = _first(given)
    items = source.items() if source is not None and len(given) == 1 else None
    if items is not None and len(items) <= MAX_PAIRS:
        pairs = [Value((Seq("tuple", [plain(number), item]),)) for number, item in enumerate(items)]
        return Value((Seq("list", pairs),))
    parts = [UNKNOWN, calls.element(source) if source is not None else UNKNOWN]
    return Value((Seq("list", [Value((Seq("tuple", parts),))], True),))


def _settings(given: List[Given], is_open: bool, frame: Frame, calls: Calls) -> Optional[Value]:
    """EasyDict and its like: what a dictionary holds, as attributes."""
    made = Obj(SETTINGS, None, frame.guards)
    source = _first(given)
    table = as_table(source) if source is not None else None
    if table is not None:
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


_OF_A_PROCESS = re.compile("RANK|DEVICE|WORLD|NODE|SERVER|WORKER|MASTER|NPU|GPU", re.IGNORECASE)


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
    "addict.Dict": _settings,
    "munch.munchify": _settings,
    "ml_collections.ConfigDict": _settings,
    "omegaconf.OmegaConf.create": _settings,
    "builtins.isinstance": _isinstance,
    "os.getenv": _environment,
    "os.environ.get": _environment,
    "collections.namedtuple": named_tuple,
    "dataclasses.field": default_of_field,
    "dataclasses.replace": replaced,
    "pydantic.Field": default_of_field,
    "copy.deepcopy": copied,
    "json.load": from_json,
    "json.loads": from_json,
    "yaml.load": from_yaml,
    "yaml.safe_load": from_yaml,
    "yaml.full_load": from_yaml,
    "omegaconf.OmegaConf.load": from_yaml_file,
}


# Calls of which programs keep that they happened, too.
KEPT = frozenset(
    "builtins.zip builtins.isinstance os.getenv os.environ.get copy.deepcopy json.load json.loads yaml.load "
    "yaml.safe_load yaml.full_load omegaconf.OmegaConf.load".split()
)


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


def _pop(atom: Map, given: List[Given], frame: Frame) -> Value:
    found = _get(atom, given, frame)
    atom.touch()
    key = given[0].value.only if given else None
    if isinstance(key, (str, int, float)) and not (frame.guards or frame.repeats):
        atom.items.pop(key, None)
    else:
        atom.open = True
    return found


def _opened(atom: Union[Map, Seq], given: List[Given], frame: Frame) -> Value:
    """Some change of which nobody knows what it leaves."""
    atom.touch()
    atom.open = True
    return UNKNOWN


def _copy(atom: Union[Map, Seq], given: List[Given], frame: Frame) -> Value:
    if isinstance(atom, Map):
        return Value((Map(dict(atom.items), atom.open),))
    return Value((Seq(atom.kind, list(atom.items), atom.open),))


def _values(atom: Map, given: List[Given], frame: Frame) -> Value:
    return Value((Seq("list", list(atom.items.values()), atom.open),))


def _items(atom: Map, given: List[Given], frame: Frame) -> Value:
    pairs = [Value((Seq("tuple", [plain(key), value]),)) for key, value in atom.items.items()]
    return Value((Seq("list", pairs, atom.open),))


# What an iterator over a dataset gives, and what its columns are.
ROW, TENSOR = "mindspore.dataset row", "mindspore.Tensor"


def gives_rows(event: Event) -> bool:
    """Whether a call made an iterator over a dataset whose columns are tensors, and not arrays."""
    name = event.name.rpartition(".")[2]
    if name not in ("create_dict_iterator", "create_tuple_iterator") or event.open:
        return False
    places = sum(given.name is None for given in event.given)
    arrays = next((given.value for given in event.given if given.name == "output_numpy"), None)
    return places < 2 and (arrays is None or arrays.is_just(False))


MAX_TEXT = 1_000  # characters of a text that its methods are run on

# Methods of texts that say the same of the same: those that are told by name, and what they may be given.
_OF_TEXT = frozenset("lower upper strip lstrip rstrip title capitalize casefold replace startswith endswith".split())


def of_text(text: str, name: str, given: Sequence[Given]) -> Value:
    """What a method of a known text gives."""
    values = [each.value.only for each in given if each.name is None]
    if name not in _OF_TEXT or len(values) < len(given):
        return UNKNOWN
    if not all(type(each) is str and len(each) <= MAX_TEXT for each in (text, *values)):
        return UNKNOWN
    try:
        found = getattr(text, name)(*values)
    except (TypeError, AttributeError):  # another number of arguments, or not in this Python
        return UNKNOWN
    return plain(found)


Container = Callable[..., Value]
CONTAINERS: Dict[Tuple[type, str], Container] = {
    (Seq, "append"): _append,
    (Seq, "insert"): _insert,
    (Seq, "extend"): _extend,
    (Seq, "sort"): _order,
    (Map, "get"): _get,
    (Map, "pop"): _pop,
    (Map, "clear"): _opened,
    (Map, "popitem"): _opened,
    (Map, "setdefault"): _opened,
    (Seq, "pop"): _opened,
    (Seq, "remove"): _opened,
    (Seq, "clear"): _opened,
    (Seq, "reverse"): _opened,
    (Map, "copy"): _copy,
    (Seq, "copy"): _copy,
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
    """`vars(args).update(...)`, and the same by `__dict__`."""
    owners = [each.value for each in obj.made.given] if obj.made is not None else []
    owners += [obj.parent] if obj.parent is not None else []
    for options in [each for owner in owners for each in owner.objects()]:
        if all(each.name is not None or as_table(each.value) is not None for each in given):
            take_items(options, given)
        else:
            open_options(options)
    return NONE


def _group(obj: Obj, given: List[Given], frame: Frame, calls: Calls) -> Value:
    return Value((obj,))


def _parse(obj: Obj, given: List[Given], frame: Frame, calls: Calls) -> Value:
    made = Obj(NAMESPACE, None, frame.guards)
    made.attrs.update(obj.attrs)
    if given and given[0].value.items():  # which the program gives, and not the user
        open_options(made)
    return Value((made,))


def _parse_known(obj: Obj, given: List[Given], frame: Frame, calls: Calls) -> Value:
    return Value((Seq("tuple", [_parse(obj, given, frame, calls), UNKNOWN]),))


def _arguments(obj: Obj, given: List[Given], frame: Frame, calls: Calls) -> Value:
    return obj.attrs.get(ARGUMENTS, UNKNOWN)


MethodModel = Callable[[Obj, List[Given], Frame, "Calls"], Value]
METHODS: Dict[Tuple[str, str], MethodModel] = {
    (CONTEXT, "original_args"): _arguments,
    ("builtins.vars", "update"): _update_vars,
    (PARSER, "add_argument"): _add_argument,
    (PARSER, "set_defaults"): _set_defaults,
    (PARSER, "add_argument_group"): _group,
    (PARSER, "add_mutually_exclusive_group"): _group,
    (PARSER, "parse_args"): _parse,
    (PARSER, "parse_known_args"): _parse_known,
}
