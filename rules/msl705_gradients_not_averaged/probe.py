"""Makes a step in the context of the program, with MindSpore's own reducer; its exchange adds the gradient of a second
device, which is only simulated."""

CONTEXT, REDUCER = "mindspore.set_auto_parallel_context", "mindspore.nn.DistributedGradReducer"
OWN, OTHER = 1.0, 3.0


def probe(case, lab):
    ms = lab.ms
    try:
        for call in case.uses(CONTEXT):
            if call.gives("parallel_mode", "gradients_mean"):
                _set(lab, call)
        net = lab.network()
        optimizer = lab.nn.SGD(net.trainable_params(), 1.0)
        x = ms.Tensor([OWN], ms.float32)
        if case.call.name == CONTEXT:
            cell = lab.nn.TrainOneStepCell(net, optimizer)
            _simulate(lab, cell.grad_reducer)
            cell(x)
        else:
            _, gradients = ms.value_and_grad(net, None, optimizer.parameters)(x)
            for call in case.uses(REDUCER)[:1]:
                reducer = lab.make(call, parameters=optimizer.parameters, degree=2)  # as many as there would be
                _simulate(lab, reducer)
                gradients = reducer(gradients)
            optimizer(gradients)
        update = 1.0 - float(net.weight.asnumpy()[0])
    finally:
        ms.reset_auto_parallel_context()
    if abs(update - (OWN + OTHER) / 2) < 1e-4:
        return lab.refuted(update=update)
    return lab.confirmed("apart" if abs(update - OWN) < 1e-4 else "confirmed", update=update)


def _set(lab, call):
    """The same context, without what speaks of the machines it is meant for."""
    given = {name: lab.known(call, name) for name in ("parallel_mode", "gradients_mean") if call.gives(name)}
    lab.ms.set_auto_parallel_context(device_num=2, **given)


def _simulate(lab, reducer):
    class Exchange(lab.nn.Cell):
        def construct(self, gradient):
            return gradient + OTHER

    if hasattr(reducer, "allreduce_filter"):
        reducer.split_fusion = False
        reducer.allreduce = Exchange()
