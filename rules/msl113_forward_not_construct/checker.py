"""A Cell runs construct; forward is PyTorch's name for it and is never called."""

from mslint.rulekit import CellClass, Facts, Hit


def check_class(cell: CellClass, facts: Facts):
    if not cell.is_cell or not cell.fully_known or not cell.owns_method("forward"):
        return
    if (
        any(cell.has_method(name) for name in ("construct", "__call__"))
        or cell.abstract
        or cell.decorated
        or cell.only_raises("forward")
    ):
        return
    if not cell.called_by_name("forward"):
        yield Hit(cell.method_span("forward"), params={"cls": cell.name})
