"""Keywords that no known version of an API has; PyTorch's names are translated."""

import difflib

from mslint.rulekit import (
    NEVER,
    CallSite,
    Facts,
    Severity,
    asked_for,
    at_call,
    missing_argument,
    named,
    safe,
    shown_only,
    unsafe,
    writing,
)

# PyTorch's keyword and MindSpore's, where one value means the same under both.
EQUAL = frozenset(
    {
        ("amsgrad", "use_amsgrad"),
        ("bias", "has_bias"),
        ("dim", "axis"),
        ("embedding_dim", "embedding_size"),
        ("eps", "epsilon"),
        ("groups", "group"),
        ("in_features", "in_channels"),
        ("keepdim", "keep_dims"),
        ("keepdim", "keepdims"),
        ("lr", "learning_rate"),
        ("negative_slope", "alpha"),
        ("num_embeddings", "vocab_size"),
        ("out_features", "out_channels"),
    }
)


def check_call(call: CallSite, facts: Facts):
    for keyword, argument in call.unknown_keywords.items():
        found = missing_argument(call, keyword, facts)
        if found is None or found.kind != NEVER or argument.preset:
            continue
        if call.version_guarded or call.may_fail or call.expects_error or asked_for(call, keyword):
            continue
        variant, nearest = _nearest(call, keyword, facts)
        severity = Severity.ERROR if call.sure else Severity.WARNING  # the default of a parameter is only likely
        fix = None
        if nearest and nearest in call.parameters and call.missing(nearest):
            step = named(call, keyword, nearest)
            fix = _how(call, variant, keyword, nearest)(writing(f"{nearest}={argument.text}"), step)
        yield at_call(call, variant, severity, version=facts.version_text, name=keyword, nearest=nearest, fix=fix)


def _how(call: CallSite, variant: str, keyword: str, ours: str):
    """A call that raises has no behaviour to keep: what matters is whether the value means the same."""
    if variant != "torch":
        return shown_only  # only the names are alike
    return safe if call.sure and (keyword, ours) in EQUAL else unsafe


def _nearest(call: CallSite, keyword: str, facts: Facts):
    names = call.parameters
    for torch in facts.tables.torch.counterparts(call.name):
        pair = facts.tables.torch.pair(torch)
        translated = (pair.arguments or {}).get(keyword)
        if translated in names:
            return "torch", translated
    close = difflib.get_close_matches(keyword, [name for name in names if name not in call.arguments], n=1, cutoff=0.75)
    return ("nearest", close[0]) if close else ("", "")
