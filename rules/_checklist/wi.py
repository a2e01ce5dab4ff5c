"""What weights begin as, and whether what is loaded arrives."""

from mslint.rulekit import Facts, Program, absent, ask, fine

WEIGHTED = ("dense", "conv", "conv_transpose")
INTO = "mindspore.load_param_into_net"
LOADS = ("mindspore.load_checkpoint", INTO)


def file_wi_01(facts: Facts):
    for call in facts.calls:
        if call.role in WEIGHTED:
            weight = call.get("weight_init")
            if weight is not None and not (weight.value.sure and weight.value.all_below(1e-30)):
                yield fine("given", call, text=weight.text)
            elif call.missing("weight_init"):
                yield fine("default", call)


def program_wi_01(program: Program):
    roles = (program.tables.get(event.name) for event in program.named(lambda name: name.startswith("mindspore.nn.")))
    if not any(api is not None and api.role in WEIGHTED for api in roles):
        yield absent("no_network")


def program_wi_02(program: Program):
    found = list(program.calls(*LOADS))
    for event in found:
        if event.name == INTO and not event.discarded:
            yield fine("checked", event)
        elif event.name == INTO or not event.missing("net"):
            yield ask("loaded", event)
    if not found:
        yield absent("nothing")
