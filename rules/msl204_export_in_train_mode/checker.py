"""A network is written to a file while it certainly is in training mode."""

from mslint.rulekit import Modes, Program, at_event, is_optimizer, note

EXPORT = "mindspore.export"


def check_program(program: Program):
    if not program.whole:
        return
    modes = Modes.of(program)
    for event in program.calls(EXPORT):
        network, kind = event.get("net"), event.get("file_format")
        if network is None or event.alone or (kind is not None and (kind.open or kind.may_be("ONNX"))):
            continue
        if any(is_optimizer(program, part) for part in program.parts(network)):
            continue  # the graph of a training step is exported to train with
        change = modes.training(event, network)
        if change is not None:
            layer = modes.layers(network)[0].made
            there = note(change.event, "put into training mode here", "在此处进入训练模式")
            yield at_event(event, related=[there], layer=layer.short, change=change.event.short)
