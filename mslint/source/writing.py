"""Puts new content into files, all or nothing; decides nothing about what is written."""

from __future__ import annotations

import contextlib
import os
import stat
import tempfile


def replace_file(path: str, data: bytes) -> None:
    """Let a file, which need not be there yet, have this content; where the path is a link, what it leads to.

    OSError where that fails: then the file is as it was."""
    path = os.path.realpath(path)
    try:
        status = os.stat(path)
    except FileNotFoundError:
        mode = 0o666 & ~_umask()
    else:
        if not stat.S_ISREG(status.st_mode):  # /dev/stdout, a pipe: nothing can take its place
            with open(path, "wb") as file:
                file.write(data)
            return
        mode = stat.S_IMODE(status.st_mode)
    handle, temporary = tempfile.mkstemp(prefix=".mslint-", dir=os.path.dirname(path))
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
        os.chmod(temporary, mode)
        os.replace(temporary, path)
    except BaseException:
        with contextlib.suppress(OSError):
            os.unlink(temporary)
        raise


def _umask() -> int:
    """What the process keeps from new files; it can only be read by setting it."""
    mask = os.umask(0o077)
    os.umask(mask)
    return mask
