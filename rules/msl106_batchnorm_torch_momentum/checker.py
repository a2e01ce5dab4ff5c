"""MindSpore's momentum is the weight of the old statistics, PyTorch's that of the new ones."""

from mslint.rulekit import CallSite, Facts, Severity, at_call, one_minus, unsafe, valued, writing


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
    elif value.all_at_least(1):
        yield at_call(call, "one", text=momentum.text, value=value.options[0], sure=value.sure)
    elif value.all_below(0.5):
        complement = one_minus(value.options[0])
        fix = unsafe(writing(f"momentum={complement}"), valued(call, "momentum", complement))
        yield at_call(
            call,
            text=momentum.text,
            value=value.options[0],
            complement=complement,
            sure=value.sure,
            fix=fix if momentum.literal and value.options[0] else None,  # the complement of 0 would be as odd
        )
