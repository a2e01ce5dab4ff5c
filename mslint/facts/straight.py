"""The layers of a cell in the order in which construct applies them, where that is a straight line; judges nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING, Dict, List, Optional, Tuple

from mslint.facts.calls import CallSite
from mslint.facts.collect import dotted

if TYPE_CHECKING:
    from mslint.facts.module import Facts

Corner = Tuple[int, int]


def applied_in_order(call: CallSite, facts: Facts) -> Optional[List[CallSite]]:
    """The calls that built what construct applies one after the other, in the cell whose __init__ makes this call.

    None where construct decides, loops, or applies what cannot be seen."""
    cls = call.function.cls if call.function is not None else None
    construct = facts.method(cls, "construct") if cls is not None else None
    if call.function is None or cls is None or construct is None:
        return None
    built = [site for site in facts.calls if site.function is call.function]
    kept = _kept(built, facts)
    found: List[CallSite] = []
    for raw in sorted(facts.calls_in.get(construct, ()), key=lambda raw: _corner(facts, raw.node)):
        name = dotted(raw.node.func) or ""
        if raw.place.guards or raw.place.loops:
            return None
        owner, _, attribute = name.partition(".")
        if owner != construct.receiver or "." in attribute:
            continue
        holder = kept.get(f"{call.function.receiver}.{attribute}")
        if holder is None:
            return None
        found += sorted((each for each in built if _within(each, holder)), key=lambda site: _start(site))
    return found


def _kept(built: List[CallSite], facts: Facts) -> Dict[str, CallSite]:
    """What built each attribute that is set once."""
    kept: Dict[str, CallSite] = {}
    for site in built:
        for name in facts.results.targets_of(site):
            if name in kept:
                return {}
            kept[name] = site
    return kept


def _start(site: CallSite) -> Corner:
    return site.span.line, site.span.column


def _within(site: CallSite, holder: CallSite) -> bool:
    inner, outer = site.span, holder.span
    begins = (outer.line, outer.column) <= (inner.line, inner.column)
    return begins and (inner.end_line, inner.end_column) <= (outer.end_line, outer.end_column)


def _corner(facts: Facts, node: object) -> Corner:
    span = facts.span(node)  # type: ignore[arg-type]
    return span.end_line, span.end_column
