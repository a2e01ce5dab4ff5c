"""A Cell runs construct; forward is PyTorch's name for it and is never called."""

from mslint.rulekit import CellClass, Facts, Hit, Swap, instead, unsafe


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
        span = cell.method_span("forward")
        # What calls the method of a base by name would call what is no longer there.
        alone = not facts.calls_any("forward")
        fix = unsafe(instead("forward", "construct"), Swap(span, "forward", "construct"))
        yield Hit(span, params={"cls": cell.name}, fix=fix if alone else None)
