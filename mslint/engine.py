"""The pure middle: a source, settings and rules in, findings out. Reads no files, prints nothing, exits nowhere."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import lru_cache
from typing import (
    TYPE_CHECKING,
    Callable,
    Dict,
    FrozenSet,
    List,
    Mapping,
    NamedTuple,
    Optional,
    Protocol,
    Sequence,
    Tuple,
    Union,
)

from mslint.config import Settings
from mslint.errors import UserError
from mslint.facts.calls import CallSite
from mslint.facts.cells import CellClass
from mslint.facts.instances import TENSOR
from mslint.facts.module import Facts
from mslint.facts.patched import ANY
from mslint.facts.references import Reference, references
from mslint.model import Edit, FileResult, Finding, Fix, Related, Severity, Span, together
from mslint.nearest import closest_rule
from mslint.rulekit.catalog import Catalog
from mslint.rulekit.generic import check_rows
from mslint.rulekit.hits import Hit, Words, bare
from mslint.rulekit.repairs import SAFE
from mslint.rulekit.rule import Rule
from mslint.rulekit.vet import Flaw, in_words, several, vetted
from mslint.select import Selector
from mslint.source.text import Source, Unreadable
from mslint.syntax.parse import parse
from mslint.words import LANGUAGES, say

if TYPE_CHECKING:  # what few files need is loaded for them
    from mslint.program.imports import Files, Places
    from mslint.program.nodes import ModuleSummary
    from mslint.program.program import Program
    from mslint.rulekit.cases import World
    from mslint.source.cells import Cells
    from mslint.source.suppress import Suppressions, UnusedSuppression

UNREADABLE, UNUSED, CRASHED = "MSL001", "MSL002", "MSL003"
# Of a file that is looked at alone (flake8, an editor) this many modules are followed.
OWN_MODULES = 40
# Every comment that can silence anything holds one of these.
_SILENCING = re.compile(r"noqa|mslint", re.IGNORECASE)


class Observer(Protocol):
    """Somebody who looks on while files and programs are checked, and takes away what they want to know."""

    def file(self, facts: Facts) -> None:
        """A file, after the rules have looked at it."""

    def program(self, program: Program) -> None:
        """A program, as long as it can be asked."""


Found = Tuple[Rule, Hit]
Rendered = Tuple[Finding, Optional[object]]  # with the group of its hit
Subject = Union[CallSite, CellClass, Reference, None]


def check_source(
    source: Source,
    settings: Settings,
    catalog: Catalog,
    *,
    noqa: bool = True,
    files: Optional[Files] = None,
    place: str = "",
    root: str = "/",
    cases: bool = False,
) -> FileResult:
    """All findings of one source at every level. With `noqa` off, somebody else (flake8) sees to noqa comments.

    The source is a program of its own, with what it imports from `files`, where there are any: `place` is where it lies
    among them, and above `root` nothing is looked for."""
    from mslint.program.imports import Beside, Places
    from mslint.program.program import programs

    try:
        checked = examine(source, settings, catalog, cases)
    except Unreadable as error:
        result = unreadable(source.path, error, settings, catalog)
        return result if source.cells is None else of_cells(result, {source.path: source.cells})
    place = place or f"/{source.path}"
    beside = Beside(files, place, checked.summary)
    version, words, defined = settings.target_version, checked.dispatch.interests, checked.dispatch.defined
    followed = programs(beside, {place: root}, catalog.tables, version, words, OWN_MODULES, defined)
    found = [each for program in followed for each in check_program(program, checked, cases).get(source.path, ())]
    result = conclude(checked, found, noqa, brought(missed(checked), Places(beside), place, root))
    return result if source.cells is None else of_cells(result, {source.path: source.cells})


class Gist(NamedTuple):
    """What there is to know of a file whose rules have been asked, free of syntax and rules: fit to be kept or sent."""

    found: Tuple[Tuple[str, Hit], ...]  # with the codes of the rules
    words: str  # its identifiers, a line each: they are loaded far sooner so
    entry: bool
    summarized: bool
    size: int
    quiet: bool
    cells: Optional[Cells]  # of a notebook: how its virtual module is made up


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
        self.cells: Optional[Cells] = None
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
        """Let go of the text, if nothing has to be said of it so far; it can be loaded again."""
        if not self.found and self.quiet:
            self._load, self._source = load, None

    def gist(self) -> Gist:
        found = tuple((rule.code, hit) for rule, hit in self.found)
        summary = self.summary
        words, entry = ("", False) if summary is None else (summary.spelled, summary.entry)
        return Gist(found, words, entry, summary is not None, self.size, self.quiet, self.cells)

    def take(self, gist: Gist) -> None:
        self.found = [(self.catalog.rules[code], hit) for code, hit in gist.found]
        self.size, self.quiet, self.cells = gist.size, gist.quiet, gist.cells


def examine(
    source: Source,
    settings: Settings,
    catalog: Catalog,
    cases: bool = False,
    observer: Optional[Observer] = None,
) -> Checked:
    """Ask every selected rule that looks at one file; raises Unreadable. `cases`: a device will be asked about them."""
    parsed = parse(source)
    facts = Facts(parsed, catalog.tables, settings.target_version, settings.source_framework)
    run = _Run(catalog, dispatch_for(catalog, settings, source.path), cases)
    run.go(facts)
    run.refuse(source.cells)
    if observer is not None:
        observer.file(facts)
    else:
        facts.release()
    checked = Checked(source.path, lambda: source, settings, catalog, run.dispatch, run.found, run.crashed)
    checked.size = len(source.text)
    checked.quiet = _SILENCING.search(source.text) is None
    checked.cells = replace(source.cells, refused=()) if source.cells is not None else None
    missed = any(hit.unless_set for _, hit in run.found)
    if (run.dispatch.by_program or missed) and parsed.module is not None:
        from mslint.program.summary import summarize

        checked.summary = summarize(source, parsed.module)
    return checked


def bystander(source: Source, settings: Settings, catalog: Catalog) -> Checked:
    """A file that says nothing of MindSpore: only programs have something to tell of it."""
    return Checked(source.path, lambda: source, settings, catalog, dispatch_for(catalog, settings, source.path))


def check_program(program: Program, entry: Checked, cases: bool = False) -> Dict[str, List[Found]]:
    """What the rules that look at programs find in one, by the file that it is found in; `entry` is its script."""
    run = _Run(entry.catalog, entry.dispatch, cases)
    for rule in run.dispatch.by_program:
        if program.concerns(rule.program):
            run.ask(rule, "check_program", None, program)
    found: Dict[str, List[Found]] = {}
    for rule, hit in run.found:
        found.setdefault(hit.path or program.path, []).append((rule, hit))
    return found


def missed(checked: Checked) -> FrozenSet[str]:
    """The names of which it matters to what was found in a file whether a module that it imports sets them."""
    return frozenset(hit.unless_set for _, hit in checked.found if hit.unless_set)


def brought(wanted: FrozenSet[str], places: Places, place: str, root: str) -> FrozenSet[str]:
    """Those of these names that modules which a file imports set on MindSpore's."""
    if not wanted:
        return frozenset()
    from mslint.program.patching import set_by_imports

    return set_by_imports(places, place, root, OWN_MODULES, wanted)


def conclude(
    checked: Checked, programs: Sequence[Found] = (), noqa: bool = True, there: FrozenSet[str] = frozenset()
) -> FileResult:
    """The findings of a file, with what was found there while the programs it belongs to were followed.

    What is missed of `there` is brought by a module that the file imports."""
    if not checked.found and not programs and checked.quiet:
        return FileResult(checked.path, crashed=checked.crashed)
    chosen = {rule.code for rule in checked.dispatch.rules}
    mine = _gravest([(rule, hit) for rule, hit in programs if rule.code in chosen])
    own = [each for each in checked.found if not each[1].unless_set or there.isdisjoint((each[1].unless_set, ANY))]
    found = _one_per_cause([*own, *mine])
    rendered, crashed = _rendered(found, checked)
    crashed = crashed or checked.crashed or any(rule.code == CRASHED for rule, _ in mine)
    return _suppress(rendered, checked, noqa, crashed)


def of_cells(result: FileResult, notebooks: Mapping[str, Cells]) -> FileResult:
    """What was found in a notebook's virtual module, or in what belongs to a program with one, in terms of cells."""
    from mslint.source.cells import in_cells

    shown = sorted((in_cells(each, notebooks) for each in result.findings), key=lambda finding: finding.sort_key)
    gone = tuple(in_cells(each, notebooks) for each in result.suppressed)
    return replace(result, findings=tuple(shown), suppressed=gone)


def unreadable(path: str, error: Unreadable, settings: Settings, catalog: Catalog) -> FileResult:
    """A file that cannot be decoded or parsed is one finding."""
    rule = catalog.rules.get(UNREADABLE)
    if rule is None or not _selector(settings).decide(rule.code, rule.slug, path, rule.status).runs:
        return FileResult(path)
    return FileResult(path, (_render(rule, _refused(error), Source(path, ""), settings),))


def _refused(error: Unreadable, variant: str = "") -> Hit:
    # What CPython says may end in a full stop or a question; here it is a part of a sentence.
    reason = Words(*(say(lang, error.key, **error.params).rstrip(" .?!:") for lang in LANGUAGES))
    return Hit(Span(error.line, error.column, error.line, error.column + 1), variant, {"reason": reason})


class Dispatch:
    """Which rules are asked about what."""

    def __init__(self, rules: Sequence[Rule]) -> None:
        self.rules = tuple(rules)
        self.codes = ",".join(rule.code for rule in rules)
        # The rules of the tool itself do not run the way others do: no comment can be unused on their account.
        self.ran = [(rule.code, rule.slug) for rule in rules if rule.looks_at_code]
        self.unused = next((rule for rule in rules if rule.code == UNUSED), None)
        self.by_name: Dict[str, List[Rule]] = {}
        self.by_role: Dict[str, List[Rule]] = {}
        self.by_api = [rule for rule in rules if rule.apis]
        self.by_reference = [rule for rule in rules if rule.references]
        self.by_class = [rule for rule in rules if rule.classes]
        self.by_file = [rule for rule in rules if rule.file]
        self.by_program = [rule for rule in rules if rule.program]
        # The identifiers without any of which a module has nothing to say to the rules that look at programs, and those
        # without any of which nobody asks what it defines.
        self.interests = frozenset(word for rule in self.by_program for word in rule.program if not rule.defines)
        self.defined = frozenset(word for rule in self.by_program for word in rule.program if rule.defines)
        for rule in rules:
            for name in {*rule.calls, *(name for row in rule.rows for name in row.names)}:
                self.by_name.setdefault(name, []).append(rule)
            for role in rule.roles:
                self.by_role.setdefault(role, []).append(rule)
        of_tensors = (name for name in self.by_name if name.startswith(f"{TENSOR}."))
        self.tensor_methods = frozenset(name.rpartition(".")[2] for name in of_tensors)


@lru_cache(maxsize=64)
def _selector(settings: Settings) -> Selector:
    return Selector(settings.select, settings.extend_select, settings.ignore, settings.per_file_ignores)


def dispatch_for(catalog: Catalog, settings: Settings, path: str) -> Dispatch:
    """The rules that are asked about a file, for quick looking up."""
    return _dispatch_in(catalog, settings, path if settings.per_file_ignores else "")


@lru_cache(maxsize=1024)
def _dispatch_in(catalog: Catalog, settings: Settings, path: str) -> Dispatch:
    chosen = [rule.code for rule in catalog.rules.values() if runs(rule, settings, path)]
    return _dispatch_of(tuple(chosen), catalog)


def runs(rule: Rule, settings: Settings, path: str) -> bool:
    """Whether a rule is asked about a file."""
    return (
        rule.holds_for(settings.target_version)
        and rule.only_from in ("", settings.source_framework)
        and _selector(settings).decide(rule.code, rule.slug, path, rule.status).runs
    )


@lru_cache(maxsize=64)
def _dispatch_of(codes: Tuple[str, ...], catalog: Catalog) -> Dispatch:
    return Dispatch([catalog.rules[code] for code in codes])


class _Run:
    """Asks every selected rule about one module or program; a rule that fails costs only itself."""

    def __init__(self, catalog: Catalog, dispatch: Dispatch, cases: bool = False) -> None:
        self.dispatch = dispatch
        self._cases = cases
        self._catalog = catalog
        self.found: List[Found] = []
        self.crashed = False

    def go(self, facts: Facts) -> None:
        dispatch = self.dispatch
        for call in facts.tensor_calls(dispatch.tensor_methods):
            self._by_name(call, facts)
        for call in facts.calls:
            if not call.name:
                continue
            self._by_name(call, facts)
            for rule in dispatch.by_role.get(call.role, ()) if call.role is not None else ():
                self.ask(rule, "check_call", call, facts)
            for rule in dispatch.by_api if call.api is not None else ():
                self.ask(rule, "check_call", call, facts)
        for reference in references(facts) if dispatch.by_reference else ():
            for rule in dispatch.by_reference:
                self.ask(rule, "check_reference", reference, facts)
        for cls in facts.classes if dispatch.by_class else ():
            cell = CellClass(facts, cls)
            for rule in dispatch.by_class:
                self.ask(rule, "check_class", cell, facts)
        for rule in dispatch.by_file:
            self.ask(rule, "check_file", None, facts)

    def refuse(self, cells: Optional[Cells]) -> None:
        """Say of a notebook which of its cells were left out, and why."""
        rule = next((rule for rule in self.dispatch.rules if rule.code == UNREADABLE), None)
        if cells is not None and rule is not None:
            self.found += [(rule, _refused(error, "cell")) for error in cells.refused]

    def _by_name(self, call: CallSite, facts: Facts) -> None:
        for rule in self.dispatch.by_name.get(call.name, ()):
            if rule.rows:
                self._keep(rule, call, facts, check_rows, rule.rows, call, rule.severity)
            if rule.calls:
                self.ask(rule, "check_call", call, facts)

    def ask(self, rule: Rule, entry: str, subject: Subject, world: World) -> None:
        """Let a rule look at a subject, or, where there is none, at everything."""
        checker = self._catalog.checker(rule, entry)
        if checker is not None:
            arguments = (world,) if subject is None else (subject, world)
            self._keep(rule, subject, world, checker, *arguments)

    def _keep(
        self, rule: Rule, subject: Subject, world: World, check: Callable[..., object], *arguments: object
    ) -> None:
        hits: object = None
        try:
            hits = check(*arguments)
            for each in several(hits):
                hit = vetted(rule, each)
                self.found.append((rule, bare(self._with_case(rule, hit, world) if self._cases else hit)))
        except (UserError, KeyboardInterrupt):
            raise
        except BaseException as error:  # a rule that calls sys.exit() has failed like any other
            self.crashed = True
            own = self._catalog.rules.get(CRASHED)
            if own is not None:
                where = "rule.toml" if check is check_rows else self._place(rule, error, hits)
                if isinstance(error, Flaw) and error.place is not None:
                    where = f"rule.toml:{self._catalog.line_of_text(rule, *error.place)}"
                reason = error.reason if isinstance(error, Flaw) else f"{type(error).__name__}: {error}"
                span = _place_of(subject)
                self.found.append((own, Hit(span, params={"rule": rule.code, "reason": reason, "where": where})))

    def _with_case(self, rule: Rule, hit: Hit, world: World) -> Hit:
        """A hit with what a device has to know of it, where the rule has a probe."""
        probe = self._catalog.probe(rule)
        if probe is None:
            return hit
        from mslint.rulekit.cases import case_of

        return replace(hit, case=case_of(rule, hit, world, probe))

    def _place(self, rule: Rule, error: BaseException, hits: object) -> str:
        """Checker and line that failed, or that yielded what cannot be reported; no line if none is known."""
        import traceback

        name = str(rule.checker_path)
        lines = [frame.lineno for frame in traceback.extract_tb(error.__traceback__) if frame.filename == name]
        yielding = getattr(hits, "gi_frame", None)  # of a generator that waits at its yield
        line = lines[-1] if lines else yielding.f_lineno if yielding is not None else None
        return f"{rule.checker_path.name}:{line}" if line else rule.checker_path.name


def _place_of(subject: Subject) -> Span:
    """Where a rule failed; the beginning of the file where even that cannot be told."""
    try:
        return subject.span if subject is not None else Span(1, 1, 1, 1)
    except RecursionError:
        return Span(1, 1, 1, 1)


def _gathered(rendered: Sequence[Rendered]) -> List[Finding]:
    """The findings in order, each once; those of one rule and group as the first one, with the others as related.

    Of what several programs say of one place in the same words, the first stands."""
    said: Dict[Tuple[object, ...], Finding] = {}
    for finding, group in rendered:
        if group is None:
            said.setdefault((finding.code, finding.span, finding.message), finding)
    single = set(said.values())
    groups: Dict[Tuple[str, object], List[Finding]] = {}
    for finding, group in rendered:
        if group is not None:
            groups.setdefault((finding.code, group), []).append(finding)
    for members in groups.values():
        ordered = sorted(set(members), key=lambda finding: finding.sort_key)
        single.add(replace(together(ordered), fix=_joined(ordered)))
    return sorted(single, key=lambda finding: finding.sort_key)


def _joined(members: Sequence[Finding]) -> Optional[Fix]:
    """One fix for several places, as far as each has one, they are of one safety, and none is in the way of another."""
    first: Optional[Fix] = None
    edits: List[Edit] = []
    for fix in (member.fix for member in members):
        if fix is None or (first is not None and fix.safety != first.safety):
            continue
        first = first or fix
        last = edits[-1].span if edits else Span(0, 0, 0, 0)
        start = fix.edits[0].span
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
    """Leave out what another rule says of the same call with no less weight; the units declare who yields."""
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
            and (hit.about is None or theirs.about in (None, hit.about))
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
                reason = f"{type(error).__name__}: {error}"
                told = Hit(hit.span, params={"rule": rule.code, "reason": reason, "where": rule.checker_path.name})
                rendered.append((_render(own, told, checked.source, checked.settings), None))
    return rendered, crashed


def _render(rule: Rule, hit: Hit, source: Source, settings: Settings) -> Finding:
    """A hit in the words of the rule and in the user's language."""
    message, why, how = in_words(rule, hit, settings.lang)
    fix = None
    if hit.fix is not None:
        from mslint.rulekit.mending import fix_of

        fix = fix_of(hit.fix, source, settings.lang)
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
            Related(note.path or source.path, note.span, getattr(note.message, settings.lang)) for note in hit.related
        ),
        fix=fix,
        case=hit.case,
    )


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
    findings = _gathered([each for each in rendered if each[0] not in gone])
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
    from mslint.source.suppress import removal

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
