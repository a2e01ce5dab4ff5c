"""Cell looks for parameters in its attributes, not inside Python's lists, tuples and dicts."""

from mslint.rulekit import Assigned, CellClass, Facts, Hit, Severity, Span, Swap, leaving, unsafe, writing


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
        last = Span(span.end_line, span.end_column - 1, span.end_line, span.end_column)
        yield Hit(span, "trailing_comma", {"attribute": attribute}, fix=unsafe(leaving('","'), Swap(last, ",", "")))


def _registered(cell: CellClass, container):
    """The list in what registers its items, where that has a name at this place and does all that is asked of it."""
    if not container.listed:
        return None
    name = cell.spelled("mindspore.nn.CellList")
    title = writing(f"{name}(...)")
    return unsafe(title, Assigned(container.span, f"{name}(", ")")) if name else None
