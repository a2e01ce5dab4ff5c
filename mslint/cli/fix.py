"""`mslint --fix` and `--diff`: asks for fixes until none is left, and writes files or shows what would change."""

from __future__ import annotations

import contextlib
import difflib
import gc
import os
import stat
import tempfile
from dataclasses import replace
from typing import Callable, Iterator, List, Mapping, Optional, Sequence

from mslint.cli import streams
from mslint.cli.check import fixable, named, tell
from mslint.cli.options import Options
from mslint.cli.progress import Progress
from mslint.errors import UserError
from mslint.fix.edits import encoded
from mslint.fix.rounds import Outcome, settle
from mslint.model import Finding, RunError
from mslint.report import RunResult
from mslint.report.text import number
from mslint.rulekit.repairs import SAFE, UNSAFE
from mslint.runner import Input, run
from mslint.source.notebook import is_notebook
from mslint.source.text import Source, Unreadable, decode
from mslint.words import say


def fix(options: Options) -> int:
    """Make the fixes that are allowed, or show them, and return the exit status."""
    files, errors, project, settings = named(options)
    from_stdin = any(file.data is not None for file in files)
    if from_stdin and not options.diff and options.output_format in ("json", "jsonl"):
        raise UserError("fix-with-json", format=options.output_format)
    by_path = {file.shown: file for file in files}

    def changed(sources: Mapping[str, Source]) -> List[Input]:
        return [
            replace(file, data=_bytes(sources[path])) if path in sources else file for path, file in by_path.items()
        ]

    with Progress(settings.lang, wanted=not (options.no_progress or options.quiet)) as progress:

        def check(sources: Mapping[str, Source]) -> RunResult:
            # A run leaves its garbage to the end of the process; here others follow.
            gc.unfreeze()
            gc.collect()
            return run(changed(sources), project, settings, errors, progress.step)

        first = check({})
        allowed = (SAFE, UNSAFE) if options.unsafe_fixes else (SAFE,)
        outcome = settle(_reader(by_path), check, first, allowed)
    result = outcome.seen
    assert isinstance(result, RunResult)
    if not options.quiet:
        for line in _discarded(outcome, options.speaks):
            streams.complain(line)
    if options.diff:
        return _show(outcome, by_path, result, options)
    summary = _summary(outcome.fixed, options.speaks, "fixed")
    if from_stdin:
        (file,) = files
        streams.write_bytes(_bytes(outcome.changed[file.shown]) if outcome.changed else file.read())
        return tell(result, options, changed(outcome.changed), [*summary, *fixable(result, options)], streams.aside)
    problems: List[RunError] = []
    for path, source in outcome.changed.items():
        try:
            write(by_path[path].path, _bytes(source))
        except OSError as error:
            reason = say(options.speaks, "fix-cannot-write", detail=error.strerror or str(error))
            problems.append(RunError(path, reason, "unwritten", True))
    if problems:  # what is there now is not what was to be
        unwritten = {problem.path for problem in problems}
        summary = _summary([each for each in outcome.fixed if each.path not in unwritten], options.speaks, "fixed")
        summary = [] if len(unwritten) == len(outcome.changed) else summary
        result = run(files, project, settings, errors)
        result = replace(result, errors=(*result.errors, *problems))
    return tell(result, options, files, [*summary, *fixable(result, options)])


def _bytes(source: Source) -> bytes:
    """The bytes of a source that was found to have some."""
    data = encoded(source)
    if data is None:
        raise UnicodeError(source.path)
    return data


def _reader(by_path: Mapping[str, Input]) -> Callable[[str], Optional[Source]]:
    def read(path: str) -> Optional[Source]:
        if is_notebook(path):  # its fixes count from its cells; an editor makes them there
            return None
        try:
            data = by_path[path].read()
            source = decode(path, data)
            # What does not come out as it went in cannot be left as it is.
            return source if encoded(source) == data else None
        except (KeyError, OSError, Unreadable):
            return None

    return read


def _show(outcome: Outcome, by_path: Mapping[str, Input], result: RunResult, options: Options) -> int:
    """Print what would change; 1 if anything would, 2 where something could not be read."""
    for path, source in outcome.changed.items():
        streams.write_bytes("".join(unified(decode(path, by_path[path].read()), source)).encode("utf-8", "replace"))
    for error in result.errors:
        streams.complain(f"{error.path}: {error.message}")
    if not options.quiet:
        for line in _summary(outcome.fixed, options.speaks, "would-fix"):
            streams.aside(line)
    if result.crashed or any(error.named for error in result.errors):
        return 2
    return 1 if outcome.changed and not options.exit_zero else 0


def unified(before: Source, after: Source) -> Iterator[str]:
    """The difference as patch and git read it, with the line ends that the file has."""
    old, new = _lines(before.text), _lines(after.text)
    for line in difflib.unified_diff(old, new, before.path, after.path):
        if line.endswith("\n"):
            yield line
        else:
            yield f"{line}\n\\ No newline at end of file\n"


def _lines(text: str) -> List[str]:
    """Split where diff and patch do: at line feeds only."""
    parts = text.split("\n")
    lines = [f"{part}\n" for part in parts[:-1]]
    return [*lines, parts[-1]] if parts[-1] else lines


def _discarded(outcome: Outcome, lang: str) -> Iterator[str]:
    for each in outcome.discarded:
        reason = say(lang, each.reason, code=each.brought) if each.brought else say(lang, each.reason)
        finding = each.finding
        yield say(lang, "fix-discarded", path=finding.path, line=finding.span.line, code=finding.code, reason=reason)


def _summary(fixed: Sequence[Finding], lang: str, key: str) -> List[str]:
    count = len(fixed)
    if not count:
        return [say(lang, "fixed-none")]
    if count == 1:
        return [say(lang, f"{key}-one")]
    files = number(lang, "files", len({each.path for each in fixed}), one="one-file")
    return [say(lang, key, count=count, files=files)]


def write(path: str, data: bytes) -> None:
    """Put new content into a file, all or nothing; where the path is a link, into what it leads to."""
    path = os.path.realpath(path)
    mode = stat.S_IMODE(os.stat(path).st_mode)
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
