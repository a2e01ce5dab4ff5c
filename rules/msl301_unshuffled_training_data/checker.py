"""Training data that is read in one order for ever; evaluation data, and what shuffles elsewhere, is left alone."""

from mslint.rulekit import HANDED_ON, CallSite, Facts, Severity, at_call, context_of

RANDOM = frozenset(
    "numpy.random.shuffle numpy.random.permutation numpy.random.choice random.shuffle random.sample random.choice "
    "random.choices random.Random random.SystemRandom random.randint "
    "numpy.random.default_rng numpy.random.Generator numpy.random.RandomState numpy.random.randint".split()
)


def check_call(call: CallSite, facts: Facts):
    shuffle = call.get("shuffle")
    if shuffle is None or shuffle.preset or not shuffle.value.is_just(False) or not shuffle.value.sure:
        return
    sampler = call.get("sampler")
    if sampler is not None and not sampler.value.is_just(None):
        return
    context = context_of(call, facts)
    later = facts.results.later_methods(call)
    if context.kind != "train" or "shuffle" in later or facts.calls_around(call, RANDOM):
        return
    source = call.get("source")
    shuffles = facts.made_with(source, RANDOM) if source is not None else False
    if shuffles:
        return
    if context.certain and HANDED_ON not in later and shuffles is False:
        yield at_call(call)
    else:
        yield at_call(call, "likely", Severity.INFO, sure=False, reason=context.reason)
