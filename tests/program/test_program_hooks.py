"""What a Model calls while it trains or evaluates."""

from __future__ import annotations

from typing import List, Optional

import pytest
from trees import program

from mslint.program.context import context_of

HEAD = """
import mindspore as ms
from mindspore import Model, nn, ops
net = nn.Dense(2, 2)
loss = nn.MSELoss()
opt = nn.Momentum(net.trainable_params(), 0.1, 0.9)
model = Model(net, loss, opt)
class Both(ms.Callback):
    def begin(self, run_context):
        old_begin()
    def epoch_end(self, run_context):
        old_end()
    def on_train_begin(self, run_context):
        new_begin()
    def on_eval_begin(self, run_context):
        evaluated()
    def other(self):
        never()
class Asks(ms.Callback):
    def step_end(self, run_context):
        run_context.original_args().network.set_train(False)
"""


def called(code: str) -> List[str]:
    """What was called that is no name of MindSpore's, by its last name, once each."""
    made = program({"train.py": HEAD + code})
    found = [event.site.func.id for event in made.events if event.name == "?" and not event.alone]
    return list(dict.fromkeys(found))


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("model.train(1, data, callbacks=[Both()])", ["new_begin", "old_end"]),
        ("model.train(1, data, Both())", ["new_begin", "old_end"]),
        ("model.fit(1, data, callbacks=[Both()])", ["new_begin", "old_end"]),
        ("model.eval(data, callbacks=[Both()])", ["evaluated", "old_end"]),
        ("model.predict(data)", []),
        ("model.train(1, data)", []),
        ("cbs = []\ncbs.append(Both())\nmodel.train(1, data, callbacks=cbs)", ["new_begin", "old_end"]),
        ("class Own(Model):\n    pass\nOwn(net, loss, opt).train(1, data, [Both()])", ["new_begin", "old_end"]),
    ],
)
def test_callbacks_are_run(code: str, expected: List[str]) -> None:
    assert sorted(called(code)) == sorted(expected)


def test_a_callback_reaches_the_network() -> None:
    made = program({"train.py": f"{HEAD}model.train(1, data, callbacks=[Asks()])"})
    (event,) = {event.site: event for event in made.calls("mindspore.nn.Cell.set_train")}.values()
    assert event.receiver is not None
    assert [obj.api for obj in event.receiver.objects()] == ["mindspore.nn.Dense"]
    assert len(event.loops) == 1


def test_a_condition_on_a_callback_is_one_of_what_it_does() -> None:
    code = "cbs = []\nif args.eval:\n    cbs.append(Asks())\nmodel.train(1, data, callbacks=cbs)"
    events = list(program({"train.py": HEAD + code}).calls("mindspore.nn.Cell.set_train"))
    assert events
    assert all(len(event.guards) == 1 for event in events)


@pytest.mark.parametrize(
    ("given", "steps"),
    [("", 2), ("dataset_sink_mode=False", 2), ("dataset_sink_mode=True", 0), ("dataset_sink_mode=args.sink", 0)],
)
def test_steps_between_callbacks_where_no_data_is_sunk(given: str, steps: int) -> None:
    made = program({"train.py": f"{HEAD}model.train(1, data, callbacks=[Asks()], {given})"})
    assert len(list(made.calls("mindspore.train.Model.train.step"))) == steps


def test_a_training_cell_in_a_model_runs_its_construct() -> None:
    code = """
class Step(nn.Cell):
    def __init__(self, network, optimizer):
        super().__init__()
        self.network = network
        self.optimizer = optimizer
    def construct(self, x):
        stepped()
step = Step(net, opt)
Model(step).%s(data)
"""
    assert called(code % "train") == ["stepped"]
    assert called(code % "eval") == []


def test_a_sunk_function_is_run_with_data() -> None:
    assert called("def step(x):\n    inside(x)\nsink = ms.data_sink(step, data)\nsink()") == ["inside"]
    assert called("def step(x):\n    inside(x)\nsink = ms.data_sink(step, data)") == []


@pytest.mark.parametrize(
    ("name", "method", "kind"),
    [
        ("EvalCallback", "on_train_epoch_end", "eval"),
        ("EvalCallback", "step_end", "eval"),
        ("TrainMonitor", "on_train_epoch_end", "train"),
        ("Monitor", "epoch_end", None),
    ],
)
def test_the_name_of_a_callback_says_what_its_hooks_are_for(name: str, method: str, kind: Optional[str]) -> None:
    code = f"class {name}(ms.Callback):\n    def {method}(self, run_context):\n        look(net)\n"
    made = program({"main.py": f"{HEAD}{code}model.train(1, data, callbacks=[{name}()])"}, "main.py")
    event = next(event for event in made.events if event.name == "?" and not event.alone)
    assert context_of(event).kind == kind
