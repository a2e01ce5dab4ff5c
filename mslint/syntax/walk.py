"""The one walk over a libcst tree: an explicit stack that enters only fields that bear code."""

from __future__ import annotations

from typing import Dict, List, Tuple, Union

import libcst as cst

# The fields of each node type in source order. What is missing here (names, numbers, strings, operators, white
# space, f-strings) is never entered: nothing that mslint looks for stands below it.
FIELDS: Dict[type, Tuple[str, ...]] = {
    cst.Module: ("body",),
    cst.SimpleStatementLine: ("body",),
    cst.SimpleStatementSuite: ("body",),
    cst.IndentedBlock: ("body",),
    cst.Expr: ("value",),
    cst.Assign: ("targets", "value"),
    cst.AssignTarget: ("target",),
    cst.AnnAssign: ("target", "annotation", "value"),
    cst.AugAssign: ("target", "value"),
    cst.Annotation: ("annotation",),
    cst.Assert: ("test", "msg"),
    cst.Raise: ("exc", "cause"),
    cst.From: ("item",),
    cst.Return: ("value",),
    cst.Del: ("target",),
    cst.If: ("test", "body", "orelse"),
    cst.Else: ("body",),
    cst.While: ("test", "body", "orelse"),
    cst.For: ("target", "iter", "body", "orelse"),
    cst.With: ("items", "body"),
    cst.WithItem: ("item", "asname"),
    cst.Try: ("body", "handlers", "orelse", "finalbody"),
    cst.TryStar: ("body", "handlers", "orelse", "finalbody"),
    cst.ExceptHandler: ("type", "body"),
    cst.ExceptStarHandler: ("type", "body"),
    cst.Finally: ("body",),
    cst.Match: ("subject", "cases"),
    cst.MatchCase: ("pattern", "guard", "body"),
    cst.MatchValue: ("value",),
    cst.ClassDef: ("decorators", "bases", "keywords", "body"),
    cst.FunctionDef: ("decorators", "params", "returns", "body"),
    cst.Decorator: ("decorator",),
    cst.Parameters: ("posonly_params", "params", "star_arg", "kwonly_params", "star_kwarg"),
    cst.Param: ("annotation", "default"),
    cst.Lambda: ("params", "body"),
    cst.Call: ("func", "args"),
    cst.Arg: ("value",),
    cst.Attribute: ("value",),
    cst.Subscript: ("value", "slice"),
    cst.SubscriptElement: ("slice",),
    cst.Index: ("value",),
    cst.Slice: ("lower", "upper", "step"),
    cst.BinaryOperation: ("left", "right"),
    cst.UnaryOperation: ("expression",),
    cst.BooleanOperation: ("left", "right"),
    cst.Comparison: ("left", "comparisons"),
    cst.ComparisonTarget: ("comparator",),
    cst.IfExp: ("body", "test", "orelse"),
    cst.NamedExpr: ("target", "value"),
    cst.Tuple: ("elements",),
    cst.List: ("elements",),
    cst.Set: ("elements",),
    cst.Element: ("value",),
    cst.StarredElement: ("value",),
    cst.Dict: ("elements",),
    cst.DictElement: ("key", "value"),
    cst.StarredDictElement: ("value",),
    cst.ListComp: ("elt", "for_in"),
    cst.SetComp: ("elt", "for_in"),
    cst.GeneratorExp: ("elt", "for_in"),
    cst.DictComp: ("key", "value", "for_in"),
    cst.CompFor: ("target", "iter", "ifs", "inner_for_in"),
    cst.CompIf: ("test",),
    cst.Await: ("expression",),
    cst.Yield: ("value",),
}

# Statements and expressions without parts of their own: not worth a place on the stack.
_PLAIN = frozenset(
    (cst.Name, cst.Integer, cst.Float, cst.SimpleString, cst.MaybeSentinel, cst.Colon, cst.FormattedString)
)

Pending = List[object]


def push_children(node: cst.CSTNode, pending: Pending) -> None:
    """Put the code-bearing children on the stack so that they come off in source order."""
    for name in reversed(FIELDS.get(type(node), ())):
        push(getattr(node, name), pending)


def push(value: Union[cst.CSTNode, Tuple[cst.CSTNode, ...], object], pending: Pending) -> None:
    """Put one node, or a sequence of nodes, on the stack."""
    if value is None:
        return
    kind = value.__class__
    if kind is tuple or kind is list:
        for item in reversed(value):  # type: ignore[call-overload]
            if item.__class__ not in _PLAIN:
                pending.append(item)
    elif kind not in _PLAIN:
        pending.append(value)
