"""Where caches lie: in the user's own folder, as what is linted may come from anybody; opens none of them."""

from __future__ import annotations

import contextlib
import os
import re
import sys
import time
from hashlib import blake2b
from typing import NamedTuple, Optional

from mslint.source.disk import leads_out, lies_in, project_top

FILE = "mslint-cache.db"  # nobody else calls a file so
VARIABLE = "MSLINT_CACHE_DIR"
# Why a cache is not used, in the place of what the system says.
NOT_OURS, NO_FOLDER = "cache-not-ours", "cache-without-folder"

_STORE = re.compile(r"[0-9a-f]{32}\Z")
_UNUSED_DAYS = 90
_SECRET_BYTES = 32


class Place(NamedTuple):
    """The folder of a cache."""

    folder: str
    own: bool = False  # below the user's cache folder: whatever lies there, mslint has put it there
    refusal: str = ""  # why nothing is kept there: the name of a sentence

    @property
    def file(self) -> str:
        return os.path.join(self.folder, FILE)


def place_of_cache(path: str, named: Optional[str] = None) -> Optional[Place]:
    """The place of the cache of the project that a folder belongs to, `named` by the command line or else by the
    environment; None for none."""
    if named is None:
        named = os.environ.get(VARIABLE)
    if named == "":
        return None
    top = project_top(path)
    user = user_folder()
    if user is not None and top != os.path.expanduser("~") and lies_in(user, top):
        user = None  # whoever wrote what is linted may have filled it
    if named is not None:
        return Place(named, refusal=NOT_OURS if leads_out(named) else "" if user is not None else NO_FOLDER)
    if user is None:
        return None
    name = blake2b(os.fsencode(os.path.realpath(top)), digest_size=16).hexdigest()
    return Place(os.path.join(user, name), own=True)


def user_folder() -> Optional[str]:
    """The folder for all caches of this user; None where the system has no such place."""
    if sys.platform == "win32":
        base = os.environ.get("LOCALAPPDATA", "")
    else:
        base = os.environ.get("XDG_CACHE_HOME", "")
        if not os.path.isabs(base):
            usual = "~/Library/Caches" if sys.platform == "darwin" else "~/.cache"
            base = os.path.expanduser(usual)
    return os.path.join(base, "mslint") if os.path.isabs(base) else None


def secret() -> Optional[bytes]:
    """What only this user's mslint knows, made once and kept in the user's cache folder; None where that fails."""
    folder = user_folder()
    if folder is None:
        return None
    path = os.path.join(folder, "secret")
    with contextlib.suppress(OSError):
        with open(path, "rb") as file:
            known = file.read(_SECRET_BYTES)
        if len(known) == _SECRET_BYTES:
            return known
    import secrets
    import tempfile

    try:
        os.makedirs(folder, mode=0o700, exist_ok=True)
        handle, temporary = tempfile.mkstemp(dir=folder)
        made = secrets.token_bytes(_SECRET_BYTES)
        with os.fdopen(handle, "wb") as file:
            file.write(made)
        os.replace(temporary, path)
    except OSError:
        return None
    return made


def prepare(place: Place) -> None:
    """Make the folder, which git is to pass over, and which says what it is to those who tidy up or back up."""
    if os.path.isdir(place.folder):
        return
    os.makedirs(place.folder, mode=0o700 if place.own else 0o777)
    for name, text in (
        (".gitignore", "*\n"),
        ("CACHEDIR.TAG", "Signature: 8a477f597d28d172789f06886806bc55\n"),
    ):
        with open(os.path.join(place.folder, name), "w", encoding="utf-8") as file:
            file.write(text)
    if place.own:
        _tidy(os.path.dirname(place.folder))


def _tidy(folder: str) -> None:
    """Remove the caches of projects that nobody has checked for long: most of them are gone."""
    oldest = time.time() - _UNUSED_DAYS * 86_400
    with contextlib.suppress(OSError):
        for name in os.listdir(folder):
            place = Place(os.path.join(folder, name))
            if _STORE.match(name) and _last_used(place) < oldest:
                discard(place)


def discard(place: Place) -> None:
    """Remove the folder of a cache with what mslint has put there; a folder that holds anything else stays."""
    for name in (FILE, ".gitignore", "CACHEDIR.TAG"):
        with contextlib.suppress(OSError):
            os.remove(os.path.join(place.folder, name))
    with contextlib.suppress(OSError):
        os.rmdir(place.folder)


def _last_used(place: Place) -> float:
    try:
        return os.stat(place.file).st_mtime
    except OSError:
        return time.time()
