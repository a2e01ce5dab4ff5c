"""Arguments left to a default that is not PyTorch's; the table of differences says which, and what that changes."""

import ast
from typing import Optional

from mslint.rulekit import CallSite, Facts, Proposal, Words, add_argument, at_call, shown_only, unsafe, writing

INITIALIZERS = "mindspore.common.initializer."
# Without dim PyTorch chooses the axis by the number of dimensions, which the code mostly does not tell; for class
# scores both choose the last one.
BY_RANK = ("softmax", "softmin")


def check_call(call: CallSite, facts: Facts):
    if facts.source_framework == "tensorflow":
        return
    for row in call.differences:
        if not row.silent or not row.argument or row.owner:
            continue
        if row.argument == "axis" and call.name.lower().endswith(BY_RANK):
            continue
        if call.default(row.argument) is None and call.default_by_keywords(row.argument) is None:
            continue
        if not call.missing(row.argument) or call.version_guarded:
            continue
        yield at_call(
            call,
            "unwritten" if not row.write else "" if row.lasts else "for_now",
            about=row.argument,
            group=(call.name, row.argument),
            argument=row.argument,
            ours=row.mindspore,
            theirs=row.torch,
            effect=Words(row.effect["en"], row.effect["zh"]),
            write=row.write,
            fix=_written(call, row.write),
        )


def _written(call: CallSite, write: str) -> Optional[Proposal]:
    """What the table says to write, where that is constants and nothing that depends on other arguments."""
    if not write:
        return None
    text = f"f({write})"
    keywords = ast.parse(text, mode="eval").body.keywords
    if not keywords or not all(isinstance(each.value, ast.Constant) for each in keywords):
        return None
    changes = (add_argument(call, each.arg, ast.get_source_segment(text, each.value)) for each in keywords)
    # Another reduction gives a result of another shape, and initial values are a choice: nobody knows what was meant.
    chosen = call.name.startswith(INITIALIZERS) or any(each.arg == "reduction" for each in keywords)
    make = shown_only if chosen else unsafe
    return make(writing(write), *changes)
