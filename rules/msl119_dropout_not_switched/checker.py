"""Functional dropout in a construct that nothing tells whether the network trains; says nothing of the rate itself."""

from mslint.rulekit import CallSite, Facts, Severity, at_call, inside, places_called, words

# Primitives: built once, called in construct, and without a mode of their own.
PRIMITIVES = frozenset(f"mindspore.ops.{name}" for name in ("Dropout", "Dropout2D", "Dropout3D"))
# Whoever says one of these in a method decides there whether to drop.
SWITCHES = frozenset(
    "train training trainable eval evaluate evaluation evaluating infer inference predict prediction test testing "
    "deterministic phase".split()
)
# Dropout for its noise, or in cells that only training calls.
WANTED = frozenset(
    "noise noisy augment augmentation corrupt corruption perturb mask masked masking prenet monte mc bayes bayesian "
    "uncertainty sample sampler loss train trainer training attack path".split()
)
RATES = frozenset("drop dropping dropout rate prob keep p".split())


def check_call(call: CallSite, facts: Facts):
    kept = _kept(call)
    if kept is None or call.version_guarded or call.may_fail:
        return
    primitive = call.name in PRIMITIVES
    here = inside(call, facts)
    places = [*([here] if here is not None else []), *(places_called(call, facts) if primitive else [])]
    if not any(each.runs for each in places) or any(_switched(each) for each in places):
        return
    variant, value = kept
    rate, nothing = (call.get("p"), 0) if call.get("p") is not None else (call.get("keep_prob"), 1)
    idle = rate is not None and any(number == nothing for number in rate.value.options)
    if idle and rate.value.sure:
        return
    variant = "primitive" if primitive else variant
    about = "training" if "training" in call.parameters else "keep_prob"
    severity = Severity.INFO if idle else None
    yield at_call(call, variant, severity, call.sure and not idle, about, value=value)


def _kept(call):
    """(the variant, what is written) of a call that drops for certain; None where it may well not."""
    if call.open:
        return None
    if "keep_prob" in call.parameters and call.name not in PRIMITIVES:
        share = call.get("keep_prob")
        return ("attention", share.text) if share is not None and share.value.all_below(1.0) else None
    if call.name not in PRIMITIVES and not call.missing("training"):
        return None
    return "", ""


def _switched(place):
    """Whether a method, or its cell, decides by the mode or by the rate whether it drops."""
    if any(words(name) & SWITCHES or name == "mode" for name in place.names | place.set_up):
        return True
    if any(words(name) & RATES for name in place.tests):
        return True
    if any(place.cell.has_method(name) for name in ("set_train", "training")):
        return True
    return bool((words(place.cell.name) | words(place.method)) & WANTED)
