"""Looks a name up in the installed MindSpore, or makes the call with the keyword in question."""


def probe(case, lab):
    asked = case.param("name")
    if case.call is None:
        error = lab.missing(asked)
        return lab.refuted("there", name=asked) if error is None else lab.confirmed("gone", name=asked, error=error)
    keywords = [asked] if asked else [passed.name for passed in case.call.passed if not passed.positional]
    for keyword in keywords:
        error = lab.refusal(case.call, keyword)
        if error is not None:
            return lab.confirmed(name=keyword, error=error)
    return lab.refuted(names=", ".join(keywords))
