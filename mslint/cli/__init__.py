"""The command line: finds the command, runs it, and turns every user's mistake into one sentence and exit status 2.

Imports nothing heavy: what a command needs, it imports when it runs.
"""

from __future__ import annotations

import os
import sys
from typing import Optional, Sequence

import mslint
from mslint.cli.options import Options, parse, spoken_language
from mslint.errors import UserError
from mslint.words import say

INTERRUPTED = 130
CLOSED_PIPE = 141


def main(argv: Optional[Sequence[str]] = None) -> int:
    """Run one command and return its exit status."""
    words = list(sys.argv[1:] if argv is None else argv)
    for stream in (sys.stdout, sys.stderr):
        # A console that lacks a character shows its number; it never stops the run.
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")
    options = Options(speaks=spoken_language(words))
    try:
        parse(words, options)
        status = _run(options)
        sys.stdout.flush()
        return status
    except UserError as error:
        print(f"mslint: {error.text(options.speaks)}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print(f"mslint: {say(options.speaks, 'interrupted')}", file=sys.stderr)
        return INTERRUPTED
    except BrokenPipeError:
        # What is left in the buffer would fail once more when the interpreter ends.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return CLOSED_PIPE


def _run(options: Options) -> int:
    if options.help is not None:
        print(options.help)
        return 0
    if options.version:
        print(f"mslint {mslint.__version__}")
        return 0
    if options.show_settings:
        from mslint.cli.settings import show_settings

        return show_settings(options)
    if options.command == "check":
        from mslint.cli.check import check

        return check(options)
    if options.command == "new-rule":
        from mslint.cli.new_rule import new_rule

        return new_rule(options)
    from mslint.cli.rules import rule, rules

    return rules(options) if options.command == "rules" else rule(options)
