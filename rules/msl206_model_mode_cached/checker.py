"""set_train(True) between an evaluation by a Model and a prediction by the same Model."""

from mslint.rulekit import Modes, Program, at_event, note, training_steps

MODEL = "mindspore.train.Model"
EVALUATES = (f"{MODEL}.eval", f"{MODEL}.predict")
METHODS = (*EVALUATES, f"{MODEL}.train", f"{MODEL}.fit")


def check_program(program: Program):
    if not program.whole:
        return
    modes = Modes.of(program)
    for event in program.calls(f"{MODEL}.predict"):
        if event.receiver is None or event.alone:
            continue
        change = modes.training(event, event.receiver)
        if change is None or not change.event.name.endswith(".set_train"):
            continue
        trained = any(change.event.order < step.event.order < event.order for step in training_steps(program))
        if change.event.frame.func is event.frame.func is not None and not trained:
            continue  # asked for where it is used: Monte-Carlo dropout
        model = event.receiver.only
        before = [
            each
            for each in program.calls(*METHODS)
            if each.order < change.event.order and each.receiver is not None and each.receiver.only is model
        ]
        if model is None or not before or before[-1].name not in EVALUATES or before[-1].guards:
            continue
        related = [
            note(before[-1], "the Model switched to inference here", "该 Model 在此处切换到推理模式"),
            note(change.event, "put back into training mode here", "在此处又切换到训练模式"),
        ]
        yield at_event(event, related=related, layer=modes.layers(event.receiver)[0].made.short)
