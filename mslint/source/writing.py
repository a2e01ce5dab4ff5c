"""Puts new content into files, all or nothing; decides nothing about what is written."""

from __future__ import annotations

import contextlib
import errno
import os
import stat
import tempfile
from typing import Optional

from mslint.errors import UserError
from mslint.source.disk import leads_out
from mslint.source.files import display_path


def replace_file(path: str, data: bytes) -> None:
    """Let a file, which need not be there yet, have this content; where the path is a link, what it leads to.

    OSError where that fails, or where the file may not be written: then the file is as it was. UserError where a
    link leads out of the project: whoever made it wants another file to be written."""
    if not os.path.abspath(path).startswith("/dev/") and leads_out(path, strictly=True):
        raise UserError("file-linked-outside-unwritten", path=display_path(path))
    path = os.path.realpath(path)
    try:
        status = os.stat(path)
    except FileNotFoundError:
        _exchange(path, data, 0o666 & ~_umask())
        return
    if not stat.S_ISREG(status.st_mode):  # /dev/stdout, a pipe: nothing can take its place
        with open(path, "wb") as file:
            file.write(data)
        return
    # To exchange a file it is enough that its folder may be written, and to root everything is allowed: the mode
    # says what was meant.
    if not status.st_mode & 0o222 or not os.access(path, os.W_OK):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), path)
    if status.st_nlink > 1:  # whatever else is called by another name would stay behind
        _overwrite(path, data)
    else:
        _exchange(path, data, stat.S_IMODE(status.st_mode), status)


def _exchange(path: str, data: bytes, mode: int, former: Optional[os.stat_result] = None) -> None:
    """Let a new file take the place of the former one, with its mode and, where that is allowed, its owner."""
    handle, temporary = tempfile.mkstemp(prefix=".mslint-", dir=os.path.dirname(path))
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
        if former is not None and hasattr(os, "chown"):
            with contextlib.suppress(OSError):
                os.chown(temporary, former.st_uid, former.st_gid)
        os.chmod(temporary, mode)
        os.replace(temporary, path)
    except BaseException:
        with contextlib.suppress(OSError):
            os.unlink(temporary)
        raise


def _overwrite(path: str, data: bytes) -> None:
    """Write into the file itself; where that fails half-way, what it held is put back, as far as that can be."""
    with open(path, "rb") as file:
        former = file.read()
    try:
        _fill(path, data)
    except BaseException:
        with contextlib.suppress(OSError):
            _fill(path, former)
        raise


def _fill(path: str, data: bytes) -> None:
    with open(path, "r+b") as file:
        file.write(data)
        file.truncate()


def _umask() -> int:
    """What the process keeps from new files; it can only be read by setting it."""
    mask = os.umask(0o077)
    os.umask(mask)
    return mask
