"""What is known at one place of a file, as text and as JSON."""

from __future__ import annotations

import json
from typing import Collection, Dict, Iterator, List, NamedTuple, Optional, Sequence, Tuple

from mslint.explained import FOUND, NOT_HERE, OFF, SILENT, Given, Look, Thing, Told
from mslint.model import Finding
from mslint.words import say

_STEP = "  "


class Place(NamedTuple):
    """A place and all that is to be told of it."""

    path: str
    line: int
    column: Optional[int]
    code: str  # the line
    things: Tuple[Thing, ...]
    calls: Tuple[Told, ...]
    scripts: Tuple[str, ...]  # whose programs come here
    alone: bool  # no script comes here, but the function was run by itself
    findings: Tuple[Finding, ...]
    suppressed: Tuple[Finding, ...]


def page(place: Place, lang: str) -> Iterator[str]:
    """The page for people."""
    yield f"{place.path}:{place.line}{_STEP}{place.code}"
    if not (place.things or place.calls or place.findings or place.suppressed):
        yield ""
        yield say(lang, "explain-nothing")
    told = {call.span for call in place.calls}
    things = [each for each in place.things if each.span not in told]
    if things:
        yield ""
        width = max(len(each.code) for each in things)
        for each in things:
            yield f"{each.code:{width}}{_STEP}{_known(each, lang)}"
    for call in place.calls:
        yield ""
        yield from _call(call, lang, {each.code for each in (*place.findings, *place.suppressed)})
    programs = list(_programs(place, lang))
    yield from ["", *programs] if programs else [""] if place.findings or place.suppressed else []
    yield from _findings(place, lang)


def _known(thing: Thing, lang: str) -> str:
    parts = [thing.name, thing.kind, thing.value]
    text = ", ".join(part for part in parts if part)
    return text if thing.sure else f"{text} ({say(lang, 'explain-default' if thing.value else 'likely')})"


def _call(call: Told, lang: str, shown: Collection[str]) -> Iterator[str]:
    likely = "" if call.sure else f" ({say(lang, 'likely')})"
    gives = f" -> {call.gives}" if call.gives else ""
    yield f"{call.code}"
    yield f"{_STEP}{call.name}{likely}{gives}"
    for given in call.given:
        yield f"{_STEP}{_argument(given, lang)}"
    plain = tuple(look.code for look in call.looks if look.outcome == SILENT and not (look.asked or look.met))
    for look in call.looks:
        if look.code not in plain:
            yields = look.outcome == FOUND and look.code not in shown
            text = say(lang, "explain-yields" if yields else f"explain-{look.outcome}") + _why(look, lang)
            yield _STEP + say(lang, "labelled", label=f"{look.code} {look.slug}", text=text)
    if plain:
        yield f"{_STEP}{say(lang, 'explain-plain', codes=plain)}"


def _argument(given: Given, lang: str) -> str:
    value = given.value or say(lang, "explain-unknown")
    if given.value == given.code:
        return f"{given.name} = {given.value}"
    text = f"{given.name} = {given.code}: {value}"
    if given.value and not given.sure:
        text += f" ({say(lang, 'explain-default')})"
    if given.by:
        text += f" ({say(lang, 'explain-by', places=tuple(f'{path}:{line}' for path, line in given.by))})"
    return text


def _why(look: Look, lang: str) -> str:
    """What a rule wanted to know, and what keeps it silent."""
    if look.outcome == FOUND:
        return ""
    if look.outcome == OFF:
        reason = say(lang, "explain-not-here" if NOT_HERE in look.met else "explain-not-selected")
        return say(lang, "explain-and") + reason
    parts = [say(lang, f"explain-met-{each}") for each in look.met]
    if look.unknown:
        parts.append(say(lang, "explain-not-known", names=look.unknown))
    asked = tuple(name for name in look.asked if name not in look.unknown)
    if asked:
        parts.append(say(lang, "explain-asked", names=asked))
    return "".join(say(lang, "explain-and") + part for part in parts)


def _programs(place: Place, lang: str) -> Iterator[str]:
    if not (place.calls or place.findings or place.suppressed):
        return
    if place.scripts:
        yield say(
            lang, "labelled", label=say(lang, "explain-scripts"), text=say(lang, "list-comma").join(place.scripts)
        )
    elif place.alone:
        yield say(lang, "explain-alone")
    elif place.calls:
        yield say(lang, "explain-no-script")


def _findings(place: Place, lang: str) -> Iterator[str]:
    for found in place.findings:
        yield say(lang, "labelled", label=f"{found.code} {say(lang, found.severity.label)}", text=found.message)
    for found in place.suppressed:
        yield say(lang, "labelled", label=f"{found.code} {say(lang, 'explain-silenced')}", text=found.message)


def document(place: Place) -> str:
    """The JSON document."""
    return json.dumps(
        {
            "version": 1,
            "path": place.path,
            "line": place.line,
            "column": place.column,
            "expressions": [_thing_object(each) for each in place.things],
            "calls": [_call_object(each) for each in place.calls],
            "scripts": list(place.scripts),
            "alone": place.alone,
            "findings": _finding_objects(place.findings),
            "suppressed": _finding_objects(place.suppressed),
        },
        indent=2,
    )


def _thing_object(thing: Thing) -> Dict[str, object]:
    return {
        "code": thing.code,
        "line": thing.span.line,
        "column": thing.span.column,
        "name": thing.name or None,
        "type": thing.kind or None,
        "value": thing.value or None,
        "certain": thing.sure,
    }


def _call_object(call: Told) -> Dict[str, object]:
    return {
        "code": call.code,
        "line": call.span.line,
        "column": call.span.column,
        "name": call.name,
        "certain": call.sure,
        "returns": call.gives or None,
        "arguments": [
            {
                "name": given.name,
                "code": given.code,
                "value": given.value or None,
                "certain": given.sure,
                "given_by": [{"path": path, "line": line} for path, line in given.by],
            }
            for given in call.given
        ],
        "rules": [
            {
                "code": look.code,
                "slug": look.slug,
                "outcome": look.outcome,
                "asked": list(look.asked),
                "unknown": list(look.unknown),
                "reasons": list(look.met),
            }
            for look in call.looks
        ],
    }


def _finding_objects(findings: Sequence[Finding]) -> List[Dict[str, object]]:
    return [
        {"code": found.code, "severity": found.severity.label, "line": found.span.line, "message": found.message}
        for found in findings
    ]
