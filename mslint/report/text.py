"""Write findings for people: in full with code frames, or one line each; must not read files."""

from __future__ import annotations

from typing import Callable, Collection, Dict, Iterator, List, Mapping, Optional, Sequence, Tuple

from mslint.model import Evidence, Finding, Severity
from mslint.report import RunResult, place_of
from mslint.report.frame import Paint, frame
from mslint.visible import visible
from mslint.words import say

# By the path of a finding and, in a notebook, its cell.
LinesOf = Callable[..., Sequence[str]]

_COLOURS: Mapping[Severity, str] = {Severity.ERROR: "31;1", Severity.WARNING: "33;1", Severity.INFO: "36;1"}


def full(
    result: RunResult, lang: str, *, lines_of: LinesOf, pages: Collection[str] = (), color: bool = False
) -> Iterator[str]:
    """Each finding with its code frame, reason, cure and page; `pages` are the codes with a page in docs/."""
    for finding in result.findings:
        yield from finding_lines(finding, lang, lines_of=lines_of, pages=pages, color=color)
        yield ""


def finding_lines(
    finding: Finding, lang: str, *, lines_of: LinesOf, pages: Collection[str] = (), color: bool = False
) -> Iterator[str]:
    """One finding with all that is known of it."""
    paint = painter(finding.severity, color)
    yield _header(finding, lang, paint, painter(None, color))
    yield from (f"  {line}" for line in frame(lines_at(finding, lines_of), finding.span, lang, paint))
    for label, text in (("why", finding.why), ("how", finding.how)):
        if text:
            yield _note(lang, label, text)
    if finding.fix is not None:
        yield _note(lang, f"edit-{finding.fix.safety}", finding.fix.title)
    for other in finding.related:
        yield _note(lang, "also", f"{place_of(other)} {other.message}".rstrip())
    if finding.evidence is not None:
        yield f"  = {evidence_text(finding.evidence, lang)}"
    page = "page-is-file" if finding.code in pages else "page-is"
    yield _note(lang, "page", say(lang, page, code=finding.code))


def lines_at(finding: Finding, lines_of: LinesOf) -> Sequence[str]:
    """The lines that the place of a finding counts from."""
    return lines_of(finding.path) if finding.cell is None else lines_of(finding.path, finding.cell)


def concise(result: RunResult, lang: str, *, color: bool = False) -> Iterator[str]:
    """Each finding on a line of its own."""
    for finding in result.findings:
        header = _header(finding, lang, painter(finding.severity, color), painter(None, color))
        yield header if finding.evidence is None else f"{header} [{evidence_text(finding.evidence, lang)}]"


def remarks(result: RunResult, lang: str) -> Iterator[str]:
    """What asks for nothing, a line for each rule: the names in it."""
    names: Dict[Tuple[str, str], List[str]] = {}
    for each in result.remarks:
        names.setdefault((each.code, each.slug), []).append(visible(each.remark))
    for (code, slug), found in sorted(names.items()):
        yield say(lang, "remarks", code=code, slug=slug, names=tuple(sorted(set(found))))


def closing(result: RunResult, lang: str) -> str:
    """How much was found, and how much stays unseen."""
    counts = [number(lang, severity.label, count) for severity, count in result.counts().items() if count]
    files = number(lang, "files", result.files, one="one-file")
    if counts:
        parts = [say(lang, "total-found", counts=say(lang, "list-comma").join(counts), files=files)]
    elif result.files:
        parts = [say(lang, "total-none-found", files=files)]
    else:
        parts = [say(lang, "total-nothing-checked")]
    for kind in ("file", "folder", "failure"):
        count = sum(error.kind == kind for error in result.errors)
        if count:
            parts.append(number(lang, f"unread-{kind}", count))
    if result.hidden:
        parts.append(say(lang, "total-hidden-one" if result.hidden == 1 else "total-hidden", count=result.hidden))
    if result.known:
        parts.append(say(lang, "total-known", count=result.known))
    if result.stale:
        parts.append(say(lang, "total-stale-one" if result.stale == 1 else "total-stale", count=result.stale))
    bounded = len(result.analysis.bounded)
    if bounded:
        parts.append(say(lang, "total-bounded-one" if bounded == 1 else "total-bounded", count=bounded))
    if result.elsewhere:
        parts.append(say(lang, "total-elsewhere", count=result.elsewhere))
    if result.suppressed:
        parts.append(say(lang, "total-suppressed", count=len(result.suppressed)))
    return (" " if lang == "en" else "").join(parts)


def statistics(result: RunResult) -> Iterator[str]:
    """How often each rule is reported, the most frequent first."""
    for code, slug, count in result.by_rule():
        yield f"{count:6} {code} {slug}"


def painter(severity: Optional[Severity], color: bool) -> Paint:
    """Paints a text in the colour of a severity, or bold where there is none."""
    if not color:
        return str
    style = _COLOURS[severity] if severity else "1"
    return lambda text: f"\033[{style}m{visible(text)}\033[0m"


def _header(finding: Finding, lang: str, paint: Paint, bold: Paint) -> str:
    place = bold(f"{place_of(finding)}:")
    label = say(lang, finding.severity.label)
    told = say(lang, "labelled", label=label, text=finding.message)
    return f"{place} {paint(finding.code)} {paint(label)}{told[len(label) :]}"


def evidence_text(evidence: Evidence, lang: str) -> str:
    """What a device showed, and how that speaks of the finding."""
    shown = say(lang, "labelled", label=say(lang, evidence.verdict), text=evidence.summary)
    mindspore = evidence.versions.get("mindspore")
    if mindspore:
        shown = say(lang, "evidence-of", text=shown, where=(f"MindSpore {mindspore}", *evidence_terms(evidence, lang)))
    return say(lang, "labelled", label=evidence.device, text=shown)


def evidence_terms(evidence: Evidence, lang: str) -> Tuple[str, ...]:
    """In which mode it was obtained, and that another version is meant, if so."""
    mode = (say(lang, f"mode-{evidence.mode}"),) if evidence.mode else ()
    return (*mode, say(lang, "evidence-other-version", version=evidence.target)) if evidence.target else mode


def _note(lang: str, label: str, text: str) -> str:
    return f"  = {say(lang, 'labelled', label=say(lang, label), text=text)}"


def number(lang: str, noun: str, count: int, one: str = "") -> str:
    return say(lang, (one or f"one-{noun}") if count == 1 else f"n-{noun}", count=count)
