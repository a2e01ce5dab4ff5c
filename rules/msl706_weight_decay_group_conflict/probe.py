"""Takes a step with gradients of zero, so that only weight decay moves anything, and lists what has moved."""

from dataclasses import replace

from mslint.rulekit import DICT, Recipe, Unknown

DECAY = 0.1  # one that shows at once; which parameters are reached does not depend on it
NORMS = ("gamma", "beta")


def probe(case, lab):
    nn = lab.nn
    written = case.call.get("params")
    groups = written if isinstance(written, (tuple, list)) else ()
    groups = [each for each in groups if isinstance(each, Recipe) and each.name == DICT and each.gives("params")]
    has_norm = bool(groups or case.beside or case.param("layer"))

    class Net(nn.Cell):
        def __init__(self):
            super().__init__()
            self.fc = nn.CellList([nn.Dense(2, 2) for _ in groups or [None]])
            if has_norm:
                self.norm = nn.BatchNorm1d(2)

    net = Net()
    every = net.trainable_params()
    for each in every:
        each.set_data(lab.ops.ones_like(each))
    if groups:
        meant = bool(case.param("layer") or case.param("name"))
        given = [_group(lab, each, cell.trainable_params()) for each, cell in zip(groups, net.fc)]
        given[_with_norm(groups, meant)]["params"] += net.norm.trainable_params()
    elif isinstance(written, Recipe):
        given = every
    else:
        lab.fail("probe-unknown-argument", name="params")
    recipe = lab.settled(case.call, momentum=0.9)
    recipe = replace(recipe, name=recipe.name.replace(".__init__", ""))
    optimizer = lab.make(recipe, params=given, learning_rate=0.1, weight_decay=_known(recipe.get("weight_decay")))
    before = {each.name: each.asnumpy().copy() for each in every}
    optimizer(tuple(lab.ops.zeros_like(each) for each in optimizer.parameters))
    moved = [each.name for each in every if (each.asnumpy() != before[each.name]).any()]
    norms = sum(name.rpartition(".")[2] in NORMS for name in moved)
    seen = {"moved": len(moved), "all": len(every), "norms": norms}
    if groups:
        return lab.shows(norms == 2, **seen)
    torch = lab.beside(lambda torch: _in_torch(torch, len(every)), len(every))
    return (
        lab.confirmed("flat", torch=torch.value, by=torch.source, **seen)
        if len(moved) < torch.value
        else lab.refuted(**seen)
    )


def _group(lab, recipe, params):
    """A group as it is written, with parameters of ours."""
    group = {"params": params}
    if recipe.gives("lr"):
        group["lr"] = 0.1
    if recipe.gives("weight_decay"):
        group["weight_decay"] = _known(recipe.get("weight_decay"))
    return group


def _with_norm(groups, meant):
    """The number of the group with the normalization: one without weight decay of its own, if the rule says so."""
    own = [_known(each.get("weight_decay")) if each.gives("weight_decay") else None for each in groups]
    if None in own and (meant or all(each is None for each in own)):
        return own.index(None)
    return own.index(min(each for each in own if each is not None))


def _known(decay):
    return 0.0 if decay is not Unknown.VALUE and not decay else DECAY


def _in_torch(torch, count):
    every = [torch.nn.Parameter(torch.ones(2)) for _ in range(count)]
    for each in every:
        each.grad = torch.zeros(2)
    torch.optim.SGD(every, lr=0.1, weight_decay=DECAY).step()
    return sum(bool((each != 1).any()) for each in every)
