"""Data parallel training whose gradients are summed, or stay with each device; other parallel modes are left alone."""

from mslint.rulekit import Program, Severity, Value, at_event, follows_size, gradient_divisors, is_api, note, trainings

CONTEXT = "mindspore.set_auto_parallel_context"
REDUCER = "mindspore.nn.DistributedGradReducer"
STARTS = ("mindspore.communication.init", "mindspore.mint.distributed.init_process_group")
PARALLEL = "mindspore.ParallelMode."
# Whoever says one of these thinks of the mean, or exchanges gradients in some way of his own.
MEANS = ("gradients mean", "mirror mean")
EXCHANGES = ("reducer", "all reduce", "allreduce", "reduce scatter", "all gather", "allgather")


def check_program(program: Program):
    if not program.whole:
        return
    steps = list(trainings(program))
    contexts = [event for event in program.calls(CONTEXT) if event.get("parallel_mode") is not None]
    data = [event for event in contexts if _is_data_parallel(event.get("parallel_mode"))]
    if steps and data and not program.speaks_of(*MEANS) and not gradient_divisors(program):
        yield from _summed(program, steps, data[0])
    starts = next(program.calls(*STARTS), None)
    alone = len(contexts) == len(data) and not program.speaks_of(*EXCHANGES)
    if steps and all(step.kind == "loop" for step in steps) and starts is not None and alone:
        there = note(starts, "several devices start here", "在此启动多设备通信")
        yield at_event(steps[0].event, "apart", sure=not starts.guards, related=[there])


def _summed(program: Program, steps, context):
    """Model and the training cells reduce by themselves, a reducer without mean= asks the same context."""
    wrapped = [step for step in steps if step.kind != "loop"]
    reducers = list(program.calls(REDUCER))
    if not (wrapped or reducers) or any(not event.missing("mean") for event in reducers):
        return
    verdicts = [follows_size(obj) for step in steps for obj in step.optimizer.objects()]
    first = wrapped[0].event if wrapped else reducers[0]
    there = note(first, "trains with these gradients", "使用这些梯度训练")
    mode = context.get("parallel_mode")
    sure = mode.sure and not context.guards and True in verdicts
    if verdicts and True not in verdicts and None not in verdicts:
        yield at_event(context, "adaptive", Severity.INFO, sure, related=[there])
    else:
        yield at_event(context, sure=sure, related=[there])


def _is_data_parallel(mode: Value) -> bool:
    return is_api(mode, f"{PARALLEL}DATA_PARALLEL") or mode.is_just("data_parallel")
