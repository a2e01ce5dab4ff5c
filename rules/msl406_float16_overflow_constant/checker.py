"""Constants that float16 cannot hold, in cells that certainly run in float16: times a mask of zeros they give NaN."""

from mslint.rulekit import FULL, Formula, Hit, Note, Program, Severity, Words, formulas, halves, is_api

LARGEST = 65504.0
TO_FLOAT = "mindspore.nn.Cell.to_float"
# The others leave what a construct itself computes in the type that it has.
LEVELS = ("O2", "O3", "")


def check_program(program: Program):
    seen = set()
    kept = _kept_full(program)
    for half in halves(program):
        if half.level not in LEVELS or half.network is None or not half.network.known:
            continue
        if half.level == "" and half.event.name != TO_FLOAT:
            continue
        asked = Note(half.event.span, Words("float16 is asked for here", "在此要求使用 float16"), half.event.path)
        for cell in program.parts(half.network):
            if id(cell) in kept:
                continue
            for formula in formulas(cell):
                place = (formula.path, formula.span)
                if place not in seen and _overflows(formula):
                    seen.add(place)
                    yield _hit(formula, asked)


def _overflows(formula: Formula) -> bool:
    return abs(formula.number) > LARGEST and formula.kind != FULL


def _hit(formula: Formula, asked: Note) -> Hit:
    constant = f"{formula.number:g}"
    if formula.op != "*":
        return Hit(
            formula.span,
            "filled",
            {"constant": constant},
            Severity.INFO,
            False,
            formula.span,
            (asked,),
            path=formula.path,
        )
    if formula.kind:
        return Hit(formula.span, "", {"constant": constant}, None, True, formula.span, (asked,), path=formula.path)
    return Hit(
        formula.span, "unknown", {"constant": constant}, Severity.INFO, False, formula.span, (asked,), path=formula.path
    )


def _kept_full(program: Program):
    """The parts of whatever is told to stay in float32."""
    full = [event for event in program.calls(TO_FLOAT) if not is_api(event.get("dst_type"), "mindspore.float16")]
    return {id(obj) for event in full if event.receiver is not None for obj in program.parts(event.receiver)}
