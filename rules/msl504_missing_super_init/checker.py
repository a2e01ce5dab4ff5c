"""Cell.__setattr__ needs what Cell.__init__ makes."""

from mslint.rulekit import CellClass, Facts, Hit, begin_with, beginning, move_to_begin, unsafe


def check_class(cell: CellClass, facts: Facts):
    if not cell.is_cell:
        return
    early = cell.early_attribute()
    if early is None:
        return
    attribute, span = early
    if attribute is not None:
        line = "super().__init__()"
        fix = unsafe(beginning(line), move_to_begin(cell.method_span("__init__"), line))
        yield Hit(span, params={"cls": cell.name, "attribute": attribute}, fix=fix)
    else:
        line = "super().__init__()"
        fix = unsafe(beginning(line), begin_with(span, line)) if cell.derived_from_cell else None
        yield Hit(span, "never", {"cls": cell.name}, fix=fix)
