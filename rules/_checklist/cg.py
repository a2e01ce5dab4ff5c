"""The networks of a program as far as they could be followed: their layers, and the loss behind them."""

from mslint.rulekit import (
    Cls,
    Func,
    Obj,
    Program,
    Seq,
    absent,
    ask,
    called,
    calls_of,
    fine,
    is_optimizer,
    networks,
    training_places,
    trainings,
    unused_layers,
)

FREEZES = ("requires_grad", "stop_gradient", "freeze", "frozen", "trainable=")
# By these a program may reach layers whose names it does not write.
REACHES = ("getattr", "cells_and_names", "name_cells", "_cells", "insert_child_to_cell", "__dict__", "children")
CONTAINERS = ("mindspore.nn.SequentialCell", "mindspore.nn.CellList", "mindspore.nn.CellDict")
LOSS_CELL = "mindspore.nn.WithLossCell"


def _unfollowed(program: Program, key="unknown"):
    steps = training_places(program)
    yield ask(key, steps[0], waits="device") if steps else absent("no_network")


def program_cg_01(program: Program):
    found = networks(program)
    for network in found:
        places = _places(program, network.obj)
        shared = {key: names for key, names in places.items() if len(names) > 1}
        for (_, layer), names in shared.items():
            if layer.made is not None:
                yield ask("shared", layer.made, network=_name(network.obj), names=", ".join(sorted(names)))
        reused = _called_twice(network.obj, {name for names in places.values() for name in names})
        if reused:
            yield ask("reused", network.event, network=_name(network.obj), names=", ".join(reused))
        elif not shared and places:
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
        for name, part in _held(owner):
            path = f"{prefix}{name}"
            api = program.api(part)
            if isinstance(part.cls, Cls) or part.api in CONTAINERS:
                pending.append((part, f"{path}."))
            elif api is not None and api.parameters and api.role:
                found.setdefault((id(part), part), set()).add(path)
    return found


def _called_twice(network: Obj, layers):
    """The layers that one construct calls at two places."""
    found = []
    for cls in network.cls.lineage() if isinstance(network.cls, Cls) else ():
        member = cls.members.get("construct")
        for func in member.atoms if member is not None else ():
            names = [called(call) for call in calls_of(func.node)] if isinstance(func, Func) else []
            found += [name for name in dict.fromkeys(names) if names.count(name) > 1 and name in layers]
    return found


def _held(owner: Obj):
    """What a cell holds: under attributes, in lists, and, of a container, what it was built with."""
    values = list(owner.attrs.items())
    if not isinstance(owner.cls, Cls) and owner.made is not None:
        values += [(str(number), given.value) for number, given in enumerate(owner.made.given)]
    for name, value in values:
        yield from ((name, part) for part in value.objects())
        for number, item in enumerate(value.items() or ()):
            yield from ((f"{name}[{number}]", part) for part in item.objects())


def _name(obj: Obj) -> str:
    return obj.cls.node.name if isinstance(obj.cls, Cls) else obj.api.rpartition(".")[2]


def program_cg_02(program: Program):
    found = networks(program)
    spoken = program.mentions(*FREEZES) or not program.whole
    for obj in _partly_trained(program, {id(network.obj) for network in found}):
        yield ask("partly", obj.made)
    for network in found:
        yield (ask if spoken else fine)("words" if spoken else "none", network.event, network=_name(network.obj))
    if not found:
        yield from _unfollowed(program)


def _partly_trained(program: Program, known):
    """Optimizers that are given the parameters of something else than a network."""
    optimizers = {id(obj): obj for step in trainings(program) for obj in step.optimizer.objects()}
    for obj in optimizers.values():
        params = program.built_with(obj, "params", "parameters")
        if obj.made is None or params is None or not is_optimizer(program, obj):
            continue
        asked = [atom.made for atom in params.objects() if atom.made is not None]
        owners = [owner for event in asked if event.receiver is not None for owner in event.receiver.objects()]
        whole = params.known and len(asked) == len(params.atoms) and any(id(owner) in known for owner in owners)
        if known and not whole:
            yield obj


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
        direct = [event for event in losses if _is_given(program, event)]
        for event in direct:
            yield fine("built_in", event, loss=event.short)
        if not direct:
            yield ask("unknown", steps[0].event)
    if not steps:
        places = training_places(program)
        yield ask("unknown", places[0]) if places else absent("no_training")


def _is_loss(program: Program, event):
    """Whether a call computes one of MindSpore's losses."""
    made = event.name.removesuffix(".__call__")
    api = program.tables.get(made)
    if api is None:
        return False
    function = made == event.name and made.rpartition(".")[2].endswith(("_loss", "cross_entropy"))
    return function or (made != event.name and api.role == "loss")


def _is_given(program: Program, event):
    """Whether the function that computes a loss gives it back as it is, or only scaled."""
    func = event.frame.func
    if func is None:
        return False
    pending, seen = list(program.returned(func).atoms), set()
    while pending:
        atom = pending.pop()
        if id(atom) in seen:
            continue
        seen.add(id(atom))
        if isinstance(atom, Seq):
            pending.extend(each for item in atom.items for each in item.atoms)
        if not isinstance(atom, Obj) or atom.made is None:
            continue
        if atom.made.site.where == event.site.where and atom.made.path == event.path:
            return True
        if atom.made.name.endswith(".scale"):
            pending.extend(each for given in atom.made.given for each in given.value.atoms)
    return False


def _loss(program: Program, atom, event):
    if isinstance(atom, Func):
        return ask("own", event, loss=atom.node.name)
    if isinstance(atom.cls, Cls):
        return ask("own", event, loss=atom.cls.node.name)
    made = atom.made if atom.made is not None else event
    return fine("built_in", made, loss=f"nn.{atom.api.rpartition('.')[2]}")
