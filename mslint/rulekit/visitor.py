"""Rules as visitors of libcst: what is visited is the whole module, with mslint's facts at hand. Imports libcst."""

from __future__ import annotations

from typing import TYPE_CHECKING, List, Optional

import libcst as cst

from mslint.errors import NoNode
from mslint.model import EXPRESSION, STATEMENT, Change, Severity
from mslint.rulekit.fixes import Proposal, replaced
from mslint.rulekit.hits import Hit
from mslint.syntax.node import code_of

if TYPE_CHECKING:
    from mslint.facts.module import Facts


class Visitor(cst.CSTVisitor):
    """Derive from it in checker.py of a unit that asks for `file = true`; matchers and metadata work as in libcst.

    Metadata of libcst's is worked out where METADATA_DEPENDENCIES names some, which costs more than the visit."""

    def __init__(self, facts: Facts) -> None:
        super().__init__()
        self.facts = facts
        self.hits: List[Hit] = []

    def report(
        self,
        node: cst.CSTNode,
        variant: str = "",
        severity: Optional[Severity] = None,
        sure: bool = True,
        fix: Optional[Proposal] = None,
        **params: object,
    ) -> None:
        """Report a finding at a node; `params` fill the placeholders of the message, and `{api}` is what is called."""
        call = self.facts.call(node) if isinstance(node, cst.Call) else None
        if call is not None:
            params = {"api": call.short, **params}
            sure = sure and call.sure
        span = self.facts.place(node)
        subject = span if call is not None else None
        self.hits.append(Hit(span, variant, params, severity, sure, subject, origin=call, fix=fix))

    def replace(self, node: cst.CSTNode, better: cst.CSTNode) -> Change:
        """Put a node in the place of the one that it was made of: an expression, or a statement of one line.

        What differs is edited, and nothing else. Where a comment inside would be lost, the fix cannot be made."""
        kind = EXPRESSION if isinstance(node, cst.BaseExpression) else STATEMENT
        simple = (cst.BaseExpression, cst.SimpleStatementLine)
        if not isinstance(node, simple) or not isinstance(better, simple):
            found = type(node if not isinstance(node, simple) else better).__name__
            raise TypeError(
                f"replace() takes expressions, or statements of one line (SimpleStatementLine), not {found}"
            )
        if isinstance(node, cst.SimpleStatementLine) and len(node.body) != 1:
            raise TypeError("replace() takes a line of one statement; this one holds several")
        if isinstance(better, cst.SimpleStatementLine):
            better = better.with_changes(leading_lines=(), trailing_whitespace=cst.TrailingWhitespace())
        code = self.facts.shown.code(node, better) if kind == EXPRESSION else code_of(better)
        return replaced(self.facts.place(node), kind, code)


def visited(visitor: Visitor) -> List[Hit]:
    """What a visitor reports of its module."""
    module = visitor.facts.module
    try:
        if visitor.METADATA_DEPENDENCIES:
            cst.MetadataWrapper(module, unsafe_skip_copy=True).visit(visitor)
        else:
            module.visit(visitor)
    except RecursionError:  # libcst goes down with calls of its own
        raise NoNode from None
    return visitor.hits
