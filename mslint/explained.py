"""What is known at one place of a file, and which rules looked there: gathered while its project is checked."""

from __future__ import annotations

from typing import Dict, List, NamedTuple, Optional, Sequence, Set, Tuple

from mslint.api.tables import is_mindspore
from mslint.concluding import Checked
from mslint.dispatch import Dispatch, runs
from mslint.facts.calls import Argument, CallSite
from mslint.facts.kinds import Items, Kind
from mslint.facts.methods import methods
from mslint.facts.module import Facts
from mslint.facts.scopes import Place
from mslint.facts.values import Value
from mslint.model import Finding, Span
from mslint.program.program import Program
from mslint.program.seen import seen_in
from mslint.rulekit.generic import check_rows
from mslint.rulekit.rule import ALL, Rule
from mslint.rulekit.vet import several
from mslint.seen import SeenCalls, together
from mslint.source.text import Source
from mslint.syntax import nodes
from mslint.syntax.parse import parse

MAX_OPTIONS = 8  # values or parts that are written out

# What became of a rule at a call, and why one is not asked: it does not hold for the target version.
FOUND, SILENT, OFF = "found", "silent", "off"
NOT_HERE = "not-here"


class Thing(NamedTuple):
    """An expression with what is known of it; empty texts where that is nothing."""

    span: Span
    code: str
    name: str  # what it stands for
    kind: str  # the class of its value
    value: str
    sure: bool


class Given(NamedTuple):
    """An argument of a call."""

    name: str
    code: str
    value: str  # empty where it is not known
    sure: bool
    by: Tuple[Tuple[str, int], ...]  # the calls in other places that hand it on: path and line


class Look(NamedTuple):
    """What a rule did with a call: `asked` are the arguments that it wanted, `met` what keeps rules silent."""

    code: str
    slug: str
    outcome: str
    asked: Tuple[str, ...] = ()
    unknown: Tuple[str, ...] = ()
    met: Tuple[str, ...] = ()


class Told(NamedTuple):
    """A call of an API."""

    span: Span
    code: str
    name: str
    sure: bool
    gives: str  # the class of its result
    given: Tuple[Given, ...]
    looks: Tuple[Look, ...]


class Watching:
    """Looks on while a project is checked, and keeps what programs show of one file; an observer of the engine."""

    def __init__(self, path: str, line: int) -> None:
        self._path = path
        self._line = line
        self.scripts: List[str] = []
        self.alone = False
        self._seen: List[SeenCalls] = []

    def file(self, facts: Facts) -> None:
        """Nothing: the file is looked at again, with what programs show of it."""

    def program(self, program: Program) -> None:
        here = [each for each in program.events if each.path == self._path and _covers(each.span, self._line)]
        if any(not each.alone for each in here) and program.entry:
            self.scripts.append(program.path)
        self.alone = self.alone or any(each.alone for each in here)
        self._seen += [calls for path, calls in seen_in(program) if path == self._path]

    @property
    def seen(self) -> SeenCalls:
        return together(self._seen)


class _Watched(CallSite):
    """A call that remembers what it was asked."""

    asked: Dict[str, Optional[Argument]]
    met: Set[str]

    def get(self, *names: str) -> Optional[Argument]:
        found = super().get(*names)
        self.asked[names[0]] = found
        return found

    def missing(self, name: str) -> bool:
        self.asked.setdefault(name, super().get(name))
        return super().missing(name)

    @property
    def version_guarded(self) -> bool:
        return self._note("version", super().version_guarded)

    @property
    def type_guarded(self) -> bool:
        return self._note("type", super().type_guarded)

    @property
    def may_fail(self) -> bool:
        return self._note("caught", super().may_fail)

    @property
    def expects_error(self) -> bool:
        return self._note("expected", super().expects_error)

    @property
    def sure(self) -> bool:
        return not self._note("likely", not super().sure)

    def _note(self, what: str, so: bool) -> bool:
        if so:
            self.met.add(what)
        return so


class Explaining:
    """Looks at one place of a file once more, with what programs have shown of it."""

    def __init__(self, file: Checked, source: Source, watching: Watching) -> None:
        self._file = file
        self._watching = watching
        settings, tables = file.settings, file.catalog.tables
        seen = dict(watching.seen)
        self._facts = Facts(parse(source), tables, settings.target_version, settings.source_framework, seen)
        self._rules = Dispatch([rule for rule in file.catalog.rules.values() if rule.answers != ALL])

    def at(self, line: int, column: Optional[int]) -> Tuple[Tuple[Thing, ...], Tuple[Told, ...]]:
        """The expressions and calls of a line; with a column, those around it, the innermost last."""
        facts = self._facts
        calls = [*facts.calls, *facts.tensor_calls(self._rules.tensor_methods)]
        here = [call for call in calls if is_mindspore(call.name) and _covers(call.span, line)]
        if column is not None:
            here = [call for call in here if _holds(call.span, line, column)]
        elif any(call.span.line == line for call in here):
            here = [call for call in here if call.span.line == line]
        things = [thing for thing in self._things(line) if column is None or _holds(thing.span, line, column)]
        return tuple(things), tuple(self._told(call) for call in sorted(here, key=lambda call: call.span))

    def _things(self, line: int) -> List[Thing]:
        """What stands on a line and has a value or a kind: what is assigned, called upon or handed to a call."""
        facts = self._facts
        every: List[Tuple[nodes.Expression, Place, int]] = [
            (each.value, each.place, each.order)
            for each in facts.assignments
            if each.value is not None and _covers(facts.span(each.value), line)
        ]
        for raw in facts.raw_calls:
            if _covers(facts.span(raw.node), line):
                parts = [arg.value for arg in raw.node.args]
                func = raw.node.func
                parts += [func.value] if isinstance(func, nodes.Attribute) and not self._is_module(func.value) else []
                every += [(part, raw.place, raw.order) for part in parts]
        found: Dict[Span, Thing] = {}
        for node, place, order in every:
            span = facts.span(node)
            if span.line == line and span not in found:
                thing = self._thing(node, place, order, span)
                if (thing.kind or thing.value or thing.name) and thing.code != thing.value:
                    found[span] = thing
        for method in methods(facts):
            if method.span.line == line:  # also what is only likely
                span = facts.span(method.receiver)
                found[span] = Thing(span, facts.code(method.receiver), "", method.owner, "", not method.guessed)
        once = {(each.code, each[2:]): each for each in (found[span] for span in sorted(found, reverse=True))}
        return sorted(once.values())

    def _is_module(self, node: nodes.Expression) -> bool:
        return isinstance(node, nodes.Name) and node.value in self._facts.imported_names

    def _thing(self, node: nodes.Expression, place: Place, order: int, span: Span) -> Thing:
        facts = self._facts
        value = facts.values.evaluate(node, place, order)
        ref = facts.names.resolve(node, place, order) if isinstance(node, (nodes.Name, nodes.Attribute)) else None
        name = ref.name or "" if ref is not None and not ref.instance else ""
        name = "" if name.startswith("builtins.") else name
        sure = (value.sure or not value.known) and (ref is None or ref.sure)
        kind = described(facts.instances.kind(node, place, order))
        return Thing(span, facts.code(node), name, kind, written(value), sure)

    def _told(self, call: CallSite) -> Told:
        ways = [_Watched(self._facts, call.raw, call.ref, call.partial, each.way) for each in call.ways]
        rules = [*self._rules.by_name.get(call.name, ()), *self._rules.by_role.get(call.role or "", ())]
        each_once = {rule.code: rule for rule in (*rules, *self._rules.by_api)}
        looks = tuple(self._look(rule, ways) for rule in each_once.values())
        kind = self._facts.instances.kind(call.raw.node, call.place, call.order)
        given = tuple(_given(name, ways) for name in dict.fromkeys(name for way in ways for name in way.arguments))
        return Told(call.span, self._facts.code(call.raw.node), call.name, call.sure, described(kind), given, looks)

    def _look(self, rule: Rule, ways: Sequence[_Watched]) -> Look:
        """Ask a rule again, and see what it wants to know."""
        settings = self._file.settings
        if not runs(rule, settings, self._file.path):
            held = rule.holds_for(settings.target_version)
            return Look(rule.code, rule.slug, OFF, met=() if held else (NOT_HERE,))
        asked: Dict[str, Optional[Argument]] = {}
        met: Set[str] = set()
        found = False
        for way in ways:
            way.asked, way.met = {}, set()
            found = self._speaks(rule, way) or found
            asked.update(way.asked)
            met |= way.met
        unknown = tuple(name for name, each in asked.items() if each is not None and not each.value.known)
        return Look(rule.code, rule.slug, FOUND if found else SILENT, tuple(asked), unknown, tuple(sorted(met)))

    def _speaks(self, rule: Rule, call: CallSite) -> bool:
        """Whether a rule has something to say of a call; one that fails has not."""
        try:
            if rule.rows and any(True for _ in check_rows(rule.rows, call, rule.severity)):
                return True
            check = self._file.catalog.checker(rule, "check_call") if "check_call" in rule.entries else None
            return check is not None and any(True for _ in several(check(call, self._facts)))
        except (Exception, SystemExit):  # of which the run itself has told
            return False


def _given(name: str, ways: Sequence[_Watched]) -> Given:
    """What a call is given for a parameter, in whatever way it is come to."""
    arguments = [(way, way.arguments[name]) for way in ways if name in way.arguments]
    values = [argument.value for _, argument in arguments]
    by = {(way.way.by[0], way.way.by[1][0]) for way, _ in arguments if way.way is not None and way.way.by is not None}
    known = all(value.known for value in values)
    options = [option for value in values for option in value.options] if known else []
    sure = all(value.sure for value in values)
    written_out = all(argument.literal for _, argument in arguments)
    return Given(
        name, arguments[0][1].text, written(Value(tuple(options))), sure, () if written_out else tuple(sorted(by))
    )


def described(kind: Optional[Kind]) -> str:
    """A kind in a word: `Tensor`, `[Tensor]` for several, `(Tensor, ?)` for parts; empty where nothing is known."""
    if isinstance(kind, Items):
        if kind.parts is not None:
            return f"({', '.join(described(part) or '?' for part in kind.parts[:MAX_OPTIONS])})"
        return f"[{described(kind.each) or '?'}]"
    if kind is None:
        return ""
    return kind.cls.name if kind.cls is not None else (kind.name or "").removeprefix("mindspore.")


def written(value: Value) -> str:
    """The constants that a value may be, as Python writes them; empty where it is not known."""
    texts = list(dict.fromkeys(map(repr, value.options)))
    more = ["..."] if len(texts) > MAX_OPTIONS else []
    return " | ".join([*texts[:MAX_OPTIONS], *more])


def _covers(span: Span, line: int) -> bool:
    return span.line <= line <= span.end_line


def _holds(span: Span, line: int, column: int) -> bool:
    return (span.line, span.column) <= (line, column) < (span.end_line, span.end_column)


def is_at(finding: Finding, path: str, line: int) -> bool:
    """Whether a finding, or one of the places that it stands for, is on a line."""
    own = finding.path == path and _covers(finding.span, line)
    return own or any(each.path == path and _covers(each.span, line) for each in finding.related)
