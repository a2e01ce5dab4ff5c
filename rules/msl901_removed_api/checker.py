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
    rename_argument,
    rename_attribute,
    rename_import,
    safe,
    short,
    shown_only,
    taken_from,
    unsafe,
    writing,
)

# What the first arguments of functions are called since 2.0.
PLAIN = ("input", "other", "tensors", "target")
# What only got another name. Other successors are used in another way: what control_depend did as a statement, depend
# does only for whoever takes what it returns.
RENAMED = frozenset(
    {
        "mindspore.ms_class",
        "mindspore.ms_function",
        "mindspore.nn.Conv2d_Thor",
        "mindspore.nn.Dense_Thor",
        "mindspore.nn.Embedding_Thor",
        "mindspore.nn.GlobalBatchNorm",
        "mindspore.ops.neg_tensor",
        "mindspore.ops.pack",
        "mindspore.ops.random_shuffle",
        "mindspore.ops.reduce_prod",
    }
)


def check_reference(reference: Reference, facts: Facts):
    found = missing(reference, facts)
    if found is None or found.kind != REMOVED or reference.guarded:
        return
    params = {"version": facts.version_text, "name": short(found.name)}
    variant, more = _without(found, facts) or _successor(found.replacement)
    name = found.name.rpartition(".")[2]
    fix = _successor_in_place(reference, found, facts)
    yield Hit(reference.span, variant, {**params, **more}, group=found.name, fix=fix, unless_set=name)


def _successor_in_place(reference: Reference, found, facts: Facts):
    """The successor where the old name stands, if it is in the same module or is that module itself.

    Nobody can run both in one version any more, so that no fix here is a safe one."""
    names = found.replacement.use if found.replacement is not None else ()
    if len(names) != 1 or not facts.tables.exists(names[0], facts.version):
        return None
    if _lacking(names[0], reference.takes(found.name), facts):
        return None
    owner, _, old = found.name.rpartition(".")
    new_owner, _, new = names[0].rpartition(".")
    span, title = reference.span, writing(short(names[0]))
    if names[0] == owner:
        imported = rename_import(span, (owner, old), (new_owner, new))
        return unsafe(title, imported if reference.imported else rename_attribute(span, old, ""))
    if new_owner != owner or found.replacement.text:
        return None
    make = unsafe if found.name in RENAMED else shown_only
    there = reference.path.rpartition(".")[0]  # another module may give the same name
    imported = rename_import(span, (there, old), (there, new))
    return make(title, imported if reference.imported else rename_attribute(span, old, new))


def _lacking(successor: str, names, facts: Facts):
    """Those of these names that the successor of a module is known not to have."""
    return sorted(name for name in names if facts.tables.exists(f"{successor}.{name}", facts.version) is False)


def _without(found, facts: Facts):
    """The words for a module whose successor lacks something that the file takes from it."""
    names = found.replacement.use if found.replacement is not None else ()
    if len(names) != 1:
        return None
    lacking = _lacking(names[0], frozenset().union(*taken_from(facts, found.name)), facts)
    if not lacking:
        return None
    near = {name: difflib.get_close_matches(name, facts.tables.names(names[0]), n=1, cutoff=0.8) for name in lacking}
    instead = Words(
        ", ".join(f"{name} ({near[name][0]} comes closest)" if near[name] else name for name in lacking),
        "、".join(f"{name}（最接近的是 {near[name][0]}）" if near[name] else name for name in lacking),
    )
    absent = Words(", ".join(lacking), "、".join(lacking))
    return "without", {"use": short(names[0]), "absent": absent, "instead": instead}


def check_call(call: CallSite, facts: Facts):
    for keyword, argument in call.unknown_keywords.items():
        found = missing_argument(call, keyword, facts)
        if found is None or found.kind != REMOVED or call.version_guarded or call.may_fail or asked_for(call, keyword):
            continue
        use = _renamed(keyword, found)
        variant = "argument_replaced" if use else "argument"
        free = bool(use) and not found.replacement.text and call.sure and use in call.parameters and call.missing(use)
        fix = safe(writing(f"{use}={argument.text}"), rename_argument(call, keyword, use)) if free else None
        params = {"version": facts.version_text, "name": keyword, "use": use}
        yield at_call(call, variant, about=use or keyword, group=(call.name, keyword), fix=fix, **params)


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
