"""What a checker returns: where, in which of the rule's words, and about which call."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Dict, Mapping, NamedTuple, Optional, Sequence, Tuple

from mslint.model import Case, Severity, Span, Unused
from mslint.rulekit.bilingual import Words as Words  # others take it from here too
from mslint.rulekit.fixes import Proposal
from mslint.seen import Where
from mslint.words import LANGUAGES, say

if TYPE_CHECKING:
    from mslint.facts.calls import CallSite
    from mslint.facts.methods import Method
    from mslint.program.events import Event
    from mslint.program.graphs import Mode


class Note(NamedTuple):
    """Another place that a hit speaks of; without a path, in the same file."""

    span: Span
    message: Words
    path: str = ""


_GRAPHS = {
    "mode": Words("graph mode is set here", "在此设置为图模式"),
    "jit": Words("jit makes a graph of it here", "在此由 jit 编译为计算图"),
    "export": Words("export makes a graph of it here", "在此导出为计算图"),
}


@dataclass(frozen=True)
class Hit:
    """One firing of a rule. `subject` is what two rules must share to speak of one cause."""

    span: Span
    variant: str = ""
    params: Mapping[str, object] = field(default_factory=dict)
    severity: Optional[Severity] = None
    sure: bool = True
    subject: Optional[object] = None
    related: Tuple[Note, ...] = ()
    about: Optional[str] = None  # the argument that the cause lies in; two hits about different ones have two causes
    # Hits of a rule with equal groups become one finding with the others as related; those with their own span for a
    # group, the gravest of them: each program has its own words for one place.
    group: Optional[object] = None
    path: str = ""  # the file, where that is not the one that is checked: of rules that look at programs
    origin: Optional[object] = field(default=None, compare=False, repr=False)  # the call or event that it speaks of
    case: Optional[Case] = field(default=None, compare=False, repr=False)  # for a device to look at
    fix: Optional[Proposal] = None  # in the file of the hit
    remark: str = ""  # the name that it is about, where it asks for nothing: it is told in a line at the end only
    unused: Tuple[Unused, ...] = ()  # why nothing in its module reaches the place: any one of these is reason enough
    at: Optional[Where] = field(default=None, compare=False, repr=False)  # the call that the rule was asked about
    unless_set: str = ""  # the name that is missed: void where a module that the file imports sets one of this name
    unless_defined: str = ""  # the method: void where another file of the project defines one of this name


def bare(hit: Hit, at: Optional[Where] = None) -> Hit:
    """A hit without what it speaks of, which holds all facts of a file: fit to be kept, or sent to another process."""
    return replace(hit, origin=None, at=at)


def at_call(
    call: CallSite,
    variant: str = "",
    severity: Optional[Severity] = None,
    sure: bool = True,
    about: Optional[str] = None,
    group: Optional[object] = None,
    fix: Optional[Proposal] = None,
    unless_defined: str = "",
    **params: object,
) -> Hit:
    """A hit that speaks of a call; `{api}` is always filled in, and `{mint}` where it is about an argument."""
    named: Dict[str, object] = {"api": call.short}
    if about is not None:
        named["mint"] = _mint(call, about)
    named.update(params)
    sure = call.sure and sure
    hit = Hit(call.span, variant, named, severity, sure, call.span, (), about, group, "", call, fix=fix)
    return replace(hit, unless_defined=unless_defined) if unless_defined else hit


def at_method(method: Method, /, variant: str = "", group: Optional[object] = None, **params: object) -> Hit:
    """A hit that speaks of the call of a method that its receiver does not have: void where somebody brings it."""
    likely = method.name if method.guessed else ""
    return Hit(
        method.span,
        variant,
        params,
        sure=not method.guessed,
        subject=method.subject,
        group=group,
        unless_set=method.name,
        unless_defined=likely,
    )


def at_event(
    event: Event,
    variant: str = "",
    severity: Optional[Severity] = None,
    sure: bool = True,
    about: Optional[str] = None,
    group: Optional[object] = None,
    related: Sequence[Note] = (),
    fix: Optional[Proposal] = None,
    **params: object,
) -> Hit:
    """A hit that speaks of a call that was met in a program; `{api}` is always filled in."""
    words: Dict[str, object] = {"api": event.short, **params}
    notes = tuple(related)
    return Hit(event.span, variant, words, severity, sure, event.span, notes, about, group, event.path, event, fix=fix)


def where_written(hit: Hit, event: Event, argument: str, en: str, zh: str) -> Hit:
    """The same hit where the value of an argument is written, if that is at the call of a function that hands it on.

    The call itself becomes a related place, of which `en` and `zh` say what it is."""
    from mslint.program.pipelines import written

    place = written(event, argument)
    if (place.path, place.span) == (event.path, event.span):
        return hit
    related = (*hit.related, note(event, en, zh))
    # What a fix says of the call it does not say of the place where the value is written.
    return replace(hit, span=place.span, subject=place.span, related=related, path=place.path, fix=None)


def note(event: Event, en: str, zh: str) -> Note:
    """Another call that a hit speaks of, and what is to be said of it."""
    return Note(event.span, Words(en, zh), event.path)


def graph_note(mode: Mode) -> Tuple[Note, ...]:
    """The place that makes a graph of something, if there is one, and what it does."""
    return (Note(mode.span, _GRAPHS[mode.reason], mode.path),) if mode.span is not None else ()


def _mint(call: CallSite, argument: str) -> Words:
    """One more sentence where mindspore.mint has PyTorch's default of an argument; else nothing."""
    row = call.mint(argument)
    if row is None:
        return Words("", "")
    key = "mint-has" if row.on_cpu(call.version) else "mint-has-on-ascend"
    en, zh = (say(lang, key, name=row.mint.partition(".")[2]) for lang in LANGUAGES)
    return Words(f" {en}", zh)
