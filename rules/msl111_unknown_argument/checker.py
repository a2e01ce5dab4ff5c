"""Keywords that no known version of an API has; PyTorch's names are translated."""

import difflib

from mslint.rulekit import (
    FIRST_READ,
    NEVER,
    Argument,
    CallSite,
    Facts,
    Severity,
    asked_for,
    at_call,
    missing_argument,
    rename_argument,
    safe,
    shown_only,
    split_argument,
    unit_table,
    unsafe,
    writing,
)

# PyTorch's keyword and MindSpore's, where one value means the same under both.
EQUAL = frozenset(
    {
        ("amsgrad", "use_amsgrad"),
        ("betas", "beta1, beta2"),
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
        if not _refused(call, keyword, facts) or argument.preset:
            continue
        if call.version_guarded or call.may_fail or call.expects_error or asked_for(call, keyword):
            continue
        variant, nearest = _nearest(call, keyword, facts)
        severity = Severity.ERROR if call.sure else Severity.WARNING  # the default of a parameter is only likely
        fix = _renamed(call, variant, keyword, nearest, argument)
        params = {"version": facts.version_text, "name": keyword, "nearest": nearest}
        yield at_call(call, variant, severity, about=nearest or keyword, fix=fix, **params)


def _refused(call: CallSite, keyword: str, facts: Facts) -> bool:
    """Whether the API has the keyword in no version; of one with **kwargs, whether it is known to refuse it."""
    taken = _taken(call)
    if taken and facts.version >= FIRST_READ:
        return keyword not in taken
    found = missing_argument(call, keyword, facts)
    return found is not None and found.kind == NEVER


def _taken(call: CallSite):
    rows = unit_table(__file__, "keywords.toml")["takes"]
    return next((tuple(row["keywords"]) for row in rows if call.name in row["names"]), ())


def _renamed(call: CallSite, variant: str, keyword: str, nearest: str, argument: Argument):
    names = nearest.split(", ") if nearest else []
    if not names or not all(name in _free(call) for name in names):
        return None
    values = argument.items or () if len(names) > 1 else (argument.text,)
    if len(values) != len(names):
        return None
    text = ", ".join(f"{name}={value}" for name, value in zip(names, values))
    several = len(names) > 1
    change = split_argument(call, keyword, *names) if several else rename_argument(call, keyword, nearest)
    return _how(call, variant, keyword, nearest)(writing(text), change)


def _free(call: CallSite):
    """The parameters that the call can still be given."""
    if call.open:
        return ()
    return tuple(name for name in (*call.parameters, *_taken(call)) if not call.get(name) and name not in call.unknown)


def _how(call: CallSite, variant: str, keyword: str, ours: str):
    """A call that raises has no behaviour to keep: what matters is whether the value means the same."""
    if variant != "torch":
        return shown_only  # only the names are alike
    return safe if call.sure and (keyword, ours) in EQUAL else unsafe


def _nearest(call: CallSite, keyword: str, facts: Facts):
    names = (*call.parameters, *_taken(call))
    for theirs in _translations(call, facts):
        translated = theirs.get(keyword)
        if translated and all(name in names for name in translated.split(", ")):
            return "torch", translated
    free = [name for name in names if name not in call.arguments and name not in call.unknown]
    close = difflib.get_close_matches(keyword, free, n=1, cutoff=0.75)
    return ("nearest", close[0]) if close else ("", "")


def _translations(call: CallSite, facts: Facts):
    """What PyTorch's arguments are called here, by each of the names that the API may stand for."""
    for torch in facts.tables.torch.counterparts(call.name):
        yield facts.tables.torch.pair(torch).arguments or {}
    for row in unit_table(__file__, "keywords.toml")["called"]:
        if call.name in row["names"]:
            yield row["arguments"]
