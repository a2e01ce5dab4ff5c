"""`mslint checklist`: checks what was named, looks at data and devices where asked, and hands the items to a report."""

from __future__ import annotations

import os
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any, Callable, Dict, FrozenSet, List, Mapping, NamedTuple, Optional, Sequence, Tuple

from mslint.api.versions import format_version
from mslint.around import with_project
from mslint.checklist.bundle import contents, without_samples, write_bundle
from mslint.checklist.conclude import Known, Shown, conclude
from mslint.checklist.evidence import Given, read_evidence
from mslint.checklist.guide import guide
from mslint.checklist.model import Checklist
from mslint.checklist.observe import Sights
from mslint.cli import streams
from mslint.cli.check import use_color
from mslint.cli.options import Options
from mslint.cli.progress import Progress
from mslint.cli.settings import overrides_from, tell_of_refusals
from mslint.config import Settings
from mslint.errors import UserError
from mslint.inputs import Input, inputs, reader_of_lines, settings_of
from mslint.model import Finding, RunError, Severity
from mslint.project import Project
from mslint.report import RunResult
from mslint.rulebook import catalog_of
from mslint.rulekit.rule import Rule
from mslint.runner import run
from mslint.select import Selector
from mslint.source.disk import leads_out
from mslint.source.files import display_path, to_posix
from mslint.source.writing import replace_file
from mslint.visible import visible, visible_line
from mslint.words import say

if TYPE_CHECKING:
    from mslint.device.data import DataOrder

LinesOf = Callable[[str], Sequence[str]]
FORMS = {".html": "html", ".htm": "html", ".md": "markdown", ".json": "json", ".txt": "text"}
_OF_DATA = ("arg", "label", "data_for", "samples", "data_seconds", "shards", "files_against", "write_files")


def checklist(options: Options) -> int:
    """Fill in the checklist and return 1 if some item is a problem."""
    form = _form(options)
    if options.bundle is not None and not options.bundle.endswith(".zip"):
        raise UserError("checklist-bad-bundle", path=options.bundle)
    order = _order(options)
    if order is not None or options.confirm:
        from mslint.device.installed import require_mindspore

        require_mindspore()
    given = read_evidence(options.evidence or ())
    # What is only worth knowing speaks to items as well.
    project = Project(replace(overrides_from(options), level="info"))
    paths = options.words or [os.curdir]
    settings = settings_of(paths, project)
    options.speaks = settings.lang
    files, errors = inputs(paths, project, settings.lang)
    if not files and not errors:
        streams.complain(say(settings.lang, "no-python-file", paths=tuple(map(display_path, paths))))
    wanted = not (options.no_progress or options.quiet)
    with Progress(settings.lang, wanted=wanted) as progress:
        sights = Sights(settings.lang, [file.shown for file in files])
        every = with_project(files, paths, project)
        result = run(every, project, settings, errors, progress.step, options.confirm, sights)
        imported = _imported(paths, files, sights)
        if imported:
            files = [*files, *imported]
            every, sights = with_project(files, paths, project), Sights(settings.lang, [file.shown for file in files])
            result = run(every, project, settings, errors, progress.step, options.confirm, sights)
        result = replace(result, findings=given.onto(_confirmed(result, options, settings, progress)))
        data = _seen(order, settings.lang, progress)
    tell_of_refusals(project)
    filled = _filled(result, project, settings, files, sights, given, data)
    lines_of = reader_of_lines(files)
    _tell(filled, lines_of, form, options)
    if options.bundle is not None:
        _bundle(options.bundle, filled, lines_of, files)
    for error in filled.errors:
        streams.complain(f"{visible(error.path)}: {error.message}")
    if result.failed or sights.failed:
        return 2
    return 1 if filled.problems or len(filled.errors) > len(result.errors) else 0


def _imported(paths: Sequence[str], files: Sequence[Input], sights: Sights) -> List[Input]:
    """What a script that was named imports: it is as much a part of what was meant as the script."""
    if all(os.path.isdir(path) for path in paths):
        return []
    known = {to_posix(os.path.abspath(file.path)) for file in files}
    return [Input(path) for path in sorted(sights.members - known) if os.path.isfile(path)]


def _form(options: Options) -> str:
    if options.output is None:
        return options.output_format or "text"
    form = FORMS.get(os.path.splitext(options.output)[1].lower())
    if form is None:
        raise UserError("checklist-bad-output", path=options.output)
    if options.output_format not in (None, form):
        raise UserError("checklist-two-forms", path=options.output, form=options.output_format)
    return form


def _confirmed(result: RunResult, options: Options, settings: Settings, progress: Progress) -> Sequence[Finding]:
    if not options.confirm:
        return result.findings
    from mslint.device.probing import with_evidence

    return with_evidence(
        result.findings,
        catalog_of(settings),
        options.device,
        settings.lang,
        step=partial(progress.step, of="progress-findings"),
        target=format_version(settings.target_version),
    )


def _order(options: Options) -> Optional[DataOrder]:
    """What is to be looked at of data, seen through before anything is done."""
    for name in _OF_DATA:
        if getattr(options, name) is not None and options.data is None:
            raise UserError("data-option-alone", option=f"--{name.replace('_', '-')}")
    if options.data is None:
        return None
    from mslint.device.data import data_order

    wanted: Dict[str, Any] = {
        "args": options.arg,
        "label": options.label,
        "purpose": options.data_for,
        "samples": options.samples,
        "seconds": options.data_seconds,
        "shards": options.shards,
        "files_against": options.files_against,
        "write_files": options.write_files,
    }
    return data_order(options.data, **{name: value for name, value in wanted.items() if value is not None})


class Seen(NamedTuple):
    """What the data showed, where they are built, and the versions of what they were read with."""

    shown: Shown
    built: FrozenSet[Tuple[str, int]]
    versions: Mapping[str, str]


def _seen(order: Optional[DataOrder], lang: str, progress: Progress) -> Seen:
    if order is None:
        return Seen({}, frozenset(), {})
    from mslint.checklist.data import remarks_of
    from mslint.device.data import run_data

    found = run_data(order, step=partial(progress.step, of="progress-data"))
    return Seen(remarks_of(found, lang), found.built, found.versions)


def _filled(
    result: RunResult,
    project: Project,
    settings: Settings,
    files: Sequence[Input],
    sights: Sights,
    given: Given,
    data: Seen,
) -> Checklist:
    rules = catalog_of(settings).rules
    # What mslint says of itself: files that cannot be read, rules that failed.
    own = [each for each in result.findings if not rules[each.code].looks_at_code and each.severity > Severity.INFO]
    known = Known(
        findings=result.findings,
        silenced=result.suppressed,
        rules=rules,
        off=_off(project, files, rules),
        sights=sights,
        unread=_unread(own, result, files, sights),
        data=data.shown,
        device=given.shown(settings.lang, [file.shown for file in files]),
        built=data.built,
    )
    items = conclude(known, settings.lang)
    beside = {item.id for item in guide() if item.further}
    evidence = [each.evidence for each in result.findings if each.evidence is not None]
    ran: Dict[str, str] = {**given.versions, **(evidence[0].versions if evidence else {}), **data.versions}
    device = evidence[0].device if evidence else given.device or ("CPU" if data.versions else "")
    return Checklist(
        items=tuple(item for item in items if item.id not in beside),
        further=tuple(item for item in items if item.id in beside),
        lang=settings.lang,
        target_version=result.target_version,
        target_source=result.target_source,
        scripts=tuple(sights.scripts),
        files=tuple(file.shown for file in files),
        versions=ran,
        device=device,
        errors=(*result.errors, *(_told(each) for each in own), *sights.failed.values()),
    )


def _unread(own: Sequence[Finding], result: RunResult, files: Sequence[Input], sights: Sights) -> Tuple[str, ...]:
    """The files that belong to what was asked for and of which not everything was asked."""
    known = {to_posix(os.path.abspath(file.path)) for file in files}
    left_out = [display_path(path) for path in sorted(sights.members - known) if os.path.isfile(path)]
    return tuple(dict.fromkeys([*(each.path for each in own), *(each.path for each in result.errors), *left_out]))


def _told(finding: Finding) -> RunError:
    return RunError(f"{finding.path}:{finding.span.line}", f"{finding.code} {finding.message}")


def _off(project: Project, files: Sequence[Input], rules: Mapping[str, Rule]) -> List[Rule]:
    """The rules that the configuration, and nothing else, keeps from looking at some file."""
    by_default = Selector()
    wanted = [rule for rule in rules.values() if by_default.decide(rule.code, rule.slug, "", rule.status).runs]
    missed: Dict[str, Rule] = {}
    for settings, paths in _by_settings(project, files).items():
        selector = Selector(settings.select, settings.extend_select, settings.ignore, settings.per_file_ignores)
        for path in paths if settings.per_file_ignores else paths[:1]:
            missed.update({r.code: r for r in wanted if not selector.decide(r.code, r.slug, path, r.status).runs})
    return [missed[code] for code in sorted(missed)]


def _by_settings(project: Project, files: Sequence[Input]) -> Dict[Settings, List[str]]:
    found: Dict[Settings, List[str]] = {}
    for file in files:
        found.setdefault(project.settings_for(file.path), []).append(file.path)
    return found


def _tell(filled: Checklist, lines_of: LinesOf, form: str, options: Options) -> None:
    lang = filled.lang
    if options.output is None:
        if form == "text":
            from mslint.report.checklist_text import text

            color = use_color(options.color)
            for line in text(filled, lines_of, color=color):
                streams.write(visible_line(line, painted=color))
        else:
            streams.write(_report(filled, lines_of, form).rstrip("\n"))
        return
    try:
        replace_file(options.output, _report(filled, lines_of, form).encode("utf-8"))
    except OSError as error:
        raise UserError("cannot-write", path=options.output, reason=error.strerror or str(error)) from None
    if not options.quiet:
        from mslint.report.checklist_text import summary

        color = use_color(options.color)
        for line in summary(filled, color=color):
            streams.write(visible_line(line, painted=color))
        streams.write(say(lang, "report-written", path=options.output))


def _report(filled: Checklist, lines_of: LinesOf, form: str) -> str:
    if form == "html":
        from mslint.report.checklist_html import html

        return html(filled, lines_of)
    if form == "markdown":
        from mslint.report.checklist_markdown import markdown

        return markdown(filled, lines_of)
    if form == "json":
        from mslint.report.checklist_json import document

        return document(filled) + "\n"
    from mslint.report.checklist_text import text

    return "\n".join(map(visible_line, text(filled, lines_of))) + "\n"


def _bundle(path: str, filled: Checklist, lines_of: LinesOf, files: Sequence[Input]) -> None:
    filled = without_samples(filled)  # whoever gets the archive need not see the data
    files = [file for file in files if not (os.path.islink(file.path) or leads_out(file.path, strictly=True))]
    for line in contents(path, filled, [file.shown for file in files]):
        streams.write(line)
    streams.flush()
    reports = {f"report.{end}": _report(filled, lines_of, FORMS[f".{end}"]) for end in ("html", "md", "json")}
    write_bundle(path, filled, reports, [(file.shown, file.read) for file in files])
    streams.write(say(filled.lang, "bundle-written", path=path))
