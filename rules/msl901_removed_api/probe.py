"""Looks a name up in the installed MindSpore, or makes the call with the keyword in question."""

import contextlib
import importlib


def probe(case, lab):
    asked = case.param("name")
    if case.call is None:
        name = asked if asked.startswith("mindspore.") else f"mindspore.{asked}"
        error = _missing(name, lab)
        return lab.refuted("there", name=name) if error is None else lab.confirmed("gone", name=name, error=error)
    keywords = [asked] if asked else [passed.name for passed in case.call.passed if not passed.positional]
    for keyword in keywords:
        error = lab.refusal(case.call, keyword)
        if error is not None:
            return lab.confirmed(name=keyword, error=error)
    return lab.refuted(names=", ".join(keywords))


def _missing(name, lab):
    """The error that a name ends in; None where it is there."""
    owner, _, last = name.rpartition(".")
    with contextlib.suppress(ImportError):
        importlib.import_module(name)  # modules come as attributes only once they are imported
    try:
        getattr(lab.find(owner), last)
    except AttributeError as error:
        return lab.line(error)
    return None
