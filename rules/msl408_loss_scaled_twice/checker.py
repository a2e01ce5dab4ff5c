"""A loss scale manager given to a Model whose network is a training step already."""

from mslint.rulekit import Event, Obj, Program, Severity, Value, at_event, note

MODEL = "mindspore.train.Model"
STEP = "mindspore.nn.TrainOneStepCell"
BUILD = "mindspore.amp.build_train_network"


def check_program(program: Program):
    for event in program.calls(MODEL):
        network, manager = event.get("network"), event.get("loss_scale_manager")
        if network is None or not _given(manager) or not network.known:
            continue
        steps = [obj for obj in network.objects() if _is_step(program, obj)]
        if not steps or len(steps) < len(network.atoms):
            continue
        made = [step.made for step in steps if step.made is not None and not step.made.parallel(event)]
        there = [note(made[0], "this is a training step already", "这里已经是一个训练步骤")] if made else []
        sure = manager.sure and network.sure
        if _without_optimizer(event):
            yield at_event(event, severity=Severity.ERROR, sure=sure, related=there)
        elif _given(event.get("optimizer")):
            yield at_event(event, "nested", sure=sure, related=there)


def _given(value: Value) -> bool:
    return value is not None and value.known and None not in value.atoms


def _without_optimizer(event: Event) -> bool:
    optimizer = event.get("optimizer")
    return event.missing("optimizer") if optimizer is None else optimizer.is_just(None)


def _is_step(program: Program, obj: Obj) -> bool:
    return obj.api == BUILD or program.derives(obj, STEP)
