"""Switches a small network around the layer as the program does, calls it, and sees how the layer worked."""

from mslint.rulekit import Passed, Recipe

MODEL = "mindspore.train.Model"


def probe(case, lab):
    trial = lab.trial(case.beside, case.param("layer") or "")
    change = case.param("change")
    # A finding says what switched the network last; else all that the program does is done again.
    calls = case.beside if change is None else _calls(change)
    models = []
    for call in calls:
        _switch(lab, trial, call, models)
    trial.net(trial.x)
    off = trial.off()
    return lab.confirmed(layer=trial.name, off=off, change=change) if off > 0 else lab.refuted(layer=trial.name)


def _calls(change):
    model, _, method = change.partition(".")
    if model.endswith("Model"):
        made = Recipe(MODEL, (Passed("optimizer", True, False),))
        return [made, Recipe(f"{MODEL}.{method}")] if method else [made]
    return [Recipe(change)]


def _switch(lab, trial, call, models):
    net = trial.net
    optimizer = lab.nn.SGD(net.trainable_params(), 0.001)
    kind = call.name.rpartition(".")[2]
    if kind == "set_train":
        net.set_train(*(lab.value(each.value) for each in call.passed))
    elif kind == "build_train_network":
        lab.ms.amp.build_train_network(net, optimizer, lab.nn.MSELoss())
    elif kind == "Model":
        models.append(
            lab.ms.Model(net, lab.nn.MSELoss(), optimizer if call.get("optimizer") else None, metrics={"loss"})
        )
    elif models:
        data = lab.find("mindspore.dataset").NumpySlicesDataset((trial.x.asnumpy(),) * 2, ["x", "y"]).batch(64)
        if kind == "predict":
            models[-1].predict(trial.x)
        elif kind == "eval":
            models[-1].eval(data)
        elif kind in ("train", "fit"):
            getattr(models[-1], kind)(1, data, **({"valid_dataset": data} if call.gives("valid_dataset") else {}))
