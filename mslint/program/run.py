"""Follows a program: runs modules and functions on what is known of their values and keeps every call it meets.

Both branches of a condition are followed unless a written constant decides it; a loop is run twice, so that what the
first round leaves behind meets the second. What is not known stays open."""

from __future__ import annotations

from typing import Callable, Dict, FrozenSet, List, Optional, Sequence, Set, Tuple, cast

from mslint.api.tables import ApiTables, is_mindspore
from mslint.api.versions import Version
from mslint.program.bundles import Bundle, Contents, LeftOut, Recording
from mslint.program.calls import Calls
from mslint.program.changes import extend, settle, to_change
from mslint.program.events import Event, Frame, Guard, Site
from mslint.program.expressions import Expressions
from mslint.program.imports import INIT, Files, Finder, Found, Named
from mslint.program.nodes import (
    Assign,
    Attr,
    Augment,
    Call,
    Class,
    Define,
    DefineClass,
    Do,
    Expr,
    For,
    Function,
    Global,
    If,
    Import,
    ImportFrom,
    Item,
    Items,
    Leave,
    ModuleSummary,
    Name,
    Odd,
    Return,
    Star,
    Statement,
    Try,
    Where,
    While,
    With,
    statements,
)
from mslint.program.records import is_record
from mslint.program.shared import Bound, Journal, Loaded, Shared
from mslint.program.values import (
    ELEMENT,
    ELSEWHERE,
    NONE,
    UNKNOWN,
    Api,
    Cls,
    Env,
    Func,
    Later,
    Map,
    Method,
    Module,
    Obj,
    Part,
    Seq,
    Value,
    escape,
    held,
    join,
    member_of,
    plain,
)
from mslint.program.writes import Log, Writes
from mslint.source.files import display_path

MAX_STEPS = 150_000
MAX_MODULE_STEPS = 20_000  # of what one module does when it is imported
MAX_DEPTH = 14
# Rounds of a loop over a known list that are run one by one: in one that does little, and in all together.
MAX_ROUNDS, MAX_INNER_ROUNDS, MAX_SMALL_ROUNDS, MAX_UNROLLED = 8, 4, 64, 2_000
SMALL = 2  # statements
# So often a function is run that takes this many steps.
MAX_RUNS, LONG = 8, 1_000
MAX_AGAIN = 5  # calls of itself that a function makes on the parts of a configuration
# For functions that are looked at by themselves: enough for their own code and simple helpers.
ALONE_STEPS = 1_500
ALONE_DEPTH = 2
MAX_MODULES = 5_000


class Run:
    """One program being followed."""

    def __init__(
        self,
        files: Files,
        finder: Finder,
        tables: ApiTables,
        version: Version,
        limit: int,
        loading: Optional[Loaded] = None,
    ) -> None:
        self.files = files
        self.shared: Shared = finder.places.shared((version, id(tables)), Shared)
        self.journal = Journal()
        self.bound: Bound = {}
        self.loaded: Dict[str, Loaded] = {}  # the modules of other files that were asked for, by file
        self._loading = loading  # the module that is run for all programs; None where a program is followed
        self.finder = finder  # of the file that is followed now
        self.tables = tables
        self.version = version
        self.events: List[Event] = []
        self.modules: Dict[str, Module] = {}  # by file
        self.summaries: List[ModuleSummary] = []  # of the modules that were run
        self._words: Set[str] = set()  # the identifiers in those that were taken one by one
        self._uncounted: List[ModuleSummary] = []  # but for these
        self.missing = False  # some local module could not be read
        self.bounded = False  # some bound left something out of what the program does itself
        self.unread: Set[str] = set()  # the files of modules that could not be read
        self.unresolved: Set[str] = set()  # imports of the project's own modules that lead nowhere
        self.reached: Set[Tuple[str, Where]] = set()  # the functions that were run
        self.defined: List[Func] = []  # the functions of the modules, in order
        self.complete = True  # nothing was cut off
        self._limit = limit
        self._steps = 0
        self._most, self._deepest = MAX_STEPS if loading is None else MAX_MODULE_STEPS, MAX_DEPTH
        self._running: List[Function] = []
        self._unrolled = 0
        self._long: Dict[Function, int] = {}  # how often one was run that takes long
        self._imported: Set[str] = set()  # what importing them sets off has been seen to
        self._taken: Set[str] = set()  # the files of modules that other programs have, too
        # The imports that it has begun with, as long as nothing else has brought modules; and what is noted of one.
        self._begun: Optional[Tuple[Named, ...]] = () if loading is None else None
        self._recording: Optional[Recording] = None
        self.contents: List[Tuple[int, Contents]] = []  # taken over as a whole, with the number of events before
        self._stand_ins: Dict[Cls, Obj] = {}
        self.writes = Writes()
        self.expressions = Expressions(self)
        self._value = self.expressions.of
        self.calls = Calls(self)
        self._do: Dict[type, Callable[[Statement, Frame, Env], bool]] = cast(
            "Dict[type, Callable[[Statement, Frame, Env], bool]]",
            {
                Assign: self._assign,
                Augment: self._augment,
                Do: self._expression,
                If: self._if,
                For: self._for,
                While: self._while,
                Try: self._try,
                With: self._with,
                Return: self._return,
                Leave: self._leave,
                Define: self._define,
                DefineClass: self._define_class,
                Import: self._import,
                ImportFrom: self._import_from,
                Global: self._global,
                Odd: self._odd,
            },
        )

    def release(self) -> None:
        """Break the circles that everything which was met forms, so that nobody has to look for them."""
        self.shared.end(self)
        own = [module for path, module in self.modules.items() if path not in self._taken]
        for module in own:
            module.env.vars.clear()
            for func in module.defined:
                if func.owner is not None:
                    func.owner.members.clear()
            module.defined.clear()
        for event in self.events:
            if not event.shared:
                event.result, event.receiver, event.given = UNKNOWN, None, []
        self.events.clear()
        self.defined.clear()
        self.take_apart()

    def take_apart(self) -> None:
        """Break the circles that the run itself is part of."""
        self.modules = {}
        self.loaded = {}
        self.bound = {}
        self.summaries = []
        self._imported = set()
        self._stand_ins.clear()
        self._do.clear()
        self.expressions.of.clear()
        del self.expressions, self._value, self.calls

    # -- modules

    @property
    def brought(self) -> FrozenSet[str]:
        """The files that were imported, whether they were run or not."""
        return frozenset(self._imported).union(path for path in self.modules if path.endswith(".py"))

    def another(self, loading: Loaded) -> Run:
        """A run of one module, for all programs that import it."""
        made = Run(self.files, self.finder, self.tables, self.version, self._limit, loading)
        made.expressions.share(self.expressions)
        made.calls.share(self.calls)
        made.modules[loading.named.found.path] = loading.module
        return made

    def module(self, found: Found, name: str) -> Optional[Module]:
        """A module of the program, run when it is first asked for."""
        if found.path in self.modules:
            if self._recording is not None and found.path == self.finder.entry:
                self._recording.met = True
            return self.modules[found.path]
        named = Named(found, name)
        if found.package and not found.path.endswith(INIT):
            self.modules[found.path] = Module(name, found.path, found.path, named.package)
            return self.modules[found.path]
        if len(self.modules) >= self._limit:
            self.cut_off()
            return None
        if found.path == self.finder.entry and self._loading is None:
            return self._entry(named)
        loaded = self.shared.loaded(named, self)
        if loaded is None:
            self.missing = True
            self.unread.add(display_path(found.path))
            return None
        self.loaded.setdefault(found.path, loaded)
        self._take(loaded)
        return loaded.module

    def _entry(self, named: Named) -> Optional[Module]:
        self.shared.begin(self)
        path = named.found.path
        summary = self.files.summary(path)
        if summary is None:
            self.missing = True
            return None
        module = self.modules[path] = Module(named.name, summary.path, path, named.package)
        self.summaries.append(summary)
        self._uncounted.append(summary)
        self.run_module(summary, module)
        return module

    def _take(self, loaded: Loaded) -> None:
        """What importing a module does that may have been run for another program."""
        self.modules[loaded.named.found.path] = loaded.module
        self._taken.add(loaded.named.found.path)
        recording = self._recording
        if recording is None:
            self._begun = None  # from here on no other program is like it
        else:
            recording.taken.append(loaded)
        self.summaries.append(loaded.summary)
        self._uncounted.append(loaded.summary)
        for need in loaded.needs:
            if need.named.found.path not in self.modules:
                self._take(need)
        for change in loaded.changes:
            change.make(self.journal)
        if recording is not None:
            recording.changes += loaded.changes
        self.unread |= loaded.unread
        self.unresolved |= loaded.unresolved
        self.bounded = self.bounded or loaded.bounded
        self.complete = self.complete and loaded.complete
        self.missing = self.missing or loaded.missing
        for name in loaded.looked_up:
            self.finder.absolute(name)
        self.calls.settings.take_over(loaded.opened)
        if loaded.settings is not None:
            self.calls.settings.read()
        if self._loading is None:
            for named in loaded.imports.values():
                self._set_off(named)
            self.defined += loaded.module.defined
            self.reached |= loaded.reached
            for event in loaded.events:
                event.order = len(self.events)
                self.events.append(event)
            if recording is not None:
                recording.ended.append(loaded)

    def run_module(self, summary: ModuleSummary, module: Module) -> None:
        """Run a module's own code."""
        module.env.vars["__name__"] = plain(module.name)
        module.env.vars["__file__"] = plain(module.file)
        module.running = True
        try:
            self.block(summary.body, Frame(None, module, None, None), module.env)
        except RecursionError:  # a chain of hundreds of imports: what is known by then must do
            self.cut_off()
        module.running = False
        if self._loading is not None:
            self._loading.settings = self.calls.settings.folder if self.calls.settings.asked else None
            self._loading.opened = self.calls.settings.opened

    def cut_off(self, alone: bool = False) -> None:
        """Something was left out. `alone`: of a function that no script calls, or by the way to a module, of which the
        run says nothing."""
        self.complete = False
        self.bounded = self.bounded or not alone

    def settle(self) -> None:
        """Have everything looked at that was handed on: what importing it does belongs to the program."""
        seen: Set[int] = set()
        for event in self.events:  # of which there may be more meanwhile
            if event.shared:
                continue
            left = [each.value for each in event.given]
            if event.receiver is not None:
                left.append(event.receiver)
            while left:
                for atom in left.pop().atoms:
                    if id(atom) not in seen and isinstance(atom, (Obj, Seq, Map, Part)):
                        seen.add(id(atom))
                        left.extend(held(atom))

    def concerns(self, words: Tuple[str, ...]) -> bool:
        """Whether any of these identifiers occurs in the modules that were run so far."""
        while self._uncounted:
            self._words |= self._uncounted.pop().words
        held = [self._words, *(contents.words for _, contents in self.contents)]
        return not all(each.isdisjoint(words) for each in held)

    # -- functions

    def is_a(self, name: str, ancestor: str) -> bool:
        """Whether an API is, or is derived from, a class of MindSpore."""
        return bool(name) and self.tables.is_a(self.tables.get(name), ancestor)

    def invoke(self, func: Func, frame: Frame, site: Optional[Site], given: Dict[str, Value]) -> Value:
        """Run a function with these values for its parameters; those that are left out have their defaults."""
        node = func.node
        again = self._running.count(node)
        most = MAX_AGAIN if again > 1 and all(v.known for v in given.values()) else 1
        # What calls itself on nothing that is known does once more what it is doing already.
        if again > most or len(self._running) > self._deepest or (again and not any(v.atoms for v in given.values())):
            return UNKNOWN
        self.reached.add((func.module.path, node.where))
        if self._long.get(node, 0) >= MAX_RUNS:
            self.cut_off(frame.alone)
            for value in given.values():
                escape(value)
            return UNKNOWN
        steps = self._steps
        inner = Frame(func, func.module, frame, site)
        inner.given = given
        self.spend(len(node.params))
        env = Env(func.env)
        for param in node.params:
            if param.name in given:
                env.vars[param.name] = given[param.name]
            elif param.kind == "*":
                env.vars[param.name] = Value((Seq("tuple", [], True),))
            elif param.kind == "**":
                env.vars[param.name] = Value((Map({}, True),))
            elif param.default is not None:
                value = self.expressions.value(param.default, inner, func.env)
                env.vars[param.name] = value if site is not None else value.likely()
            else:
                env.vars[param.name] = UNKNOWN
        self._running.append(node)
        self.writes.enter(inner)
        try:
            falls = self.block(node.body, inner, env)
        except RecursionError:
            self.cut_off()
            return UNKNOWN
        finally:
            self.writes.leave()
            self._running.pop()
            if self._steps - steps >= LONG:
                self._long[node] = self._long.get(node, 0) + 1
        if node.yields:
            made = Obj("generator", None, frame.guards)
            made.attrs[ELEMENT] = join(inner.yielded)
            return Value((made,))
        if falls:
            inner.returned.append(NONE)
        return join(inner.returned)

    def alone(self, func: Func) -> None:
        """Run a function that nobody calls: its parameters are what their defaults say, and may be anything else."""
        frame = Frame(None, func.module, None, None)
        frame.alone = True
        given: Dict[str, Value] = {}
        if func.owner is not None and func.node.params:
            self._most, self._deepest = self._steps + ALONE_STEPS, ALONE_DEPTH
            given[func.node.params[0].name] = Value((self._stand_in(func.owner, frame),))
        self._most, self._deepest = self._steps + ALONE_STEPS, ALONE_DEPTH
        if (func.module.path, func.node.where) not in self.reached:  # making its object may have run it
            self.invoke(func, frame, None, given)
        self._most, self._deepest = self._steps + MAX_STEPS, MAX_DEPTH

    def returned(self, func: Func) -> Value:
        """What a function gives for unknown arguments; of a generator, what it yields."""
        frame = Frame(None, func.module, None, None)
        frame.alone = True
        params = [param for param in func.node.params if param.kind == ""]
        given = {param.name: UNKNOWN for param in params if param.default is None}
        if func.receiver is not None and params:
            given[params[0].name] = func.receiver
        events, self._most = len(self.events), self._steps + ALONE_STEPS
        value = self.invoke(func, frame, None, given)
        del self.events[events:]
        self._most = self._steps + MAX_STEPS
        only = value.only
        return only.attrs.get(ELEMENT, UNKNOWN) if func.node.yields and isinstance(only, Obj) else value

    def _stand_in(self, cls: Cls, frame: Frame) -> Obj:
        """One object of a class for all of its methods that are run alone."""
        if cls not in self._stand_ins:
            made = Obj(cls, None, ())
            self._stand_ins[cls] = made
            init = member_of(cls, "__init__")
            for atom in init.atoms if init is not None else ():
                if isinstance(atom, Func):
                    self.invoke(
                        atom.bound(Value((made,))),
                        frame,
                        None,
                        {atom.node.params[0].name: Value((made,))} if atom.node.params else {},
                    )
        return self._stand_ins[cls]

    # -- statements

    def block(self, body: Sequence[Statement], frame: Frame, env: Env) -> bool:
        """Run statements; whether what follows them is reached."""
        guards = frame.guards
        try:
            for statement in body:
                self._steps += 1
                if self._steps > self._most:
                    self.cut_off(frame.alone)
                    return False
                if not self._do[type(statement)](statement, frame, env):
                    return False
            return True
        finally:
            frame.guards = guards

    def spend(self, items: int) -> None:
        """Long lists that are put together take steps, too."""
        self._steps += items // 10

    def _expression(self, node: Do, frame: Frame, env: Env) -> bool:
        frame.targets = ()
        if isinstance(node.value, Call):
            frame.discards = node.value.where
        self._value[type(node.value)](node.value, frame, env)
        return True

    def _assign(self, node: Assign, frame: Frame, env: Env) -> bool:
        target = node.targets[0]
        if len(node.targets) == 1 and type(target) is Name:  # as most are
            frame.targets = (target.id,)
            value = self._value[type(node.value)](node.value, frame, env)
            frame.targets = ()
            if env.vars.get(target.id) is not ELSEWHERE:
                env.vars[target.id] = value
                return True
        else:
            frame.targets = tuple([name for target in node.targets for name in _names(target)])
            value = self.expressions.value(node.value, frame, env)
            frame.targets = ()
        for target in node.targets:
            self.bind(target, value, frame, env)
        return True

    def _augment(self, node: Augment, frame: Frame, env: Env) -> bool:
        old = self.expressions.value(node.target, frame, env)
        new = self.expressions.value(node.value, frame, env)
        lists = [atom for atom in old.atoms if isinstance(atom, Seq) and atom.kind == "list"]
        if node.op == "+" and lists and len(lists) == len(old.atoms):
            value = to_change(node.target, old, frame, env)
            for atom in value.atoms:
                if isinstance(atom, Seq):
                    extend(atom, new, frame)
            settle(value)
        else:
            value = self.expressions.arithmetic(node.op, old, new)
        self.bind(node.target, value, frame, env)
        return True

    def bind(self, target: Expr, value: Value, frame: Frame, env: Env) -> None:
        """Give a value to a target."""
        if isinstance(target, Name):
            home = env
            if env.vars.get(target.id) is ELSEWHERE:
                while home.parent is not None and home.vars.get(target.id) in (None, ELSEWHERE):
                    home = home.parent
            if home is env:
                env.vars[target.id] = value
            else:
                home.touch()
                self.writes.put(home, target.id, value)
        elif isinstance(target, Attr):
            owner = self.expressions.value(target.value, frame, env)
            alone = len(owner.atoms) == 1 and not owner.open
            for atom in owner.atoms:
                if isinstance(atom, Obj):
                    self.set_attribute(atom, target.name, value, frame, alone, _is_receiver(target.value, frame))
                elif isinstance(atom, Module):
                    atom.env.touch()
                    self.writes.put(atom.env, target.name, value, None, alone)
                elif isinstance(atom, Cls):
                    atom.touch()
                    self.writes.put(atom.members, target.name, value, None, alone)
        elif isinstance(target, Items):
            parts = _shared_out(target.items, value.items())
            for index, part in enumerate(target.items):
                inner = part.value if isinstance(part, Star) else part
                if parts is not None:
                    self.bind(inner, parts[index], frame, env)
                else:
                    found = UNKNOWN if isinstance(part, Star) else self.expressions.part_of(value, index)
                    self.bind(inner, found, frame, env)
        elif isinstance(target, Item):
            owner = self.expressions.value(target.value, frame, env)
            key = self.expressions.value(target.key, frame, env)
            for atom in owner.atoms:
                if isinstance(atom, Map):
                    atom.touch()
                    if isinstance(key.only, (str, int)):
                        self.writes.put(atom.items, key.only, value, UNKNOWN, len(owner.atoms) == 1 and not owner.open)
                    else:
                        atom.open = True
                elif isinstance(atom, Seq):
                    atom.put([value])
                    atom.open = True
                elif isinstance(atom, Obj) and isinstance(key.only, str):
                    self.set_attribute(atom, key.only, value, frame, len(owner.atoms) == 1)

    def set_attribute(
        self, owner: Obj, name: str, value: Value, frame: Frame, alone: bool = True, own: bool = False
    ) -> None:
        """Set an attribute. What a class gives its `own` objects is not there before; others may come with anything."""
        owner.touch()
        missing: Optional[Value] = None
        if not own and name not in owner.attrs:
            if isinstance(owner.cls, Cls):
                missing = member_of(owner.cls, name) or Value((Method(Value((owner,)), name),))
            else:
                missing = self.expressions.attribute(Value((owner,)), name, frame)
        self.writes.put(owner.attrs, name, value, missing, alone, owner.guards)

    # -- conditions and loops

    def _if(self, node: If, frame: Frame, env: Env) -> bool:
        frame.targets = ()
        verdict, sure = self.expressions.verdict(node.test, frame, env)
        if verdict is not None and sure:
            return self.block(node.body if verdict else node.orelse, frame, env)
        key = (frame.module.path, node.where)
        return self._ways(((1, node.test, verdict, node.body), (0, node.test, verdict, node.orelse)), key, frame, env)

    def _ways(
        self,
        ways: Sequence[Tuple[int, Optional[Expr], Optional[bool], Sequence[Statement]]],
        key: Tuple[str, Where],
        frame: Frame,
        env: Env,
    ) -> bool:
        """Run the branches of a condition, each from what was before; afterwards any of them may have been run."""
        guards, before = frame.guards, env.vars
        ended: List[Tuple[Tuple[Guard, ...], Dict[str, Value]]] = []
        written: List[Log] = []
        for way, test, verdict, body in ways:
            env.vars = dict(before)
            frame.guards = (*guards, Guard(key, way, test, verdict))
            inside = frame.guards
            returned, exits, falls = len(frame.returned), len(frame.exits), False
            self.writes.begin()
            try:
                falls = self.block(body, frame, env)
            finally:
                log = self.writes.end()
            if falls:
                ended.append((inside, env.vars))
            if len(frame.returned) > returned:
                self.writes.left(key)
            if falls or len(frame.returned) > returned or len(frame.exits) > exits:  # else it raises
                written.append(log)
        self.writes.settle(written, env)
        frame.guards = guards
        if not ended:
            env.vars = before
            return False
        env.vars = _joined([names for _, names in ended])
        if len(ended) < len(ways) and len(ended) == 1:
            frame.guards = ended[0][0]  # what follows runs only on this way
        return True

    def _for(self, node: For, frame: Frame, env: Env) -> bool:
        frame.targets = ()
        source = self.expressions.value(node.source, frame, env)
        self.calls.iterated(source, node.where, frame)
        items = source.items()
        if items and self.may_unroll(len(items), len(node.body) <= SMALL, bool(frame.loops)) and not _breaks(node.body):
            return self._each(node, items, frame, env)
        element = self.expressions.element_of(source)

        def start() -> None:
            self.bind(node.target, element, frame, env)

        self._loop(node.where, node.body, start, frame, env)
        return self.block(node.orelse, frame, env) if node.orelse else True

    def may_unroll(self, rounds: int, small: bool, inner: bool) -> bool:
        """Whether so many rounds of a loop are run one by one: more of one that does little, fewer in another loop."""
        if rounds > (MAX_SMALL_ROUNDS if small else MAX_INNER_ROUNDS if inner else MAX_ROUNDS):
            return False
        self._unrolled += rounds
        return self._unrolled <= MAX_UNROLLED

    def _each(self, node: For, items: Sequence[Value], frame: Frame, env: Env) -> bool:
        """Run a loop over a list that is known, item by item."""
        guards, loops, exits = frame.guards, frame.loops, frame.exits
        goes_on = True
        for number in range(MAX_SMALL_ROUNDS):
            if number == len(items):  # to which the body may add
                break
            frame.loops = (*loops, (frame.module.path, node.where, number))
            frame.exits = []
            self.bind(node.target, items[number], frame, env)
            if self.block(node.body, frame, env):
                frame.exits.append(env.vars)
            frame.guards = guards
            goes_on = bool(frame.exits)
            if not goes_on:
                break
            env.vars = _joined(frame.exits)
        frame.loops, frame.exits = loops, exits
        return goes_on and (self.block(node.orelse, frame, env) if node.orelse else True)

    def _while(self, node: While, frame: Frame, env: Env) -> bool:
        frame.targets = ()
        verdict, sure = self.expressions.verdict(node.test, frame, env)
        if verdict is False and sure:
            return self.block(node.orelse, frame, env)
        self._loop(node.where, node.body, lambda: None, frame, env)
        return self.block(node.orelse, frame, env) if node.orelse else True

    def _loop(self, where: Where, body: Sequence[Statement], start: Callable[[], None], frame: Frame, env: Env) -> None:
        guards, loops, exits, before = frame.guards, frame.loops, frame.exits, dict(env.vars)
        frame.repeats += 1
        rounds = 1 if loops else 2  # within another loop, the rounds of that one will do
        after: List[Dict[str, Value]] = [before]
        written: List[Log] = [{}]  # it may have no round at all
        for number in range(rounds):
            frame.loops = (*loops, (frame.module.path, where, number))
            frame.exits = []
            self.writes.begin()
            try:
                start()
                if self.block(body, frame, env):
                    frame.exits.append(env.vars)
            finally:
                written.append(self.writes.end())
            self.writes.settle(written, env)  # what the round before has put there meets this one
            frame.guards = guards
            if not frame.exits:
                break
            env.vars = _joined(frame.exits)
            after.append(dict(env.vars))
        frame.loops, frame.exits = loops, exits
        frame.repeats -= 1
        env.vars = _joined(after)

    def _try(self, node: Try, frame: Frame, env: Env) -> bool:
        key = (frame.module.path, node.where)
        if not node.handlers:
            falls = self.block((*node.body, *node.orelse), frame, env)
            return self.block(node.final, frame, env) and falls
        ways: List[Tuple[int, Optional[Expr], Optional[bool], Sequence[Statement]]] = [
            (1, None, None, (*node.body, *node.orelse))
        ]
        ways += [(number, None, None, body) for number, body in enumerate(node.handlers, 2)]
        falls = self._ways(ways, key, frame, env)
        return self.block(node.final, frame, env) and falls

    def _with(self, node: With, frame: Frame, env: Env) -> bool:
        frame.targets = ()
        managers: List[Value] = []
        for expr, target in node.items:
            value = self.expressions.value(expr, frame, env)
            managers.append(value)
            entered = self.calls.entered(value, frame, "__enter__")
            if target is not None:
                given = [each.attrs[ELEMENT] for each in value.objects() if ELEMENT in each.attrs]  # by contextmanager
                self.bind(target, entered if entered is not None else join(given) if given else value, frame, env)
        falls = self.block(node.body, frame, env)
        for value in reversed(managers):
            self.calls.entered(value, frame, "__exit__")
        return falls

    def _return(self, node: Return, frame: Frame, env: Env) -> bool:
        frame.targets = ()
        frame.returned.append(NONE if node.value is None else self.expressions.value(node.value, frame, env))
        return False

    def _leave(self, node: Leave, frame: Frame, env: Env) -> bool:
        if node.value is not None:
            self.expressions.value(node.value, frame, env)
        if node.kind != "raise":
            frame.exits.append(dict(env.vars))
        return False

    # -- definitions and imports

    def _define(self, node: Define, frame: Frame, env: Env) -> bool:
        func = Func(node.function, frame.module, env)
        if frame.func is None:
            self._keep(func)
        function = node.function
        env.vars[function.name] = self.calls.decorated(Value((func,)), function.decorators, function.where, frame, env)
        return True

    def _keep(self, func: Func) -> None:
        self.defined.append(func)
        func.module.defined.append(func)

    def _define_class(self, node: DefineClass, frame: Frame, env: Env) -> bool:
        cls = self._class(node.cls, frame, env)
        env.vars[node.cls.name] = Value((cls,))
        return True

    def _class(self, node: Class, frame: Frame, env: Env) -> Cls:
        bases = [self.expressions.value(base, frame, env) for base in node.bases]
        cls = Cls(node, frame.module, bases)
        inner = Env(env)
        for statement in node.body:
            if isinstance(statement, Define):
                func = Func(statement.function, frame.module, env, cls)
                self._keep(func)
                cls.members[statement.function.name] = Value((func,))
            else:
                inner.vars.update(cls.members)
                self.block((statement,), frame, inner)
                cls.members.update(inner.vars)
        cls.record = is_record(node.decorators, self, frame, env) if node.fields and node.decorators else False
        # It may be registered; what it is stays the same.
        self.calls.decorated(Value((cls,)), node.decorators, node.where, frame, env)
        return cls

    def _import(self, node: Import, frame: Frame, env: Env) -> bool:
        whole = self.imported(node.path, frame.module)
        top = node.path.split(".")[0]
        env.vars[node.name] = whole if node.whole else self.imported(top, frame.module)
        return True

    def imported(self, dotted: str, module: Module) -> Value:
        """What `import a.b` in a module leads to."""
        if is_mindspore(dotted):
            return Value((Api(self.tables.canonical(dotted)),))
        found = self.finder.absolute(dotted)
        self._looked_up(dotted)
        if found is not None:
            return self._module_later(Named(found, dotted))
        if self._own(dotted):
            self.unresolved.add(f"{module.path}: {dotted}")
        return Value((Api(dotted),))

    def _own(self, dotted: str) -> bool:
        """Whether the package of a module is one of the project."""
        top, _, rest = dotted.partition(".")
        self._looked_up(top)
        return bool(rest) and self.finder.absolute(top) is not None

    def _looked_up(self, dotted: str) -> None:
        if self._loading is not None:
            self._loading.looked_up[dotted] = self.finder.file(dotted)

    def _module_later(self, named: Named) -> Value:
        """A module, run when somebody looks at it; those that do something to others on import are run now."""
        self._set_off(named)
        shared = self.shared

        def load() -> Tuple[Value, bool]:
            module = shared.now.module(*named) if shared.now is not None else None
            return UNKNOWN if module is None else Value((module,)), True

        return Later(shared, load)

    def _set_off(self, named: Named) -> None:
        """Run what does something to others when a module is imported."""
        path = named.found.path
        if self._loading is not None:
            self._loading.imports[path] = named
            if path not in self._imported:
                self._imported.add(path)
                for each in self.finder.acting_of(named):
                    self.module(*each)
        elif path not in self._imported:
            self._bring(named)

    def _bring(self, named: Named) -> None:
        """The same for a program: as a whole, where another one has begun with the same imports."""
        if self._begun is None or self._recording is not None or not self.shared.nothing_open:
            for each in self.finder.acting(named, self._imported):
                self.module(*each)
            return
        self._begun = (*self._begun, named)
        key = (self.finder.key, self._limit, self._begun)
        bundle = self.shared.bundles.get(key)
        if bundle is not None and self._may_take(bundle.contents):
            self._take_bundle(bundle)
            return
        began, self._begun = self._begun, None  # unless all goes well
        recording = self._recording = Recording(self)
        left_out, places = self.left_out, self.finder.places
        asked, read = places.asked, places.read
        places.asked, places.read = set(), set()
        try:
            for each in self.finder.acting(named, self._imported):
                self.module(*each)
            needed = {need.named.found.path for each in recording.taken for need in each.needs}
            met = recording.met or self.finder.entry in needed
            if not met and all(map(self.shared.keeps, recording.taken)):
                contents = self.shared.bundles.contents(self, recording)
                if contents.leaves_out(*left_out) == self.left_out:  # else the run itself left something out
                    self.shared.bundles.put(key, Bundle(contents, set(self._imported), places.asked, places.read))
                    self._begun = began
        finally:
            asked |= places.asked
            read |= places.read
            self._recording, places.asked, places.read = None, asked, read

    @property
    def left_out(self) -> LeftOut:
        """What it does not know, as it stands now."""
        return self.missing, self.bounded, self.complete, set(self.unread), set(self.unresolved)

    def _may_take(self, contents: Contents) -> bool:
        """Whether what another program has got is what this one would get."""
        if self.finder.entry in contents.modules or len(self.modules) + len(contents.modules) > self._limit:
            return False
        return not contents.settings or all(loaded.holds(self.finder) for loaded in contents.taken)

    def _take_bundle(self, bundle: Bundle) -> None:
        contents, places = bundle.contents, self.finder.places
        self.contents.append((len(self.events), contents))
        places.asked |= bundle.asked
        places.read |= bundle.read
        self._imported |= bundle.imported
        self.modules.update(contents.modules)
        self._taken.update(contents.modules)
        self.summaries += contents.summaries
        self.defined += contents.defined
        self.reached |= contents.reached
        every = contents.leaves_out(*self.left_out)
        self.missing, self.bounded, self.complete, self.unread, self.unresolved = every
        for change in contents.changes:
            change.make(self.journal)
        self.calls.settings.take_over(contents.opened)
        if contents.settings:
            self.calls.settings.read()
        for order, event in enumerate(contents.events, len(self.events)):
            event.order = order
        self.events += contents.events

    def _import_from(self, node: ImportFrom, frame: Frame, env: Env) -> bool:
        found = self.finder.leads(node, frame.module.file, frame.module.package)
        if found.module is None:
            if node.level:
                self.unresolved.add(f"{frame.module.path}: {'.' * node.level}{node.module}")
            base = self.imported(node.module, frame.module) if not node.level else UNKNOWN
            for name, bound in node.names:
                if name == "*":
                    self._star(base, frame.module, env)
                else:
                    env.vars[bound] = self.expressions.attribute(base, name, frame)
            return True
        if not node.level:
            self._looked_up(node.module)
        base = self._module_later(found.module)
        for name, bound, inner in found.names:
            if name == "*":
                self._star(base, frame.module, env)
                continue
            if inner is not None:
                self._set_off(inner)
            env.vars[bound] = late = self._member_later(base, name, frame)
            self.bound.setdefault(found.module.found.path, []).append((frame.module.file, late))
        return True

    def _member_later(self, base: Value, name: str, frame: Frame) -> Later:
        """What `from base import name` binds, likewise."""
        shared, module = self.shared, frame.module

        def load() -> Tuple[Value, bool]:
            if shared.now is None:
                return UNKNOWN, True
            value = shared.now.expressions.attribute(base, name, Frame(None, module, None, None)).look()
            # A module that is only now being run may define the name further below.
            final = bool(value.atoms) or not any(isinstance(each, Module) and each.running for each in base.atoms)
            if not final:
                shared.now.cut_off(alone=True)
            return value, final

        return Later(shared, load)

    @staticmethod
    def _star(base: Value, module: Module, env: Env) -> None:
        for atom in base.atoms:
            if isinstance(atom, Module):
                public = {name: value for name, value in atom.env.vars.items() if not name.startswith("_")}
                env.vars.update(public)
                module.stars.extend(atom.stars)
            elif isinstance(atom, Api):
                module.stars.append(atom.name)

    def _odd(self, node: Odd, frame: Frame, env: Env) -> bool:
        return True

    def _global(self, node: Global, frame: Frame, env: Env) -> bool:
        for name in node.names:
            env.vars[name] = ELSEWHERE
        return True


def _shared_out(targets: Sequence[Expr], items: Optional[Sequence[Value]]) -> Optional[Sequence[Value]]:
    """What each target of `first, *rest, last = items` gets; None where the items are not known, or do not fit."""
    stars = [at for at, target in enumerate(targets) if isinstance(target, Star)]
    if items is None or not stars:
        return items if items is not None and len(items) == len(targets) else None
    after = len(items) - (len(targets) - 1 - stars[0])
    if len(stars) > 1 or after < stars[0]:
        return None
    return [*items[: stars[0]], Value((Seq("list", list(items[stars[0] : after])),)), *items[after:]]


def _breaks(body: Sequence[Statement]) -> bool:
    """Whether a loop may be left for good before its end."""
    return any(isinstance(each, Leave) and each.kind == "break" for each in statements(body, ""))


def _is_receiver(expr: Expr, frame: Frame) -> bool:
    """Whether this is the `self` of the method that is run."""
    func = frame.func
    if func is None or func.owner is None or not func.node.params:
        return False
    return isinstance(expr, Name) and expr.id == func.node.params[0].name


def _names(target: Expr) -> List[str]:
    """The names that an assignment gives something to: the last one of an attribute."""
    if isinstance(target, Name):
        return [target.id]
    if isinstance(target, Attr):
        return [target.name]
    if isinstance(target, Items):
        return [name for item in target.items for name in _names(item)]
    return []


def _joined(ways: Sequence[Dict[str, Value]]) -> Dict[str, Value]:
    """What names may hold after any of these; the first is used up."""
    result = ways[0]
    for other in ways[1:]:
        for name, value in other.items():
            known = result.get(name)
            if known is None:
                result[name] = value
            elif known is not value:
                result[name] = join([known, value])
    return result
