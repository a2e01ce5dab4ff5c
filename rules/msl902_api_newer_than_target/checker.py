"""Names and keywords that later versions have and the target does not."""

from mslint.rulekit import (
    NEWER,
    CallSite,
    Facts,
    Hit,
    Reference,
    at_call,
    format_version,
    missing,
    missing_argument,
    short,
)


def check_reference(reference: Reference, facts: Facts):
    found = missing(reference, facts)
    if found is not None and found.kind == NEWER and not reference.guarded:
        params = {"version": facts.version_text, "name": short(found.name), "since": format_version(found.version)}
        yield Hit(reference.span, params=params, group=found.name)


def check_call(call: CallSite, facts: Facts):
    for keyword in call.unknown_keywords:
        found = missing_argument(call, keyword, facts)
        if found is None or found.kind != NEWER or call.version_guarded or call.may_fail:
            continue
        params = {"version": facts.version_text, "name": keyword, "since": format_version(found.version)}
        yield at_call(call, "argument", about=keyword, group=(call.name, keyword), **params)
