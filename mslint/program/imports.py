"""Which file an import of a program leads to; asks the given files and never the machine."""

from __future__ import annotations

import posixpath
from typing import (
    Callable,
    Dict,
    FrozenSet,
    Iterator,
    List,
    NamedTuple,
    Optional,
    Protocol,
    Sequence,
    Set,
    Tuple,
    TypeVar,
    cast,
)

from mslint.api.tables import is_mindspore
from mslint.program.nodes import ImportFrom, ModuleSummary
from mslint.program.outline import NOTHING, Imported, Outline, outline_of

INIT = "__init__.py"
Answer = TypeVar("Answer")
_NOWHERE: FrozenSet[str] = frozenset()
MAX_KNOWN = 60_000  # answers; a program asks for some hundred
MAX_REMEMBERED = 40_000  # import statements


class Files(Protocol):
    """What a program may read; paths are absolute, with slashes."""

    def summary(self, path: str) -> Optional[ModuleSummary]:
        """None where the file is not there or cannot be parsed."""

    def is_file(self, path: str) -> bool: ...

    def is_dir(self, path: str) -> bool: ...

    def text(self, path: str) -> Optional[str]: ...

    def names(self, folder: str) -> List[str]:
        """The names of the files in a folder, sorted."""

    def words(self, path: str) -> Tuple[int, FrozenSet[str]]:
        """How many words there are in a text, comments included, and those that anybody asks for."""

    def folders_in(self, folder: str) -> List[str]:
        """The names of the folders in a folder that may hold code of the project, sorted."""

    def rest(self) -> None:
        """Nothing that was given is in use any more: what takes room may go, and is read again if asked for."""


class Found(NamedTuple):
    path: str  # of the file, or of a folder without an __init__.py
    package: bool


class Named(NamedTuple):
    """A module under its dotted name."""

    found: Found
    name: str

    @property
    def package(self) -> str:
        """What relative imports in it start from."""
        return self.name if self.found.package else self.name.rpartition(".")[0]


class Leads(NamedTuple):
    """What an import statement leads to: the module, where it is one of the project, and what is bound under which
    name, with the module of that name in the package."""

    module: Optional[Named]
    names: Tuple[Tuple[str, str, Optional[Named]], ...]


class Places:
    """Where modules are, from any folder; looked up once for all programs."""

    def __init__(self, files: Files) -> None:
        self.files = files
        self.asked: Set[str] = set()  # where something was looked for since somebody emptied it
        self.read: Set[str] = set()  # the files whose outlines were asked for since then
        self._known: Dict[Tuple[str, ...], Optional[Found]] = {}
        self._shared: Dict[object, object] = {}
        self.acting: Dict[str, Dict[str, Sequence[Named]]] = {}  # what imports set off, by finder and file
        self._outlines: Dict[str, Outline] = {}
        self._remembered: Dict[Tuple[object, ...], Tuple[object, FrozenSet[str]]] = {}

    def forget_asked(self) -> None:
        """What is asked from here on is asked for something else."""
        self.asked.clear()
        self.read.clear()

    @property
    def folders(self) -> Set[str]:
        """The folders that what was answered depends on."""
        return self.asked | {path.rpartition("/")[0] or "/" for path in self.asked}

    def outline(self, path: str) -> Outline:
        """What importing a file sets off; nothing where it cannot be read."""
        self.read.add(path)
        if path not in self._outlines:
            text = self.files.text(path) if path.endswith(".py") else None
            self._outlines[path] = NOTHING if text is None else outline_of(text)
        return self._outlines[path]

    def imported_by(self, named: Named, finder: Finder) -> Tuple[bool, Sequence[Named]]:
        """Whether importing a module does something to others, and the modules of the project that it imports."""
        key = ("module", finder.key, named)
        self.read.add(named.found.path)
        return self.remembered(key, lambda: self._imported_by(named, finder))

    def _imported_by(self, named: Named, finder: Finder) -> Tuple[bool, Sequence[Named]]:
        outline = self.outline(named.found.path)
        key = ("relative", named.found.path, named.package)  # alike for all finders
        relative = self.remembered(key, lambda: self._relative(outline, named, finder))
        led = {one: relative[one] if one.level else finder.imported(one, named) for one in outline.imports}
        modules = tuple([module for one in outline.imports for module in led[one]])
        acts = outline.acts or any(led[one] for one in outline.calls)
        return acts, modules

    @staticmethod
    def _relative(outline: Outline, named: Named, finder: Finder) -> Dict[Imported, Sequence[Named]]:
        return {one: finder.imported(one, named) for one in outline.imports if one.level}

    def shared(self, key: object, make: Callable[[], Answer]) -> Answer:
        """What programs share that ask for the same."""
        if key not in self._shared:
            self._shared[key] = make()
        return cast("Answer", self._shared[key])

    def remembered(self, key: Tuple[object, ...], work: Callable[[], Answer]) -> Answer:
        """What was worked out before under a key, with where it was looked for."""
        known = self._remembered.get(key)
        if known is None:
            if len(self._remembered) >= MAX_REMEMBERED:
                self._remembered.clear()
            before, self.asked = self.asked, set()
            try:
                known = self._remembered[key] = work(), frozenset(self.asked) if self.asked else _NOWHERE
            finally:
                self.asked = before
        self.asked |= known[1]
        return cast("Answer", known[0])

    def inside(self, folder: str, parts: List[str]) -> Optional[Found]:
        """The module that the parts of a name lead to from a folder."""
        key = (folder, *parts)
        self.asked.add(posixpath.join(folder, *parts))
        if key not in self._known:
            if len(self._known) >= MAX_KNOWN:
                self._known.clear()
            self._known[key] = self._look(folder, parts)
        return self._known[key]

    def _look(self, folder: str, parts: List[str]) -> Optional[Found]:
        path = posixpath.join(folder, *parts)
        if parts and self.files.is_file(path + ".py"):
            return Found(path + ".py", False)
        if parts and not self.files.is_dir(path):  # as of all packages that are installed: no folder is listed in vain
            return None
        init = posixpath.join(path, INIT)
        if self.files.is_file(init):
            return Found(init, True)
        # A folder of that name is a package only where it holds modules; `import yaml` is not about ./yaml/*.yaml.
        if any(name.endswith(".py") for name in self.files.names(path)):
            return Found(path, True)
        return None


def _upwards(folder: str, root: str) -> Iterator[str]:
    """A folder and those above it, up to the last in which modules are looked for."""
    while True:
        yield folder
        above = posixpath.dirname(folder)
        if folder == root or above == folder or not (folder + "/").startswith(root.rstrip("/") + "/"):
            return
        folder = above


class Finder:
    """Looks for modules where Python would, started in the folder of the entry, and in the folders above it."""

    def __init__(
        self, files: Files, entry: str, root: str, places: Optional[Places] = None, member: bool = False
    ) -> None:
        """`member`: the entry is no script; where it belongs to a package, Python finds that, and not what is in it."""
        self.places = places or Places(files)
        self.entry = entry
        self.folder = folder = posixpath.dirname(entry)
        while member and folder != root and files.is_file(posixpath.join(folder, INIT)):
            folder = posixpath.dirname(folder)
        self.key = f"{'member' if member else 'script'}:{folder}:{root}"
        self.roots: List[str] = list(_upwards(folder, root))

    def absolute(self, dotted: str) -> Optional[Found]:
        """The module of a dotted name."""
        key = ("absolute", self.key, dotted)
        return self.places.remembered(key, lambda: self._absolute(dotted.split(".")))

    def _absolute(self, parts: List[str]) -> Optional[Found]:
        found = (self.inside(root, parts) for root in self.roots)
        return next((each for each in found if each is not None), None)

    def file(self, dotted: str) -> Optional[str]:
        """Its file."""
        found = self.absolute(dotted)
        return None if found is None else found.path

    def relative(self, path: str, level: int, dotted: str) -> Optional[Found]:
        """The module that `from ..dotted` in a file leads to."""
        folder = posixpath.dirname(path)
        for _ in range(level - 1):
            folder = posixpath.dirname(folder)
        return self.inside(folder, dotted.split(".") if dotted else [])

    def inside(self, folder: str, parts: List[str]) -> Optional[Found]:
        """The module that the parts of a name lead to from a folder."""
        return self.places.inside(folder, parts)

    def member(self, found: Found, name: str) -> Optional[Found]:
        """The module of a name in a package; None for what is no package."""
        folder = posixpath.dirname(found.path) if found.path.endswith(INIT) else found.path
        return self.inside(folder, [name]) if found.package else None

    def leads(self, node: ImportFrom, path: str, package: str) -> Leads:
        """What `from module import names` in a file leads to, which belongs to a package."""
        key = ("from", "" if node.level else self.key, path, package, node.where)
        return self.places.remembered(key, lambda: self._leads(node.level, node.module, node.names, path, package))

    def imported(self, one: Imported, by: Named) -> Sequence[Named]:
        """The modules of the project that an import in a module leads to."""
        if not one.level and (is_mindspore(one.module) or self.absolute(one.module) is None):
            return ()  # as most do
        names = [(name, name) for name in one.names]
        found = self._leads(one.level, one.module, names, by.found.path, by.package)
        if found.module is None:
            return ()
        return [found.module, *(inner for _, _, inner in found.names if inner is not None)]

    def _leads(self, level: int, module: str, names: Sequence[Tuple[str, str]], path: str, package: str) -> Leads:
        dotted, found = module, None
        if level:
            parts = package.split(".") if package else []
            dotted = ".".join([*parts[: len(parts) - level + 1], *([module] if module else [])])
            found = self.relative(path, level, module)
        elif not is_mindspore(module):
            found = self.absolute(module)
        if found is None:
            return Leads(None, ())
        bound: List[Tuple[str, str, Optional[Named]]] = []
        for name, to in names:
            inner = self.member(found, name) if name != "*" else None
            bound.append((name, to, None if inner is None else Named(inner, f"{dotted}.{name}" if dotted else name)))
        return Leads(Named(found, dotted), tuple(bound))

    def acting(self, named: Named, seen: Set[str]) -> Iterator[Named]:
        """The modules that do something to others when one is imported, itself among them, in the order in which Python
        would run them; those that were seen before are left out."""
        if not seen:  # as for the first import of a script, which most scripts of a folder have in common
            modules, paths = self.places.remembered(("closure", self.key, named), lambda: self._closure(named))
            seen |= paths
            self.places.read |= paths
            yield from modules
        else:
            yield from self._acting(named, seen)

    def acting_of(self, named: Named) -> Sequence[Named]:
        """The same for one module, whatever was imported before; modules that import each other have it in common."""
        known = self.places.acting.setdefault(self.key, {})
        start = named.found.path
        if start in known or not start.endswith(".py"):
            return known.get(start, ())
        number: Dict[str, int] = {start: 0}
        lowest: Dict[str, int] = {start: 0}
        open_ones: List[Named] = [named]  # of which it is not yet known with whom they go round in a circle
        waiting: Set[str] = {start}
        work = [(named, iter(self.places.imported_by(named, self)[1]))]
        while work:
            one, left = work[-1]
            path = one.found.path
            for inner in left:
                to = inner.found.path
                if to in waiting:
                    lowest[path] = min(lowest[path], number[to])
                elif to.endswith(".py") and to not in known:
                    number[to] = lowest[to] = len(number)
                    open_ones.append(inner)
                    waiting.add(to)
                    work.append((inner, iter(self.places.imported_by(inner, self)[1])))
                    break
            else:
                work.pop()
                if work:
                    above = work[-1][0].found.path
                    lowest[above] = min(lowest[above], lowest[path])
                if lowest[path] == number[path]:
                    at = next(at for at in reversed(range(len(open_ones))) if open_ones[at].found.path == path)
                    circle, open_ones[at:] = open_ones[at:], []
                    waiting.difference_update(each.found.path for each in circle)
                    self._close(circle, known)
        return known[start]

    def _close(self, circle: Sequence[Named], known: Dict[str, Sequence[Named]]) -> None:
        """Note what importing modules sets off that import each other, where that of all others is known."""
        found: Dict[str, Named] = {}
        for one in circle:
            for inner in self.places.imported_by(one, self)[1]:
                found.update((each.found.path, each) for each in known.get(inner.found.path, ()))
        for one in reversed(circle):
            if self.places.imported_by(one, self)[0]:
                found[one.found.path] = one
        modules = tuple(found.values())
        known.update((one.found.path, modules) for one in circle)

    def _closure(self, named: Named) -> Tuple[Tuple[Named, ...], FrozenSet[str]]:
        """The same for a module that is imported before any other, and all files that it leads to."""
        seen: Set[str] = set()
        return tuple(self._acting(named, seen)), frozenset(seen)

    def _acting(self, named: Named, seen: Set[str]) -> Iterator[Named]:
        pending: List[Tuple[Named, bool]] = [(named, False)]
        while pending:
            each, done = pending.pop()
            path = each.found.path
            if done:
                yield each  # after those that it imports
            elif path not in seen and path.endswith(".py"):
                seen.add(path)
                acts, imported = self.places.imported_by(each, self)
                if acts:
                    pending.append((each, True))
                pending.extend((inner, False) for inner in reversed(imported))


class Beside:
    """One module whose summary is given, among other files or none."""

    def __init__(self, files: Optional[Files], place: str, summary: Optional[ModuleSummary]) -> None:
        self._files = files
        self._place = place
        self._summary = summary

    def summary(self, path: str) -> Optional[ModuleSummary]:
        if path == self._place:
            return self._summary
        return self._files.summary(path) if self._files is not None else None

    def is_file(self, path: str) -> bool:
        return path == self._place or (self._files is not None and self._files.is_file(path))

    def is_dir(self, path: str) -> bool:
        return self._place.startswith(path + "/") or (self._files is not None and self._files.is_dir(path))

    def text(self, path: str) -> Optional[str]:
        return self._files.text(path) if self._files is not None else None

    def names(self, folder: str) -> List[str]:
        return self._files.names(folder) if self._files is not None else []

    def words(self, path: str) -> Tuple[int, FrozenSet[str]]:
        return self._files.words(path) if self._files is not None else (0, frozenset())

    def folders_in(self, folder: str) -> List[str]:
        return self._files.folders_in(folder) if self._files is not None else []

    def rest(self) -> None:
        if self._files is not None:
            self._files.rest()
