"""Training data that is read in one order for ever; evaluation data is left alone, and so is what shuffles elsewhere."""

from mslint.rulekit import HANDED_ON, CallSite, Facts, Severity, at_call, context_of

RANDOM = frozenset(
    "numpy.random.shuffle numpy.random.permutation numpy.random.choice random.shuffle random.sample random.choice "
    "random.choices numpy.random.default_rng numpy.random.RandomState numpy.random.randint random.randint".split()
)


def check_call(call: CallSite, facts: Facts):
    shuffle = call.get("shuffle")
    if shuffle is None or shuffle.preset or not shuffle.value.is_just(False) or not shuffle.value.sure:
        return
    sampler = call.get("sampler")
    if sampler is not None and not sampler.value.is_just(None):
        return
    context = context_of(call, facts)
    later = facts.later_methods(call)
    if context.kind != "train" or "shuffle" in later or _random_source(call, facts):
        return
    if context.certain and HANDED_ON not in later:
        yield at_call(call)
    else:
        yield at_call(call, "likely", Severity.INFO, sure=False, reason=context.reason)


def _random_source(call: CallSite, facts: Facts) -> bool:
    """Whether the source, or the code around the call, brings an order of its own."""
    source = call.get("source")
    if source is None:
        return False
    return facts.calls_inside(call.function, RANDOM) or facts.made_with(source, RANDOM)
