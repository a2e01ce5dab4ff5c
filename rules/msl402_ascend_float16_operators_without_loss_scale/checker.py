"""Training on Ascend without any loss scale, with operators that are documented to compute in float16 there."""

from typing import Optional

from mslint.rulekit import (
    Map,
    Program,
    Severity,
    Words,
    at_event,
    halves,
    note,
    scales_a_loss,
    trained,
    trainings,
    unit_table,
)

DEVICES = ("mindspore.set_context", "mindspore.set_device")
MODE = ".op_precision.precision_mode"
KEEPING = ("must_keep_origin_dtype", "allow_fp32_to_bf16")
KEPT_FROM = (2, 10)
LEVELS = ("amp_level", "level")
SHOWN = 3  # names in the message; the related places have all


def check_program(program: Program):
    if not program.whole or scales_a_loss(program) or program.speaks_of("bfloat"):
        return
    steps = list(trainings(program))
    if not steps or halves(program) or any(_level_unknown(step.event) for step in steps):
        return  # where float16 is asked for, that is what has to be said
    target, mode = _target(program), _precision_mode(program)
    keeps = mode in KEEPING or (mode is None and program.version >= KEPT_FROM)
    uses = _uses(program)
    if target == "other" or not uses or mode == "?" or (keeps and (mode or target is None)):
        return
    names = ", ".join(event.short for event in uses[:SHOWN])
    more = Words("", "") if len(uses) <= SHOWN else Words(", ...", " 等")
    related = [note(event, "float16 on the first Ascend 910", "在首代 Ascend 910 上以 float16 计算") for event in uses]
    variant = "mode" if mode and not keeps else "kept" if keeps else "device" if target is None else ""
    yield at_event(
        steps[0].event,
        variant,
        Severity.INFO if variant in ("kept", "device") else None,
        sure=target == "sure",
        related=related,
        operators=names,
        more=more,
        mode=mode or "",
    )


def _precision_mode(program: Program) -> Optional[str]:
    """The precision mode that the program asks for; None where it asks for none, `?` where nobody knows which."""
    given = [event.given[0].value for event in program.named(lambda name: name.endswith(MODE)) if event.given]
    for event in program.calls("mindspore.set_context"):
        config = event.get("ascend_config")
        table = config.only if config is not None else None
        if isinstance(table, Map) and "precision_mode" in table.items:
            given.append(table.items["precision_mode"])
        elif config is not None and not isinstance(table, Map):
            return "?"
    return (given[-1].text or "?") if given else None


def _target(program: Program) -> Optional[str]:
    """Whether it trains on Ascend: "sure", or "likely" by default; "other" where it certainly does not."""
    values = [
        value for event in program.calls(*DEVICES) for value in (event.get("device_target"),) if value is not None
    ]
    for value in values:
        if value.is_just("Ascend"):
            return "sure" if value.sure else "likely"
    known = bool(values) and all(value.known and not value.may_be("Ascend") for value in values)
    return "other" if known else None


def _uses(program: Program):
    """The first call of each listed name whose object belongs to what is trained.

    Matrix products do not count: the page calls them too slow in float32, not impossible."""
    table = unit_table(__file__, "operators.toml")
    rows = [*table["use"], *table["other_device"]]
    listed = {row["name"] for row in rows if row["operator"] not in table["listed"]["Matmul"]}
    there = list(program.calls(*listed))
    reached = {id(obj) for obj in trained(program)} if there else set()
    found = {}
    for event in there:
        if id(event.made) in reached:
            found.setdefault(event.name, event)
    return list(found.values())


def _level_unknown(event) -> bool:
    """O2 would bring a loss scale."""
    level = event.get(*LEVELS)
    return event.open if level is None else not level.is_just("O0")
