"""A Cell runs construct; forward is PyTorch's name for it, which MindSpore itself never calls."""

from mslint.rulekit import CellClass, Facts, Hit, instead, rename_attribute, rename_function, shown_only


def check_class(cell: CellClass, facts: Facts):
    if not cell.is_cell or not cell.fully_known or not cell.owns_method("forward"):
        return
    if (
        any(cell.has_method(name) for name in ("construct", "__call__"))
        or cell.abstract
        or cell.decorated
        or cell.abstract_method("forward")
        or cell.may_be_given("construct")
    ):
        return
    span = cell.method_span("forward")
    if cell.static("forward"):
        yield Hit(span, "function", {"cls": cell.name})
    elif not cell.called_by_name("forward"):
        yield Hit(span, params={"cls": cell.name}, fix=None if facts.calls_any("forward") else _renamed(cell))


def _renamed(cell: CellClass):
    """The method, and its calls of the one above it.

    Other files may call or override it by its name, which this one cannot know: that is why it is only shown."""
    head = rename_function(cell.method_span("forward"), "construct")
    above = (rename_attribute(span, "forward", "construct") for span in cell.super_calls("forward"))
    return shown_only(instead("forward", "construct"), head, *above)
