"""The networks of a program as far as they could be followed: their layers, and the loss behind them."""

from mslint.rulekit import Cls, Func, Obj, Program, absent, ask, fine, networks, trainings, unused_layers

FREEZES = ("requires_grad", "stop_gradient", "freeze", "frozen", "trainable=")
# By these a program may reach layers whose names it does not write.
REACHES = ("getattr", "cells_and_names", "name_cells", "_cells", "insert_child_to_cell", "__dict__", "children")
LOSS_CELL = "mindspore.nn.WithLossCell"


def _unfollowed(program: Program, key="unknown"):
    steps = trainings(program)
    yield ask(key, steps[0].event, waits="device") if steps else absent("no_network")


def program_cg_01(program: Program):
    found = networks(program)
    for network in found:
        places = _places(program, network.obj)
        shared = {key: names for key, names in places.items() if len(names) > 1}
        for (_, layer), names in shared.items():
            if layer.made is not None:
                yield ask("shared", layer.made, network=_name(network.obj), names=", ".join(sorted(names)))
        if not shared and places:
            yield fine("own", network.event, network=_name(network.obj), layers=len(places))
        elif not places:
            yield ask("unknown", network.event, waits="device")
    if not found:
        yield from _unfollowed(program)


def _places(program: Program, network: Obj):
    """The layers with weights that a network holds, each with the names under which it stands."""
    found = {}
    seen = set()
    pending = [(network, "")]
    while pending:
        owner, prefix = pending.pop()
        if id(owner) in seen or len(seen) > 2000:
            continue
        seen.add(id(owner))
        for name, value in owner.attrs.items():
            for part in [*value.objects(), *(each for item in value.items() or () for each in item.objects())]:
                path = f"{prefix}{name}"
                api = program.api(part)
                if api is not None and api.parameters and api.role:
                    found.setdefault((id(part), part), set()).add(path)
                elif isinstance(part.cls, Cls):
                    pending.append((part, f"{path}."))
    return found


def _name(obj: Obj) -> str:
    return obj.cls.node.name if isinstance(obj.cls, Cls) else obj.api.rpartition(".")[2]


def program_cg_02(program: Program):
    found = networks(program)
    spoken = program.mentions(*FREEZES)
    for network in found:
        yield (ask if spoken else fine)("words" if spoken else "none", network.event, network=_name(network.obj))
    if not found:
        yield from _unfollowed(program)


def program_cg_03(program: Program):
    found = networks(program)
    followed = program.whole and not program.mentions(*REACHES)
    unused = list(unused_layers(program)) if followed else []
    for network in found:
        if not followed:
            yield ask("unknown", network.event, waits="device", network=_name(network.obj))
        elif not unused:
            yield fine("used", network.event, network=_name(network.obj))
    if not found:
        yield from _unfollowed(program, "unfollowed")


def program_cg_04(program: Program):
    steps = trainings(program)
    told = False
    for step in steps:
        values = [step.event.get("loss_fn")]
        for obj in step.network.objects() if step.network is not None else ():
            values.append(obj.made.get("loss_fn") if obj.api == LOSS_CELL and obj.made is not None else None)
        for value in values:
            for atom in value.atoms if value is not None else ():
                if isinstance(atom, (Obj, Func)):
                    told = True
                    yield _loss(program, atom, step.event)
    if steps and not told:
        losses = [event for event in program.events if _is_loss(program, event)]
        for event in losses:
            yield fine("built_in", event, loss=event.short)
        if not losses:
            yield ask("unknown", steps[0].event)
    if not steps:
        yield absent("no_training")


def _is_loss(program: Program, event):
    """Whether a call computes one of MindSpore's losses, or makes what does."""
    api = program.tables.get(event.name)
    return api is not None and (
        api.role == "loss" or event.name.rpartition(".")[2].endswith(("_loss", "cross_entropy"))
    )


def _loss(program: Program, atom, event):
    if isinstance(atom, Func):
        return ask("own", event, loss=atom.node.name)
    if isinstance(atom.cls, Cls):
        return ask("own", event, loss=atom.cls.node.name)
    made = atom.made if atom.made is not None else event
    return fine("built_in", made, loss=f"nn.{atom.api.rpartition('.')[2]}")
