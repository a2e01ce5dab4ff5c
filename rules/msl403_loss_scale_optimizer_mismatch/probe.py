"""Makes one step with the optimizer and the loss scale of the program, and sees with what gradient it works."""

from mslint.rulekit import Recipe, Unknown

FIXED = "FixedLossScaleManager"
TRUE = (0.3, -0.2, 0.1)  # the gradient, as the loss is its product with the weights
SCALE = 1024.0  # where the program's is undone before the optimizer, any will do
OURS = ("learning_rate", "lr", "weight_decay", "params", "parameters")  # they do not matter here


def probe(case, lab):
    lab.known(case.call, "loss_scale")
    passed = [each for each in case.call.passed if each.name not in OURS and each.value is not Unknown.VALUE]
    given = {each.name: lab.value(each.value) for each in passed}
    without = {name: value for name, value in given.items() if name != "loss_scale"}
    true, wanted = _step(case, lab, without, _cell(lab, 1.0))
    for training in _trainings(case):
        run, by_hand = _way(lab, training)
        seen, update = _step(case, lab, given, run)
        measured = {"seen": seen / true, "times": update / wanted}
        if abs(measured["seen"] - 1) > 0.01:
            return lab.confirmed("by_hand" if by_hand else "confirmed", **measured)
    return lab.refuted("by_hand_right" if by_hand else "refuted", **measured)


def _trainings(case):
    """What the program trains this optimizer with."""
    with_it = [each for each in case.beside if each.get("optimizer") == case.call]
    return dict.fromkeys(with_it or [each for each in case.beside if each.gives("optimizer")] or [Recipe("")])


def _way(lab, training):
    """(how the program makes a step, whether the scale has to be undone by hand for want of the device)"""
    name = training.name.rpartition(".")[2]
    if name == "TrainOneStepCell":
        return _cell(lab, lab.known(training, "sens") or 1.0), False
    if name == "TrainOneStepWithLossScaleCell":
        return _by_hand(lab), True
    manager = training.get("loss_scale_manager")
    if manager is None:
        level = training.get("amp_level", "level")
        return (_by_hand(lab), True) if level in ("O2", "O3", "auto") else (_cell(lab, 1.0), False)
    if not isinstance(manager, Recipe):
        lab.fail("probe-unknown-argument", name="loss_scale_manager")
    if manager.name.endswith(FIXED) and manager.get("drop_overflow_update") is False:
        return _model(lab, manager), False
    return _by_hand(lab), True


def _cell(lab, sens):
    def run(net, optimizer, x):
        lab.nn.TrainOneStepCell(net, optimizer, sens=sens)(x)

    return run


def _model(lab, manager):
    def run(net, optimizer, x):
        data = lab.find("mindspore.dataset").NumpySlicesDataset(x.asnumpy()[None], ["x"]).map(lambda row: row)
        lab.ms.Model(net, optimizer=optimizer, loss_scale_manager=lab.make(manager)).train(1, data)

    return run


def _by_hand(lab):
    def run(net, optimizer, x):
        scaler = lab.ms.amp.StaticLossScaler(SCALE)
        _, gradients = lab.ms.value_and_grad(lambda x: scaler.scale(net(x)), None, optimizer.parameters)(x)
        optimizer(scaler.unscale(gradients))

    return run


def _step(case, lab, given, run):
    """(the gradient that the optimizer worked with, the update that it made), as one number each"""
    ms, np = lab.ms, lab.np

    class Line(lab.nn.Cell):
        def __init__(self):
            super().__init__()
            self.weight = ms.Parameter(ms.Tensor([1.0, 2.0, 3.0], ms.float32), name="weight")

        def construct(self, x):
            return (self.weight * x).sum()

    net = Line()
    before = net.weight.asnumpy().copy()
    rate = "lr" if ".optim." in case.call.name else "learning_rate"
    got = []

    class Watched(lab.find(case.call.name)):
        def construct(self, gradients):
            got.append(gradients[0])
            return super().construct(gradients)

    optimizer = Watched(net.trainable_params(), **{rate: 0.01}, **given)
    run(net, optimizer, ms.Tensor(TRUE, ms.float32))
    divided = optimizer.scale_grad((got[0],))[0] if hasattr(optimizer, "scale_grad") else got[0]
    return float(np.abs(divided.asnumpy()).max()), float(np.abs(net.weight.asnumpy() - before).max())
