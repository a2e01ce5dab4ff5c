"""The pure middle: a source, settings and rules in, findings out. Reads no files, prints nothing, exits nowhere."""

from __future__ import annotations

import ast
from dataclasses import replace
from typing import TYPE_CHECKING, Callable, Container, Dict, List, NamedTuple, Optional, Protocol, Union

from mslint.api.tables import CELL
from mslint.concluding import Checked, Found, conclude, of_cells, quiet, refused, unreadable
from mslint.config import Settings
from mslint.dispatch import CRASHED, UNREADABLE, Dispatch, dispatch_for
from mslint.errors import NodeError, NoNode, UserError
from mslint.facts.calls import CallSite
from mslint.facts.cells import CellClass
from mslint.facts.methods import Method, methods
from mslint.facts.module import Facts
from mslint.facts.references import Reference, references
from mslint.model import FileResult, NamesElsewhere, Severity, Span
from mslint.rulekit.bilingual import Words
from mslint.rulekit.catalog import Catalog, line_in
from mslint.rulekit.generic import check_rows
from mslint.rulekit.hits import Hit, Note, bare
from mslint.rulekit.rule import Rule
from mslint.rulekit.vet import Flaw, several, vetted
from mslint.seen import SeenCalls, Where, together, wanted
from mslint.source.text import Source, Unreadable
from mslint.syntax.parse import parse
from mslint.words import LANGUAGES

if TYPE_CHECKING:  # what few files need is loaded for them
    from mslint.program.imports import Files, Places
    from mslint.program.program import Program
    from mslint.rulekit.cases import World
    from mslint.source.cells import Cells

# Of a file that is looked at alone (flake8, an editor) this many modules are followed.
OWN_MODULES = 40

Subject = Union[CallSite, CellClass, Method, Reference, None]


_MINDSPORE = ("mindspore",)
_HANDED_ON = Words("this call hands the value on", "该值由此处的调用传入")


class Again(NamedTuple):
    """A file that was looked at, and what programs have shown of its calls since."""

    before: Checked
    seen: SeenCalls


class Observer(Protocol):
    """Somebody who looks on while files and programs are checked, and takes away what they want to know."""

    def file(self, facts: Facts) -> None:
        """A file, after the rules have looked at it."""

    def program(self, program: Program) -> None:
        """A program, as long as it can be asked."""


def check_source(
    source: Source,
    settings: Settings,
    catalog: Catalog,
    *,
    noqa: bool = True,
    files: Optional[Files] = None,
    place: str = "",
    root: str = "/",
    top: Optional[str] = "",
    cases: bool = False,
    answers: bool = False,
) -> FileResult:
    """All findings of one source at every level. With `noqa` off, somebody else (flake8) sees to noqa comments; with
    `answers`, what only the checklist wants to know is told, too.

    The source is a program of its own, with what it imports from `files`, where there are any: `place` is where it lies
    among them, above `root` no module is looked for, and its project's files lie below `top`, if that is
    known; with None, nobody looks at these."""
    from mslint.program.imports import Beside, Places
    from mslint.program.program import programs
    from mslint.program.seen import seen_in

    try:
        checked = examine(source, settings, catalog, cases, answers=answers)
    except Unreadable as error:
        result = unreadable(source.path, error, settings, catalog)
        return result if source.cells is None else of_cells(result, {source.path: source.cells})
    place = place or f"/{source.path}"
    beside = Beside(files, place, checked.summary)
    version, words, defined = settings.target_version, checked.dispatch.interests, checked.dispatch.defined
    asked = {place: checked.asked}
    followed = programs(beside, {place: root}, catalog.tables, version, words, OWN_MODULES, defined, asked=asked)
    found: List[Found] = []
    shown: List[SeenCalls] = []
    for program in followed:
        shown += [calls for path, calls in seen_in(program) if path == source.path]
        found += check_program(program, checked, cases).get(source.path, ())
    seen = wanted(together(shown), checked.asked)
    if seen:
        checked = examine(source, settings, catalog, cases, answers=answers, again=Again(checked, seen))
    result = conclude(checked, found, noqa, brought(missed(checked), Places(beside), place, root, top))
    return result if source.cells is None else of_cells(result, {source.path: source.cells})


def examine(
    source: Source,
    settings: Settings,
    catalog: Catalog,
    cases: bool = False,
    observer: Optional[Observer] = None,
    answers: bool = False,
    again: Optional[Again] = None,
) -> Checked:
    """Ask every selected rule that looks at one file; raises Unreadable. `cases`: a device will be asked about them;
    `again`: it was looked at before, and only what is said of some calls may be another.

    Whoever looks on is the checklist."""
    parsed = parse(source)
    seen = again.seen if again is not None else ()
    facts = Facts(parsed, catalog.tables, settings.target_version, settings.source_framework, dict(seen))
    run = _Run(catalog, dispatch_for(catalog, settings, source.path, answers or observer is not None), cases)
    if again is not None:
        run.go_again(facts, again)
    else:
        run.go(facts)
    if parsed.module is not None:
        _say_what_is_unreached(run, facts, parsed.module)
    if again is None:
        run.refuse(source.cells)
    plain, asked = not facts.verbatim, tuple(facts.asked.items())
    if observer is not None:
        observer.file(facts)
    else:
        facts.release()
    checked = Checked(source.path, lambda: source, settings, catalog, run.dispatch, run.found, run.crashed)
    checked.size = len(source.text)
    checked.plain = plain and (again is None or again.before.plain)
    checked.asked = asked if again is None else again.before.asked
    checked.quiet = quiet(source.text)
    checked.cells = replace(source.cells, refused=()) if source.cells is not None else None
    followed = run.dispatch.by_program or asked or any(missed(checked))
    if again is None and followed and parsed.module is not None:
        from mslint.program.summary import summarize

        checked.summary = summarize(source, parsed.module)
    return checked


def bystander(source: Source, settings: Settings, catalog: Catalog) -> Checked:
    """A file that says nothing of MindSpore: only programs have something to tell of it."""
    return Checked(source.path, lambda: source, settings, catalog, dispatch_for(catalog, settings, source.path))


def check_program(program: Program, entry: Checked, cases: bool = False) -> Dict[str, List[Found]]:
    """What the rules that look at programs find in one, by the file that it is found in; `entry` is its script."""
    run = _Run(entry.catalog, entry.dispatch, cases)
    if not program.concerns(_MINDSPORE):
        return {}
    for rule in run.dispatch.by_program:
        if program.concerns(rule.program):
            run.ask(rule, "check_program", None, program)
    found: Dict[str, List[Found]] = {}
    for rule, hit in run.found:
        found.setdefault(hit.path or program.path, []).append((rule, hit))
    return found


def missed(checked: Checked) -> NamesElsewhere:
    """The names of which it matters to what was found in a file what other files do with them."""
    patched = frozenset(hit.unless_set for _, hit in checked.found if hit.unless_set)
    unused = [each for _, hit in checked.found for each in hit.unused]
    used = frozenset(name for each in unused for name in each.used)
    defined = frozenset(hit.unless_defined for _, hit in checked.found if hit.unless_defined)
    return NamesElsewhere(patched, used, frozenset(word for each in unused for word in each.unless), defined)


def brought(wanted: NamesElsewhere, places: Places, place: str, root: str, top: Optional[str]) -> NamesElsewhere:
    """Those of these names that other files set on MindSpore's, mention or define."""
    if not any(wanted):
        return wanted
    from mslint.program.mentions import used_in_project
    from mslint.program.patching import set_by_imports

    patched = set_by_imports(places, place, root, OWN_MODULES, wanted.patched) if wanted.patched else wanted.patched
    return used_in_project(places.files, place, top, wanted)._replace(patched=patched)


def _say_what_is_unreached(run: _Run, facts: Facts, tree: ast.Module) -> None:
    """Note of what counts as more than an information why nothing in its module reaches it, if that is so."""
    grave = any((hit.severity or rule.severity) > Severity.INFO for rule, hit in run.found[run.known :])
    if not grave or facts.is_test:
        return
    from mslint.facts.unreached import unreached_in
    from mslint.program.summary import is_entry

    unreached = unreached_in(facts, tree, is_entry(facts.source.text, tree))
    kept = {call.span: call for call in facts.calls if facts.tables.is_a(call.api, CELL)}
    for index, (rule, hit) in enumerate(run.found):
        severity = hit.severity or rule.severity
        if severity == Severity.INFO or index < run.known:
            continue
        reasons = list(unreached.why(hit.span.line))
        # A call that raises does so though nobody uses the layer.
        layer = kept.get(hit.span) if severity == Severity.WARNING else None
        if layer is not None and _never_applied(layer, facts):
            reasons += unreached.never_read(
                [name.rpartition(".")[2] for name in facts.results.targets_of(layer)], hit.span
            )
        if reasons:
            run.found[index] = rule, replace(hit, unused=tuple(reasons))


def _never_applied(layer: CallSite, facts: Facts) -> bool:
    """Whether a cell with a construct keeps a layer under a name that nothing in the module reads."""
    cls = layer.function.cls if layer.function is not None else None
    return cls is not None and facts.method(cls, "construct") is not None and facts.results.left_alone(layer)


class _Run:
    """Asks every selected rule about one module or program; a rule that fails costs only itself."""

    def __init__(self, catalog: Catalog, dispatch: Dispatch, cases: bool = False) -> None:
        self.dispatch = dispatch
        self._cases = cases
        self._catalog = catalog
        self.found: List[Found] = []
        self.known = 0  # so many of them were found before
        self.crashed = False

    def go_again(self, facts: Facts, again: Again) -> None:
        """Ask about those calls of which programs show more than the module says; the rest is as it was."""
        self.crashed = again.before.crashed
        places = dict(again.seen)
        self.found = [each for each in again.before.found if each[1].at not in places]
        self.known = len(self.found)
        for call in facts.calls:
            if call.name and facts.where_of(call.raw.node) in places:
                self._every_way(call, facts)
        self._methods(facts, places)
        self._discarded(facts, places)

    def go(self, facts: Facts) -> None:
        dispatch = self.dispatch
        for call in facts.tensor_calls(dispatch.tensor_methods):
            self._call(call, facts)
        for call in facts.calls:
            if call.name:
                self._every_way(call, facts)
        for reference in references(facts) if dispatch.by_reference else ():
            for rule in dispatch.by_reference:
                self.ask(rule, "check_reference", reference, facts)
        self._methods(facts)
        self._discarded(facts)
        for cls in facts.classes if dispatch.by_class else ():
            cell = CellClass(facts, cls)
            for rule in dispatch.by_class:
                self.ask(rule, "check_class", cell, facts)
        for rule in dispatch.by_file:
            self.ask(rule, "check_file", None, facts)

    def _methods(self, facts: Facts, places: Optional[Container[Where]] = None) -> None:
        """Ask about the methods that their receivers do not have, or about those of them at some places."""
        for method in methods(facts) if self.dispatch.by_method else ():
            if places is None or method.where in places:
                for rule in self.dispatch.by_method:
                    self.ask(rule, "check_method", method, facts)

    def _discarded(self, facts: Facts, places: Optional[Container[Where]] = None) -> None:
        """Ask about the calls whose result nobody takes, or about those of them at some places."""
        for call in facts.discarded_calls() if self.dispatch.by_discarded else ():
            if places is None or call.where in places:
                for rule in self.dispatch.by_discarded:
                    self.ask(rule, "check_discarded", call, facts)

    def _every_way(self, call: CallSite, facts: Facts) -> None:
        """Ask about a call in each of the ways in which programs come to it; of one argument a rule speaks once."""
        ways = call.ways
        if len(ways) == 1:  # as nearly always
            self._call(ways[0], facts)
            return
        said: Dict[object, int] = {}  # what was said on earlier ways, and where it stands
        for each in ways:
            before = len(self.found)
            self._call(each, facts)
            new, self.found[before:] = self.found[before:], []
            for rule, hit in new:
                at = said.get((rule.code, hit.span, hit.about))
                if at is None:
                    self.found.append((rule, hit))
                elif (hit.severity or rule.severity) > (self.found[at][1].severity or rule.severity):
                    self.found[at] = (rule, hit)
            for at, (rule, hit) in enumerate(self.found[before:], before):
                said.setdefault((rule.code, hit.span, hit.about), at)

    def _call(self, call: CallSite, facts: Facts) -> None:
        self._by_name(call, facts)
        for rule in self.dispatch.by_role.get(call.role, ()) if call.role is not None else ():
            self.ask(rule, "check_call", call, facts)
        for rule in self.dispatch.by_api if call.api is not None else ():
            self.ask(rule, "check_call", call, facts)

    def refuse(self, cells: Optional[Cells]) -> None:
        """Say of a notebook which of its cells were left out, and why."""
        rule = next((rule for rule in self.dispatch.rules if rule.code == UNREADABLE), None)
        if cells is not None and rule is not None:
            self.found += [(rule, refused(error, "cell")) for error in cells.refused]

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
                at = subject.where if isinstance(subject, (CallSite, Method)) and isinstance(world, Facts) else None
                by = subject.led_to_by if isinstance(subject, CallSite) else None
                if by is not None:
                    hit = replace(hit, related=(*hit.related, Note(Span(*by[1]), _HANDED_ON, by[0])))
                self.found.append((rule, bare(self._with_case(rule, hit, world) if self._cases else hit, at)))
        except (UserError, KeyboardInterrupt):
            raise
        except NoNode:  # nothing is to be said of what nobody can look at
            return
        except BaseException as error:  # a rule that calls sys.exit() has failed like any other
            self.crashed = True
            own = self._catalog.rules.get(CRASHED)
            if own is not None:
                where = "rule.toml" if check is check_rows else self._place(rule, error, hits)
                if isinstance(error, Flaw) and error.place is not None:
                    where = self._catalog.place_of_text(rule, *error.place)
                reason: object = f"{type(error).__name__}: {error}"
                if isinstance(error, Flaw):
                    reason = error.reason
                elif isinstance(error, NodeError):
                    reason = Words(*(error.text(lang) for lang in LANGUAGES))
                span = _place_of(subject)
                self.found.append((own, Hit(span, params={"rule": rule.code, "reason": reason, "where": where})))

    def _with_case(self, rule: Rule, hit: Hit, world: World) -> Hit:
        """A hit with what a device has to know of it, where the rule has a probe."""
        probe = self._catalog.probe(rule)
        if probe is None or (probe.variants and hit.variant not in probe.variants):
            return hit
        from mslint.rulekit.cases import case_of

        return replace(hit, case=case_of(rule, hit, world, probe))

    def _place(self, rule: Rule, error: BaseException, hits: object) -> str:
        """Checker and line that failed, or that yielded what cannot be reported; no line if none is known."""
        yielding = getattr(hits, "gi_frame", None)  # of a generator that waits at its yield
        line = line_in(rule.checker_path, error) or (yielding.f_lineno if yielding is not None else None)
        return f"{rule.checker_path.name}:{line}" if line else rule.checker_path.name


def _place_of(subject: Subject) -> Span:
    """Where a rule failed; the beginning of the file where even that cannot be told."""
    try:
        return subject.span if subject is not None else Span(1, 1, 1, 1)
    except RecursionError:
        return Span(1, 1, 1, 1)
