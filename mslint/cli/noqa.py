"""`mslint --add-noqa`: silences what is shown by comments in the files, and says what no comment can silence."""

from __future__ import annotations

from dataclasses import replace
from typing import List, Mapping, Sequence

from mslint.cli import streams
from mslint.cli.check import in_project, named, tell
from mslint.cli.narrow import Narrowing
from mslint.cli.options import Options
from mslint.cli.progress import Progress
from mslint.cli.texts import Texts
from mslint.dispatch import CRASHED, UNREADABLE
from mslint.errors import UserError
from mslint.fixing.noqa import key, keys, silence
from mslint.inputs import in_order
from mslint.model import Finding
from mslint.report import RunResult
from mslint.report.text import number
from mslint.runner import run
from mslint.source.text import Source
from mslint.words import say


def add_noqa(options: Options) -> int:
    """Write the comments and return the exit status of what is left."""
    files, errors, project, settings = named(options)
    beside = [file for file in in_project(options, files, project) if not file.asked]
    if any(file.data is not None for file in files):
        raise UserError("option-with-stdin", option="--add-noqa")
    lang, texts = options.speaks, Texts(files)
    with Progress(lang, wanted=not (options.no_progress or options.quiet)) as progress:
        narrow = Narrowing(options, files, project, settings)

        def check(sources: Mapping[str, Source]) -> RunResult:
            every = in_order([*texts.changed(sources), *beside])
            return texts.apart(_one_by_one(run(every, project, settings, errors, progress.step)))

        first = check({})
        shown = texts.apart(_one_by_one(narrow(texts.together(first), texts.changed({}))))
        # A file that cannot be read and a rule that fails are no opinions that a comment could answer.
        wanted = [each for each in shown.findings if each.code not in (UNREADABLE, CRASHED) and not each.remark]
        result, changed = silence(texts.source, check, first, wanted, texts.code)
    assert isinstance(result, RunResult)
    left = keys(result.findings)
    silenced = [texts.together_one(each) for each in wanted if key(each) not in left]
    rest = tuple(each for each in shown.findings if key(each) in left)
    there = texts.changed(changed)
    result = replace(shown, findings=rest, suppressed=result.suppressed, errors=result.errors, crashed=result.crashed)
    result = texts.together(result)
    problems = texts.write(texts.content(changed), lang)
    if problems:  # what is there now is not what was to be
        unwritten = {problem.path for problem in problems}
        silenced = [each for each in silenced if each.path not in unwritten]
        there = files
        result = run(in_order([*files, *beside]), project, settings, errors)
        result = Narrowing(options, files, project, settings)(result, files)
        result = replace(result, errors=(*result.errors, *problems))
    elif not options.quiet:
        for each in result.findings:
            path = each.path if each.cell is None else f"{each.path}:cell {each.cell}"
            streams.complain(say(lang, "noqa-left", path=path, line=each.span.line, code=each.code))
    return tell(result, options, there, _summary(silenced, lang))


def _one_by_one(result: RunResult) -> RunResult:
    """The result with a finding for each place: every place needs a comment of its own."""
    return replace(result, findings=tuple(place for each in result.findings for place in each.places))


def _summary(silenced: Sequence[Finding], lang: str) -> List[str]:
    if not silenced:
        return [say(lang, "noqa-added-none")]
    if len(silenced) == 1:
        return [say(lang, "noqa-added-one")]
    files = number(lang, "files", len({each.path for each in silenced}), one="one-file")
    return [say(lang, "noqa-added", count=len(silenced), files=files)]
