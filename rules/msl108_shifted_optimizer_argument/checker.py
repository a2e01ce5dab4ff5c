"""Positions that mean one parameter in MindSpore and another in PyTorch, with what gives the other one away."""

from typing import Callable, FrozenSet, NamedTuple, Optional

from mslint.rulekit import (
    Argument,
    CallSite,
    Facts,
    Proposal,
    Severity,
    at_call,
    rename_argument,
    split_argument,
    unsafe,
    words,
    writing,
)

Test = Callable[[Argument], bool]


class Slot(NamedTuple):
    """A position by the name of its MindSpore parameter."""

    parameter: str
    variant: str  # the words for a value, or a name, of what PyTorch has there
    looks_so: Test
    named: Callable[[FrozenSet[str]], bool]
    refused: Test = lambda argument: False
    unless: str = ""  # nothing is shifted where this parameter is given as well
    whole: bool = False  # what looks so by name is the thing itself: args.betas is the pair, args.betas[0] is not
    severity: Severity = Severity.ERROR
    meant: str = ""  # what MindSpore calls PyTorch's parameter of this position


def between(low: float, high: float) -> Test:
    return lambda argument: argument.value.all_above(low) and argument.value.all_below(high)


def is_number(argument: Argument) -> bool:
    return bool(argument.value.numbers())


def is_not_positive(argument: Argument) -> bool:
    return argument.value.all_at_most(0)


def is_pair(argument: Argument) -> bool:
    return argument.value.known and all(isinstance(option, (tuple, list)) for option in argument.value.options)


def is_int(argument: Argument) -> bool:
    return is_number(argument) and all(isinstance(option, int) for option in argument.value.options)


def weight_decay(name: FrozenSet[str]) -> bool:
    return {"weight", "decay"} <= name or "wd" in name


def learning_rate(name: FrozenSet[str]) -> bool:
    return {"learning", "rate"} <= name or "lr" in name


LOSS_SCALE = Slot("loss_scale", "", between(0, 1), weight_decay, is_not_positive)
BETAS = Slot("beta1", "betas", is_pair, lambda name: "betas" in name, whole=True)
LOCKING = Slot("use_locking", "refused", is_number, weight_decay)
EPSILON = Slot("momentum", "momentum", between(0, 0.01), lambda name: bool(name & {"eps", "epsilon"}), meant="epsilon")
SLOTS = {
    "mindspore.nn.Momentum": (LOSS_SCALE,),
    "mindspore.nn.Adadelta": (LOSS_SCALE,),
    "mindspore.nn.RMSProp": (EPSILON, LOCKING),
    # 0.1 is what accum is without being given, and a value of its own.
    "mindspore.nn.Adagrad": (
        Slot("accum", "accum", between(0, 0.1), learning_rate, is_int, unless="learning_rate", meant="learning_rate"),
    ),
    "mindspore.nn.Adam": (BETAS, LOCKING),
    "mindspore.nn.LazyAdam": (BETAS, LOCKING),
    "mindspore.nn.AdamOffload": (BETAS, LOCKING),
    "mindspore.nn.AdamWeightDecay": (BETAS,),
    "mindspore.nn.AdaMax": (BETAS,),
    "mindspore.nn.Lamb": (BETAS,),
    "mindspore.nn.SGD": (
        Slot(
            "dampening",
            "dampening",
            between(0, 0.1),
            weight_decay,
            unless="weight_decay",
            severity=Severity.WARNING,
            meant="weight_decay",
        ),
    ),
}

# The variants that speak of an exception; where it is caught, it may be all that is wanted.
RAISES = ("betas", "refused")


def check_call(call: CallSite, facts: Facts):
    if call.version_guarded:
        return
    for slot in SLOTS[call.name]:
        argument = call.get(slot.parameter)
        if argument is None or not argument.positional or argument.preset:
            continue
        if slot.unless and not call.missing(slot.unless):
            continue
        value = argument.value
        variant, sure = slot.variant, value.sure
        if slot.refused(argument):
            variant = "refused"
        elif not slot.looks_so(argument):
            if not slot.named(words(argument.whole_name if slot.whole else argument.name)):
                continue
            sure = False  # the name alone says so
        decay = call.get("weight_decay")
        if slot.parameter == "loss_scale" and not variant and decay is not None and not decay.value.is_just(0):
            variant, sure = "scaled", False  # whatever it was meant to be, it is not the weight decay
        if variant in RAISES and (call.may_fail or call.expects_error):
            return
        severity = slot.severity if sure and call.sure else Severity.WARNING
        shown = value.options[0] if value.known else argument.text
        fix = _meant(call, slot, argument) if variant == slot.variant else None
        params = {"argument": slot.parameter, "text": argument.text, "value": shown}
        yield at_call(call, variant, severity, sure, slot.meant or slot.parameter, fix=fix, **params)
        return


def _meant(call: CallSite, slot: Slot, argument: Argument) -> Optional[Proposal]:
    """The same value under the name of the parameter that PyTorch has there; the two of a pair under theirs."""
    pair = argument.value.single
    if slot is BETAS and argument.literal and isinstance(pair, (tuple, list)) and len(pair) == 2:
        if not call.missing("beta2"):
            return None
        title = writing(f"beta1={pair[0]}, beta2={pair[1]}")
        return unsafe(title, split_argument(call, "beta1", "beta1", "beta2"))
    if not slot.meant or not call.missing(slot.meant):
        return None
    return unsafe(writing(f"{slot.meant}={argument.text}"), rename_argument(call, slot.parameter, slot.meant))
