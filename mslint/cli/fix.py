"""`mslint --fix` and `--diff`: asks for fixes until none is left, and writes files or shows what would change."""

from __future__ import annotations

import difflib
from dataclasses import replace
from typing import Iterator, List, Mapping, Sequence, Set

from mslint.cache import Transient
from mslint.cli import streams
from mslint.cli.check import fixable, in_project, named, store_of, tell, tell_of_trouble
from mslint.cli.narrow import Narrowing
from mslint.cli.options import Options
from mslint.cli.progress import Progress
from mslint.cli.texts import Texts, content_of
from mslint.dispatch import CRASHED
from mslint.errors import UserError
from mslint.fixing.rounds import Outcome, settle
from mslint.inputs import in_order
from mslint.model import SAFE, UNSAFE, Finding
from mslint.recall import Run
from mslint.report import RunResult
from mslint.report.text import number
from mslint.runner import run
from mslint.source.text import Source
from mslint.visible import visible
from mslint.words import say


def fix(options: Options) -> int:
    """Make the fixes that are allowed, or show them, and return the exit status."""
    files, errors, project, settings = named(options)
    beside = [file for file in in_project(options, files, project) if not file.asked]
    from_stdin = any(file.data is not None for file in files)
    if from_stdin and not options.diff and options.output_format not in ("full", "concise"):
        raise UserError("fix-with-json", format=options.output_format)
    texts = Texts(files)
    store = store_of(options, files, project) or Transient()
    narrow = Narrowing(options, files, project, settings)
    seen: List[RunResult] = []  # kept, for it is findings of these that are wanted, and not their like
    wanted: Set[int] = set()

    with Progress(settings.lang, wanted=not (options.no_progress or options.quiet)) as progress:

        def check(sources: Mapping[str, Source]) -> RunResult:
            there = texts.changed(sources)
            every = in_order([*there, *beside])
            memory = None if from_stdin else Run(every, project, store)
            # Only what is changed is checked again, which one process does sooner than several begin.
            jobs = 1 if sources else options.jobs
            result = run(every, project, settings, errors, progress.step, memory=memory, jobs=jobs)
            store.save()
            if memory is not None and not sources:
                texts.keep(memory.contents.noted)
            mine = set(map(id, narrow(result, there).findings))
            told = texts.apart(result)
            seen.append(told)
            wanted.update(id(other) for each, other in zip(result.findings, told.findings) if id(each) in mine)
            return told

        first = check({})
        allowed = (SAFE, UNSAFE) if options.unsafe_fixes else (SAFE,)
        outcome = settle(
            texts.source,
            check,
            first,
            allowed,
            concerns=lambda finding: id(finding) in wanted,
            python=lambda path: not texts.is_cell(path),
        )
    store.close()
    tell_of_trouble(store, options)
    assert isinstance(outcome.seen, RunResult)
    there, content = texts.changed(outcome.changed), texts.content(outcome.changed)
    result = narrow(texts.together(outcome.seen), there)
    outcome = replace(outcome, fixed=tuple(map(texts.together_one, outcome.fixed)))
    if not options.quiet:
        for line in _discarded(outcome, options.speaks):
            streams.complain(line)
    if options.diff:
        return _show(outcome, texts, result, options)
    summary = _summary(outcome.fixed, options.speaks, "fixed")
    if from_stdin:
        (file,) = files
        fixed = content.get(file.shown)
        streams.write_bytes(file.read() if fixed is None else fixed)
        return tell(result, options, there, [*summary, *fixable(result, options)], streams.aside)
    problems = texts.write(content, options.speaks)
    if problems:  # what is there now is not what was to be
        unwritten = {problem.path for problem in problems}
        summary = _summary([each for each in outcome.fixed if each.path not in unwritten], options.speaks, "fixed")
        summary = [] if len(unwritten) == len(content) else summary
        result = Narrowing(options, files, project, settings)(run(files, project, settings, errors), files)
        result = replace(result, errors=(*result.errors, *problems))
        there = files
    return tell(result, options, there, [*summary, *fixable(result, options)])


def _show(outcome: Outcome, texts: Texts, result: RunResult, options: Options) -> int:
    """Print what would change; 1 if anything would, 2 where something could not be read."""
    for path, source in outcome.changed.items():
        before = texts.source(path)
        if before is not None:
            streams.write_bytes(b"".join(unified(path, content_of(before), content_of(source))))
    for error in result.errors:
        streams.complain(f"{visible(error.path)}: {error.message}")
    for finding in result.findings:
        if finding.code == CRASHED:
            streams.complain(f"{visible(finding.path)}:{finding.span.line}: {finding.message}")
    if not options.quiet:
        for line in _summary(outcome.fixed, options.speaks, "would-fix"):
            streams.aside(line)
    if result.failed:
        return 2
    return 1 if outcome.changed and not options.exit_zero else 0


def unified(path: str, before: bytes, after: bytes) -> Iterator[bytes]:
    """The difference as patch and git read it, in the bytes that the file has."""
    name = visible(path).encode("utf-8", "replace")
    for line in difflib.diff_bytes(difflib.unified_diff, _lines(before), _lines(after), name, name):
        yield line if line.endswith(b"\n") else line + b"\n\\ No newline at end of file\n"


def _lines(data: bytes) -> List[bytes]:
    """Split where diff and patch do: at line feeds only."""
    parts = data.split(b"\n")
    lines = [part + b"\n" for part in parts[:-1]]
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
