"""Calls that were compared with PyTorch's, and what puts networks into their mode."""

from mslint.rulekit import Facts, Func, Program, absent, ask, fine, mode_of, training_steps

TRAINS = ("mindspore.train.Model.train", "mindspore.train.Model.fit")
EVALUATES = ("mindspore.train.Model.eval", "mindspore.train.Model.predict")
GRADIENTS = ("mindspore.value_and_grad", "mindspore.grad", "mindspore.ops.value_and_grad", "mindspore.ops.grad")
SET_TRAIN = ".set_train"


def file_api_01(facts: Facts):
    for call in facts.calls:
        if call.api is None or not call.name.startswith(("mindspore.nn.", "mindspore.ops.", "mindspore.experimental.")):
            continue
        short = call.name.rpartition(".")[2]
        if short.startswith(("BatchNorm", "SyncBatchNorm")):
            momentum = call.get("momentum")
            if momentum is None and not call.open:
                yield fine("batchnorm", call)
            elif momentum is not None and momentum.value.numbers():
                yield fine("batchnorm_given", call, momentum=momentum.text)
            elif momentum is not None:
                yield ask("batchnorm_unknown", call, momentum=momentum.text)
        elif call.role in ("conv", "conv_transpose") and call.name.startswith("mindspore.nn."):
            if call.get("has_bias") is not None:
                yield fine("conv_given", call)
            elif call.missing("has_bias"):
                yield fine("conv_followed", call)
        elif short == "Dropout" and call.get("p") is not None:
            yield fine("dropout", call)
        else:
            silent = [row for row in call.differences if row.silent and row.argument]
            if silent and not any(call.missing(row.argument) for row in silent):
                yield fine("written", call)
            elif not silent and call.api.torch and call.role != "dropout":
                yield fine("same", call)


def program_api_01(program: Program):
    if not any(event.name.startswith(("mindspore.nn.", "mindspore.ops.")) for event in program.events):
        yield absent("no_api")


def program_api_02(program: Program):
    told = False
    for key, names in (("model_train", TRAINS), ("model_eval", EVALUATES)):
        for event in program.calls(*names):
            told = True
            yield fine(key, event)
    switches = list(program.named(lambda name: name.endswith(SET_TRAIN)))
    steps = training_steps(program)
    for step in steps:
        told = True
        parts = {id(part) for part in program.parts(step.network)} if step.network is not None else set()
        switched = any(mode_of(event) is not False and _on(program, event, parts) for event in switches)
        yield fine("switched", step.event) if switched else ask("loop", step.event)
    parts = {id(part) for step in steps if step.network is not None for part in program.parts(step.network)}
    back = [event for event in switches if mode_of(event) is False and (not steps or _on(program, event, parts))]
    for event in back:
        told = True
        yield fine("switched_back", event)
    if steps and not back:
        for event in _evaluations(program, steps):
            yield ask("by_hand", event)
    if not told:
        yield absent("no_run")


def _evaluations(program: Program, steps):
    """Where a network that is trained by hand is called by anything but its training step."""
    known = {id(part) for step in steps if step.network is not None for part in program.parts(step.network)}
    trained = {id(atom.node) for event in program.calls(*GRADIENTS) for atom in _functions(event)}
    for event in program.named(lambda name: name.endswith(".__call__")):
        called = event.receiver is not None and any(id(obj) in known for obj in event.receiver.objects())
        if called and not _inside(event.frame, trained):
            yield event


def _functions(event):
    """The functions that gradients are taken of."""
    return [atom for given in event.given[:1] for atom in given.value.atoms if isinstance(atom, Func)]


def _inside(frame, trained):
    """Whether it runs in one of these functions, or in the construct of a cell."""
    while frame is not None:
        if frame.func is not None and (id(frame.func.node) in trained or frame.func.node.name == "construct"):
            return True
        frame = frame.caller
    return False


def _on(program: Program, event, parts):
    """Whether a set_train is one on the network, or on what holds it."""
    if event.receiver is None:
        return False
    held = {id(part) for part in program.parts(event.receiver)}
    return bool(held & parts)
