"""Claims about the mode that Model and its methods leave a net in (MSL202, 203, 206)."""

from __future__ import annotations

from typing import Any, Callable, Dict, List

from mindspore import Model, nn
from mindspore.train import Callback

from program_claims.claim import (
    DropNet,
    Measured,
    Seen,
    behaves,
    claim,
    graph_mode,
    infers,
    outcome,
    pairs,
    random_batch,
    trains,
)

X = random_batch(64, 64)


def sgd(net: nn.Cell) -> nn.Optimizer:
    return nn.SGD(net.trainable_params(), 0.001)


def full(net: nn.Cell, **options: Any) -> Model:
    return Model(net, nn.MSELoss(), sgd(net), metrics={"mse"}, **options)


def without_optimizer(net: nn.Cell) -> Model:
    return Model(net, nn.MSELoss(), metrics={"mse"})


def around_step(net: nn.Cell) -> Model:
    return Model(nn.TrainOneStepCell(nn.WithLossCell(net, nn.MSELoss()), sgd(net)))


@claim(
    "202.model-with-optimizer-switches", "building Model with an optimizer puts the net into training mode, else not"
)
def built() -> Measured:
    makers: Dict[str, Callable[[nn.Cell], Any]] = {
        "Model(net, loss, opt)": lambda net: Model(net, nn.MSELoss(), sgd(net)),
        "Model(net, loss_fn=, optimizer=, metrics=)": full,
        "Model(net_with_loss, optimizer=)": lambda net: Model(nn.WithLossCell(net, nn.MSELoss()), optimizer=sgd(net)),
        "Model(net)": Model,
        "Model(net, loss)": lambda net: Model(net, nn.MSELoss()),
        "Model(net, loss, metrics=)": without_optimizer,
        "Model(TrainOneStepCell)": around_step,
        "Model(net, eval_network=, metrics=)": lambda net: Model(
            net, eval_network=nn.WithEvalCell(net, nn.MSELoss()), metrics={"mse"}
        ),
    }
    seen: Seen = {}
    for name, make in makers.items():
        net = DropNet()
        make(net)
        seen[name] = behaves(net, X)
    for level in ("O1", "O3", "auto"):
        net = DropNet()
        seen[f"Model(net, loss, opt, amp_level={level!r})"] = outcome(
            lambda net=net, level=level: full(net, amp_level=level) and behaves(net, X)
        )
    holds = all(trains(each) if "opt" in name else infers(each) for name, each in seen.items() if "amp" not in name)
    return seen, holds


@claim(
    "202.mode-after-methods",
    "train leaves the net in training mode; eval, predict and fit with evaluation in inference",
)
def after() -> Measured:
    actions: Dict[str, Callable[[Model], Any]] = {
        "train": lambda model: model.train(1, pairs()),
        "train, sink mode": lambda model: model.train(1, pairs(), dataset_sink_mode=True),
        "fit with valid_dataset": lambda model: model.fit(1, pairs(), pairs()),
        "fit without": lambda model: model.fit(1, pairs()),
        "eval": lambda model: model.eval(pairs()),
        "predict": lambda model: model.predict(X),
        "train, eval": lambda model: (model.train(1, pairs()), model.eval(pairs())),
        "train, predict": lambda model: (model.train(1, pairs()), model.predict(X)),
        "eval, train": lambda model: (model.eval(pairs()), model.train(1, pairs())),
    }
    seen = {}
    for name, act in actions.items():
        net = DropNet()
        seen[name] = outcome(lambda net=net, act=act: (act(full(net)), behaves(net, X))[1])
    wanted = {"train": True, "fit without": True, "eval, train": True}
    expected = [wanted.get(name.split(", sink")[0], False) for name in actions]
    return seen, [trains(each) for each in seen.values()] == expected


@claim("202.called-directly", "called directly after Model.train the net drops and moves its statistics at every call")
def called() -> Measured:
    net = DropNet()
    full(net).train(1, pairs())
    first, second = net(X).asnumpy(), net(X).asnumpy()
    seen = {"after train": behaves(net, X), "two calls equal": bool((first == second).all())}
    net.set_train(False)
    seen["after set_train(False)"] = behaves(net, X)
    return seen, trains(seen["after train"]) and infers(seen["after set_train(False)"]) and not seen["two calls equal"]


@claim("201.model-without-optimizer-trains", "Model.train switches a net that was given as a training step, too")
def around() -> Measured:
    net = DropNet()
    model = around_step(net)
    seen = {"built": bool(net.training)}
    model.train(1, pairs())
    seen["after train"] = behaves(net, X)
    return seen, not seen["built"] and trains(seen["after train"])


@claim("203.eval-leaves-inference", "Model.eval and set_train(False) inside a hand-written loop end training mode")
def inside_loop() -> Measured:
    def loop(evaluate: Callable[[nn.Cell, Model], Any]) -> List[bool]:
        net = DropNet()
        step = nn.TrainOneStepCell(nn.WithLossCell(net, nn.MSELoss()), sgd(net))
        model = without_optimizer(net)
        net.set_train()
        modes = []
        for _ in range(3):
            for x, y in pairs(1):
                step(x, y)
                modes.append(bool(net.training))
            evaluate(net, model)
        return modes

    seen = {
        "Model.eval": loop(lambda net, model: model.eval(pairs(1))),
        "Model.predict": loop(lambda net, model: model.predict(X)),
        "set_train(False)": loop(lambda net, model: net.set_train(False)),
        "set_train(False) and back": loop(lambda net, model: net.set_train(False).set_train(True)),
        "nothing": loop(lambda net, model: None),
    }
    gone, stays = [True, False, False], [True, True, True]
    return seen, list(seen.values()) == [gone, gone, gone, stays, stays]


class Evaluate(Callback):
    """Evaluates once, early in the training, and records the mode of every training step around it."""

    def __init__(self, net: nn.Cell, evaluate: Callable[[], Any], when: str) -> None:
        self.net, self.evaluate, self.when, self.modes = net, evaluate, when, []
        self.done = False

    def on_train_step_begin(self, run_context: Any) -> None:
        self.begin_mode = bool(self.net.training)

    def on_train_step_end(self, run_context: Any) -> None:
        self.modes.append(bool(self.net.training))
        self._once("step")

    def on_train_epoch_end(self, run_context: Any) -> None:
        self._once("epoch")

    def _once(self, when: str) -> None:
        if when == self.when and not self.done:
            self.done = True
            self.evaluate()


OTHERS = ("another Model.eval", "another Model.predict", "set_train(False)")


@claim("203.callbacks", "inside Model.train only the same Model's eval and predict are undone for the next step")
def callbacks() -> Measured:
    def run(way: str, when: str, **options: Any) -> Any:
        net = DropNet()
        model = full(net)
        ways: Dict[str, Callable[[], Any]] = {
            "same Model.eval": lambda: model.eval(pairs(1)),
            "same Model.predict": lambda: model.predict(X),
            "another Model.eval": lambda: without_optimizer(net).eval(pairs(1)),
            "another Model.predict": lambda: Model(net).predict(X),
            "set_train(False)": lambda: net.set_train(False),
        }
        watch = Evaluate(net, ways[way], when)
        model.train(3, pairs(2), callbacks=[watch], **options)
        return {"training at the end of each step": watch.modes, "after train": bool(net.training)}

    seen = {}
    for when in ("step", "epoch"):
        for way in ("same Model.eval", "same Model.predict", *OTHERS):
            seen[f"{way}, {when} end"] = outcome(lambda way=way, when=when: run(way, when))
    for way in ("same Model.eval", "another Model.eval", "set_train(False)"):
        seen[f"{way}, epoch end, sink mode"] = outcome(lambda way=way: run(way, "epoch", dataset_sink_mode=True))
    holds = all(
        isinstance(each, dict) and each["after train"] == name.startswith("same") for name, each in seen.items()
    )
    return seen, holds


@claim("206.cached-mode", "predict trusts the mode that the Model remembers: set_train(True) before it stays on")
def cached() -> Measured:
    def run(*acts: str) -> Any:
        net = DropNet()
        model = full(net) if "full" in acts else without_optimizer(net)
        other = without_optimizer(net)
        for act in acts:
            if act == "eval":
                model.eval(pairs(1))
            elif act == "predict":
                model.predict(X)
            elif act == "train":
                model.train(1, pairs(1))
            elif act == "other eval":
                other.eval(pairs(1))
            elif act == "set_train(True)":
                net.set_train(True)
        share = float((model.predict(X).asnumpy() == 0).mean())
        return {"training": bool(net.training), "zeros": round(share, 3)}

    on = "set_train(True)"
    orders = [
        ((), False),
        ((on,), False),
        (("eval", on), True),
        (("predict", on), True),
        (("full",), False),
        (("full", on), False),
        (("full", "train"), False),
        (("full", "eval", on), True),
        (("full", "predict", on), True),
        (("full", "train", "eval", on), True),
        (("full", "eval", "train"), False),
        (("other eval", on), False),
    ]
    seen = {", ".join((*acts, "predict")): outcome(lambda acts=acts: run(*acts)) for acts, _ in orders}
    return seen, [each["zeros"] > 0.3 for each in seen.values()] == [dropped for _, dropped in orders]


@claim("206.only-predict", "eval and train set the mode themselves, whatever was set before")
def others() -> Measured:
    class Mode(Callback):
        def on_eval_step_end(self, run_context: Any) -> None:
            modes.append(bool(net.training))

        def on_train_step_end(self, run_context: Any) -> None:
            modes.append(bool(net.training))

    net = DropNet()
    model = full(net)
    modes: List[bool] = []
    seen = {}
    for name, flag, act in (
        ("eval, set_train(True), eval", True, lambda: model.eval(pairs(2), callbacks=[Mode()])),
        ("train, set_train(False), train", False, lambda: model.train(1, pairs(2), callbacks=[Mode()])),
    ):
        act()
        net.set_train(flag)
        modes.clear()
        act()
        seen[name] = list(modes)
    return seen, list(seen.values()) == [[False, False], [True, True]]


@claim("206.graph-mode", "the cached mode is the same in graph mode")
def cached_in_graph() -> Measured:
    with graph_mode():
        net = DropNet()
        model = without_optimizer(net)
        model.predict(X)
        net.set_train(True)
        share = float((model.predict(X).asnumpy() == 0).mean())
    return {"zeros": round(share, 3), "training": bool(net.training)}, share > 0.3


@claim("202.graph-mode", "a net called in graph mode after Model.train drops as well")
def trained_in_graph() -> Measured:
    with graph_mode():
        net = DropNet()
        full(net).train(1, pairs(1))
        seen = {"called": behaves(net, X)}
    return seen, trains(seen["called"])
