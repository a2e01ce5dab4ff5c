"""`mslint --add-noqa`: silences what is shown by comments in the files, and checks again that it is silent."""

from __future__ import annotations

from dataclasses import replace
from typing import Callable, Dict, List, Mapping, Sequence, Set, Tuple

from mslint.cli import streams
from mslint.cli.check import named, tell
from mslint.cli.narrow import Narrowing
from mslint.cli.options import Options
from mslint.cli.progress import Progress
from mslint.cli.texts import Texts
from mslint.engine import CRASHED, UNREADABLE
from mslint.errors import UserError
from mslint.fix.noqa import same_code, with_comments
from mslint.model import Finding
from mslint.report import RunResult
from mslint.report.text import number
from mslint.runner import run
from mslint.source.text import Source
from mslint.words import say

Check = Callable[[Mapping[str, Source]], RunResult]


def add_noqa(options: Options) -> int:
    """Write the comments and return the exit status of what is left."""
    files, errors, project, settings = named(options)
    if any(file.data is not None for file in files):
        raise UserError("option-with-stdin", option="--add-noqa")
    lang, texts = options.speaks, Texts(files)
    with Progress(lang, wanted=not (options.no_progress or options.quiet)) as progress:
        narrow = Narrowing(options, files, project, settings)

        def check(sources: Mapping[str, Source]) -> RunResult:
            return run(texts.changed(sources), project, settings, errors, progress.step)

        first = check({})
        shown = narrow(first, files)
        # A file that cannot be read and a rule that fails are no opinions that a comment could answer.
        wanted = [each for each in shown.findings if each.code not in (UNREADABLE, CRASHED) and each.cell is None]
        result, changed = _silence(wanted, texts, first, check)
    problems = texts.write(texts.content(changed), lang)
    if problems:
        result = run(files, project, settings, errors)
        result = replace(result, errors=(*result.errors, *problems))
    # Comments move nothing: what is left can be told by its place, whatever they changed of the lines.
    left = _keys(result.findings)
    silenced = [each for each in wanted if _key(each) not in left]
    rest = tuple(each for each in shown.findings if _key(each) in left)
    result = replace(shown, findings=rest, suppressed=result.suppressed, errors=result.errors, crashed=result.crashed)
    if not options.quiet:
        for each in result.findings:
            streams.complain(say(lang, "noqa-left", path=each.path, line=each.span.line, code=each.code))
    return tell(result, options, files, _summary(silenced, lang))


def _silence(
    wanted: Sequence[Finding], texts: Texts, first: RunResult, check: Check
) -> Tuple[RunResult, Dict[str, Source]]:
    """The outcome with comments for what they silence, and the files that have them."""
    sources = {path: texts.source(path) for path in sorted({each.path for each in wanted})}
    result = first
    changed: Dict[str, Source] = {}
    while wanted:
        changed = {}
        for path, source in sources.items():
            mine = [each for each in wanted if each.path == path]
            if source is not None and mine:
                after = with_comments(source, mine)
                if after != source and same_code(source, after):
                    changed[path] = after
        if not changed:
            return first, {}
        result = check(changed)
        left = _keys(result.findings)
        helped = [each for each in wanted if each.path in changed and _key(each) not in left]
        if len(helped) == len([each for each in wanted if each.path in changed]):
            break
        wanted = helped  # a comment that silences nothing is not left behind
    return (result, changed) if wanted else (first, {})


def _key(finding: Finding) -> object:
    return finding.path, finding.code, finding.span, finding.message


def _keys(findings: Sequence[Finding]) -> Set[object]:
    return {_key(each) for each in findings}


def _summary(silenced: Sequence[Finding], lang: str) -> List[str]:
    if not silenced:
        return [say(lang, "noqa-added-none")]
    if len(silenced) == 1:
        return [say(lang, "noqa-added-one")]
    files = number(lang, "files", len({each.path for each in silenced}), one="one-file")
    return [say(lang, "noqa-added", count=len(silenced), files=files)]
