"""What a checker may import: the facts it sees and the hits it returns. Names no rule."""

from mslint.api.versions import KNOWN, format_version
from mslint.facts.calls import Argument, CallSite, Expression, one_minus
from mslint.facts.cells import CellClass, repeated_cells
from mslint.facts.comparisons import Comparison, Operand, comparisons
from mslint.facts.context import Context, words
from mslint.facts.freezing import Setting, settings_of_attribute, stopped_layers, used_after
from mslint.facts.inside import Inside, inside, places_called
from mslint.facts.methods import VALUE, Method, methods, patches
from mslint.facts.missing import NEVER, NEWER, REMOVED, Missing, asked_for, missing, missing_argument, short
from mslint.facts.module import Facts
from mslint.facts.references import Reference, taken_from
from mslint.facts.temporary import called_at_once
from mslint.facts.uses import Use
from mslint.model import DICT, Case, Named, Passed, Recipe, Severity, Span, Unknown
from mslint.program.context import condition_of
from mslint.program.context import context_of as event_context
from mslint.program.conversions import Conversion, conversions
from mslint.program.endings import Ending, ending
from mslint.program.events import Event, Given
from mslint.program.formulas import ALIKE, FULL, HALF, Formula, formulas
from mslint.program.gradients import Copy, copies
from mslint.program.graphs import (
    CERTAIN,
    DEFAULT,
    EXCLUDED,
    LIKELY,
    UNKNOWN,
    Mode,
    Traced,
    attributes_of,
    is_cell,
    plain_decorators,
    program_mode,
    stands_for,
    traced,
)
from mslint.program.inplace import Change as InPlace
from mslint.program.inplace import changes_in_place, let_go
from mslint.program.listings import Listing, listing_of
from mslint.program.modes import Change, Modes, mode_of
from mslint.program.networks import Network, networks, results_in
from mslint.program.nodes import Leave, called, calls_of, names_in
from mslint.program.operations import (
    Operation,
    Way,
    Worked,
    composed,
    first_column,
    holds_images,
    on_first_column,
    operations,
)
from mslint.program.origins import numbers_in, origin
from mslint.program.pipelines import RANDOM, Pipeline, pipelines, sources_of, use_of
from mslint.program.precision import (
    Half,
    Training,
    follows_size,
    halves,
    is_api,
    is_optimizer,
    scales_a_loss,
    trained,
    trainings,
)
from mslint.program.program import Program
from mslint.program.scaled import ScaledGradient, scaled_gradients
from mslint.program.traces import Draw, OddOne, Part, draws, odd_ones, parts
from mslint.program.training import Step, switches_mode, training_places, training_steps
from mslint.program.unused import Unused, unused_layers
from mslint.program.values import Api, Cls, Func, Map, Obj, Seq, Value, reachable
from mslint.rulekit.bilingual import Words
from mslint.rulekit.data import unit_table
from mslint.rulekit.hits import Hit, Note, at_call, at_event, graph_note, note, where_written
from mslint.rulekit.repairs import (
    CALLEE,
    Ahead,
    Assigned,
    Hoist,
    Into,
    Put,
    Repair,
    Repeat,
    Swap,
    Text,
    around,
    beginning,
    dropped,
    giving,
    inserting,
    instead,
    leaving,
    named,
    safe,
    shown_only,
    unsafe,
    valued,
    writing,
)
from mslint.rulekit.sights import absent, ask, fine

# The oldest MindSpore whose wheel was read: what has no date holds from here on.
FIRST_READ = KNOWN[0]

__all__ = [
    "Ahead",
    "Assigned",
    "CALLEE",
    "Hoist",
    "Into",
    "Put",
    "Repair",
    "Repeat",
    "Swap",
    "Text",
    "around",
    "beginning",
    "inserting",
    "leaving",
    "dropped",
    "giving",
    "instead",
    "named",
    "safe",
    "shown_only",
    "unsafe",
    "valued",
    "writing",
    "graph_note",
    "used_after",
    "DICT",
    "Case",
    "Named",
    "Passed",
    "Recipe",
    "Unknown",
    "ALIKE",
    "Api",
    "Argument",
    "CERTAIN",
    "CallSite",
    "CellClass",
    "Change",
    "Cls",
    "Comparison",
    "Context",
    "Conversion",
    "Copy",
    "DEFAULT",
    "copies",
    "EXCLUDED",
    "Draw",
    "Ending",
    "Event",
    "Expression",
    "FIRST_READ",
    "FULL",
    "Facts",
    "Formula",
    "Func",
    "Given",
    "HALF",
    "Half",
    "Hit",
    "Inside",
    "LIKELY",
    "InPlace",
    "Leave",
    "called",
    "called_at_once",
    "calls_of",
    "changes_in_place",
    "Listing",
    "Map",
    "Method",
    "Missing",
    "Mode",
    "Modes",
    "NEVER",
    "NEWER",
    "Network",
    "Note",
    "Obj",
    "OddOne",
    "Operand",
    "Operation",
    "Part",
    "Pipeline",
    "Program",
    "RANDOM",
    "REMOVED",
    "Reference",
    "ScaledGradient",
    "Seq",
    "Setting",
    "Severity",
    "Span",
    "Step",
    "Traced",
    "Training",
    "UNKNOWN",
    "Use",
    "Unused",
    "VALUE",
    "Value",
    "Way",
    "Words",
    "draws",
    "attributes_of",
    "plain_decorators",
    "Worked",
    "absent",
    "ask",
    "asked_for",
    "at_call",
    "at_event",
    "comparisons",
    "composed",
    "condition_of",
    "conversions",
    "ending",
    "event_context",
    "fine",
    "first_column",
    "follows_size",
    "format_version",
    "formulas",
    "halves",
    "holds_images",
    "inside",
    "is_api",
    "is_optimizer",
    "is_cell",
    "let_go",
    "listing_of",
    "methods",
    "missing",
    "missing_argument",
    "mode_of",
    "names_in",
    "networks",
    "note",
    "odd_ones",
    "numbers_in",
    "on_first_column",
    "one_minus",
    "operations",
    "parts",
    "origin",
    "patches",
    "pipelines",
    "places_called",
    "program_mode",
    "reachable",
    "repeated_cells",
    "scaled_gradients",
    "results_in",
    "scales_a_loss",
    "settings_of_attribute",
    "short",
    "sources_of",
    "stopped_layers",
    "stands_for",
    "switches_mode",
    "taken_from",
    "traced",
    "trained",
    "training_places",
    "training_steps",
    "trainings",
    "unit_table",
    "unused_layers",
    "use_of",
    "where_written",
    "words",
]
