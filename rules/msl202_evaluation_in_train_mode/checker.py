"""A network is called for evaluation while it certainly is in training mode."""

from mslint.rulekit import CALLEE, Ahead, Modes, Program, at_event, event_context, inserting, note, unsafe

CALLED = ".__call__"
CELL = "mindspore.nn.Cell"


def check_program(program: Program):
    if not program.whole:
        return
    modes = Modes.of(program)
    told = set()
    for event in program.named(lambda name: name.endswith(CALLED)):
        if event.receiver is None or event.alone or event.span in told:
            continue
        if not any(program.derives(obj, CELL) for obj in event.receiver.objects()):
            continue  # whoever asks for gradients trains
        if event_context(event).kind != "eval":
            continue
        change = modes.training(event, event.receiver)
        if change is None:
            continue
        told.add(event.span)
        layer = modes.layers(event.receiver)[0].made
        there = note(change.event, "put into training mode here", "在此处进入训练模式")
        yield at_event(event, related=[there], fix=_switched(event), layer=layer.short, change=change.event.short)


def _switched(event):
    title = inserting("set_train(False)")
    return unsafe(title, Ahead(event.span, f"{CALLEE}.set_train(False)", loops=True))
