"""In what precision a program trains: what brings network and optimizer together, and what asks for float16."""

from __future__ import annotations

from typing import Dict, FrozenSet, Iterator, List, NamedTuple, Optional, Sequence

from mslint.facts.context import words
from mslint.program.calls import CELL, OPTIMIZER
from mslint.program.events import Event
from mslint.program.hooks import MODEL as MODEL
from mslint.program.nodes import Augment, Binary, Call, Expr, called, names_in, pieces
from mslint.program.program import Program
from mslint.program.values import (
    Api,
    Cls,
    Obj,
    Value,
    member_of,
)

BUILD = "mindspore.amp.build_train_network"
STEP = "mindspore.nn.TrainOneStepCell"
SCALED_STEP = "mindspore.nn.TrainOneStepWithLossScaleCell"
AMP = "mindspore.amp.auto_mixed_precision"
CUSTOM_AMP = "mindspore.amp.custom_mixed_precision"
FLOAT16 = "mindspore.float16"
HALF_LEVELS = ("O1", "O2", "O3", "auto")
_TRAINING = (MODEL, BUILD, STEP, SCALED_STEP, f"{STEP}.__init__", f"{SCALED_STEP}.__init__", ".__call__")
TRAINS = (f"{MODEL}.train", f"{MODEL}.fit")
EVALUATES = (f"{MODEL}.eval", f"{MODEL}.predict")
# They are no mindspore.nn.Optimizer.
_OTHER_OPTIMIZERS = ("mindspore.experimental.optim.", "mindspore.mint.optim.")
_OPTIMIZER_FUNCTIONS = frozenset(["mindspore.nn.thor"])
# How much larger an update gets with gradients that are 1024 times larger was measured (403.sens-without-loss-scale):
# 1024 and 36 times for these; the others divide by the size of the gradients, and 1 to 4 is what is left.
_PROPORTIONAL = frozenset(
    "mindspore.nn.SGD mindspore.nn.Momentum mindspore.nn.ASGD mindspore.nn.RMSProp "
    "mindspore.experimental.optim.SGD".split()
)
_NORMALIZING = frozenset(
    f"mindspore.nn.{name}"
    for name in (
        "Adam AdamWeightDecay LazyAdam AdamOffload AdaFactor AdaMax Rprop Adadelta Adagrad ProximalAdagrad FTRL".split()
    )
)
# Whoever scales a loss calls it so, or multiplies a loss with something that is called a scale.
SCALING = (
    *("loss scale", "loss scaler", "loss scaling", "loss scaled", "lossscale", "lossscaler", "scale sense", "sens"),
    *("scaler", "loss mul", "grad scale"),
)
_SCALES = frozenset("scale scaler scaling scaled sens".split())
_LOSSES = frozenset("loss losses".split())
_GRADIENTS = frozenset("g grad grads gradient gradients".split())
_OF_NUMBERS = frozenset("value factor tensor num number".split())
_CALLS = {
    "*": frozenset("mul multiply Mul".split()),
    "/": frozenset("div divide Div RealDiv realdiv true_divide".split()),
}


class Training(NamedTuple):
    """A network and an optimizer brought together."""

    event: Event  # Model(...), build_train_network(...), a training cell, its constructor in a class, optimizer(...)
    kind: str  # "model", "build", "cell", "scaled cell"; "loop": the optimizer is called with gradients
    network: Optional[Value]
    optimizer: Value
    own: bool = False  # a class of the program with a construct of its own: what it does to gradients is its business


def is_optimizer(program: Program, obj: Obj) -> bool:
    """Whether an object updates parameters."""
    if program.derives(obj, OPTIMIZER):
        return True
    names = [obj.api] if isinstance(obj.cls, str) else obj.cls.outside()
    return any(name in _OPTIMIZER_FUNCTIONS or name.startswith(_OTHER_OPTIMIZERS) for name in names)


def follows_size(optimizer: Obj) -> Optional[bool]:
    """Whether gradients that are larger as a whole give larger updates; None of optimizers that were not measured."""
    if optimizer.api in _PROPORTIONAL:
        return True
    return False if optimizer.api in _NORMALIZING else None


def trainings(program: Program) -> List[Training]:
    """Where the program trains. A Model that only evaluates is left out, whatever it was given."""
    return program.once(trainings, lambda: _trainings(program))


def _trainings(program: Program) -> List[Training]:
    each = (_training(program, event) for event in program.named(lambda name: name.endswith(_TRAINING)))
    return [found for found in each if found is not None]


def _training(program: Program, event: Event) -> Optional[Training]:
    if event.name == MODEL:
        optimizer = event.get("optimizer")
        if optimizer is None or optimizer.is_just(None) or _only_evaluates(program, event):
            return None
        return Training(event, "model", event.get("network"), optimizer)
    if event.name == BUILD:
        optimizer = event.get("optimizer")
        return None if optimizer is None else Training(event, "build", event.get("network"), optimizer)
    name = event.name[: -len(".__init__")] if event.name.endswith(".__init__") else event.name
    if name in (STEP, SCALED_STEP):
        optimizer = event.get("optimizer")
        if optimizer is None:
            return None
        classes = [obj.cls for obj in event.receiver.objects()] if event.receiver is not None else []
        own = any(isinstance(cls, Cls) and member_of(cls, "construct") is not None for cls in classes)
        kind = "cell" if name == STEP else "scaled cell"
        return Training(event, kind, event.get("network"), optimizer, own)
    receiver = event.receiver if event.name.endswith(".__call__") else None
    if receiver is not None and any(is_optimizer(program, obj) for obj in receiver.objects()):
        return Training(event, "loop", None, receiver)
    return None


def _only_evaluates(program: Program, made: Event) -> bool:
    """Whether a Model that is all known is evaluated and nowhere trained."""
    model = made.made
    if model is None or model.escaped:
        return False
    used = {event.name for event in program.events if event.receiver is not None and model in event.receiver.atoms}
    return not used.isdisjoint(EVALUATES) and used.isdisjoint(TRAINS)


class Half(NamedTuple):
    """A request for float16."""

    event: Event
    level: str  # O1, O2, O3, auto; "" for to_float and lists of one's own
    network: Optional[Value]


def halves(program: Program) -> List[Half]:
    """Where the program certainly asks for float16; each request once for every time that it is met."""
    return program.once(halves, lambda: _halves(program))


def _halves(program: Program) -> List[Half]:
    found: List[Half] = []
    for event in program.calls(f"{CELL}.to_float", CUSTOM_AMP, AMP, BUILD, MODEL):
        if event.name == f"{CELL}.to_float":
            if is_api(event.get("dst_type"), FLOAT16):
                found.append(Half(event, "", event.receiver))
            continue
        dtype = event.get("dtype")
        if event.name == CUSTOM_AMP:
            if dtype is None or is_api(dtype, FLOAT16):
                found.append(Half(event, "", event.get("network")))
        elif event.name in (AMP, BUILD, MODEL):
            level = event.get("level" if event.name == BUILD else "amp_level")
            text = level.text if level is not None else None
            if text in HALF_LEVELS and (event.name != AMP or dtype is None or is_api(dtype, FLOAT16)):
                found.append(Half(event, text, event.get("network")))
    return found


def is_api(value: Optional[Value], name: str) -> bool:
    """Whether a value certainly is this name of MindSpore's."""
    return (
        value is not None and value.known and all(isinstance(atom, Api) and atom.name == name for atom in value.atoms)
    )


def trained(program: Program) -> List[Obj]:
    """What training reaches: networks that are trained, what they hold, and the owners of trained parameters."""
    return program.once(trained, lambda: _trained(program))


def _trained(program: Program) -> List[Obj]:
    found: List[Obj] = []
    for training in trainings(program):
        values = [training.optimizer, *([training.network] if training.network is not None else [])]
        found.extend(obj for value in values for obj in program.parts(value))
    return found


def scales_a_loss(program: Program) -> bool:
    """Whether code that the program may run is written as if a loss were scaled somewhere: the cautious answer."""
    return program.speaks_of(*SCALING) or multiplies_a_loss(program) or undoes_a_scale(program)


def multiplies_a_loss(program: Program) -> bool:
    """Whether a loss is multiplied with something that is called a scale: `loss * SCALE`, `mul(loss, scale)`."""
    return program.once(multiplies_a_loss, lambda: any(map(_of_loss_and_scale, _calculated(program)["*"])))


def undoes_a_scale(program: Program) -> bool:
    """Whether gradients are divided by what something else is multiplied with: `loss * S` and `grad / S`."""
    divisors = gradient_divisors(program)
    return bool(divisors) and any(not divisors.isdisjoint(factors) for factors in _calculated(program)["*"])


def gradient_divisors(program: Program) -> FrozenSet[Expr]:
    """What something that is called a gradient is divided by."""
    return program.once(gradient_divisors, lambda: frozenset(_divisors(_calculated(program)["/"])))


def _divisors(divisions: Sequence[Sequence[Expr]]) -> Iterator[Expr]:
    for parts in divisions:
        if len(parts) == 2 and any(words(name) & _GRADIENTS for name in names_in(parts[0])):
            yield parts[1]


def _calculated(program: Program) -> Dict[str, List[Sequence[Expr]]]:
    """What is multiplied and what is divided anywhere in the program: by operators, statements and calls."""
    return program.once(_calculated, lambda: _calculations(program))


def _calculations(program: Program) -> Dict[str, List[Sequence[Expr]]]:
    found: Dict[str, List[Sequence[Expr]]] = {op: [] for op in _CALLS}
    for summary in program.summaries():
        for each in pieces(summary.body):
            if isinstance(each, (Binary, Augment)) and each.op in found:
                found[each.op].append(
                    (each.left, each.right) if isinstance(each, Binary) else (each.target, each.value)
                )
            elif isinstance(each, Call):
                name = called(each)
                for op in (op for op, names in _CALLS.items() if name in names):
                    found[op].append([arg.value for arg in each.args])
    return found


def _of_loss_and_scale(parts: Sequence[Expr]) -> bool:
    losses = [any(words(name) & _LOSSES for name in names_in(part)) for part in parts]
    scales = [any(_is_scale(name) for name in names_in(part)) for part in parts]
    return any(loss and scale for at, loss in enumerate(losses) for to, scale in enumerate(scales) if at != to)


def _is_scale(name: str) -> bool:
    """`SCALE`, `self.scaling`, `loss_scale_value`, and not `scale_weights`."""
    parts = [part for part in name.rstrip("_0123456789").lower().split("_") if part not in _OF_NUMBERS]
    return bool(parts) and parts[-1] in _SCALES
