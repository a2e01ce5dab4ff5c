"""A convolution without has_bias matters where nothing behind it, or directly before it, takes the place of a bias."""

from mslint.rulekit import CallSite, Facts, Severity, Words, at_call, giving, unsafe, writing

NAMES = {
    "other": Words("an arithmetic operation", "算术运算"),
}


def check_call(call: CallSite, facts: Facts):
    if call.get("has_bias") is not None or call.partial:
        return
    if not call.missing("has_bias"):
        yield at_call(call, "kwargs", Severity.INFO, about="has_bias")
        return
    after = facts.layers.followers(call.raw)
    if after.norm or after.preact:
        return
    if after.unknown:
        yield at_call(call, "unknown_order", Severity.INFO, about="has_bias")
        return
    first = after.consumers[0]
    fix = unsafe(writing("has_bias=True"), giving(call, "has_bias", "True"))
    yield at_call(call, about="has_bias", fix=fix, next=NAMES.get(first.kind) or first.short)
