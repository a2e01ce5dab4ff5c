"""What a checker may import: the facts it sees and the hits it returns. Names no rule."""

from mslint.api.versions import format_version
from mslint.facts.calls import Argument, CallSite, Expression, one_minus
from mslint.facts.cells import CellClass, repeated_cells
from mslint.facts.comparisons import Comparison, Operand, comparisons
from mslint.facts.context import Context, context_of, words
from mslint.facts.methods import VALUE, Method, methods, patches
from mslint.facts.missing import NEVER, NEWER, REMOVED, Missing, asked_for, missing, missing_argument, short
from mslint.facts.module import Facts
from mslint.facts.references import Reference
from mslint.facts.results import HANDED_ON
from mslint.model import Severity, Span
from mslint.rulekit.hits import Hit, Words, at_call

__all__ = [
    "HANDED_ON",
    "Argument",
    "CallSite",
    "CellClass",
    "Comparison",
    "Context",
    "Expression",
    "Facts",
    "Hit",
    "Method",
    "Missing",
    "NEVER",
    "NEWER",
    "Operand",
    "REMOVED",
    "Reference",
    "Severity",
    "Span",
    "VALUE",
    "Words",
    "asked_for",
    "at_call",
    "comparisons",
    "context_of",
    "format_version",
    "methods",
    "missing",
    "missing_argument",
    "one_minus",
    "patches",
    "repeated_cells",
    "short",
    "words",
]
