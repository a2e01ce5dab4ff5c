"""Comparisons as checkers see them: two operands and the operator between them; what they amount to is not asked."""

from __future__ import annotations

from typing import TYPE_CHECKING, Dict, Iterator, Optional

import libcst as cst

from mslint.facts.calls import Expression
from mslint.facts.names import Ref
from mslint.facts.scopes import Place
from mslint.model import Span

if TYPE_CHECKING:
    from mslint.facts.module import Facts

_OPERATORS: Dict[type, str] = {
    cst.LessThan: "<",
    cst.LessThanEqual: "<=",
    cst.GreaterThan: ">",
    cst.GreaterThanEqual: ">=",
    cst.Equal: "==",
    cst.NotEqual: "!=",
    cst.In: "in",
    cst.NotIn: "not in",
    cst.Is: "is",
    cst.IsNot: "is not",
}


class Operand(Expression):
    """One side of a comparison, which may stand for a dotted name."""

    def __init__(self, facts: Facts, node: cst.BaseExpression, place: Place, order: int) -> None:
        super().__init__(facts, node, place, order)
        self._ref: Optional[Ref] = facts.names.resolve(node, place, order)

    @property
    def dotted(self) -> str:
        """The dotted name that it stands for, whatever the file calls it; empty where that is not known."""
        return self._ref.name or "" if self._ref is not None and not self._ref.instance else ""

    @property
    def sure(self) -> bool:
        """Whether the dotted name is certain."""
        return self._ref is not None and self._ref.sure


class Comparison:
    """Two operands and an operator; `a < b < c` is two comparisons at one place."""

    def __init__(
        self, facts: Facts, index: int, whole: cst.Comparison, left: Operand, operator: str, right: Operand
    ) -> None:
        self._facts = facts
        self._index = index
        self._whole = Expression(facts, whole, left.place, left.order)
        self.left = left
        self.operator = operator
        self.right = right

    @property
    def span(self) -> Span:
        return self._facts.positions.span("Compare", self._index)

    @property
    def text(self) -> str:
        """The source text of all that is compared here, on one line."""
        return self._whole.text


def comparisons(facts: Facts) -> Iterator[Comparison]:
    """Every comparison of a module, in source order."""
    for index, (node, place, order) in enumerate(facts.comparisons):
        left = Operand(facts, node.left, place, order)
        for target in node.comparisons:
            right = Operand(facts, target.comparator, place, order)
            yield Comparison(facts, index, node, left, _OPERATORS[type(target.operator)], right)
            left = right
