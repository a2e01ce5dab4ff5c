"""`mslint check`: asks the runner, hands the outcome to a reporter, and says by its exit status how it went."""

from __future__ import annotations

import os
import sys
from typing import Callable, Collection, Iterable, List, Sequence, Tuple

from mslint.cli import streams
from mslint.cli.options import COMMANDS, Options, nearest
from mslint.cli.progress import Progress
from mslint.cli.settings import overrides_from
from mslint.config import Settings
from mslint.errors import UserError
from mslint.model import RunError, Severity
from mslint.project import Project
from mslint.report import RunResult
from mslint.rulekit.repairs import SAFE, SAFETIES, UNSAFE
from mslint.runner import STDIN, Input, catalog_of, inputs, reader_of_lines, run, settings_of
from mslint.source.files import display_path, to_posix
from mslint.words import say


def check(options: Options) -> int:
    """Lint what was named and return the exit status."""
    if options.unsafe_fixes and not (options.fix or options.diff):
        raise UserError("unsafe-fixes-alone")
    if options.fix or options.diff:
        from mslint.cli.fix import fix

        return fix(options)
    result, files, _ = checked(options)
    return tell(result, options, files, fixable(result, options))


def fixable(result: RunResult, options: Options) -> List[str]:
    """How many findings can be fixed, in a line of its own, if any can be."""
    fixes = [found.fix.safety for found in result.findings if found.fix is not None]
    counts = {safety: fixes.count(safety) for safety in SAFETIES}
    more, lang = counts[UNSAFE], options.speaks
    if counts[SAFE] and more:
        return [say(lang, "fixable-more", safe=counts[SAFE], unsafe=more)]
    if counts[SAFE]:
        return [say(lang, "fixable", safe=counts[SAFE])]
    return [say(lang, "fixable-unsafe", unsafe=more)] if more else []


def checked(options: Options, cases: bool = False) -> Tuple[RunResult, List[Input], Settings]:
    """Lint what was named; with `cases`, findings carry what a device has to know of them."""
    files, errors, project, settings = named(options)
    with Progress(settings.lang, wanted=not (options.no_progress or options.quiet)) as progress:
        result = run(files, project, settings, errors, progress.step, cases)
    return result, files, settings


def named(options: Options) -> Tuple[List[Input], List[RunError], Project, Settings]:
    """What is to be linted, by which settings."""
    project = Project(overrides_from(options))
    paths = options.words or [os.curdir]
    from_stdin = "-" in paths
    if from_stdin:
        if len(paths) > 1:
            raise UserError("stdin-with-paths")
        paths = [options.stdin_filename or STDIN]
    elif options.stdin_filename is not None:
        raise UserError("stdin-filename-alone")
    elif "" in paths:
        raise UserError("path-empty")
    elif not os.path.lexists(paths[0]) and nearest(paths[0], COMMANDS):
        raise UserError("path-near-command", path=paths[0], command=nearest(paths[0], COMMANDS))
    settings = settings_of(paths, project)
    options.speaks = settings.lang
    if from_stdin:
        files = [Input(paths[0], named=True, data=streams.read_input())]
        errors: List[RunError] = []
    else:
        files, errors = inputs(paths, project, settings.lang)
        if not files and not errors and not options.quiet:
            streams.complain(say(settings.lang, "no-python-file", paths=tuple(map(display_path, paths))))
        if options.force_exclude:
            files = [file for file in files if not project.excludes(to_posix(os.path.abspath(file.path)), False)]
    return files, errors, project, settings


def tell(
    result: RunResult,
    options: Options,
    files: List[Input],
    more: Sequence[str] = (),
    write: Callable[[str], None] = streams.write,
) -> int:
    """Write the outcome, with `more` at the end of the formats for people, and return the exit status."""
    if options.output_format != "json":
        for error in result.errors:
            streams.complain(f"{error.path}: {error.message}")
    for line in _lines(result, options, files, more):
        write(line)
    return _status(result, options)


def _lines(result: RunResult, options: Options, files: List[Input], more: Sequence[str]) -> Iterable[str]:
    """The standard output, without line ends."""
    lang = options.speaks
    if options.output_format in ("json", "jsonl"):
        from mslint.report import jsonout

        yield from [jsonout.document(result)] if options.output_format == "json" else jsonout.lines(result)
        return
    from mslint.report import text

    color = use_color(options.color)
    if options.output_format == "concise":
        yield from text.concise(result, lang, color=color)
    else:
        pages = _pages() if result.findings else ()
        yield from text.full(result, lang, lines_of=reader_of_lines(files), pages=pages, color=color)
    if options.statistics:
        yield from text.statistics(result)
    if not options.quiet:
        yield text.closing(result, lang)
        yield from more


def _pages() -> Collection[str]:
    """The codes with a page in docs/: those of the rules that come with mslint."""
    from mslint.config import default_settings

    return frozenset(catalog_of(default_settings()).rules)


def _status(result: RunResult, options: Options) -> int:
    if result.crashed or any(error.named for error in result.errors):
        return 2
    found = any(finding.severity >= Severity.WARNING for finding in result.findings)
    return 1 if found and not options.exit_zero else 0


def use_color(when: str) -> bool:
    if when != "auto":
        return when == "always"
    return sys.stdout.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
