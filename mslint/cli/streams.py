"""Standard input, output and error as they may really be: closed, full, or a pipe that nobody reads."""

from __future__ import annotations

import os
import sys
from contextlib import contextmanager, suppress
from typing import Iterator

from mslint.errors import UserError
from mslint.visible import visible_line


def prepare() -> None:
    """A console that lacks a character shows its number; it never stops the run."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")


def require_output() -> None:
    """Raise UserError where standard output is closed: Python would drop every line without a word."""
    if sys.stdout is None:
        raise UserError("output-closed")


def write(line: str) -> None:
    """Write a line to standard output."""
    with _told():
        sys.stdout.write(line + "\n")


def write_long(text: str, wanted: bool = True) -> None:
    """Write a text; on a terminal that it does not fit on, through the pager of the user."""
    if not (wanted and _watched()):
        write(text)
        return
    import shlex
    import shutil
    import subprocess

    if len(text.split("\n")) < shutil.get_terminal_size().lines:
        write(text)
        return
    # No shell: what stands in PAGER is a program and its options.
    usual = (
        os.path.join(os.environ.get("SYSTEMROOT", r"C:\Windows"), "System32", "more.com") if os.name == "nt" else "less"
    )
    named = os.environ.get("PAGER", "").strip() or usual
    env = {"LESS": "FRX", "LESSCHARSET": "utf-8", **os.environ}
    flush()
    try:
        command = shlex.split(named, posix=os.name != "nt")
        pager = subprocess.Popen(command, stdin=subprocess.PIPE, env=env)
    except (OSError, ValueError, IndexError):
        write(text)
        return
    with pager, suppress(BrokenPipeError, KeyboardInterrupt):  # whoever has read enough leaves
        pager.communicate((text + "\n").encode("utf-8", "replace"))


def _watched() -> bool:
    return sys.stdout.isatty() and sys.stdin is not None and sys.stdin.isatty() and os.environ.get("TERM") != "dumb"


def write_bytes(data: bytes) -> None:
    """Write to standard output as it is, line ends and all."""
    with _told():
        sys.stdout.flush()
        buffer = getattr(sys.stdout, "buffer", None)
        if buffer is not None:
            buffer.write(data)
        else:  # a stream of somebody's own, that takes texts
            sys.stdout.write(data.decode("utf-8", "replace"))


def aside(line: str) -> None:
    """Write a line to standard error, where standard output holds something else."""
    if sys.stderr is not None:
        with suppress(OSError):
            print(visible_line(line), file=sys.stderr)


def flush() -> None:
    """See that all of it has arrived."""
    with _told():
        sys.stdout.flush()


def discard_output() -> None:
    """Let what is left in the buffer go nowhere: it would fail once more when the interpreter ends."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def complain(sentence: str) -> None:
    """Write a sentence to standard error, if anybody listens."""
    if sys.stderr is not None:  # print would take standard output instead
        with suppress(OSError):
            print("\n".join(map(visible_line, f"mslint: {sentence}".split("\n"))), file=sys.stderr)


def read_input() -> bytes:
    """All of standard input, which may have no end."""
    from mslint.source.reading import NOTEBOOK_BYTES

    if sys.stdin is None:
        raise UserError("input-closed")
    try:
        data = sys.stdin.buffer.read(NOTEBOOK_BYTES + 1)
    except OSError as error:  # a folder, for one
        raise UserError("input-failed", detail=error.strerror or error) from None
    if len(data) > NOTEBOOK_BYTES:
        raise UserError("input-too-large", limit=NOTEBOOK_BYTES // 1_000_000)
    return data


@contextmanager
def _told() -> Iterator[None]:
    try:
        yield
    except BrokenPipeError:
        raise
    except OSError as error:
        discard_output()
        raise UserError("output-failed", detail=error.strerror or error) from None
