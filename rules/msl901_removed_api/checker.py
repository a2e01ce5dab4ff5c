"""Names and keywords that earlier versions had; the tables say which, and what came after them."""

import difflib

from mslint.rulekit import (
    REMOVED,
    CallSite,
    Facts,
    Hit,
    Reference,
    Words,
    asked_for,
    at_call,
    missing,
    missing_argument,
    short,
)

# What the first arguments of functions are called since 2.0.
PLAIN = ("input", "other", "tensors", "target")


def check_reference(reference: Reference, facts: Facts):
    found = missing(reference, facts)
    if found is None or found.kind != REMOVED or reference.guarded:
        return
    params = {"version": facts.version_text, "name": short(found.name)}
    variant, more = _successor(found.replacement)
    name = found.name.rpartition(".")[2]
    yield Hit(reference.span, variant, {**params, **more}, group=found.name, unless_set=name)


def check_call(call: CallSite, facts: Facts):
    for keyword in call.unknown_keywords:
        found = missing_argument(call, keyword, facts)
        if found is None or found.kind != REMOVED or call.version_guarded or call.may_fail or asked_for(call, keyword):
            continue
        use = _renamed(keyword, found)
        variant = "argument_replaced" if use else "argument"
        yield at_call(call, variant, group=(call.name, keyword), version=facts.version_text, name=keyword, use=use)


def _renamed(keyword: str, found) -> str:
    """The new name of an argument, where it is certainly the same one: alike, or what became `input`."""
    names = found.replacement.use if found.replacement is not None else ()
    if len(names) != 1:
        return ""
    alike = difflib.SequenceMatcher(None, keyword, names[0]).ratio() >= 0.7
    return names[0] if alike or names[0] in PLAIN else ""


def _successor(replacement):
    if replacement is None or not replacement.use:
        return "", {}
    use = " / ".join(short(name) for name in replacement.use)
    if replacement.text:
        return "explained", {"use": use, "explanation": Words(replacement.text["en"], replacement.text["zh"])}
    return "replaced", {"use": use}
