"""What is to be said of a file in the end: hits in the words of rules, less what comments silence; knows no facts."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Callable, Dict, List, Mapping, NamedTuple, Optional, Sequence, Tuple

from mslint.config import Settings
from mslint.dispatch import CRASHED, UNREADABLE, Dispatch, runs
from mslint.model import ANY, SAFE, Edit, FileResult, Finding, Fix, NamesElsewhere, Related, Severity, Span, together
from mslint.nearest import closest_rule
from mslint.rulekit.bilingual import Words
from mslint.rulekit.catalog import Catalog, line_in, transformation
from mslint.rulekit.fixes import Proposal
from mslint.rulekit.hits import Hit, Note
from mslint.rulekit.rule import Rule
from mslint.rulekit.vet import in_words
from mslint.seen import Asked
from mslint.source.text import Source, Unreadable
from mslint.visible import visible
from mslint.words import LANGUAGES, say

if TYPE_CHECKING:  # what few files need is loaded for them
    from mslint.program.nodes import ModuleSummary
    from mslint.source.cells import Cells
    from mslint.source.suppress import Suppressions, UnusedSuppression

_SILENCING = ("noqa", "mslint")  # every comment that can silence anything holds one of these

NOTHING = NamesElsewhere()

Found = Tuple[Rule, Hit]
Rendered = Tuple[Finding, Optional[object]]  # with the group of its hit


def quiet(text: str) -> bool:
    """Whether a text holds no comment that could silence anything."""
    text = text.lower()
    return not any(word in text for word in _SILENCING)


class Gist(NamedTuple):
    """What there is to know of a file whose rules have been asked, free of syntax and rules: fit to be kept or sent."""

    found: Tuple[Tuple[str, Hit], ...]  # with the codes of the rules
    words: str  # its identifiers, a line each: they are loaded far sooner so
    entry: bool
    summarized: bool
    size: int
    quiet: bool
    plain: bool
    cells: Optional[Cells]  # of a notebook: how its virtual module is made up
    asked: Asked


class Codes(NamedTuple):
    """What was found at a path in a program, likewise; `mark` is a name for it."""

    path: str
    mark: bytes
    found: Tuple[Tuple[str, Hit], ...]


class Checked:
    """What the rules found in one file, before anybody has heard of the programs it belongs to."""

    def __init__(
        self,
        path: str,
        load: Callable[[], Source],
        settings: Settings,
        catalog: Catalog,
        dispatch: Dispatch,
        found: Sequence[Found] = (),
        crashed: bool = False,
    ) -> None:
        self.path = path
        self.settings = settings
        self.catalog = catalog
        self.dispatch = dispatch
        self.found = found
        self.crashed = crashed
        self.summary: Optional[ModuleSummary] = None
        self.size = 0
        self.quiet = False  # it holds no comment that could silence anything
        self.plain = False  # no comment is a part of what was found, or has a say in it
        self.cells: Optional[Cells] = None
        self.asked: Asked = ()
        self._load = load
        self._source: Optional[Source] = None
        self._comments: Optional[Suppressions] = None

    @property
    def source(self) -> Source:
        """Its text, which is read again where nobody has needed it so far."""
        if self._source is None:
            self._source = self._load()
        return self._source

    @property
    def comments(self) -> Suppressions:
        from mslint.source.suppress import Suppressions, read_suppressions

        if self._comments is None:
            self._comments = Suppressions() if self.quiet else read_suppressions(self.source)
        return self._comments

    def let_go(self, load: Callable[[], Source]) -> None:
        """Let go of the text; it can be loaded again."""
        self._load, self._source, self._comments = load, None, None

    def gist(self) -> Gist:
        found = tuple((rule.code, hit) for rule, hit in self.found)
        summary = self.summary
        words, entry = ("", False) if summary is None else (summary.spelled, summary.entry)
        return Gist(found, words, entry, summary is not None, self.size, self.quiet, self.plain, self.cells, self.asked)

    def take(self, gist: Gist) -> None:
        self.found = [(self.catalog.rules[code], hit) for code, hit in gist.found]
        self.size, self.quiet, self.plain, self.cells = gist.size, gist.quiet, gist.plain, gist.cells
        self.asked = gist.asked


def conclude(
    checked: Checked, programs: Sequence[Found] = (), noqa: bool = True, there: NamesElsewhere = NOTHING
) -> FileResult:
    """The findings of a file, with what was found there while the programs it belongs to were followed, and what other
    files do with the names that matter."""
    if not checked.found and not programs and checked.quiet:
        return FileResult(checked.path, crashed=checked.crashed)
    chosen = {rule.code for rule in checked.dispatch.rules}
    mine = _gravest([(rule, hit) for rule, hit in programs if rule.code in chosen])
    own = [
        (rule, hit)
        for rule, hit in checked.found
        if (not hit.unless_set or there.patched.isdisjoint((hit.unless_set, ANY)))
        and hit.unless_defined not in there.defined
    ]
    found = [each for each in _one_per_cause([*own, *mine]) if checked.dispatch.tells(*each)]
    found = [(rule, _if_reached(hit, there) if hit.unused else hit) for rule, hit in found]
    rendered, crashed = _rendered(found, checked)
    crashed = crashed or checked.crashed or any(rule.code == CRASHED for rule, _ in mine)
    return _suppress(rendered, checked, noqa, crashed)


def _if_reached(hit: Hit, there: NamesElsewhere) -> Hit:
    """A hit, as an information where nothing in the project reaches its place, with what says so."""
    for each in hit.unused:
        if there.used.isdisjoint(each.used) and there.mentioned.issuperset(each.unless):
            words = Words(*(say(lang, each.kind, name=each.name) for lang in LANGUAGES))
            return replace(hit, severity=Severity.INFO, related=(*hit.related, Note(each.span, words)))
    return hit


def of_cells(result: FileResult, notebooks: Mapping[str, Cells]) -> FileResult:
    """What was found in a notebook's virtual module, or in what belongs to a program with one, in terms of cells."""
    from mslint.source.cells import in_cells

    shown = sorted((in_cells(each, notebooks) for each in result.findings), key=lambda finding: finding.sort_key)
    gone = tuple(in_cells(each, notebooks) for each in result.suppressed)
    return replace(result, findings=tuple(shown), suppressed=gone)


def unreadable(path: str, error: Unreadable, settings: Settings, catalog: Catalog) -> FileResult:
    """A file that cannot be decoded or parsed is one finding."""
    rule = catalog.rules.get(UNREADABLE)
    if rule is None or not runs(rule, settings, path):
        return FileResult(path)
    return FileResult(path, (_render(rule, refused(error), Source(path, ""), settings),))


def refused(error: Unreadable, variant: str = "") -> Hit:
    """What a file, or a cell of a notebook, cannot be read for; of what was never meant to be Python, that."""
    if error.kind:
        variant, severity = f"{variant}_{error.kind}" if variant else error.kind, Severity.INFO
    else:
        severity = None
    # What CPython says may end in a full stop or a question; here it is a part of a sentence.
    reason = Words(*(say(lang, error.key, **error.params).rstrip(" .?!:") for lang in LANGUAGES))
    return Hit(Span(error.line, error.column, error.line, error.column + 1), variant, {"reason": reason}, severity)


def _gathered(rendered: Sequence[Rendered], cells: Optional[Cells]) -> List[Finding]:
    """The findings in order, each once; those of one rule and group as the first one, with the others as related.

    Of what several programs say of one place in the same words, the first stands; in other words, where the group is
    the place itself, the gravest."""
    said: Dict[Tuple[object, ...], Finding] = {}
    for finding, group in rendered:
        if group is None:
            said.setdefault((finding.code, finding.span, finding.message), finding)
    # Those that differ only in what they refer to stay in the order in which they were met: no set is asked for it.
    single = dict.fromkeys(said.values())
    groups: Dict[Tuple[str, object], List[Finding]] = {}
    for finding, group in rendered:
        if group is not None:
            groups.setdefault((finding.code, group), []).append(finding)
    for (_, group), members in groups.items():
        ordered = sorted(dict.fromkeys(members), key=lambda finding: finding.sort_key)
        if group == ordered[0].span:
            single[max(ordered, key=lambda finding: finding.severity)] = None
            continue
        # A fix changes one cell and no other.
        near = (
            ordered if cells is None else [each for each in ordered if _cell(each, cells) == _cell(ordered[0], cells)]
        )
        single[replace(together(ordered), fix=_joined(near))] = None
    return sorted(single, key=lambda finding: finding.sort_key)


def _cell(finding: Finding, cells: Optional[Cells]) -> int:
    return cells.place(finding.span)[0] if cells is not None else 0


def _joined(members: Sequence[Finding]) -> Optional[Fix]:
    """One fix for several places, as far as each has one, they are of one safety, and none is in the way of another."""
    first: Optional[Fix] = None
    edits: List[Edit] = []
    for fix in (member.fix for member in members):
        if fix is None or (first is not None and fix.safety != first.safety):
            continue
        first = first or fix
        last = edits[-1].span if edits else Span(0, 0, 0, 0)
        start = fix.edits[0].span if fix.edits else Span(0, 0, 0, 0)
        if (start.line, start.column) > (last.end_line, last.end_column):
            edits += fix.edits
    return replace(first, edits=tuple(edits)) if first is not None else None


def _gravest(found: Sequence[Found]) -> List[Found]:
    """What several programs have that define the same: of what a rule says of one place, the gravest."""
    most: Dict[Tuple[str, Span], Severity] = {}
    for rule, hit in found:
        if rule.defines:
            key = (rule.code, hit.span)
            most[key] = max(most.get(key, Severity.INFO), hit.severity or rule.severity)
    return [each for each in found if _weight(each) >= most.get((each[0].code, each[1].span), Severity.INFO)]


def _weight(found: Found) -> Severity:
    rule, hit = found
    return hit.severity or rule.severity


def _one_per_cause(found: Sequence[Found]) -> List[Found]:
    """Leave out what another rule says of the same argument, or of the call as a whole, with no less weight.

    The units declare who yields to whom; about two arguments of one call there is a finding each."""
    by_subject: Dict[object, List[Found]] = {}
    for rule, hit in found:
        if hit.subject is not None:
            by_subject.setdefault(hit.subject, []).append((rule, hit))
    kept: List[Found] = []
    for rule, hit in found:
        weight = hit.severity or rule.severity
        others = by_subject.get(hit.subject, ()) if hit.subject is not None and rule.yields_to else ()
        if not any(
            other.code in rule.yields_to
            and (theirs.severity or other.severity) >= weight
            and theirs.about in (None, hit.about)
            for other, theirs in others
        ):
            kept.append((rule, hit))
    return kept


def _rendered(found: Sequence[Found], checked: Checked) -> Tuple[List[Rendered], bool]:
    """All hits as findings, and whether a rule failed over it: a fix that cannot be made costs the fix, not the run."""
    own = checked.catalog.rules.get(CRASHED)
    rendered: List[Rendered] = []
    crashed = False
    for rule, hit in found:
        try:
            rendered.append((_render(rule, hit, checked.source, checked.settings), hit.group))
        except Exception as error:
            if hit.fix is None:
                raise
            crashed = True
            bare = replace(hit, fix=None)
            rendered.append((_render(rule, bare, checked.source, checked.settings), hit.group))
            if own is not None:
                path, line = rule.checker_path, line_in(rule.checker_path, error)
                where = f"{path.name}:{line}" if line is not None else path.name
                params = {"rule": rule.code, "reason": f"{type(error).__name__}: {error}", "where": where}
                told = Hit(hit.span, params=params)
                rendered.append((_render(own, told, checked.source, checked.settings), None))
    return rendered, crashed


def _render(rule: Rule, hit: Hit, source: Source, settings: Settings) -> Finding:
    """A hit in the words of the rule and in the user's language."""
    message, why, how = in_words(rule, hit, settings.lang)
    return Finding(
        path=source.path,
        span=hit.span,
        code=rule.code,
        slug=rule.slug,
        severity=_severity(rule, hit, settings),
        message=message,
        why=why,
        how=how,
        checklist=rule.checklist[0] if rule.checklist else None,
        certainty="sure" if hit.sure else "likely",
        related=tuple(
            Related(note.path or source.path, note.span, visible(getattr(note.message, settings.lang)))
            for note in hit.related
        ),
        fix=_fix(hit.fix, rule, source, settings) if hit.fix is not None else None,
        case=hit.case,
        once=rule.once_per_run,
        remark=hit.remark,
    )


def _fix(wanted: Proposal, rule: Rule, source: Source, settings: Settings) -> Optional[Fix]:
    """The fix of a finding, with its edits if they are wanted; None where the code does not let it be made then."""
    title = visible(getattr(wanted.title, settings.lang))
    if not settings.edits:
        return Fix(wanted.safety, title, ())
    from mslint.fixing.mend import edits_of

    edits = edits_of(wanted.changes, source, partial(transformation, rule))
    return Fix(wanted.safety, title, edits) if edits else None


def _severity(rule: Rule, hit: Hit, settings: Settings) -> Severity:
    """The severity of a hit after what the configuration says of its rule.

    Raising a rule leaves alone what the rule itself is less certain of; lowering it lowers everything.
    """
    own = hit.severity or rule.severity
    moved = dict(settings.severity)
    wanted = moved.get(rule.code, moved.get(rule.slug))
    if wanted is None:
        return own
    if wanted < rule.severity:
        return min(own, wanted)
    return wanted if own >= rule.severity else own


def _suppress(rendered: Sequence[Rendered], checked: Checked, noqa: bool, crashed: bool) -> FileResult:
    """Take out what comments silence, place by place, and say which comments silence nothing."""

    def silenced(finding: Finding, beside: Optional[Span] = None) -> bool:
        if checked.quiet:
            return False
        first, last = finding.span.line, finding.span.end_line
        return checked.comments.covers(finding.code, finding.slug, first, last, noqa, beside=beside)

    gone = dict.fromkeys(finding for finding, _ in rendered if silenced(finding))
    findings = _gathered([each for each in rendered if each[0] not in gone], checked.cells)
    # What names all rules would silence what is said of itself.
    findings += [each for each, bare in _unused(checked) if not silenced(each, each.span if bare else None)]
    findings.sort(key=lambda finding: finding.sort_key)
    silent = sorted(gone, key=lambda finding: finding.sort_key)
    return FileResult(checked.path, tuple(findings), tuple(silent), crashed)


def _unused(checked: Checked) -> List[Tuple[Finding, bool]]:
    """What is to be said of comments, each with whether the comment names no rules."""
    rule, ran = checked.dispatch.unused, checked.dispatch.ran
    if rule is None or checked.quiet:
        return []
    from mslint.fixing.comments import removal

    known = [(each.code, each.slug) for each in checked.catalog.rules.values()]
    # A script that nobody has named today may be what a comment for one of these is there for.
    elsewhere = [(each.code, each.slug) for each in checked.dispatch.by_program]
    found: List[Tuple[Finding, bool]] = []
    for unused in checked.comments.unused(ran, known):
        if any(code.startswith(unused.text.upper()) or slug == unused.text for code, slug in elsewhere):
            continue
        finding = _render(rule, _idle(unused, known), checked.source, checked.settings)
        # One for all rules may be there for those too: it is spoken of, but whether it may go only its author can say.
        edits = () if unused.bare and elsewhere else removal(checked.source, unused.span)
        title = say(checked.settings.lang, "fix-drop", text=unused.text)
        found.append((replace(finding, fix=Fix(SAFE, title, edits)) if edits else finding, unused.bare))
    for slip in checked.comments.slips:
        variant = "unclosed" if slip.unclosed else "misspelt" if slip.nearest else "no_comment"
        hit = Hit(slip.span, variant, {"text": slip.text, "nearest": slip.nearest})
        found.append((_render(rule, hit, checked.source, checked.settings), False))
    return found


def _idle(unused: UnusedSuppression, known: Sequence[Tuple[str, str]]) -> Hit:
    """What is said of a comment that silences nothing."""
    params: Dict[str, object] = {"text": unused.text}
    if not unused.unknown:
        return Hit(unused.span, "bare" if unused.bare else "", params)
    nearest = closest_rule(unused.text, known, prefixes=True)
    if nearest is None:
        return Hit(unused.span, "no_rule", params)
    return Hit(unused.span, "no_rule_near", {**params, "nearest": nearest})
