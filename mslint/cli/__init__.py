"""The command line: finds the command, runs it, and turns every user's mistake into one sentence and exit status 2.

Imports nothing heavy: what a command needs, it imports when it runs.
"""

from __future__ import annotations

import contextlib
import sys
from typing import Iterator, Optional, Sequence

import mslint
from mslint.cli import streams
from mslint.cli.options import Options, parse, spoken_language
from mslint.errors import UserError
from mslint.words import say

INTERRUPTED = 130
TERMINATED = 143
CLOSED_PIPE = 141


def main(argv: Optional[Sequence[str]] = None) -> int:
    """Run one command and return its exit status."""
    words = list(sys.argv[1:] if argv is None else argv)
    streams.prepare()
    options = Options(speaks=spoken_language(words))
    try:
        parse(words, options)
        streams.require_output()
        with _terminable(options):
            status = _run(options)
        streams.flush()
        return status
    except UserError as error:
        streams.complain(error.text(options.speaks))
        return 2
    except KeyboardInterrupt as error:
        exec("")  # CPython remembers one that arose in an exec(), as of a dataclass, and would end `-m` by the signal
        streams.complain(say(options.speaks, "interrupted"))
        return TERMINATED if isinstance(error, _Terminated) else INTERRUPTED
    except BrokenPipeError:
        streams.discard_output()
        return CLOSED_PIPE


class _Terminated(KeyboardInterrupt):
    """Somebody wants this process to end: as by Ctrl-C, nothing is left behind."""


@contextlib.contextmanager
def _terminable(options: Options) -> Iterator[None]:
    """Let SIGTERM end a command as Ctrl-C does, where nobody else has seen to it."""

    import signal

    def end(*_: object) -> None:
        raise _Terminated

    own = options.command != "server" and signal.getsignal(signal.SIGTERM) is signal.SIG_DFL
    try:
        if own:
            signal.signal(signal.SIGTERM, end)
    except ValueError:  # it is not for this thread to say
        own = False
    try:
        yield
    finally:
        if own:
            signal.signal(signal.SIGTERM, signal.SIG_DFL)


def _run(options: Options) -> int:
    if options.help is not None:
        streams.write(options.help)
        return 0
    if options.version:
        streams.write(f"mslint {mslint.__version__}")
        return 0
    if options.show_settings:
        from mslint.cli.settings import show_settings

        return show_settings(options)
    if options.command == "check":
        from mslint.cli.check import check

        return check(options)
    if options.command == "confirm":
        from mslint.cli.confirm import confirm

        return confirm(options)
    if options.command == "smoke":
        from mslint.cli.smoke import smoke

        return smoke(options)
    if options.command == "checklist":
        from mslint.cli.checklist import checklist

        return checklist(options)
    if options.command == "api":
        from mslint.cli.api import api

        return api(options)
    if options.command == "explain":
        from mslint.cli.explain import explain

        return explain(options)
    if options.command == "new-rule":
        from mslint.cli.new_rule import new_rule

        return new_rule(options)
    if options.command == "test-rules":
        from mslint.cli.selftest import selftest

        return selftest(options)
    if options.command == "completion":
        from mslint.cli.completion import completion

        return completion(options)
    if options.command == "cache":
        from mslint.cli.cache import cache

        return cache(options)
    if options.command == "server":
        from mslint.cli.server import server

        return server(options)
    from mslint.cli.rules import rule, rules

    return rules(options) if options.command == "rules" else rule(options)
