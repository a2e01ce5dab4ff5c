"""Cell.__setattr__ needs what Cell.__init__ makes."""

from mslint.rulekit import CellClass, Facts, Hit


def check_class(cell: CellClass, facts: Facts):
    if not cell.is_cell:
        return
    early = cell.early_attribute()
    if early is None:
        return
    attribute, span = early
    if attribute is not None:
        yield Hit(span, params={"cls": cell.name, "attribute": attribute})
    else:
        yield Hit(span, "never", {"cls": cell.name})
