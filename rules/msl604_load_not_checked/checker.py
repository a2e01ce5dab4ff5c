"""load_param_into_net only logs the names that do not match; whoever ignores its result does not hear of them."""

from mslint.rulekit import CallSite, Facts, at_call

TUPLE_SINCE = (2, 0)


def check_call(call: CallSite, facts: Facts):
    if call.expects_error or not (call.result_discarded or facts.results.never_read(call)):
        return
    given = call.get("parameter_dict")
    # Parameters that come straight from a cell of the same kind have its names.
    if given is not None and ".parameters_dict()" in given.text:
        return
    yield at_call(call, "" if facts.version >= TUPLE_SINCE else "list", result="ignored")
