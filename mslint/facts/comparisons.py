"""Comparisons as checkers see them: two operands and the operator between them; what they amount to is not asked."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Dict, Iterator, Optional

from mslint.facts.calls import Expression
from mslint.facts.names import Ref
from mslint.facts.scopes import Place
from mslint.model import Span
from mslint.syntax import nodes

if TYPE_CHECKING:
    from mslint.facts.module import Facts

_OPERATORS: Dict[type, str] = {
    ast.Lt: "<",
    ast.LtE: "<=",
    ast.Gt: ">",
    ast.GtE: ">=",
    ast.Eq: "==",
    ast.NotEq: "!=",
    ast.In: "in",
    ast.NotIn: "not in",
    ast.Is: "is",
    ast.IsNot: "is not",
}


class Operand(Expression):
    """One side of a comparison, which may stand for a dotted name."""

    def __init__(self, facts: Facts, node: nodes.Expression, place: Place, order: int) -> None:
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

    def __init__(self, facts: Facts, whole: nodes.Comparison, left: Operand, operator: str, right: Operand) -> None:
        self._facts = facts
        self._whole = Expression(facts, whole, left.place, left.order)
        self.left = left
        self.operator = operator
        self.right = right

    @property
    def span(self) -> Span:
        return self._facts.span(self._whole.node)

    @property
    def text(self) -> str:
        """The source text of all that is compared here, on one line."""
        return self._whole.text


def comparisons(facts: Facts) -> Iterator[Comparison]:
    """Every comparison of a module, in source order."""
    for node, place, order in facts.comparisons:
        left = Operand(facts, node.left, place, order)
        for target in node.comparisons:
            right = Operand(facts, target.comparator, place, order)
            yield Comparison(facts, node, left, _OPERATORS[type(target.operator)], right)
            left = right
