"""Keeps between runs what was worked out, in one file per project; what goes wrong with it costs time, nothing else.

A file that is not certainly mslint's own is not opened: SQLite obeys what stands in a database and beside it."""

from __future__ import annotations

import copyreg
import enum
import hashlib
import importlib
import importlib.util
import io
import os
import pickle
import re
import sqlite3
import stat
import sys
import time
from contextlib import suppress
from dataclasses import is_dataclass
from typing import Any, Dict, Iterable, List, NamedTuple, Optional, Sequence, Set, Tuple

from mslint.cacheplace import NO_FOLDER, NOT_OURS, Place, prepare, secret
from mslint.folders import rules_folder

LAYOUT = 4
MAX_BYTES = 128_000_000
MAX_PENDING = 4_000_000  # bytes that wait to be written
PATIENCE = 0.5  # seconds to wait for another run that writes
DAY = 86_400_000_000  # microseconds

# All that a store holds, word for word: a view or a trigger would run.
_TABLES = {
    "made": "CREATE TABLE made (key BLOB PRIMARY KEY, value BLOB NOT NULL, used INTEGER NOT NULL) WITHOUT ROWID",
    "seen": "CREATE TABLE seen (path TEXT PRIMARY KEY, time INTEGER NOT NULL, size INTEGER NOT NULL, "
    "inode INTEGER NOT NULL, noted INTEGER NOT NULL, digest BLOB NOT NULL, marked INTEGER NOT NULL, "
    "code BLOB NOT NULL, proof BLOB NOT NULL) WITHOUT ROWID",
}
# Whose database a file is stands in its head: SQLite has a field for that.
_APPLICATION = int.from_bytes(b"mslt", "big")
_MAGIC, _APPLICATION_AT, _HEAD = b"SQLite format 3\0", 68, 100
# What SQLite finds beside a database it takes for a part of it: it would carry out what stands in a journal. mslint's
# own runs leave no such file.
_BESIDE = ("-journal", "-wal", "-shm")
# What a result may be made of, whoever wrote it.
_VALUES = frozenset(
    f"mslint.{name}"
    for name in (
        "model report source.cells api.versions program.nodes seen recall concluding followed again "
        "rulekit.bilingual rulekit.hits rulekit.fixes rulekit.rule"
    ).split()
)
_MADE = frozenset(("__pycache__",))  # folders that a run itself writes in
# What SQLite says of a store that is none the worse for it.
_NO_DAMAGE = re.compile("locked|busy|full|readonly|unable to open|I/O|interrupted")
_NAME = 16  # bytes of a name for a content
_RACE = 2_000_000_000  # nanoseconds: some file systems count time in steps of two seconds


class Note(NamedTuple):
    """A file as it was when it was last read: time in nanoseconds, size, inode; when that was; and what it held."""

    time: int
    size: int
    inode: int
    noted: int
    digest: bytes
    marked: bool  # whether it is of any interest
    code: bytes  # a name for its code alone

    def tells(self, status: os.stat_result) -> bool:
        """Whether a file certainly is as it was: what was written while it was read may bear the same time."""
        return self.stands_for(status) and self.time < self.noted - _RACE

    def stands_for(self, status: os.stat_result) -> bool:
        """Whether a file looks as it did."""
        return (self.time, self.size, self.inode) == (status.st_mtime_ns, status.st_size, inode_of(status))


def inode_of(status: os.stat_result) -> int:
    """As much of it as SQLite takes for a number."""
    return status.st_ino & (2**63 - 1)


def digest(*parts: bytes) -> bytes:
    """A name for a content: other contents have other names."""
    made = hashlib.blake2b(digest_size=_NAME)
    for part in parts:
        made.update(len(part).to_bytes(8, "little"))
        made.update(part)
    return made.digest()


class Cache:
    """One store. It never raises: what cannot be read is not there, and what cannot be written is not kept."""

    def __init__(self, place: Place, salt: bytes) -> None:
        self.path = place.file
        self._place = place
        self._salt = salt  # whatever all results depend on
        self._now = time.time_ns() // 1000
        self._made: Dict[bytes, bytes] = {}
        self._pending = 0
        self._used: List[bytes] = []
        self._new: Dict[str, Note] = {}
        self._notes: Optional[Dict[str, Note]] = None
        self.trouble = ""  # why nothing can be kept
        self._mended = False  # whether it was damaged and has been made anew
        self._store: Optional[sqlite3.Connection] = None
        if not place.own:  # whoever put a store there does not know under which names results are looked for
            known = None if place.refusal else secret()
            if known is None:
                self.trouble = place.refusal or NO_FOLDER
                return
            self._salt = digest(known, salt)
        self._open()

    # -- what was worked out

    def get(self, key: bytes) -> Optional[object]:
        """What is kept under a key; None where nothing is, or nothing that can be understood."""
        for value, used in self._all("SELECT value, used FROM made WHERE key = ?", self._own(key)):
            if not isinstance(value, bytes):
                return None
            if not isinstance(used, int) or used < self._now - DAY:
                self._used.append(self._own(key))
            return thawed(value[_NAME:]) if value[:_NAME] == digest(self._own(key), value[_NAME:]) else None
        return None

    def put(self, key: bytes, value: object) -> None:
        """Keep a value, once `save` is called; one that cannot be kept is not."""
        try:
            data = pickle.dumps(value, 4)
        except Exception:  # a rule of somebody's may give what has no way into a file
            return
        own = self._own(key)
        self._made[own] = digest(own, data) + data  # a disk may change a bit of what it keeps
        self._pending += len(data)
        if self._pending > MAX_PENDING:
            self.save()

    def note(self, path: str) -> Optional[Note]:
        """What is known of a file that was read before, under its absolute path."""
        if self._notes is None:
            rows = self._all("SELECT path, time, size, inode, noted, digest, marked, code, proof FROM seen")
            self._notes = {row[0]: Note(*row[1:-1]) for row in rows if row[-1] == self._proof(row[:-1])}
        return self._notes.get(path)

    def take_note(self, path: str, note: Note) -> None:
        self._new[path] = note
        if self._notes is not None:
            self._notes[path] = note

    def save(self) -> None:
        """Write what was put since the last time."""
        made, self._made = self._made, {}
        self._pending = 0
        used, self._used = self._used, []
        while self._store is not None and (made or used or self._new):
            try:
                with self._store:
                    new = [(path, note) for path, note in self._new.items() if _writable(path)]
                    notes = [(path, *note[:5], int(note.marked), note.code) for path, note in new]
                    proven = [(*note, self._proof(note)) for note in notes]
                    self._store.executemany("INSERT OR REPLACE INTO seen VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)", proven)
                    rows = [(key, value, self._now) for key, value in made.items()]
                    self._store.executemany("INSERT OR REPLACE INTO made VALUES (?, ?, ?)", rows)
                    asked = [(self._now, key) for key in used]
                    self._store.executemany("UPDATE made SET used = ? WHERE key = ?", asked)
                self._bound()
                break
            except (sqlite3.DatabaseError, UnicodeError) as error:
                self._mend(error)
        self._new = {}

    def close(self) -> None:
        if self._store is not None:
            with suppress(sqlite3.Error):
                self._store.close()
        self._store = None

    # -- parts

    def _own(self, key: bytes) -> bytes:
        return digest(self._salt, key)

    def _proof(self, row: Sequence[object]) -> bytes:
        """What is kept beside a note, which could be of other hands, or changed by a disk."""
        text = repr(tuple(row)).encode("utf-8", "surrogatepass")
        return hashlib.blake2b(text, digest_size=8, key=self._salt).digest()

    def _open(self) -> None:
        try:
            prepare(self._place)
            new = self._vacant()
            if new is None:
                self.trouble = NOT_OURS
                return
            self._store = store = sqlite3.connect(self.path, timeout=PATIENCE, isolation_level="DEFERRED")
        except (OSError, sqlite3.Error) as error:
            self.trouble = str(getattr(error, "strerror", "") or error)
            return
        try:
            # Losing the last run's results in a power cut is no harm; a store that is damaged is made anew.
            store.executescript("PRAGMA trusted_schema = OFF; PRAGMA journal_mode = MEMORY; PRAGMA synchronous = OFF;")
            if new:
                tables = "".join(f"{sql.replace(' TABLE ', ' TABLE IF NOT EXISTS ', 1)};" for sql in _TABLES.values())
                head = f"PRAGMA application_id = {_APPLICATION}; PRAGMA user_version = {LAYOUT};"
                store.executescript(f"BEGIN IMMEDIATE; {head} {tables} COMMIT;")
            if not _as_made(store, thoroughly=not self._place.own):
                raise sqlite3.DatabaseError(NOT_OURS)
        except (sqlite3.Error, UnicodeError) as error:
            self._mend(error)

    def _vacant(self) -> Optional[bool]:
        """Whether a store is to be made; None where something else is in its place. In the user's own folder that can
        only be what an earlier version left behind."""
        for name in (self.path, *(self.path + end for end in _BESIDE)):
            if _is_ours(name, name == self.path):
                continue
            if not self._place.own:
                return None
            os.remove(name)
        try:
            return os.path.getsize(self.path) == 0
        except FileNotFoundError:
            return True

    def _all(self, query: str, *values: object) -> List[Tuple[Any, ...]]:
        if self._store is None:
            return []
        try:
            return self._store.execute(query, values).fetchall()
        except (sqlite3.DatabaseError, UnicodeError) as error:
            self._mend(error)
            return []

    def _bound(self) -> None:
        """Throw out what was not used for longest where the store has grown too large."""
        if self._store is None or os.path.getsize(self.path) <= MAX_BYTES:
            return
        with self._store:
            (count,) = self._store.execute("SELECT count(*) FROM made").fetchone()
            oldest = "SELECT key FROM made ORDER BY used LIMIT ?"
            self._store.execute(f"DELETE FROM made WHERE key IN ({oldest})", (count // 2 + 1,))
        self._store.execute("VACUUM")

    def _mend(self, error: Exception) -> None:
        """Do without from here on; a store that is damaged, and not merely busy, full or not to be written, is made
        anew, once, with what is known of files."""
        self.close()
        self.trouble = str(error)
        damaged = not isinstance(error, sqlite3.OperationalError) or not _NO_DAMAGE.search(str(error))
        if damaged and remove(self.path) is None and not self._mended:
            self._mended, self.trouble = True, ""
            self._new = {**(self._notes or {}), **self._new}
            self._open()


class Transient(Cache):
    """A store in memory, for the checks of one command."""

    def __init__(self) -> None:
        self._values: Dict[bytes, object] = {}
        self._known: Dict[str, Note] = {}
        self.path = self.trouble = ""

    def get(self, key: bytes) -> Optional[object]:
        return self._values.get(key)

    def put(self, key: bytes, value: object) -> None:
        self._values[key] = value

    def note(self, path: str) -> Optional[Note]:
        return self._known.get(path)

    def take_note(self, path: str, note: Note) -> None:
        self._known[path] = note

    def save(self) -> None:
        """There is nothing to write."""

    def close(self) -> None:
        self._values, self._known = {}, {}


class Info(NamedTuple):
    """What a store holds."""

    size: int  # in bytes
    files: int
    results: int


def info(place: Place) -> Optional[Info]:
    """None where there is no store, or none that is mslint's."""
    if not all(_is_ours(place.file + end, not end) for end in ("", *_BESIDE)):
        return None
    try:
        size = os.path.getsize(place.file)
        from urllib.request import pathname2url

        store = sqlite3.connect(f"file:{pathname2url(os.path.abspath(place.file))}?mode=ro", uri=True, timeout=PATIENCE)
        try:
            if not _as_made(store, thoroughly=True):
                return None
            (files,) = store.execute("SELECT count(*) FROM seen").fetchone()
            (results,) = store.execute("SELECT count(*) FROM made").fetchone()
        finally:
            store.close()
    except (OSError, sqlite3.Error, UnicodeError):
        return None
    return Info(size, files, results)


def remove(path: str) -> Optional[str]:
    """Remove a store; what is in the way, if anything is."""
    for name in (path, *(path + end for end in _BESIDE)):
        try:
            os.remove(name)
        except FileNotFoundError:
            pass
        except OSError as error:
            return error.strerror or str(error)
    return None


def _is_ours(path: str, database: bool) -> bool:
    """Whether nothing is there, or, of a database, one that mslint has made: a plain file, of no endless size."""
    try:
        status = os.lstat(path)
    except OSError:
        return True
    if not database or not stat.S_ISREG(status.st_mode) or status.st_nlink > 1 or status.st_size > 2 * MAX_BYTES:
        return False
    if status.st_size == 0:
        return True
    with suppress(OSError):
        with open(path, "rb") as file:
            head = file.read(_HEAD)
        mark = head[_APPLICATION_AT : _APPLICATION_AT + 4]
        return head.startswith(_MAGIC) and mark == _APPLICATION.to_bytes(4, "big")
    return False


def _as_made(store: sqlite3.Connection, thoroughly: bool) -> bool:
    """Whether a database holds the tables that mslint makes and nothing else; thoroughly, whether each of its pages is
    used once: else going through a table might never end."""
    found = store.execute("SELECT name, sql FROM sqlite_master LIMIT 9").fetchall()
    if len(found) != len(_TABLES) or dict(found) != _TABLES:
        return False
    (layout,) = store.execute("PRAGMA user_version").fetchone()
    return layout == LAYOUT and (not thoroughly or store.execute("PRAGMA quick_check(1)").fetchall() == [("ok",)])


# -- what it is that results depend on, whoever asks

# What text is taken for depends on these packages.
_READERS = ("libcst", "yaml")


def salt(rule_paths: Iterable[str] = ()) -> bytes:
    """The tool itself, the Python that runs it, what both read files with, and the rules of projects."""
    listing = [repr(sys.version_info[:3])]
    for name in _READERS:
        spec = importlib.util.find_spec(name)
        origin = spec.origin if spec is not None else None
        listing.append(f"{name} {os.stat(origin).st_mtime_ns}" if origin and os.path.exists(origin) else name)
    for path in (os.path.dirname(os.path.abspath(__file__)), rules_folder(), *sorted(rule_paths)):
        listing += stamps_below(path)
    return digest("\n".join(listing).encode("utf-8", "surrogatepass"))


def stamps_below(folder: str) -> List[str]:
    """A line for each file in a folder and below it, which changes with the file."""
    found: List[str] = []
    pending = [folder]
    while pending:
        place = pending.pop()
        try:
            with os.scandir(place) as entries:
                for entry in sorted(entries, key=lambda entry: entry.name):
                    if entry.name in _MADE:
                        continue
                    if entry.is_dir():
                        pending.append(entry.path)
                    else:
                        status = entry.stat()
                        found.append(f"{entry.path} {status.st_mtime_ns} {status.st_size}")
        except OSError as error:
            found.append(f"{place} {error.errno}")
    return found


# -- values in bytes, of which nothing is believed


class _Thaw(pickle.Unpickler):
    """Makes values and does nothing else."""

    def __init__(self, data: bytes) -> None:
        super().__init__(io.BytesIO(data))
        self.classes: Set[type] = set()

    def find_class(self, module: str, name: str) -> Any:
        if (module, name) in (("builtins", "frozenset"), ("builtins", "set")):
            return super().find_class(module, name)
        made = _KNOWN.get((module, name)) or _class_of_values(module, name)
        self.classes.add(made)
        return made


def _class_of_values(module: str, name: str) -> type:
    """A class whose name is known from now on; who else is named is not made."""
    if module in _VALUES and name.isidentifier():
        made = getattr(importlib.import_module(module), name, None)
        if isinstance(made, type) and made.__module__ == module and _is_value(made):
            copyreg._slotnames(made)  # type: ignore[attr-defined]  # what is set by pickle itself
            _AS_THEY_ARE[made] = dict(vars(made))
            _KNOWN[module, name] = made
            return made
    raise pickle.UnpicklingError(f"{module}.{name}")


def _is_value(made: type) -> bool:
    return is_dataclass(made) or issubclass(made, (tuple, enum.Enum))


def _writable(path: str) -> bool:
    """Whether a path has a spelling that a database takes: some file names are no text."""
    try:
        path.encode("utf-8")
    except UnicodeEncodeError:
        return False
    return True


# The classes of values by their names, and as they are: what is read must leave them so.
_KNOWN: Dict[Tuple[str, str], type] = {}
_AS_THEY_ARE: Dict[type, Dict[str, object]] = {}


def thawed(data: bytes) -> Optional[object]:
    thaw = _Thaw(data)
    value: Optional[object] = None
    with suppress(Exception):  # damaged, or of other hands
        value = thaw.load()
    harmed = [each for each in thaw.classes if not _unharmed(each)]
    return None if harmed else value


def _unharmed(made: type) -> bool:
    """Whether nothing was set on a class; else that is undone."""
    before = _AS_THEY_ARE[made]
    if vars(made) == before:
        return True
    for name in [name for name in vars(made) if name not in before]:
        delattr(made, name)
    for name, value in before.items():
        if vars(made).get(name) is not value:
            setattr(made, name, value)
    return False


def joined(parts: Iterable[object]) -> bytes:
    """Several things as one key."""
    return digest(*(part if isinstance(part, bytes) else str(part).encode("utf-8", "surrogatepass") for part in parts))
