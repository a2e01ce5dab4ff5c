"""Claims about loss scales: who divides by them, and who does not (MSL403, 404, 408)."""

from __future__ import annotations

import ast
import inspect
import textwrap
from typing import Any, Callable, Dict, List

import mindspore as ms
import mindspore.dataset as ds
import numpy as np
from mindspore import Model, Parameter, Tensor, nn, ops

from program_claims.claim import Measured, Seen, claim, graph_mode, is_error, near, outcome, ratio, told

SCALE = 1024.0
OPTIMIZERS: Dict[str, Dict[str, Any]] = {
    "SGD": {"learning_rate": 0.01},
    "Momentum": {"learning_rate": 0.01, "momentum": 0.9},
    "Adam": {},
    "AdamWeightDecay": {},
    "LazyAdam": {},
    "AdaMax": {},
    "Lamb": {"learning_rate": 0.01},
    "RMSProp": {"learning_rate": 0.01},
    "Adagrad": {"learning_rate": 0.01},
    "Adadelta": {"learning_rate": 0.01},
    "ASGD": {"learning_rate": 0.01},
    "Rprop": {"learning_rate": 0.01},
    "FTRL": {"learning_rate": 0.01},
    "ProximalAdagrad": {"learning_rate": 0.01},
    "AdaFactor": {"learning_rate": 0.01, "relative_step": False, "scale_parameter": False},
    "AdamOffload": {},
}


class Line(nn.Cell):
    """One weight per input, and the loss itself as output: its gradient is the mean of the inputs."""

    def __init__(self) -> None:
        super().__init__()
        self.weight = Parameter(Tensor([0.01, -0.02, 0.03], ms.float32), name="weight")

    def construct(self, x: Tensor, y: Tensor) -> Tensor:
        return ((x * self.weight).sum(-1) - y).abs().mean()


ROWS = (np.array([[0.1, -0.2, 0.3], [0.2, 0.1, -0.4]], np.float32), np.array([9.0, 9.0], np.float32))
X, Y = Tensor(ROWS[0]), Tensor(ROWS[1])


def optimizer_of(name: str, net: nn.Cell, **options: Any) -> Any:
    return getattr(nn, name)(net.trainable_params(), **{**OPTIMIZERS[name], **options})


def moved(net: nn.Cell, run: Callable[[], Any], steps: int = 1) -> List[np.ndarray]:
    before = net.weight.asnumpy().copy()
    for _ in range(steps):
        run()
    return [net.weight.asnumpy() - before]


def step(name: str, sens: float = 1.0, steps: int = 1, **options: Any) -> List[np.ndarray]:
    net = Line()
    cell = nn.TrainOneStepCell(net, optimizer_of(name, net, **options), sens=sens)
    return moved(net, lambda: cell(X, Y), steps)


def model(name: str, steps: int = 1, manager: Any = None, **options: Any) -> List[np.ndarray]:
    net = Line()
    given = {} if manager is None else {"loss_scale_manager": manager}
    trained = Model(net, optimizer=optimizer_of(name, net, **options), **given)
    data = ds.NumpySlicesDataset(ROWS, ["x", "y"], shuffle=False).batch(2)
    return moved(net, lambda: trained.train(1, data), steps)


def fixed(drop: bool = False) -> Any:
    return ms.FixedLossScaleManager(SCALE, drop_overflow_update=drop)


def parameters_of(cell: Any) -> List[str]:
    """Names in order, read from the source: most constructors are wrapped in one that takes anything."""
    tree = ast.parse(textwrap.dedent(inspect.getsource(cell)))
    init = next(
        node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef) and node.name in ("__init__", "thor")
    )
    return [each.arg for each in (*init.args.args, *init.args.kwonlyargs) if each.arg != "self"]


def has_loss_scale(name: str) -> bool:
    return "loss_scale" in parameters_of(getattr(nn, name))


@claim("403.who-has-loss-scale", "which optimizers have a loss_scale, and at which position")
def who() -> Measured:
    import mindspore.experimental.optim as experimental
    from mindspore import mint

    seen: Seen = {"position": {}, "without": []}
    cells = [getattr(nn, name) for name in sorted(dir(nn))]
    for cell in [*(each for each in cells if inspect.isclass(each) and issubclass(each, nn.Optimizer)), nn.thor]:
        names = parameters_of(cell)
        if "loss_scale" in names:
            seen["position"][cell.__name__] = names.index("loss_scale") + 1
        else:
            seen["without"].append(cell.__name__)
    for text, module in (("experimental.optim", experimental), ("mint.optim", mint.optim)):
        classes = [getattr(module, each) for each in sorted(dir(module))]
        having = [each.__name__ for each in classes if inspect.isclass(each) and "loss_scale" in parameters_of(each)]
        seen[f"{text}, with"] = having
    wanted = {"AdamWeightDecay", "Lamb", "ASGD", "Rprop"}
    return seen, wanted <= set(seen["without"]) and not seen["experimental.optim, with"] + seen["mint.optim, with"]


@claim(
    "403.sens-without-loss-scale",
    "TrainOneStepCell(sens=S), optimizer without loss_scale=S: S times for SGD, Momentum, ASGD",
)
def without() -> Measured:
    seen = {}
    for name in OPTIMIZERS:
        for steps in (1, 5):
            seen[f"{name}, {steps} steps"] = outcome(
                lambda name=name, steps=steps: ratio(step(name, SCALE, steps), step(name, 1.0, steps))
            )
    large = [
        near(seen[f"{name}, {steps} steps"], SCALE, 0.05) for name in ("SGD", "Momentum", "ASGD") for steps in (1, 5)
    ]
    small = [near(seen[f"{name}, {steps} steps"], 1, 0.05) for name in ("Adam", "LazyAdam") for steps in (1, 5)]
    return seen, all(large) and all(small)


def optimizers_with_scale() -> List[str]:
    return [name for name in OPTIMIZERS if has_loss_scale(name)]


@claim(
    "403.model-without-loss-scale",
    "Model with FixedLossScaleManager(S, False) and no loss_scale: the same, without a word",
)
def model_without() -> Measured:
    seen: Seen = {}
    for name in ("SGD", "Momentum", "Adam", "AdamWeightDecay", "Lamb"):
        result, warnings = told(lambda name=name: ratio(model(name, manager=fixed()), model(name)))
        seen[name] = result
        if warnings:
            seen[f"{name}, warned"] = warnings
    with graph_mode():
        seen["Momentum, graph mode"] = ratio(model("Momentum", manager=fixed()), model("Momentum"))
    small = ms.FixedLossScaleManager(drop_overflow_update=False)
    seen["Momentum, scale not given (128)"] = ratio(model("Momentum", manager=small), model("Momentum"))
    quiet = not any("warned" in name for name in seen)
    holds = all(near(seen[name], SCALE) for name in ("SGD", "Momentum", "Momentum, graph mode"))
    return seen, quiet and holds and near(seen["Adam"], 1)


@claim("403.matching", "with loss_scale=S in the optimizer the update is that of a run without a scale")
def matching() -> Measured:
    seen = {}
    for name in optimizers_with_scale():
        seen[f"{name}, sens=S"] = outcome(
            lambda name=name: ratio(step(name, SCALE, 3, loss_scale=SCALE), step(name, 1.0, 3))
        )
    for name in ("SGD", "Momentum", "Adam"):
        seen[f"{name}, Model with the manager"] = ratio(model(name, 3, fixed(), loss_scale=SCALE), model(name, 3))
    ran = [each for each in seen.values() if not is_error(each)]
    return seen, len(ran) > 6 and all(near(each, 1) for each in ran)


@claim("403.loss-scale-alone", "loss_scale=S in the optimizer and no scaled loss: updates are S times too small")
def alone() -> Measured:
    seen = {}
    for name in optimizers_with_scale():
        seen[f"{name}, TrainOneStepCell"] = outcome(lambda name=name: ratio(step(name, loss_scale=SCALE), step(name)))
    for name in ("SGD", "Momentum", "Adam"):
        seen[f"{name}, Model without a manager"] = ratio(model(name, loss_scale=SCALE), model(name))
    ways = ("TrainOneStepCell", "Model without a manager")
    small = all(near(seen[f"{name}, {way}"], 1 / SCALE, 0.02) for name in ("SGD", "Momentum") for way in ways)
    return seen, small and near(seen["Adam, Model without a manager"], 1, 0.05)


@claim("403.refused", "optimizers without loss_scale refuse the argument")
def refused() -> Measured:
    names = [name for name in OPTIMIZERS if not has_loss_scale(name)]
    seen = {}
    for name in names:
        seen[name] = outcome(lambda name=name: type(optimizer_of(name, Line(), loss_scale=SCALE)).__name__)
    return seen, bool(seen) and all(map(is_error, seen.values()))


@claim("403.weight-decay-with-adam", "with Adam the forgotten loss_scale shows only in weight decay and eps")
def decayed() -> Measured:
    seen = {}
    for text, options in (("plain", {}), ("weight_decay=0.1", {"weight_decay": 0.1}), ("eps=1e-3", {"eps": 1e-3})):
        seen[f"Adam, {text}"] = ratio(step("Adam", SCALE, 5, **options), step("Adam", 1.0, 5, **options))
        one, other = step("Adam", SCALE, 5, **options)[0], step("Adam", 1.0, 5, **options)[0]
        seen[f"Adam, {text}, change of the first weight"] = [one[0], other[0]]
    seen["AdamWeightDecay, weight_decay=0.1"] = ratio(
        step("AdamWeightDecay", SCALE, 5, weight_decay=0.1), step("AdamWeightDecay", 1.0, 5, weight_decay=0.1)
    )
    return seen, near(seen["Adam, plain"], 1)


def by_hand(name: str, unscale: bool, **options: Any) -> List[np.ndarray]:
    """A step that scales and unscales by itself, as managers that drop overflowing updates do."""
    net = Line()
    optimizer = optimizer_of(name, net, **options)
    scaler = ms.amp.StaticLossScaler(SCALE)
    function = ms.value_and_grad(lambda x, y: scaler.scale(net(x, y)), None, optimizer.parameters)

    def run() -> None:
        _, found = function(X, Y)
        optimizer(scaler.unscale(found) if unscale else found)

    return moved(net, run)


@claim("403.unscaled-twice", "unscaled by the step and by the optimizer's loss_scale: S times too small")
def twice() -> Measured:
    seen = {}
    for name in ("SGD", "Momentum", "Adam"):
        plain = step(name)
        seen[f"{name}, unscale and loss_scale=S"] = ratio(by_hand(name, True, loss_scale=SCALE), plain)
        seen[f"{name}, unscale alone"] = ratio(by_hand(name, True), plain)
        seen[f"{name}, loss_scale=S alone"] = ratio(by_hand(name, False, loss_scale=SCALE), plain)
        seen[f"{name}, neither"] = ratio(by_hand(name, False), plain)
    sgd = [
        seen[f"SGD, {way}"] for way in ("unscale and loss_scale=S", "unscale alone", "loss_scale=S alone", "neither")
    ]
    return seen, all(near(each, wanted, 0.02) for each, wanted in zip(sgd, (1 / SCALE, 1, 1, SCALE)))


@claim(
    "403.dynamic-and-optimizer", "managers that unscale by themselves bring an update cell, and are refused on the CPU"
)
def dynamic() -> Measured:
    seen: Seen = {}
    for text, manager in (("Dynamic", ms.DynamicLossScaleManager()), ("Fixed, drop_overflow_update=True", fixed(True))):
        seen[f"{text}, Model.train"] = outcome(lambda manager=manager: model("SGD", manager=manager, loss_scale=SCALE))
        cell = manager.get_update_cell()
        seen[f"{text}, update cell"] = type(cell).__name__
    seen["Fixed, drop_overflow_update=False, update cell"] = type(fixed().get_update_cell()).__name__
    source = inspect.getsource(nn.TrainOneStepWithLossScaleCell.construct)
    seen["the source of the step with a scale mentions grad_scale"] = "_grad_scale" in source or "grad_scale" in source
    return seen, seen["Fixed, drop_overflow_update=False, update cell"] == "NoneType" and is_error(
        seen["Dynamic, Model.train"]
    )


@claim(
    "404.clip-before-unscale", "a norm clipped before the division by the scale shrinks gradients that are small enough"
)
def clip() -> Measured:
    true = (Tensor([0.003, 0.004], ms.float32),)
    scaled = tuple(each * SCALE for each in true)
    scaler = ms.amp.StaticLossScaler(SCALE)
    clips: Dict[str, Callable[[Any], Any]] = {
        "ops.clip_by_global_norm(g, 1.0)": lambda found: ops.clip_by_global_norm(found, 1.0),
        "ops.clip_by_norm(g, 1.0)": lambda found: tuple(ops.clip_by_norm(each, 1.0) for each in found),
        "ops.clip_by_value(g, -1, 1)": lambda found: tuple(ops.clip_by_value(each, -1.0, 1.0) for each in found),
    }
    seen: Seen = {"true gradient": [0.003, 0.004], "scale": SCALE}
    holds = True
    for name, cut in clips.items():
        seen[f"unscale, {name}"] = right = outcome(lambda cut=cut: cut(scaler.unscale(scaled))[0])
        seen[f"{name}, unscale"] = wrong = outcome(lambda cut=cut: scaler.unscale(cut(scaled))[0])
        holds = holds and near(right[0], 0.003) and wrong[0] < 0.001
    large = (Tensor([30.0, 40.0], ms.float32),)
    many = tuple(each * SCALE for each in large)
    name = "ops.clip_by_global_norm(g, 1.0)"
    seen[f"30, 40: unscale, {name}"] = outcome(lambda: clips[name](scaler.unscale(many))[0])
    seen[f"30, 40: {name}, unscale"] = outcome(lambda: scaler.unscale(clips[name](many))[0])
    return seen, holds


@claim("408.without-optimizer", "a loss_scale_manager given to Model around a training step, without optimizer, raises")
def refused_by_model() -> Measured:
    def build(manager: Any) -> Any:
        net = Line()
        return type(Model(nn.TrainOneStepCell(net, optimizer_of("SGD", net)), loss_scale_manager=manager)).__name__

    seen = {
        "FixedLossScaleManager(S, False)": outcome(lambda: build(fixed())),
        "FixedLossScaleManager(S, True)": outcome(lambda: build(fixed(True))),
        "DynamicLossScaleManager()": outcome(lambda: build(ms.DynamicLossScaleManager())),
        "None": outcome(lambda: build(None)),
    }
    return seen, [is_error(each, "ValueError") for each in seen.values()] == [True, True, True, False]


@claim(
    "408.step-in-a-step", "with an optimizer, Model puts a second step around the first: both update, without a word"
)
def nested() -> Measured:
    def run(manager: Any, **options: Any) -> List[np.ndarray]:
        net = Line()
        optimizer = optimizer_of("SGD", net, **options)
        inner = nn.TrainOneStepCell(net, optimizer)
        given = {} if manager is None else {"loss_scale_manager": manager}
        trained = Model(inner, optimizer=optimizer, **given)
        data = ds.NumpySlicesDataset(ROWS, ["x", "y"], shuffle=False).batch(2)
        return moved(net, lambda: trained.train(1, data))

    seen: Seen = {}
    for text, manager, options in (
        ("no manager", None, {}),
        ("FixedLossScaleManager(S, False)", fixed(), {}),
        ("the same with loss_scale=S", fixed(), {"loss_scale": SCALE}),
    ):
        result, warnings = told(lambda manager=manager, options=options: ratio(run(manager, **options), step("SGD")))
        seen[f"{text}: update, times a plain one"] = result
        if warnings:
            seen[f"{text}, warned"] = warnings
    seen["Dynamic"] = outcome(lambda: run(ms.DynamicLossScaleManager()))
    seen["FixedLossScaleManager(S, True)"] = outcome(lambda: run(fixed(True)))
    first = seen["FixedLossScaleManager(S, False): update, times a plain one"]
    return seen, isinstance(first, float) and first > SCALE / 2
