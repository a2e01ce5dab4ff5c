"""Arguments left to a default that the newest documentation announces to change."""

import ast

from mslint.rulekit import CallSite, Facts, add_argument, at_call, safe, writing

# BatchNorm's momentum changes its meaning together with its default: written out, it would turn wrong that day.
MEANING_CHANGES = ("momentum",)
# All axes, and no divisor, either way.
HARMLESS = (("axis", "None", "()"), ("divisor_override", "0", "None"))


def check_call(call: CallSite, facts: Facts):
    announced = call.api.announced
    for argument, (old, new) in announced.defaults.items() if announced is not None else ():
        if argument in MEANING_CHANGES or (argument, old, new) in HARMLESS:
            continue
        if old not in (call.default(argument), call.default_by_keywords(argument)):
            continue  # the announcement is the newest version's; the target has another default
        if not call.missing(argument) or call.version_guarded:
            continue
        if argument == "pad_mode" and (_one_wide(call) or _in_blocks(call)):
            continue
        later = announced.renamed.get(argument, "")
        if later in call.unknown_keywords:  # given, by the name that it does not have yet
            continue
        variant = ("renamed" if new else "renamed_unknown") if later else ("" if new else "unknown")
        params = {"argument": argument, "old": old, "new": new, "later": later}
        fix = (
            safe(writing(f"{argument}={old}"), add_argument(call, argument, old))
            if call.sure and _constant(old)
            else None
        )
        yield at_call(call, variant, about=argument, group=(call.name, argument), fix=fix, **params)


def _one_wide(call: CallSite) -> bool:
    """Whether the kernel is one wide, which no way to pad changes."""
    return call.value("kernel_size").single in (1, (1,), (1, 1), (1, 1, 1))


def _in_blocks(call: CallSite) -> bool:
    """Whether each place is seen once, by kernels side by side: those mostly fit the input."""
    kernel, stride = call.value("kernel_size").single, call.value("stride").single
    texts = [each.text for each in (call.get("kernel_size"), call.get("stride")) if each is not None]
    return (kernel is not None and kernel == stride) or (len(texts) == 2 and texts[0] == texts[1])


def _constant(text: str) -> bool:
    try:
        ast.literal_eval(text)
    except (ValueError, SyntaxError):
        return False
    return True
