"""Names and keywords that later versions have and the target does not."""

from mslint.rulekit import (
    NEWER,
    CallSite,
    Facts,
    Hit,
    Method,
    Reference,
    asked_for,
    at_call,
    at_method,
    format_version,
    missing,
    missing_argument,
    short,
)


def check_reference(reference: Reference, facts: Facts):
    found = missing(reference, facts)
    if found is not None and found.kind == NEWER and not reference.guarded:
        params = {"version": facts.version_text, "name": short(found.name), "since": format_version(found.version)}
        yield Hit(reference.span, params=params, group=found.name, unless_set=found.name.rpartition(".")[2])


def check_method(method: Method, facts: Facts):
    if method.kind == NEWER and not method.guarded:
        name, since = f"{method.owner}.{method.name}", format_version(method.since)
        params = {"version": facts.version_text, "name": name, "since": since}
        params.update(kind=method.torch, method=method.name)
        yield at_method(method, group=name, **params)


def check_call(call: CallSite, facts: Facts):
    for keyword in call.unknown_keywords:
        found = missing_argument(call, keyword, facts)
        if found is None or found.kind != NEWER or call.version_guarded or call.may_fail or asked_for(call, keyword):
            continue
        params = {"version": facts.version_text, "name": keyword, "since": format_version(found.version)}
        yield at_call(call, "argument", about=keyword, group=(call.name, keyword), **params)
