"""What the precision tuning page asks for and the checklist does not."""

from mslint.rulekit import Cls, Program, absent, ask, fine, is_optimizer, networks, training_places, trainings

SEEDS = ("mindspore.set_seed", "mindspore.common.set_seed", "mindspore.common.seed.set_seed", "mindspore.manual_seed")
STARTS = ("mindspore.communication.init", "mindspore.mint.distributed.init_process_group")
CONTEXT = "mindspore.set_auto_parallel_context"
REDUCER = "mindspore.nn.DistributedGradReducer"


def program_pt_01(program: Program):
    found = networks(program)
    for network in found:
        name = network.obj.cls.node.name if isinstance(network.obj.cls, Cls) else network.obj.api.rpartition(".")[2]
        yield ask("count", network.event, waits="device", network=name)
    if not found:
        steps = training_places(program)
        yield ask("unknown", steps[0], waits="device") if steps else absent("no_network")


def program_pt_04(program: Program):
    steps = trainings(program)
    optimizers = {id(obj): obj for step in steps for obj in step.optimizer.objects()}
    for obj in optimizers.values():
        if is_optimizer(program, obj) and obj.made is not None:
            yield fine("optimizer", obj.made)
    if not training_places(program):
        yield absent("no_training")


def program_pt_05(program: Program):
    steps = training_places(program)
    if not steps:
        yield absent("no_training")
        return
    seeds = list(program.calls(*SEEDS))
    for event in seeds:
        yield fine("seed", event)
    if not seeds and not program.mentions("set_seed", "manual_seed"):
        yield ask("unseeded", steps[0])
    starts = [event for event in program.calls(*STARTS) if not event.alone]
    averages = [event for event in program.calls(CONTEXT) if _true(event.get("gradients_mean"))]
    averages += list(program.calls(REDUCER))
    for event in averages:
        yield fine("averaged", event)
    if starts and not averages:
        yield ask("devices", starts[0])


def _true(value):
    return value is not None and value.is_just(True)
