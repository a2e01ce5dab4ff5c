"""Arguments left to a default that the newest documentation announces to change."""

from mslint.rulekit import CallSite, Facts, at_call

# BatchNorm's momentum changes its meaning together with its default: written out, it would turn wrong that day.
MEANING_CHANGES = ("momentum",)
HARMLESS = (("None", "()"),)  # ops.amax and ops.amin: all axes, either way


def check_call(call: CallSite, facts: Facts):
    announced = call.api.announced
    for argument, (old, new) in announced.defaults.items() if announced is not None else ():
        if argument in MEANING_CHANGES or (old, new) in HARMLESS or call.default(argument) is None:
            continue
        if not call.missing(argument) or call.version_guarded:
            continue
        params = {"argument": argument, "old": old, "new": new}
        yield at_call(call, "" if new else "unknown", about=argument, group=(call.name, argument), **params)
