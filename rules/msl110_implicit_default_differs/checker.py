"""Arguments left to a default that is not PyTorch's; the table of differences says which, and what that changes."""

from mslint.rulekit import CallSite, Facts, Words, at_call


def check_call(call: CallSite, facts: Facts):
    if facts.source_framework == "tensorflow":
        return
    for row in call.differences:
        if not row.silent or not row.argument or row.owner:
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
        )
