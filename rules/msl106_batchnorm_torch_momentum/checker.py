"""MindSpore's momentum is the weight of the old statistics, PyTorch's that of the new ones."""

from mslint.rulekit import Argument, CallSite, Facts, Severity, at_call, one_minus, set_value, unsafe, writing


def _swapped(call: CallSite, momentum: Argument) -> bool:
    """Whether each of eps and momentum is what the other one usually is."""
    eps = call.get("eps")
    return eps is not None and eps.value.all_at_least(0.1) and momentum.value.all_at_most(0.005)


def check_call(call: CallSite, facts: Facts):
    momentum = call.get("momentum")
    if momentum is None or momentum.preset or call.version_guarded:
        return
    statistics = call.get("use_batch_statistics")
    frozen = statistics is not None and statistics.value.is_just(False)  # then momentum has no effect
    value = momentum.value
    numbers = value.numbers()
    if numbers and not any(0 <= number <= 1 for number in numbers):
        severity = Severity.ERROR if value.sure else None
        yield at_call(call, "out_of_range", severity, text=momentum.text, value=value.options[0], sure=value.sure)
    elif frozen:
        return
    elif _swapped(call, momentum):
        eps = call.get("eps")
        params = {"text": momentum.text, "eps": eps.text, "sure": value.sure}
        fix = None
        if eps.literal and momentum.literal:
            exchanged = writing(f"eps={momentum.text}, momentum={eps.text}")
            fix = unsafe(exchanged, set_value(call, "eps", momentum.text), set_value(call, "momentum", eps.text))
        yield at_call(call, "swapped", about="momentum", fix=fix, **params)
    elif value.all_at_least(1):
        yield at_call(call, "one", text=momentum.text, value=value.options[0], sure=value.sure)
    elif value.all_below(0.5):
        complement = one_minus(value.options[0])
        fix = unsafe(writing(f"momentum={complement}"), set_value(call, "momentum", complement))
        unused = facts.results.left_alone(call)
        yield at_call(
            call,
            "unused" if unused else "",
            Severity.INFO if unused else None,
            text=momentum.text,
            value=value.options[0],
            complement=complement,
            sure=value.sure,
            fix=fix if momentum.literal and value.options[0] else None,  # the complement of 0 would be as odd
        )
