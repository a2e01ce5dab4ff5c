"""Ways of freezing weights that freeze nothing, or not enough, and a stop_gradient that may freeze too much."""

from difflib import SequenceMatcher

from mslint.rulekit import (
    CallSite,
    Facts,
    Hit,
    Setting,
    Severity,
    at_call,
    settings_of_attribute,
    stopped_layers,
    used_after,
)

NAME = "requires_grad"
ALIKE = 0.85  # require_grad is 0.96, requires_gradient 0.87


def check_file(facts: Facts):
    for setting in settings_of_attribute(facts, "req"):
        if setting.attribute != NAME:
            if _misspelt(setting, facts):
                yield Hit(setting.span, params={"written": f"{setting.owner}.{setting.attribute}"})
        elif setting.optimizer and not setting.value:
            yield Hit(setting.span, "optimizer", {"owner": setting.owner}, Severity.INFO)
        elif setting.cell and not setting.value and not setting.own:
            if _trained(setting, facts):
                yield Hit(setting.span, "cell", {"owner": setting.owner})
        elif not setting.value and not setting.own and not setting.tensor:
            late = next((call for call in facts.calls if _decays(call, setting, facts)), None)
            if late is not None:
                yield Hit(setting.span, "late", {"api": late.short})
            # Whoever writes it for a parameter means it: item cg.02 of the checklist asks about the rest.
    for call, layer in stopped_layers(facts):
        yield at_call(call, "stopped", Severity.INFO, layer=layer)


def _trained(setting: Setting, facts: Facts) -> bool:
    """Whether an optimizer may get the parameters of a cell: it is a part of a network, comes from somewhere else, or
    is given to one here. A network that a function builds, and a part of a loss, are mostly there to be asked only."""
    name, function = setting.source, setting.place.scope.function
    if function is not None and name == function.receiver:
        return function.cls is None or not function.cls.name.lower().endswith("loss")
    if function is not None and name in function.params:
        return True
    given = (call.get("params") for call in facts.calls if call.role == "optimizer")
    return any(params is not None and params.text.partition(".")[0] == name for params in given)


def _misspelt(setting: Setting, facts: Facts) -> bool:
    """Whether the name looks like requires_grad and nobody reads it."""
    if setting.own or SequenceMatcher(None, setting.attribute, NAME).ratio() < ALIKE:
        return False
    reads = [node for node, _, _ in facts.attributes if node.attr.value == setting.attribute]
    written = [each for each in settings_of_attribute(facts, setting.attribute) if each.attribute == setting.attribute]
    return len(reads) <= len(written) and not any(setting.attribute in each.methods for each in facts.classes)


def _decays(call: CallSite, setting: Setting, facts: Facts) -> bool:
    """Whether it is an optimizer with weight decay, built before, for the network whose parameters are frozen."""
    decay, params = call.get("weight_decay"), call.get("params")
    if call.role != "optimizer" or decay is None or params is None or call.order > setting.order:
        return False
    if call.place.scope is not setting.place.scope or not call.place.dominates(setting.place):
        return False
    network = params.text.partition(".")[0]
    if not used_after(facts, call, setting):
        return False  # it makes no more steps: a teacher is trained, and then frozen
    return network == setting.source and decay.value.all_above(0) and params.text.endswith("trainable_params()")
