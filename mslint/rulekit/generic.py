"""The checker that is driven by `[[api]]` rows: an API, and conditions on its arguments."""

from __future__ import annotations

from typing import Any, Dict, Iterator, Optional, Sequence

from mslint.facts.calls import Argument, CallSite
from mslint.model import Severity
from mslint.rulekit.arguments import row_fix
from mslint.rulekit.hits import Hit, at_call
from mslint.rulekit.rule import Condition, Row

_TYPES = {"bool": bool, "int": int, "float": float, "str": str, "tuple": tuple}


def check_rows(rows: Sequence[Row], call: CallSite, usual: Severity) -> Iterator[Hit]:
    """The first row that fits a call is the finding; `usual` is the severity of the rule.

    Of a callee that is only likely, such as the default of a parameter, nothing is said at error level."""
    for row in rows:
        if call.name not in row.names:
            continue
        if row.bare and (call.raw.node.args or call.ref.preset or call.partial):
            continue
        if row.whole and call.taken_apart:
            continue
        if all(_holds(condition, name, call) for name, condition in row.when.items()):
            sure = _sure(row, call)
            if not sure and call.type_guarded:  # where a type is asked for, the default need not be what comes here
                continue
            if call.version_guarded or (row.raises and (call.may_fail or call.expects_error)):
                return
            group = call.name if row.group else None
            severity = row.severity or usual
            severity = severity if call.sure else min(severity, Severity.WARNING)
            fix = row_fix(row.fix, call) if row.fix is not None and sure else None
            yield at_call(call, row.variant, severity, sure, row.about, group, fix, **_params(row, call))
            return


def _holds(condition: Condition, name: str, call: CallSite) -> bool:
    argument = call.get(name)
    if condition.given is False:
        return call.missing(name)
    if argument is None or argument.preset:  # the call that wrote the argument is where it is reported
        return False
    if condition.how is not None and (condition.how == "positional") != argument.positional:
        return False
    return _fits(condition, argument)


def _fits(condition: Condition, argument: Argument) -> bool:
    value = argument.value
    if condition.not_none and None in value.options:
        return False
    if condition.type is not None:
        wanted = _TYPES[condition.type]
        if not value.known and argument.annotated != condition.type:
            return False
        if any(type(option) is not wanted for option in value.options):
            return False
    if condition.sure is not None and (value.known and value.sure) is not condition.sure:
        return False
    if condition.equals is not None and not value.is_just(condition.equals):
        return False
    if condition.below is not None and not value.all_below(condition.below):
        return False
    if condition.at_least is not None and not value.all_at_least(condition.at_least):
        return False
    return condition.above is None or value.all_above(condition.above)


def _sure(row: Row, call: CallSite) -> bool:
    """Whether the values that a row speaks of are more than likely; what an annotation says is no more."""
    arguments = [(condition, call.get(name)) for name, condition in row.when.items()]
    return all(
        argument is None or (argument.value.sure if argument.value.known else condition.type is None)
        for condition, argument in arguments
    )


def _params(row: Row, call: CallSite) -> Dict[str, Any]:
    """The value and the text of the first argument that a row speaks of."""
    for name in row.when:
        argument: Optional[Argument] = call.get(name)
        if argument is not None:
            value = argument.value.options[0] if argument.value.known else argument.text
            return {"argument": name, "value": value, "text": argument.text}
    return {}
