"""`mindspore.__version__ < "2.10"` compares text; which releases come out in the wrong place can be worked out."""

import re
from typing import Dict, Optional, Tuple

from mslint.rulekit import (
    Comparison,
    Facts,
    Hit,
    Severity,
    Span,
    Words,
    comparisons,
    instead,
    replace_expression,
    shown_only,
)

VERSION = "mindspore.__version__"
# Every minor release; of the others those whose last number has two digits, which text misplaces as well.
RELEASES = (
    *("1.0.0", "1.1.0", "1.2.0", "1.3.0", "1.5.0", "1.6.0", "1.7.0", "1.8.0", "1.9.0", "1.10.0", "2.0.0", "2.1.0"),
    *("2.2.0", "2.2.10", "2.2.14", "2.3.0", "2.4.0", "2.4.10", "2.5.0", "2.6.0", "2.7.0", "2.8.0", "2.9.0", "2.10.0"),
)
# How each operator reads with its sides exchanged.
ORDER = {"<": ">", "<=": ">=", ">": "<", ">=": "<="}


def check_file(facts: Facts):
    found: Dict[Span, Hit] = {}
    for comparison in comparisons(facts):
        hit = judged(comparison, facts)
        # Of a chain like "2.0" <= version < "2.10" the worse half is what is told.
        if hit is not None and (hit.span not in found or hit.severity > found[hit.span].severity):
            found[hit.span] = hit
    yield from found.values()


def judged(comparison: Comparison, facts: Facts) -> Optional[Hit]:
    left, right, operator = comparison.left, comparison.right, comparison.operator
    if operator not in ORDER:
        return None
    version, other = left, right
    if right.dotted == VERSION:
        version, other, operator = right, left, ORDER[operator]
    bound = other.value.single
    if version.dotted != VERSION or not isinstance(bound, str) or not numbers(bound):
        return None
    sure = version.sure and other.value.sure
    params = {"text": comparison.text, "left": left.text, "operator": comparison.operator, "right": right.text}
    misplaced = [
        release
        for release in RELEASES
        if holds(operator, release, bound) != holds(operator, numbers(release), numbers(bound))
    ]
    if not misplaced:
        return Hit(comparison.span, "in_order", params, Severity.INFO, sure)
    # Releases before the target's major version are no longer what the code runs under.
    current = [release for release in misplaced if numbers(release)[0] >= facts.version[0]]
    release = (current or misplaced)[-1]
    params.update(
        release=release, bound=bound, side=Words("before", "之前") if release < bound else Words("after", "之后")
    )
    severity = Severity.WARNING if current else Severity.INFO
    return Hit(comparison.span, "", params, severity, sure, fix=_as_numbers(comparison, version, bound, operator))


def _as_numbers(comparison: Comparison, version, bound: str, operator: str):
    """The comparison of numbers that was meant: shown, as nobody knows what else is to become of the version."""
    wanted = numbers(bound)[:2]
    text = f'tuple(map(int, {version.text}.split(".")[:2])) {operator} {wanted}'
    return (
        shown_only(instead(comparison.text, text), replace_expression(comparison.span, text))
        if len(wanted) == 2
        else None
    )


def holds(operator: str, left, right) -> bool:
    return {"<": left < right, "<=": left <= right, ">": left > right, ">=": left >= right}[operator]


def numbers(version: str) -> Tuple[int, ...]:
    """The leading numbers of a version: (2, 0, 0) of 2.0.0rc1."""
    leading = re.match(r"\d{1,9}(\.\d{1,9})*", version)
    return tuple(int(part) for part in leading.group().split(".")) if leading else ()
