"""load_checkpoint only reads; without a net the parameters go nowhere unless somebody takes the result."""

from mslint.rulekit import CallSite, Facts, at_call


def check_call(call: CallSite, facts: Facts):
    if call.result_discarded and call.missing("net") and not call.expects_error:
        yield at_call(call)
