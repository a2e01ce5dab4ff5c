"""A program: an entry script and the local modules that it imports, followed; what program rules may ask of it."""

from __future__ import annotations

from itertools import chain, islice
from typing import (
    Callable,
    Dict,
    FrozenSet,
    Iterator,
    List,
    Mapping,
    NamedTuple,
    Optional,
    Protocol,
    Sequence,
    Set,
    Tuple,
    TypeVar,
    cast,
)

from mslint.api.tables import Api, ApiTables
from mslint.api.versions import Version
from mslint.program.bundles import Contents, by_name, makes
from mslint.program.events import Event, Frame
from mslint.program.imports import Files, Finder, Found, Places
from mslint.program.nodes import Constant, ModuleSummary, Statement, Where, pieces
from mslint.program.run import MAX_MODULES, Run
from mslint.program.settings import Settings
from mslint.program.spoken import used_names, wordings
from mslint.program.values import Func, Module, Obj, Value, reachable
from mslint.seen import MODULE, Asked, Start

Reached = Dict[str, Set[Where]]  # functions by the files that they are in, as findings show them
Known = Dict[str, Set[Where]]  # the functions in the modules of scripts that use interesting words, by their files
Answer = TypeVar("Answer")
MAX_HELD = 500_000  # objects of which it is remembered what holds them


class Program:
    """What was met while one program was followed. `path` is the entry's, as findings show it."""

    def __init__(self, run: Run, path: str, entry: bool, defined: Optional[Sequence[Func]] = None) -> None:
        run.settle()
        self.path = path
        self._defined = tuple(run.defined if defined is None else defined)
        self._met = len(run.events)
        self.tables: ApiTables = run.tables
        self.version: Version = run.version
        self._run = run
        self._entry = entry
        self._known: Tuple[Event, ...] = ()
        self._named: Dict[str, List[Event]] = {}
        self._parts: Dict[int, Tuple[Value, List[Obj]]] = {}
        self._held = 0  # objects in them
        self._told: Dict[object, object] = {}

    @property
    def events(self) -> Sequence[Event]:
        """Every call that was met, in order; a place that was reached several ways has several."""
        if len(self._known) != self._met:
            self._known = tuple(self._run.events[: self._met])
            self._named.clear()
            for events, contents in self._stretches():
                for name, found in (contents.named if contents is not None else by_name(events)).items():
                    self._named.setdefault(name, []).extend(found)
        return self._known

    def _stretches(self) -> Iterator[Tuple[Sequence[Event], Optional[Contents]]]:
        """The events in order: those of the program alone, and those of modules that many have in common."""
        done = 0
        for start, contents in self._run.contents:
            if start > done:
                yield self._known[done:start], None
            yield contents.events, contents
            done = start + len(contents.events)
        yield self._known[done:], None

    @property
    def making(self) -> Iterator[Event]:
        """The calls that make an object of a class of the program."""
        for events, contents in self._stretches() if self.events else ():
            yield from contents.making if contents is not None else filter(makes, events)

    def once(self, question: object, answer: Callable[[], Answer]) -> Answer:
        """The answer to a question that several rules ask, worked out for the first of them."""
        if question not in self._told:
            self._told[question] = answer()
        return cast("Answer", self._told[question])

    @property
    def reached(self) -> Set[Tuple[str, Where]]:
        """The functions that were run, by file and place."""
        return self._run.reached

    @property
    def entry(self) -> bool:
        """Whether it is a script, and not what was left of a file that no script calls."""
        return self._entry

    @property
    def defined(self) -> Sequence[Func]:
        """The functions and methods of its modules; of a file that no script calls, those that no program has."""
        return self._defined

    def functions(self, words: FrozenSet[str]) -> Dict[str, FrozenSet[Where]]:
        """Where in its modules the functions are that use any of the words, file by file, if nothing was cut off."""
        if not self._run.complete:
            return {}
        found: Dict[str, FrozenSet[Where]] = {}
        for path, module in self._run.modules.items():
            near = _among(words, self._run, module)
            found[path] = frozenset([func.node.where for func in module.defined if func.node.touches(near)])
        return found

    @property
    def files(self) -> FrozenSet[str]:
        """The files that belong to it: of which it uses something, or which do something when they are imported."""
        return frozenset(self._run.modules)

    @property
    def imported(self) -> FrozenSet[str]:
        """Those, and the files that it imports without using anything of them."""
        return self._run.brought

    @property
    def readable(self) -> bool:
        """Whether all that it imports can be read; whoever asks has it read."""
        return all(self._run.files.summary(path) is not None for path in sorted(self.imported))

    @property
    def left_out(self) -> Tuple[bool, FrozenSet[str], FrozenSet[str]]:
        """Whether a bound was reached, the files that could not be read, and the imports that lead nowhere."""
        return self._run.bounded, frozenset(self._run.unread), frozenset(self._run.unresolved)

    def summaries(self) -> List[ModuleSummary]:
        """The code of its modules."""
        found = (self._run.files.summary(path) for path in sorted(self._run.modules))
        return [summary for summary in found if summary is not None]

    @property
    def settings(self) -> Settings:
        """The options of a configuration file next to the script."""
        return self._run.calls.settings

    @property
    def whole(self) -> bool:
        """Whether it is a script of which nothing was cut off or could not be read: only then absence says anything."""
        return self._entry and self._run.complete and not self._run.missing

    def concerns(self, words: Tuple[str, ...]) -> bool:
        """Whether any of these identifiers occurs in it."""
        return self._run.concerns(words)

    def mentions(self, *parts: str) -> bool:
        """Whether some identifier anywhere in the program contains one of these, whatever it stands for."""
        words = self.once("words", lambda: "\n".join([summary.spelled for summary in self._run.summaries]))
        return any(part in words for part in parts)

    def speaks_of(self, *wanted: str) -> bool:
        """Whether code that it may run uses a name in which all words of one of these stand: `loss scale`."""
        return any(words.issuperset(each.split()) for words in self._wordings() for each in wanted)

    def _wordings(self) -> FrozenSet[FrozenSet[str]]:
        return self.once("wordings", lambda: wordings(self._used()))

    def _used(self) -> FrozenSet[str]:
        """The names in its code, and those of what it calls: an import may give them another name."""
        called = (name.rpartition(".")[2] for name in self._named) if self.events else ()
        return used_names(self.summaries(), self._run.defined, self._run.reached).union(called)

    def calls(self, *names: str) -> Iterator[Event]:
        """The calls of these names, in order."""
        found = [self._named[name] for name in names if name in self._named] if self.events else []
        return iter(found[0] if len(found) == 1 else sorted(chain.from_iterable(found), key=_order))

    def named(self, test: Callable[[str], bool]) -> Iterator[Event]:
        """The calls whose names pass a test, in order; each name is tested once, as a program repeats few."""
        return self.calls(*filter(test, self._named)) if self.events else iter(())

    def after(self, event: Event) -> Iterator[Event]:
        """The calls that were met after one."""
        return islice(self.events, event.order + 1, None)

    def is_a(self, name: str, ancestor: str) -> bool:
        """Whether an API is, or is derived from, a class of MindSpore."""
        return self._run.is_a(name, ancestor)

    def body_of(self, frame: Frame) -> Tuple[Statement, ...]:
        """The statements of a function, or of a module outside of its functions."""
        if frame.func is not None:
            return frame.func.node.body
        summary = self._run.files.summary(frame.module.file)
        return summary.body if summary is not None else ()

    def texts_of(self, frame: Frame) -> FrozenSet[str]:
        """The strings that are written in a module; those in f-strings are not among them."""
        summary = self._run.files.summary(frame.module.file)
        found = (each for each in pieces(summary.body if summary is not None else ()) if isinstance(each, Constant))
        return frozenset(each.value for each in found if isinstance(each.value, str))

    def derives(self, obj: Obj, ancestor: str) -> bool:
        """Whether an object is of a class of MindSpore, or of a class of the program that is derived from it."""
        names: List[str] = [obj.api] if isinstance(obj.cls, str) else obj.cls.outside()
        return any(self.is_a(name, ancestor) for name in names)

    def built_with(self, obj: Obj, *names: str) -> Optional[Value]:
        """What an object, or the base of one of the program's own, was built with under the first of these names."""
        found = (self._run.calls.given_to_base(obj, name) for name in names)
        return next((value for value in found if value is not None), None)

    def api(self, obj: Obj) -> Optional[Api]:
        """What the tables know of an object that an API made."""
        return self.tables.get(obj.api)

    def returned(self, func: Func) -> Value:
        """What a function gives, whoever calls it; of a generator, what it yields."""
        receiver = func.receiver.only if func.receiver is not None else None
        return self.once(
            ("returned", func.node.where, func.module.path, id(receiver)), lambda: self._run.returned(func)
        )

    def release(self) -> None:
        """Let go of everything; nothing can be asked any more."""
        self._told.clear()
        self._known = ()
        self._named.clear()
        self._parts.clear()
        self._run.release()

    def parts(self, value: Value) -> Sequence[Obj]:
        """The objects in a value and in whatever it holds."""
        known = self._parts.get(id(value))
        if known is None:
            if self._held > MAX_HELD:
                self._parts.clear()
                self._held = 0
            # The value is kept as well, or another one would have its id one day.
            known = self._parts[id(value)] = value, [atom for atom in reachable(value) if isinstance(atom, Obj)]
            self._held += len(known[1])
        return known[1]


def _among(words: FrozenSet[str], run: Run, module: Module) -> FrozenSet[str]:
    """Those of some words that occur in a module."""
    summary = run.files.summary(module.file)
    return summary.among(words) if summary is not None else words


def _order(event: Event) -> int:
    return event.order


def follow(
    files: Files,
    entry: str,
    root: str,
    tables: ApiTables,
    version: Version,
    limit: int = MAX_MODULES,
    places: Optional[Places] = None,
) -> Optional[Program]:
    """The program of an entry script; None where that cannot be read."""
    run = Run(files, Finder(files, entry, root, places), tables, version, limit)
    module = run.module(Found(entry, False), "__main__")
    return None if module is None else Program(run, module.path, True)


class Left(NamedTuple):
    """What scripts leave over of a file: all of its functions but those that some script reaches; and whether a program
    has what the file defines already."""

    place: str
    reached: FrozenSet[Where]
    elsewhere: bool
    asked: FrozenSet[Start] = frozenset()  # where functions begin that hold calls of which rules want to know more


def remainder(
    files: Files,
    left: Left,
    root: str,
    tables: ApiTables,
    version: Version,
    words: FrozenSet[str],
    limit: int = MAX_MODULES,
    places: Optional[Places] = None,
) -> Optional[Program]:
    """What the functions of a file do, one by one, that no script calls and that use any of the words; None where that
    is nothing. It depends on no other file's functions but those that these call."""
    run = Run(files, Finder(files, left.place, root, places, member=True), tables, version, limit)
    module = run.module(Found(left.place, False), left.place.rpartition("/")[2].partition(".")[0])
    if module is None:
        return None
    near = _among(words, run, module)
    unreached = [func for func in module.defined if func.node.where not in left.reached]
    own = [func for func in unreached if func.node.where[:2] in left.asked or func.node.touches(near)]
    if left.asked:
        own += _callers([func for func in own if func.node.where[:2] in left.asked], unreached, own)
    # Those that others call come last: by then they have been run as they are meant.
    others = frozenset().union(*(func.node.words - {func.node.name} for func in own))
    for func in sorted(own, key=lambda func: func.node.name in others):
        if (module.path, func.node.where) not in run.reached:
            run.alone(func)
    defined = [] if left.elsewhere else module.defined
    return Program(run, module.path, False, defined) if run.events or defined else None


def _callers(called: Sequence[Func], every: Sequence[Func], known: Sequence[Func]) -> List[Func]:
    """The functions that may call these, or that may call those that do: what is given is known from them."""
    found: List[Func] = []
    left = [func for func in every if func not in known]
    names = {_callable(func) for func in called}
    while names:
        more = [func for func in left if not names.isdisjoint(func.node.words)]
        left = [func for func in left if func not in more]
        found += more
        names = {_callable(func) for func in more}
    return found


def _callable(func: Func) -> str:
    """The name by which a function is called: a constructor by its class."""
    return func.owner.node.name if func.owner is not None and func.node.name == "__init__" else func.node.name


class Memory(Protocol):
    """Somebody who may know already what comes out of a program, or have it followed elsewhere."""

    def scripts(self, places: Sequence[str], found: Places) -> Iterator[str]:
        """Those of the scripts whose programs are to be followed here."""

    def add_to(self, reached: Reached, covered: Set[str], known: Known) -> None:
        """Say of the others what they reach."""

    def lefts(self, lefts: Sequence[Left], found: Places) -> Iterator[Left]:
        """What of that which no script calls is to be looked at here."""


def programs(
    files: Files,
    places: Mapping[str, str],
    tables: ApiTables,
    version: Version,
    words: FrozenSet[str],
    limit: int = MAX_MODULES,
    defined: FrozenSet[str] = frozenset(),
    memory: Optional[Memory] = None,
    asked: Optional[Mapping[str, Asked]] = None,
) -> Iterator[Program]:
    """All programs of these files, each given with the folder above which nothing is looked for: the scripts, and then,
    file by file, what no script calls. Nobody asks what modules do without any of the words, or what they define
    without any of those; but for the calls that are `asked` about."""
    found = Places(files)
    reached: Reached = {}
    covered: Set[str] = set()
    known: Known = {}
    summaries = {place: files.summary(place) for place in places} if words or defined else {}
    scripts = [place for place, summary in summaries.items() if summary is not None and summary.entry]
    for place in scripts if memory is None else memory.scripts(scripts, found):
        program = follow(files, place, places[place], tables, version, limit, found)
        if program is not None:
            for path, where in program.reached:
                reached.setdefault(path, set()).add(where)
            covered |= program.files
            for path, functions in program.functions(words).items():
                known.setdefault(path, set()).update(functions)
            yield program
            program.release()
            files.rest()
    if memory is not None:
        memory.add_to(reached, covered, known)
    lefts: List[Left] = []
    for place, summary in summaries.items():
        if summary is None:
            continue
        elsewhere = place in covered or summary.words.isdisjoint(defined)
        there = reached.get(summary.path, set())
        # What a module of a program does itself has been followed: where no function is left, nothing is new.
        followed = place in known and known[place] <= there
        nothing = followed or (elsewhere and summary.words.isdisjoint(words))
        starts = {where[:2] for where in there}
        begun = {start for _, start in asked.get(place, ())} if asked is not None else set()
        if place not in covered and found.outline(place).calls:  # it keeps what modules of the project give
            begun.add(MODULE)
        begun -= starts | ({MODULE} if place in covered else set())
        if begun or not nothing:
            lefts.append(Left(place, frozenset(there), elsewhere, frozenset(begun)))
    for left in lefts if memory is None else memory.lefts(lefts, found):
        program = remainder(files, left, places[left.place], tables, version, words, limit, found)
        if program is not None:
            yield program
            program.release()
            files.rest()
