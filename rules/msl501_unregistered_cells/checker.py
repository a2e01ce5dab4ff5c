"""Cell looks for parameters in its attributes, not inside Python's lists, tuples and dicts."""

from mslint.rulekit import CellClass, Facts, Hit


def check_class(cell: CellClass, facts: Facts):
    if not cell.is_cell:
        return
    for container in cell.containers():
        variant = "parameters" if container.holds == "parameters" else ""
        yield Hit(
            container.span,
            variant,
            {"attribute": container.attribute, "container": container.kind, "what": container.example},
        )
    for attribute, span in cell.trailing_commas():
        yield Hit(span, "trailing_comma", {"attribute": attribute})
