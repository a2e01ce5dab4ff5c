"""What a checker may import: the facts it sees and the hits it returns. Names no rule."""

from mslint.facts.calls import Argument, CallSite, Expression, one_minus
from mslint.facts.cells import CellClass, repeated_cells
from mslint.facts.context import Context, context_of, words
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
    "Context",
    "Expression",
    "Facts",
    "Hit",
    "Reference",
    "Severity",
    "Span",
    "Words",
    "at_call",
    "context_of",
    "one_minus",
    "repeated_cells",
    "words",
]
