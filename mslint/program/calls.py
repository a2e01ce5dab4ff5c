"""What the calls of a program do: functions are run, classes built, and everything outside is kept as an event."""

from __future__ import annotations

from typing import TYPE_CHECKING, Dict, List, Optional, Sequence, Tuple

from mslint.api.tables import Signature, is_mindspore
from mslint.facts.kinds import DATASET, STAGES
from mslint.program import models
from mslint.program.events import Event, Frame, Given, Site
from mslint.program.hooks import PHASES, run_hooks
from mslint.program.nodes import Attr, Call, Define, Expr, Name, Where, straight
from mslint.program.records import TABLES, as_table, fields_of, fill, is_table, made_for_each, of_table, take_items
from mslint.program.settings import Settings
from mslint.program.values import (
    NONE,
    UNKNOWN,
    Api,
    Atom,
    Cls,
    Env,
    Func,
    Map,
    Method,
    Obj,
    Part,
    Plain,
    Seq,
    Value,
    escape,
    join,
    member_of,
)

if TYPE_CHECKING:
    from mslint.program.run import Run

CELL = "mindspore.nn.Cell"
OPTIMIZER = "mindspore.nn.Optimizer"
# Methods that give back what they are called on, or the next stage of the same pipeline.
CHAINED = frozenset("set_train set_grad to_float init_data".split())
# What these make, called, calls the function they were given first.
DIFFERENTIATE = frozenset(
    "mindspore.value_and_grad mindspore.ops.value_and_grad mindspore.grad mindspore.ops.grad mindspore.ops.vjp "
    "mindspore.ops.GradOperation.__call__ mindspore.vmap mindspore.ops.vmap".split()
)
# What this makes, called, calls the function that it was given with data.
DATA_SINK = "mindspore.data_sink"
TRANSPARENT = frozenset("mindspore.jit mindspore.ms_function mindspore.lazy_inline mindspore.recompute".split())
# Code outside that does nothing to what it is given.
HARMLESS = (
    *("builtins.", "numpy.", "os.", "time.", "math.", "logging.", "random.", "json.", "sys.", "copy.", "tqdm."),
    *("glob.", "pathlib."),
)


class Calls:
    """Runs the calls of one run."""

    def __init__(self, run: Run) -> None:
        self._run = run
        self.settings = Settings(run.files, run.finder.entry, run.finder.roots)
        self._signatures: Dict[str, Optional[Signature]] = {}
        self._harmless: Dict[str, bool] = {}
        self._methods: Dict[Tuple[str, str], str] = {}

    def share(self, other: Calls) -> None:
        """Use what another has looked up."""
        self._signatures, self._harmless, self._methods = other._signatures, other._harmless, other._methods

    # -- the call itself

    def call(self, expr: Call, frame: Frame, env: Env) -> Value:
        evaluate = self._run.expressions.of
        site = straight(Site, (frame.module.path, expr.where, frame.targets, expr.func))
        if isinstance(expr.func, Attr) and _is_super(expr.func.value):
            given, is_open = self._arguments(expr, frame, env)
            return self._super(expr.func.name, given, is_open, site, frame, env)
        callee = evaluate[type(expr.func)](expr.func, frame, env)
        given, is_open = self._arguments(expr, frame, env)
        frame.targets = site.targets
        if not callee.atoms:
            self._escape(given)
            self._record("?", given, None, site, frame, is_open)
            return UNKNOWN
        if len(callee.atoms) == 1 and not callee.open:
            result = self.apply(callee.atoms[0], given, is_open, site, frame)
            if callee.sure:
                return result
        else:
            found = [self.apply(atom, given, is_open, site, frame) for atom in callee.atoms]
            result = join([*found, UNKNOWN] if callee.open else found)
        return result if callee.sure else result.likely()

    def _arguments(self, expr: Call, frame: Frame, env: Env) -> Tuple[List[Given], bool]:
        given: List[Given] = []
        is_open = False
        evaluate = self._run.expressions.of
        for expression, name, star in expr.args:
            value = evaluate[type(expression)](expression, frame, env)
            if not star:
                given.append(straight(Given, (value, name, expression)))
            elif star == "*":
                items = value.items()
                is_open = is_open or items is None
                given.extend(Given(item, None, None) for item in items or ())
                self._run.spend(len(items or ()))
            else:
                table = as_table(value)
                if table is not None:
                    given.extend(Given(item, key, None) for key, item in table.items.items() if isinstance(key, str))
                is_open = is_open or table is None or table.open
        return given, is_open

    def apply(self, atom: Atom, given: List[Given], is_open: bool, site: Site, frame: Frame) -> Value:
        """Call one thing that a callee may be."""
        if isinstance(atom, Api):
            return self._api(atom.name, given, is_open, site, frame)
        if isinstance(atom, Method):
            return self._method(atom, given, is_open, site, frame)
        if isinstance(atom, Func):
            return self._run.invoke(atom, frame, site, self._bound(atom, given, is_open))
        if isinstance(atom, Cls):
            return self._instantiate(atom, given, is_open, site, frame)
        if isinstance(atom, Obj):
            return self._call_object(atom, given, is_open, site, frame)
        if isinstance(atom, Part):
            every = [Given(value, None, None) for value in atom.args]
            every += [Given(v, n, None) for n, v in atom.named.items() if all(each.name != n for each in given)]
            every += given
            found = [self.apply(inner, every, is_open, site, frame) for inner in atom.target.atoms]
            return join([*found, *([UNKNOWN] if atom.target.open else [])])
        return UNKNOWN

    def _bound(self, func: Func, given: Sequence[Given], is_open: bool) -> Dict[str, Value]:
        """The arguments by the parameters of a function of the program."""
        params = func.node.params
        bound: Dict[str, Value] = {}
        places = [param for param in params if param.kind == ""]
        if func.receiver is not None and places:
            bound[places[0].name] = func.receiver
            places = places[1:]
        names = {param.name for param in params if param.kind in ("", "keyword")}
        rest: List[Value] = []
        more: Dict[Plain, Value] = {}
        index = 0
        for each in given:
            if each.name is not None:
                if each.name in names:
                    bound[each.name] = each.value
                else:
                    more[each.name] = each.value
            elif index < len(places):
                bound[places[index].name] = each.value
                index += 1
            else:
                rest.append(each.value)
        for param in params:
            if param.kind == "*":
                bound[param.name] = Value((Seq("tuple", rest, is_open),))
            elif param.kind == "**":
                bound[param.name] = Value((Map(dict(more), is_open),))
            elif is_open and param.name not in bound:
                bound[param.name] = UNKNOWN
        return bound

    # -- what is called

    def _instantiate(self, cls: Cls, given: List[Given], is_open: bool, site: Site, frame: Frame) -> Value:
        event = self._record(f"{cls.module.name}.{cls.node.name}", given, None, site, frame, is_open)
        made = Obj(cls, event, frame.guards)
        event.result = Value((made,))
        init = member_of(cls, "__init__")
        fields = fields_of(cls) if init is None else None
        if init is not None:
            self._run_member(init, made, given, is_open, site, frame)
        elif fields is not None:
            fill(made, fields, given, is_open)
            made_for_each(made, fields, site, frame, self)
            after = member_of(cls, "__post_init__")
            if after is not None:
                self._run_member(after, made, (), False, site, frame)
        else:
            self._init_base(made, given, is_open, site, frame)
        if cls.open:
            self._escape(given)
        return event.result

    def _run_member(
        self, member: Value, made: Obj, given: Sequence[Given], is_open: bool, site: Optional[Site], frame: Frame
    ) -> List[Value]:
        """Run a method of the program on an object: what each function that it may be gives."""
        functions = [atom.bound(Value((made,))) for atom in member.atoms if isinstance(atom, Func)]
        return [self._run.invoke(func, frame, site, self._bound(func, given, is_open)) for func in functions]

    def _init_base(self, made: Obj, given: List[Given], is_open: bool, site: Site, frame: Frame) -> None:
        """The constructor of a base outside the program gets these arguments."""
        outside = made.cls.outside() if isinstance(made.cls, Cls) else []
        if outside:
            base, shown = outside[0], f"{outside[0]}.__init__"
            made.touch()
            made.base.append(self._record(base, given, Value((made,)), site, frame, is_open, shown))
            if base in TABLES:
                take_items(made, given, is_open)

    def _super(self, name: str, given: List[Given], is_open: bool, site: Site, frame: Frame, env: Env) -> Value:
        """`super().name(...)`: the next class of the program that has it, else the base outside."""
        func = frame.func
        first = func.node.params[0].name if func is not None and func.node.params else ""
        receiver = env.find(first) if first else None
        if func is None or func.owner is None or receiver is None:
            return UNKNOWN
        found: List[Value] = []
        for made in receiver.objects():
            if not isinstance(made.cls, Cls):
                continue
            lineage = made.cls.lineage()
            after = lineage[lineage.index(func.owner) + 1 :] if func.owner in lineage else []
            member = next((cls.members[name] for cls in after if name in cls.members), None)
            if member is not None:
                found += self._run_member(member, made, given, is_open, site, frame)
            elif name == "__init__":
                self._init_base(made, given, is_open, site, frame)
            else:
                found.append(self._base_method(made, name, given, is_open, site, frame))
        return join(found)

    def _api(self, name: str, given: List[Given], is_open: bool, site: Site, frame: Frame) -> Value:
        model = models.FUNCTIONS.get(name)
        if model is not None:
            found = model(given, is_open, frame, self)
            if found is not None:
                if name in models.KEPT:
                    self._record(name, given, None, site, frame, is_open).result = found
                return found
        event = self._record(name, given, None, site, frame, is_open)
        if name in TRANSPARENT and given:
            return given[0].value
        event.result = Value((Obj(name, event, frame.guards),))
        if name not in self._harmless:
            self._harmless[name] = is_mindspore(name) or name.startswith(HARMLESS)
        if not self._harmless[name]:
            self._escape(given)
            return Value(event.result.atoms, True)
        return event.result

    def _call_object(self, obj: Obj, given: List[Given], is_open: bool, site: Site, frame: Frame) -> Value:
        receiver = Value((obj,))
        if isinstance(obj.cls, Cls):
            own = member_of(obj.cls, "__call__")
            if own is not None:
                return join(self._run_member(own, obj, given, is_open, site, frame))
            outside = obj.cls.outside()
            base = outside[0] if outside else ""
            event = self._record(f"{base or '?'}.__call__", given, receiver, site, frame, is_open)
            construct = member_of(obj.cls, "construct") if self.steps(obj) else None
            results = self._run_member(construct, obj, given, is_open, site, frame) if construct is not None else []
            return results[0] if results else event.result
        event = self._record(f"{obj.api}.__call__", given, receiver, site, frame, is_open)
        if obj.api in DIFFERENTIATE and obj.made is not None and obj.made.given:
            for atom in obj.made.given[0].value.atoms:
                self.apply(atom, given, is_open, site, frame)
        if obj.api == DATA_SINK and obj.made is not None:
            function = obj.made.get("fn")
            for atom in function.atoms if function is not None else ():
                self.apply(atom, [], True, site, frame)
        event.result = Value((Obj(event.name, event, frame.guards, receiver),))
        return event.result

    def steps(self, obj: Obj) -> bool:
        """Whether a cell of the program holds an optimizer: calling it is a training step."""
        held = [given.value for event in obj.base for given in event.given]
        return any(
            self._run.is_a(each.api, OPTIMIZER) for value in (*obj.attrs.values(), *held) for each in value.objects()
        )

    def _method(self, method: Method, given: List[Given], is_open: bool, site: Site, frame: Frame) -> Value:
        owner, name = method.owner, method.name
        found: List[Value] = []
        for atom in owner.atoms:
            if isinstance(atom, Map) and name == "update":
                found.append(self._update(atom, given))
            elif isinstance(atom, (Seq, Map)):
                model = models.CONTAINERS.get((type(atom), name))
                found.append(model(atom, given, frame) if model is not None else UNKNOWN)
            elif isinstance(atom, Obj):
                found.append(self._method_of(atom, name, given, is_open, site, frame))
            elif type(atom) is str:
                found.append(UNKNOWN if is_open else models.of_text(atom, name, given))
            elif atom is not None:
                found.append(UNKNOWN)
        if owner.open:
            self._escape(given)
            event = self._record(f"?.{name}", given, owner, site, frame, is_open)
            event.result = Value((Obj(event.name, event, frame.guards, owner),), True)
            found.append(event.result)
        return join(found)

    def _update(self, table: Map, given: List[Given]) -> Value:
        table.touch()
        for each in given:
            only = as_table(each.value)
            items: Dict[Plain, Value] = {each.name: each.value} if each.name is not None else {}
            if only is not None and each.name is None:
                items = dict(only.items)
                table.open = table.open or only.open
            elif each.name is None:
                table.open = True
            for name, value in items.items():
                self._run.writes.put(table.items, name, value, UNKNOWN)
        return NONE

    def _method_of(self, obj: Obj, name: str, given: List[Given], is_open: bool, site: Site, frame: Frame) -> Value:
        model = models.METHODS.get((obj.api, name))
        if model is not None:
            made = model(obj, given, frame, self)
            if is_open and name == "set_defaults":  # from a file, mostly
                models.open_options(obj)
            return made
        return self._base_method(obj, name, given, is_open, site, frame)

    def _base_method(self, obj: Obj, name: str, given: List[Given], is_open: bool, site: Site, frame: Frame) -> Value:
        """A method that comes from outside the program."""
        receiver = Value((obj,))
        found = of_table(obj, name, given, is_open) if is_table(obj) else None
        if found is not None:
            return found
        names = obj.cls.outside() if isinstance(obj.cls, Cls) else [obj.api]
        full = next(
            (member for member in [self._outside(each, name) for each in names] if member),
            f"{names[0]}.{name}" if names else f"?.{name}",
        )
        event = self._record(full, given, receiver, site, frame, is_open)
        if full in PHASES:
            run_hooks(event, obj, site, frame, self)
        if name in CHAINED:
            event.result = receiver
        elif name in STAGES and self._run.is_a(obj.api, DATASET):
            event.result = Value((Obj(obj.cls, event, frame.guards, receiver),))
        else:
            event.result = Value((Obj(full, event, frame.guards, receiver),))
        if isinstance(obj.cls, Cls) and not names:
            obj.touch()
            obj.escaped = True
            self._escape(given)
            return UNKNOWN
        return event.result

    # -- parts

    def attribute(self, owner: Value, name: str, frame: Frame) -> Value:
        return self._run.expressions.attribute(owner, name, frame)

    def set_attribute(self, owner: Obj, name: str, value: Value, frame: Frame, alone: bool) -> None:
        self._run.set_attribute(owner, name, value, frame, alone)

    def spend(self, size: int) -> None:
        self._run.spend(size)

    def element(self, value: Value) -> Value:
        return self._run.expressions.element_of(value)

    def member(self, member: Value, receiver: Value, frame: Frame) -> Value:
        """A member of a class, reached through an object."""
        found: List[Value] = []
        for atom in member.atoms:
            if not isinstance(atom, Func):
                found.append(Value((atom,)))
                continue
            kinds = {each.id for each in atom.node.decorators if isinstance(each, Name)}
            if "staticmethod" in kinds:
                found.append(Value((atom,)))
            elif "classmethod" in kinds:
                classes = [each.cls for each in receiver.objects() if isinstance(each.cls, Cls)]
                found.append(Value((atom.bound(Value(tuple(classes))),)))
            elif "property" in kinds:
                func = atom.bound(receiver)
                found.append(self._run.invoke(func, frame, None, self._bound(func, (), False)))
            else:
                found.append(Value((atom.bound(receiver),)))
        return join([*found, *([UNKNOWN] if member.open else [])])

    def class_member(self, member: Value, cls: Cls) -> Value:
        """A member of a class, reached through the class."""
        if not any(isinstance(atom, Func) and _is_classmethod(atom) for atom in member.atoms):
            return member
        atoms = [
            atom.bound(Value((cls,))) if isinstance(atom, Func) and _is_classmethod(atom) else atom
            for atom in member.atoms
        ]
        return Value(tuple(atoms), member.open, member.sure)

    def has_method(self, obj: Obj, name: str) -> bool:
        """Whether a class outside the program that an object is of, or its class derives from, has such a method."""
        names = obj.cls.outside() if isinstance(obj.cls, Cls) else [obj.api]
        return any(self._outside(each, name) for each in names)

    def _outside(self, owner: str, name: str) -> str:
        """The full name of a method of a class outside the program; empty where it has no such method."""
        key = (owner, name)
        full = self._methods.get(key)
        if full is None:
            member = self._run.tables.member(self._run.tables.get(owner), name)
            full = self._methods[key] = member.name if member is not None else ""
        return full

    def hook(self, obj: Obj, name: str, given: Sequence[Given], site: Site, frame: Frame) -> None:
        """Call a method of an object of the program's, if it has one of that name."""
        member = member_of(obj.cls, name) if isinstance(obj.cls, Cls) else None
        if member is not None:
            self._run_member(member, obj, given, False, site, frame)

    def happened(self, name: str, receiver: Value, site: Site, frame: Frame) -> None:
        """Keep something as an event that is no call of the program's."""
        self._record(name, [], receiver, site, frame, False)

    def given_to_base(self, obj: Obj, name: str) -> Optional[Value]:
        """What an object of an API, or its base outside, was built with under a name: `network` of a training cell."""
        for event in (*obj.base, *((obj.made,) if obj.api and obj.made is not None else ())):
            if event.signature is not None and name in event.signature.names():
                return event.get(name) or UNKNOWN
        return None

    def decorated(self, value: Value, decorators: Sequence[Expr], where: Where, frame: Frame, env: Env) -> Value:
        """What a decorated function is: what a decorator of the program makes of it, else itself."""
        for decorator in reversed(decorators):
            wrapper = self._run.expressions.value(decorator, frame, env).only
            if isinstance(wrapper, Func):
                site = Site(frame.module.path, where, ())
                made = self.apply(wrapper, [Given(value, None, None)], False, site, frame)
                # One that only registers what it is given has no function inside.
                if made.atoms and not made.open and any(isinstance(each, Define) for each in wrapper.node.body):
                    value = made
        return value

    def entered(self, value: Value, frame: Frame, name: str) -> Optional[Value]:
        """What `__enter__` or `__exit__` of the program's own context managers does; None where there is none."""
        found: List[Value] = []
        for atom in value.objects():
            member = member_of(atom.cls, name) if isinstance(atom.cls, Cls) else None
            if member is not None:
                found += self._run_member(member, atom, (), True, None, frame)
        return join(found) if found else None

    def iterated(self, source: Value, where: Where, frame: Frame) -> None:
        """A loop over datasets themselves: each time it is come to, they begin anew."""
        for obj in source.objects():
            if self._run.is_a(obj.api, DATASET):
                site = Site(frame.module.path, where, ())
                self._record(f"{DATASET}.__iter__", [], Value((obj,)), site, frame, False)

    def _record(
        self,
        name: str,
        given: List[Given],
        receiver: Optional[Value],
        site: Site,
        frame: Frame,
        is_open: bool,
        shown: str = "",
    ) -> Event:
        signatures, events = self._signatures, self._run.events
        if name not in signatures:
            api = self._run.tables.get(name) or self._run.tables.get(_today(name))
            signatures[name] = api.signature(self._run.version) if api is not None else None
        event = Event(shown or name, given, receiver, site, frame, len(events), is_open, signatures[name])
        events.append(event)
        return event

    def _escape(self, given: Sequence[Given]) -> None:
        """These are handed to code that nobody knows."""
        for each in given:
            escape(each.value)


def _today(name: str) -> str:
    """Where an operation on data stands since the two modules for each kind became one."""
    parts = name.split(".") if name.startswith("mindspore.dataset.") else [name]
    return ".".join(part for part in parts if part not in ("c_transforms", "py_transforms"))


def _is_classmethod(func: Func) -> bool:
    return any(isinstance(each, Name) and each.id == "classmethod" for each in func.node.decorators)


def _is_super(expr: Expr) -> bool:
    return isinstance(expr, Call) and isinstance(expr.func, Name) and expr.func.id == "super"
