"""load_checkpoint only reads; without a net the parameters go nowhere unless somebody takes the result."""

from mslint.rulekit import CallSite, Facts, at_call


def check_call(call: CallSite, facts: Facts):
    if not call.missing("net") or call.expects_error or call.may_fail or call.shown:
        return
    if facts.results.for_nobody(call):
        return  # whether the file can be read, and how fast, is all that is asked
    if call.result_discarded or facts.results.never_read(call):
        yield at_call(call)
