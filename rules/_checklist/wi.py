"""What weights begin as, and whether what is loaded arrives."""

from mslint.rulekit import Facts, Program, absent, ask, fine, names_in, training_places

WEIGHTED = ("dense", "conv", "conv_transpose")
# What gives weights other values than layers give them.
CHANGES = ("initializer", "Parameter")
INTO = "mindspore.load_param_into_net"
READS = ("numpy.load", "torch.load", "pickle.load")
SPEAKS = ("pretrain", "load_", "ckpt", "checkpoint_path", "state_dict", ".npz")
LOADS = ("mindspore.load_checkpoint", INTO)


def file_wi_01(facts: Facts):
    changed = [call for call in facts.calls if call.name.rpartition(".")[2] in CHANGES]
    for call in changed:
        yield ask("changed", call)
    for call in facts.calls:
        if call.role in WEIGHTED and call.name.startswith("mindspore.nn."):
            weight = call.get("weight_init")
            if weight is not None and weight.literal:
                yield fine("given", call, text=weight.text)
            elif weight is not None:
                yield ask("unknown", call, text=weight.text)
            elif call.missing("weight_init"):
                yield fine("default", call)


def program_wi_01(program: Program):
    for event in program.named(lambda name: name.endswith(".set_data")):
        yield ask("changed", event)
    roles = (program.tables.get(event.name) for event in program.named(lambda name: name.startswith("mindspore.nn.")))
    if not any(api is not None and api.role in WEIGHTED for api in roles):
        yield absent("no_network")


def program_wi_02(program: Program):
    found = list(program.calls(*LOADS))
    for event in found:
        if event.name == INTO and not event.discarded and _read(program, event):
            yield fine("checked", event)
        elif event.name == INTO or not event.missing("net"):
            yield ask("loaded", event)
    if not found:
        places = [*program.calls(*READS), *(training_places(program) if program.mentions(*SPEAKS) else ())]
        yield ask("spoken", places[0]) if places else absent("nothing")


def _read(program: Program, event):
    """Whether a name that the result is given is written once more."""
    names = [name for name in names_in(program.body_of(event.frame)) if name in event.site.targets and name != "_"]
    return len(names) > len([name for name in event.site.targets if name != "_"])
