"""Parameters of one name: replaced in a part of a network, an error or a loss in the network itself."""

from typing import Dict, Iterator, List

from mslint.rulekit import Event, Obj, Program, at_event, networks, note

PARAMETER, TUPLE = "mindspore.Parameter", "mindspore.ParameterTuple"


def check_program(program: Program):
    if not program.mentions("Parameter"):
        return
    seen = set()
    groups = [("", list(_parameters(network.obj))) for network in networks(program)]
    for event in program.calls(TUPLE):
        items = event.given[0].value.items() if event.given else None
        groups.append(("tuple", [obj.made for item in items or () for obj in item.objects() if obj.api == PARAMETER]))
    for variant, group in groups:
        for name, (first, second, *_) in _twice(group).items():
            key = (second.path, second.span)
            if key not in seen:
                seen.add(key)
                there = note(first, "the first parameter of this name", "第一个同名参数")
                yield at_event(second, variant, about="name", related=[there], name=name)


def _parameters(network: Obj) -> Iterator[Event]:
    """The parameters that are attributes of the network; those of its parts are renamed after their attributes."""
    for value in network.attrs.values():
        if value.known and len(value.atoms) == 1:
            yield from (obj.made for obj in value.objects() if obj.api == PARAMETER and obj.made is not None)


def _twice(group: List[Event]) -> Dict[str, List[Event]]:
    """The names that two different calls certainly give, with these calls."""
    named: Dict[str, List[Event]] = {}
    for made in group:
        given = made.get("name") if made is not None else None
        if (
            given is not None
            and given.sure
            and given.text
            and all(made is not other for other in named.get(given.text, ()))
        ):
            named.setdefault(given.text, []).append(made)
    return {
        name: found
        for name, found in named.items()
        if len(found) > 1 and not any(found[0].parallel(e) for e in found[1:])
    }
