"""Gives a Model what the program gives it: a network with its loss or a training step, the manager, an optimizer."""


def probe(case, lab):
    net, given = lab.nn.Dense(4, 4), {}
    optimizer = lab.nn.SGD(net.trainable_params(), 0.1)
    if case.call.gives("loss_fn"):
        network, given["loss_fn"] = net, lab.nn.MSELoss()
    else:
        network = lab.nn.TrainOneStepCell(lab.nn.WithLossCell(net, lab.nn.MSELoss()), optimizer)
    if case.call.gives("optimizer"):
        given["optimizer"] = optimizer
    if case.call.gives("loss_scale_manager"):
        # Any manager will do; this one runs on every device.
        given["loss_scale_manager"] = lab.ms.FixedLossScaleManager(drop_overflow_update=False)
    error = lab.error_of(lambda: lab.ms.Model(network, **given))
    return lab.refuted() if error is None else lab.confirmed(error=error)
