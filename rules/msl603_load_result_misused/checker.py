"""load_param_into_net changes the net in place and returns the names that did not fit."""

from mslint.rulekit import CallSite, Facts, at_call

TUPLE_SINCE = (2, 0)


def check_call(call: CallSite, facts: Facts):
    result = facts.results.assigned(call)
    if result is None or call.version_guarded:
        return
    if result.unpacked is not None:
        expected = 2 if facts.version >= TUPLE_SINCE else None
        if result.unpacked != expected:
            yield at_call(call, "unpack", count=result.unpacked)
            return
    net = call.get("net")
    for name in result.names:
        if (net is not None and net.text == name) or facts.results.used_as_cell(name, call):
            yield at_call(call, name=name)
            return
