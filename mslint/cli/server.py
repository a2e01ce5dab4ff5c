"""`mslint server`: sees whether there is what the language server needs, and hands standard input and output over."""

from __future__ import annotations

import os
import sys

from mslint.cli import streams
from mslint.cli.options import Options
from mslint.cli.settings import overrides_from
from mslint.errors import UserError
from mslint.project import Project
from mslint.words import say


def server(options: Options) -> int:
    """Serve one editor until it hangs up."""
    try:
        from mslint.lsp.server import serve
    except ImportError as error:
        if (error.name or "").split(".")[0] not in ("pygls", "lsprotocol", "cattrs", "attrs"):
            raise
        raise UserError("server-needs-pygls") from None
    if sys.stdin is None:
        raise UserError("input-closed")
    if sys.stdin.isatty():
        streams.complain(say(options.speaks, "server-waits"))
    overrides = overrides_from(options)
    Project(overrides).settings_in(os.curdir)  # a mistake on the command line is told before anybody connects
    received = sys.stdin.buffer
    # Whatever else is printed, by a rule of the repository for one, must not get between the messages.
    sent = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno() if sys.stderr is not None else os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return serve(received, sent, overrides)
