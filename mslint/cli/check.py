"""`mslint check`: asks the runner, hands the outcome to a reporter, and says by its exit status how it went."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING, Callable, Collection, Iterable, List, Optional, Sequence, Tuple

from mslint.cli import streams
from mslint.cli.options import COMMANDS, Options
from mslint.cli.progress import Progress
from mslint.cli.settings import overrides_from, tell_of_refusals, told_of_pin
from mslint.config import Settings
from mslint.errors import UserError
from mslint.inputs import STDIN, Input, inputs, reader_of_lines, reader_of_rows, settings_of
from mslint.model import SAFE, SAFETIES, UNSAFE, RunError, Severity
from mslint.nearest import closest
from mslint.project import Project
from mslint.report import RunResult
from mslint.source.disk import repository_of
from mslint.source.files import display_path, to_posix
from mslint.visible import visible, visible_line
from mslint.words import say

if TYPE_CHECKING:
    from mslint import cache, recall
    from mslint.cli.narrow import Narrowing


def check(options: Options) -> int:
    """Lint what was named and return the exit status."""
    if options.unsafe_fixes and not (options.fix or options.diff):
        raise UserError("unsafe-fixes-alone")
    _refuse_together(options)
    if options.add_noqa:
        from mslint.cli.noqa import add_noqa

        return add_noqa(options)
    if options.fix or options.diff:
        from mslint.cli.fix import fix

        return fix(options)
    result, files, _ = checked(options)
    if options.write_baseline is not None:
        from mslint.cli.narrow import write

        result, more = write(options.write_baseline, result, files, options)
        return tell(result, options, files, more)
    return tell(result, options, files, fixable(result, options))


def _refuse_together(options: Options) -> None:
    """Each of these is a run of its own; what is written down for later is no part of what is shown."""
    given = [f"--{name}" for name in ("add-noqa", "fix", "diff", "write-baseline") if _given(options, name)]
    given = [each for each in given if each != "--diff" or "--fix" not in given]
    if len(given) > 1:
        raise UserError("options-together", one=given[0], other=given[1])
    if options.diff and options.output_format not in ("full", "concise"):
        raise UserError("diff-with-format", format=options.output_format)
    if options.write_baseline == "-":
        raise UserError("baseline-to-stdout")
    if options.write_baseline is not None and options.since is not None:
        raise UserError("options-together", one="--write-baseline", other="--since")


def _given(options: Options, name: str) -> bool:
    return getattr(options, name.replace("-", "_")) not in (None, False)


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
    every = in_project(options, files, project)
    with Progress(settings.lang, wanted=not (options.no_progress or options.quiet)) as progress:
        narrow = _narrowing(options, files, project, settings)
        memory = None if cases else remembered(options, every, project)
        result = memory.recall(errors) if memory is not None else None
        if result is None and memory is not None and memory.near is not None:
            from mslint.again import again

            result = again(every, project, settings, memory, errors)
        if result is None:
            from mslint.runner import run

            result = run(every, project, settings, errors, progress.step, cases, memory=memory, jobs=options.jobs)
        if memory is not None:
            memory.cache.save()
            memory.cache.close()
            tell_of_trouble(memory.cache, options)
    return (result if narrow is None else narrow(result, files)), files, settings


def tell_of_trouble(store: cache.Cache, options: Options) -> None:
    """Whoever names a place for the cache wants to know that it is of no use; the usual one is nobody's concern."""
    from mslint.cacheplace import NO_FOLDER, NOT_OURS

    if store.trouble and not options.quiet and (options.cache_dir or os.environ.get("MSLINT_CACHE_DIR")):
        path, lang = display_path(os.path.dirname(store.path)), options.speaks
        if store.trouble in (NOT_OURS, NO_FOLDER):
            streams.complain(say(lang, store.trouble, path=path))
        else:
            streams.complain(say(lang, "cache-unwritable", path=path, reason=store.trouble))


def _narrowing(options: Options, files: Sequence[Input], project: Project, settings: Settings) -> Optional[Narrowing]:
    """What is to be left out of what is shown, if anything is."""
    named = {settings.baseline, *(project.settings_for(file.path).baseline for file in files)}
    if options.since is None and not any(named):
        return None
    from mslint.cli.narrow import Narrowing

    return Narrowing(options, files, project, settings)


def remembered(options: Options, files: Sequence[Input], project: Project) -> Optional[recall.Run]:
    """What earlier runs may have left for this one; None where nothing is to be kept."""
    store = store_of(options, files, project)
    if store is None:
        return None
    from mslint import recall

    return recall.Run(files, project, store)


def store_of(options: Options, files: Sequence[Input], project: Project) -> Optional[cache.Cache]:
    """The store of the folder that these files are in; None where nothing is to be kept."""
    if options.no_cache or any(file.data is not None for file in files) or not files:
        return None
    from mslint import cache
    from mslint.cacheplace import place_of_cache

    rule_paths = {path for file in files for path in project.settings_for(file.path).rule_paths}
    place = place_of_cache(os.path.dirname(files[0].path), options.cache_dir)
    return cache.Cache(place, cache.salt(rule_paths)) if place is not None else None


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
    elif not os.path.lexists(paths[0]) and closest(paths[0], COMMANDS):
        raise UserError("path-near-command", path=paths[0], command=closest(paths[0], COMMANDS))
    settings = settings_of(paths, project)
    options.speaks = settings.lang
    pin = None if options.quiet else told_of_pin(settings)
    if pin is not None:
        streams.complain(pin)
    if from_stdin:
        files = [Input(paths[0], named=True, data=streams.read_input())]
        errors: List[RunError] = []
    else:
        files, errors = inputs(paths, project, settings.lang)
        if not files and not errors and not options.quiet:
            streams.complain(say(settings.lang, "no-python-file", paths=tuple(map(display_path, paths))))
        if options.force_exclude:
            files = [file for file in files if not project.excludes(to_posix(os.path.abspath(file.path)), False)]
    for file in files:
        project.settings_for(file.path)
    tell_of_refusals(project)
    return files, errors, project, settings


def in_project(options: Options, files: Sequence[Input], project: Project) -> List[Input]:
    """The files that were asked for, and those of their projects that belong to the same programs."""
    from mslint.around import with_project

    return with_project(files, options.words or [os.curdir], project)


def tell(
    result: RunResult,
    options: Options,
    files: List[Input],
    more: Sequence[str] = (),
    write: Callable[[str], None] = streams.write,
) -> int:
    """Write the outcome, with `more` at the end of the formats for people, and return the exit status."""
    result = result.gathered()
    if options.output_format not in ("json", "sarif"):
        for error in result.errors:
            streams.complain(f"{visible(error.path)}: {error.message}")
    for line in _lines(result, options, files, more):
        write(line)
    if options.statistics and options.output_format in ("jsonl", "sarif", "github", "gitlab"):
        from mslint.report import text

        for line in text.statistics(result):
            streams.aside(line)
    return _status(result, options)


def _lines(result: RunResult, options: Options, files: List[Input], more: Sequence[str]) -> Iterable[str]:
    """The standard output, without line ends."""
    lang = options.speaks
    if options.output_format in ("json", "jsonl"):
        from mslint.report import jsonout

        if options.output_format == "json":
            yield jsonout.document(result, options.statistics)
        else:
            yield from jsonout.lines(result)
        return
    if options.output_format in ("sarif", "github", "gitlab"):
        yield from _for_platforms(result, options, files)
        return
    from mslint.report import text

    color = use_color(options.color)
    if options.output_format == "concise":
        lines = text.concise(result, lang, color=color)
    else:
        pages = _pages() if result.findings else ()
        lines = text.full(result, lang, lines_of=reader_of_lines(files), pages=pages, color=color)
    yield from (visible_line(line, painted=color) for line in lines)
    if options.statistics:
        yield from text.statistics(result)
    if not options.quiet:
        yield from text.remarks(result, lang)
        yield text.closing(result, lang)
        yield from more


def _for_platforms(result: RunResult, options: Options, files: List[Input]) -> Iterable[str]:
    """The formats of platforms, which count paths from the top of what they have checked out."""
    named = os.environ.get("GITHUB_WORKSPACE") or os.environ.get("CI_PROJECT_DIR")
    root = named or repository_of(os.getcwd()) or os.getcwd()
    row_of = reader_of_rows(files)
    if options.output_format == "github":
        from mslint.report import github

        yield from github.lines(result, options.speaks, row_of, root)
        return
    lines_of = reader_of_lines(files)
    if options.output_format == "gitlab":
        from mslint.report import gitlab

        yield gitlab.document(result, options.speaks, lines_of, row_of, root)
        return
    from mslint.cli.narrow import rules_of
    from mslint.report import sarif

    rules = rules_of(result, files, options)
    yield sarif.document(result, options.speaks, rules, lines_of, row_of, root, _status(result, options))


def _pages() -> Collection[str]:
    """The codes with a page in docs/: those of the rules that come with mslint."""
    from mslint.folders import bundled_codes

    return bundled_codes()


def _status(result: RunResult, options: Options) -> int:
    if result.failed:
        return 2
    found = any(finding.severity >= Severity.WARNING for finding in result.findings)
    return 1 if found and not options.exit_zero else 0


def use_color(when: str) -> bool:
    if when != "auto":
        return when == "always"
    return sys.stdout.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
