"""Cell looks for parameters in its attributes, not inside Python's lists, tuples and dicts."""

from mslint.rulekit import (
    CellClass,
    Facts,
    Hit,
    Severity,
    call_assigned,
    leaving,
    remove_trailing_comma,
    unsafe,
    writing,
)


def check_class(cell: CellClass, facts: Facts):
    if not cell.is_cell:
        return
    for container in cell.containers():
        variant = "parameters" if container.holds == "parameters" else ""
        yield Hit(
            container.span,
            variant,
            {"attribute": container.attribute, "container": container.kind, "what": container.example},
            None if container.read else Severity.INFO,  # nothing comes of what is never called
            fix=_registered(cell, container),
        )
    for attribute, span in cell.trailing_commas():
        fix = unsafe(leaving('","'), remove_trailing_comma(span))
        yield Hit(span, "trailing_comma", {"attribute": attribute}, fix=fix)


def _registered(cell: CellClass, container):
    """The list in what registers its items, where that has a name at this place and does all that is asked of it."""
    if not container.listed:
        return None
    name = cell.spelled("mindspore.nn.CellList")
    title = writing(f"{name}(...)")
    return unsafe(title, call_assigned(container.span, name)) if name else None
