"""Trains a small network around the layer as the loop does, three steps, and sees how the layer worked in them."""

STEPS = ("TrainOneStepCell", "TrainOneStepWithLossScaleCell")


def probe(case, lab):
    finding = case.param("api") is not None
    if case.variant == "no_layer" or not (finding or _layers(case)):
        return _without_layer(case, lab, finding)
    trial = lab.trial(_layers(case), case.param("layer") or "")
    net = trial.net
    if not finding:  # a finding says that whatever is switched there is another network
        _switch(case, lab, net)
    _train(case, lab, net, trial.x)
    off = trial.off()
    if off > 0:
        return lab.refuted(layer=trial.name, off=off)
    net.set_train()
    net(trial.x)
    return lab.shows(trial.off() > 0, layer=trial.name, off=trial.off())


def _layers(case):
    return [call for call in case.beside if "Dropout" in call.name or "BatchNorm" in call.name]


def _without_layer(case, lab, finding):
    net = lab.network()
    if not finding:
        _switch(case, lab, net)
    _train(case, lab, net, lab.tensor(4, 4))
    return lab.refuted("training") if net.training else lab.confirmed("inference")


def _switch(case, lab, net):
    """What the program does that may switch a network."""
    for call in case.beside:
        if call.name.endswith(".set_train"):
            net.set_train(*(lab.value(each.value) for each in call.passed))
        elif call.name.endswith(".Model") and call.gives("optimizer"):
            lab.ms.Model(net, lab.nn.MSELoss(), _optimizer(lab, net))
        elif call.name.endswith(".build_train_network"):
            lab.ms.amp.build_train_network(net, _optimizer(lab, net), lab.nn.MSELoss())


def _train(case, lab, net, x):
    y = x * 0
    optimizer, with_loss = _optimizer(lab, net), lab.nn.WithLossCell(net, lab.nn.MSELoss())
    kind = next((kind for kind in STEPS if f".{kind}." in case.call.name), None)
    if kind is None:
        grad = lab.ms.value_and_grad(with_loss, None, optimizer.parameters)

        def step():
            optimizer(grad(x, y)[1])

    else:
        scale = {"scale_sense": lab.ms.Tensor(1.0, lab.ms.float32)} if kind == STEPS[1] else {}
        cell = getattr(lab.nn, kind)(with_loss, optimizer, **scale)

        def step():
            cell(x, y)

    for _ in range(3):
        step()


def _optimizer(lab, net):
    return lab.nn.SGD(net.trainable_params(), 0.001)
