"""A program: an entry script and the local modules that it imports, followed; what program rules may ask of it."""

from __future__ import annotations

from typing import FrozenSet, Iterator, List, Optional, Sequence, Set, Tuple

from mslint.api.tables import ApiTables
from mslint.api.versions import Version
from mslint.program.events import Event
from mslint.program.imports import Files, Finder, Found
from mslint.program.nodes import Where
from mslint.program.run import MAX_MODULES, Run
from mslint.program.values import Obj, Value, reachable

Reached = Set[Tuple[str, Where]]


class Program:
    """What was met while one program was followed. `path` is the entry's, as findings show it."""

    def __init__(self, run: Run, path: str, first: int, entry: bool) -> None:
        self.path = path
        self.tables: ApiTables = run.tables
        self.version: Version = run.version
        self._run = run
        self._first = first
        self._entry = entry
        self._known: Tuple[Event, ...] = ()

    @property
    def events(self) -> Sequence[Event]:
        """Every call that was met, in order; a place that was reached several ways has several."""
        if len(self._known) != len(self._run.events) - self._first:
            self._known = tuple(self._run.events[self._first :])
        return self._known

    @property
    def reached(self) -> Reached:
        """The functions that were run, by file and place."""
        return self._run.reached

    @property
    def files(self) -> FrozenSet[str]:
        """The files that belong to it."""
        return frozenset(self._run.modules)

    @property
    def whole(self) -> bool:
        """Whether it is a script of which nothing was cut off or could not be read: only then absence says anything."""
        return self._entry and self._run.complete and not self._run.missing

    def mentions(self, *parts: str) -> bool:
        """Whether some identifier anywhere in the program contains one of these, whatever it stands for."""
        return any(part in word for word in self._run.words for part in parts)

    def calls(self, *names: str) -> Iterator[Event]:
        """The calls of these names."""
        wanted = frozenset(names)
        return (event for event in self.events if event.name in wanted)

    def is_a(self, name: str, ancestor: str) -> bool:
        """Whether an API is, or is derived from, a class of MindSpore."""
        return self._run.is_a(name, ancestor)

    def derives(self, obj: Obj, ancestor: str) -> bool:
        """Whether an object is of a class of MindSpore, or of a class of the program that is derived from it."""
        names: List[str] = [obj.api] if isinstance(obj.cls, str) else obj.cls.outside()
        return any(self.is_a(name, ancestor) for name in names)

    def parts(self, value: Value) -> Iterator[Obj]:
        """The objects in a value and in whatever it holds."""
        return (atom for atom in reachable(value) if isinstance(atom, Obj))


def follow(
    files: Files, entry: str, root: str, tables: ApiTables, version: Version, limit: int = MAX_MODULES
) -> Optional[Program]:
    """The program of an entry script; None where that cannot be read."""
    run = Run(files, Finder(files, entry, root), tables, version, limit)
    module = run.module(Found(entry, False), "__main__")
    return None if module is None else Program(run, module.path, 0, True)


class Library:
    """The functions that no program calls, looked at one by one: of scripts, and of modules that no script imports."""

    def __init__(self, files: Files, root: str, tables: ApiTables, version: Version, limit: int = MAX_MODULES) -> None:
        self._files = files
        self._root = root
        self._limit = limit
        self._tables = tables
        self._version = version
        self._run: Optional[Run] = None

    def look(self, path: str, reached: Reached) -> Optional[Program]:
        """What the functions of a file do that are not among those reached; None where there are none."""
        run = self._run
        if run is None:
            finder = Finder(self._files, path, self._root)
            run = self._run = Run(self._files, finder, self._tables, self._version, self._limit)
        else:
            run.use(Finder(self._files, path, self._root))
        first = len(run.events)
        module = run.module(Found(path, False), path.rpartition("/")[2][: -len(".py")])
        if module is None:
            return None
        for func in [func for func in run.defined if func.module is module]:
            if (module.path, func.node.where) not in reached and (module.path, func.node.where) not in run.reached:
                run.alone(func)
        return Program(run, module.path, first, False) if len(run.events) > first else None
