"""auto_mixed_precision returns the network to use: what is left of its work where that is thrown away."""

from typing import Optional

from mslint.rulekit import Cls, Event, Func, Program, Severity, at_event, is_api, names_in, training_places

AMP = "mindspore.amp.auto_mixed_precision"
CUSTOM = "mindspore.amp.custom_mixed_precision"
FLOAT16, FLOAT32 = "mindspore.float16", "mindspore.float32"
CASTS = (".astype", ".cast", ".Cast.__call__", ".to", ".to_float")
# Operators that O1 computes in half precision where the network's own construct calls them.
OPERATORS = frozenset("mindspore.ops.MatMul mindspore.ops.BatchMatMul mindspore.ops.Conv2D".split())


def check_program(program: Program):
    for event in program.calls(AMP, CUSTOM):
        level = event.get("amp_level")
        if event.name == AMP and event.missing("amp_level"):
            yield at_event(event, "no_level")
            continue
        dtype = event.get("dtype")
        if not event.discarded or not (dtype is None or is_api(dtype, FLOAT16)):
            continue
        variant = _variant(event)
        if variant is None or (variant == "" and (_cast_back(program) or not _reaches_a_loss(program, event))):
            continue
        sure = level is None or level.sure
        severity = Severity.INFO if variant == "operators" else None
        yield at_event(event, variant, severity, sure)


def _variant(event: Event) -> Optional[str]:
    """What is lost; None where nothing is, or nobody knows."""
    network = event.get("network")
    level = event.get("amp_level")
    text = level.text if level is not None else None
    if event.name == CUSTOM:
        black, white = event.get("black_list"), event.get("white_list")
        text = "O2" if _there(black) else "O1" if _there(white) else None
    functions = network is not None and isinstance(network.only, Func)
    if functions:
        return "function" if text == "auto" else None
    if text in ("O2", "O3"):
        return ""
    if text == "O1" and network is not None and network.known:
        held = [obj for owner in network.objects() for value in owner.attrs.values() for obj in value.objects()]
        if any(obj.api in OPERATORS for obj in held):
            return "operators"
    return None


def _reaches_a_loss(program: Program, event: Event) -> bool:
    """Whether the output that stays in float16 is what a loss is computed of: not that of a part of a network, and not
    where nothing is trained or evaluated, as in code that generates."""
    given = event.given_as("network")
    names = list(names_in(given.expr)) if given is not None and given.expr is not None else []
    if len(names) > 1 and names[0] != "self":
        return False
    return event.alone or bool(training_places(program)) or any(program.calls("mindspore.train.Model"))


def _there(value) -> bool:
    return value is not None and value.known and not value.is_just(None)


def _cast_back(program: Program) -> bool:
    """Whether something casts to float32 on its own, as losses often do: nothing is lost then."""
    for event in program.events:
        if event.name.endswith(CASTS) and any(is_api(given.value, FLOAT32) for given in event.given):
            return True
        cls = event.made.cls if event.made is not None else None
        for each in cls.lineage() if isinstance(cls, Cls) else ():
            construct = each.members.get("construct")
            atoms = construct.atoms if construct is not None else ()
            if any(isinstance(atom, Func) and "float32" in atom.node.words for atom in atoms):
                return True
    return False
