"""What each look sees in small scripts: what is fine, what asks, and what is not there."""

from __future__ import annotations

from pathlib import Path
from typing import Tuple

import pytest
from filling import filled, script

from mslint.checklist.model import NEEDS_YOU, NOT_APPLICABLE, OK, PROBLEM, Remark

HEAD = """\
import mindspore as ms
import mindspore.dataset as ds
from mindspore import amp, nn, ops
from mindspore.dataset import vision

ms.set_seed(1)
net = nn.SequentialCell(nn.Flatten(), nn.Dense(784, 10))
"""
LOSS = "loss = nn.CrossEntropyLoss()\n"
SGD = "optimizer = nn.Momentum(net.trainable_params(), 0.01, 0.9)\n"
MODEL = "model = ms.Model(net, loss, optimizer)\n"
DATA = "train_set = ds.MnistDataset('mnist', usage='train')\n"
SCALED = "train_set = train_set.map(vision.ToTensor(), 'image').batch(32)\n"
GO = "model.train(20, train_set)\n"
TRAINED = HEAD + LOSS + SGD + MODEL
WHOLE = TRAINED + DATA + SCALED + GO
STEP = """\
net.set_train()
grad_fn = ms.value_and_grad(lambda x, y: loss(net(x), y), None, optimizer.parameters)
for epoch in range(10):
    for x, y in train_set.create_tuple_iterator():
        value, grads = grad_fn(x, y)
        optimizer(grads)
"""
BY_HAND = HEAD + LOSS + SGD + DATA + SCALED + STEP
RESEEDED = BY_HAND.replace("    for x, y", "    ds.config.set_seed(epoch)\n    for x, y")
LOOPED = BY_HAND.replace("train_set.create_tuple_iterator()", "train_set")
ONE_BY_ONE = WHOLE.replace(GO, "for epoch in range(20):\n    model.train(1, train_set)\n")
ONCE = BY_HAND.replace("net.set_train()", "batches = train_set.create_tuple_iterator()\nnet.set_train()", 1).replace(
    "in train_set.create_tuple_iterator()", "in batches"
)
NOTHING = "import mindspore as ms\n\nprint(ms.__version__)\n"

CPU = "import mindspore\nmindspore.set_context(device_target='CPU')\n"
OWN_STEP = HEAD + LOSS + DATA + SCALED + "model = ms.Model(own_step(net, loss))\n" + GO
FORWARD = BY_HAND.replace("lambda x, y: loss(net(x), y)", "forward").replace("net.set_train()", "{0}\nnet.set_train()")
Case = Tuple[str, str, str, str]
CASES: Tuple[Case, ...] = (
    # (item, script, conclusion, the beginning of the sentence that says why)
    ("ds.01", WHOLE, NEEDS_YOU, "The data come from dataset.MnistDataset here; which values"),
    ("ds.01", TRAINED + "model.train(20, build())\n", NEEDS_YOU, "Training starts here, and the data do not"),
    ("ds.01", NOTHING, NOT_APPLICABLE, "No dataset is built"),
    ("ds.04", WHOLE, NEEDS_YOU, "The data come from dataset.MnistDataset here. --data MODULE:FUNCTION --write-files"),
    ("dp.01", WHOLE, OK, "The data of dataset.MnistDataset go through ToTensor"),
    ("dp.01", TRAINED + DATA + "train_set = train_set.map(load_own(), 'image').batch(32)\n" + GO, NEEDS_YOU, "What is"),
    ("dp.01", TRAINED + DATA + "train_set = train_set.batch(32)\n" + GO, PROBLEM, "None of the operations"),
    ("dp.02", WHOLE, NOT_APPLICABLE, "No evaluation data"),
    ("dp.02", WHOLE + "model.eval(ds.MnistDataset('mnist', usage='test').batch(8))\n", NEEDS_YOU, "Nothing scales"),
    (
        "dp.02",
        WHOLE + "test = ds.MnistDataset('mnist', usage='test').map(vision.ToTensor(), 'image')\nmodel.eval(test)\n",
        OK,
        "The evaluation data of dataset.MnistDataset go through ToTensor",
    ),
    ("dp.03", BY_HAND, NEEDS_YOU, "Dataset.create_tuple_iterator begins the data anew in each round of a loop, and"),
    ("dp.03", BY_HAND.replace("ms.set_seed(1)", ""), OK, "dataset.MnistDataset shuffles"),
    ("dp.03", RESEEDED, OK, "dataset.MnistDataset shuffles"),
    ("dp.03", ONCE, OK, "dataset.MnistDataset shuffles"),
    ("dp.03", LOOPED, NEEDS_YOU, "A loop over the data of"),
    ("dp.03", WHOLE, OK, "dataset.MnistDataset shuffles"),
    ("dp.03", ONE_BY_ONE, NEEDS_YOU, "Model.train begins"),
    ("dp.03", ONE_BY_ONE.replace(".train(1", ".fit(1"), NEEDS_YOU, "Model.fit begins"),
    ("dp.03", WHOLE, OK, "dataset.MnistDataset shuffles: shuffle is not given"),
    ("dp.03", WHOLE.replace("usage='train'", "usage='train', shuffle=True"), OK, "dataset.MnistDataset shuffles: shuf"),
    ("dp.03", WHOLE.replace("usage='train'", "usage='train', shuffle=False"), PROBLEM, "dataset.MnistDataset is told"),
    (
        "dp.03",
        WHOLE.replace("usage='train')", "usage='train', shuffle=False).shuffle(1000)"),
        OK,
        "The data of dataset.MnistDataset go through .shuffle()",
    ),
    (
        "dp.03",
        WHOLE.replace("usage='train'", "usage='train', sampler=ds.RandomSampler()"),
        OK,
        "dataset.MnistDataset reads in random order",
    ),
    ("dp.03", WHOLE.replace("usage='train')", "usage='train').shuffle(2)"), NEEDS_YOU, "Dataset.shuffle has a buffer"),
    ("dp.03", WHOLE.replace(".batch(32)", ".batch(32).shuffle(100)"), NEEDS_YOU, "Dataset.shuffle stands after"),
    ("dp.03", WHOLE.replace("usage='train'", "usage='train', sampler=mine()"), NEEDS_YOU, "Whether dataset.Mnist"),
    ("dp.03", WHOLE.replace("usage='train'", "usage='train', shuffle=ask()"), NEEDS_YOU, "Whether dataset.Mnist"),
    ("dp.03", NOTHING, NOT_APPLICABLE, "Nothing is trained"),
    ("dp.04", WHOLE, NOT_APPLICABLE, "None of the operations"),
    (
        "dp.04",
        WHOLE.replace("vision.ToTensor()", "[vision.PadToSize(40), vision.ToTensor()]"),
        NEEDS_YOU,
        "dataset.vis",
    ),
    (
        "dp.04",
        WHOLE.replace("MnistDataset('mnist', usage='train')", "GeneratorDataset(own(), ['image', 'label'])"),
        NEEDS_YOU,
        "dataset.GeneratorDataset reads from",
    ),
    ("dp.04", WHOLE.replace(".batch(32)", ".padded_batch(32)"), NEEDS_YOU, "Dataset.padded_batch pads data here"),
    ("dp.05", WHOLE, NOT_APPLICABLE, "The scripts run on one device"),
    (
        "dp.05",
        WHOLE.replace("usage='train'", "usage='train', num_shards=size(), shard_id=rank()"),
        OK,
        "dataset.MnistDataset takes its part",
    ),
    ("dp.05", WHOLE.replace("usage='train'", "usage='train', num_shards=8, shard_id=0"), NEEDS_YOU, "shard_id of"),
    ("dp.05", "rank_id = ask()\n" + WHOLE, NEEDS_YOU, "The program speaks of devices"),
    (
        "dp.05",
        "from mindspore.communication import init\n\ninit()\n" + WHOLE,
        NEEDS_YOU,
        "dataset.MnistDataset builds the same data",
    ),
    ("hp.01", WHOLE, OK, "nn.Momentum has the learning rate 0.01"),
    ("hp.01", WHOLE.replace("0.01", "schedule()"), NEEDS_YOU, "The learning rate of nn.Momentum is worked out"),
    (
        "hp.01",
        WHOLE.replace("net.trainable_params()", "[{'params': net.trainable_params(), 'lr': 50.0}]"),
        NEEDS_YOU,
        "nn.Mom",
    ),
    ("hp.01", WHOLE.replace("0.01", "50.0"), PROBLEM, "nn.Momentum has the learning rate 50"),
    ("hp.01", WHOLE.replace("Momentum(net.trainable_params(), 0.01, 0.9)", "Adam(net.trainable_params())"), OK, "nn.A"),
    ("hp.01", NOTHING, NOT_APPLICABLE, "Nothing is trained"),
    ("hp.02", WHOLE, OK, "Training runs for 20 epochs"),
    ("hp.02", WHOLE.replace("train(20", "train(1"), PROBLEM, "Training runs for 1 epochs"),
    ("hp.02", WHOLE.replace("train(20", "train(ask()"), NEEDS_YOU, "The number of epochs is known only"),
    (
        "hp.02",
        "warmup_epochs = 5\n" + BY_HAND.replace("epoch in range(10)", "epoch in own(range(warmup_epochs))"),
        NEEDS_YOU,
        "Training runs in a loop",
    ),
    ("hp.02", BY_HAND.replace("range(10)", "range(ms.epochs)"), NEEDS_YOU, "The number of epochs"),
    ("hp.02", "epochs = 10\n" + BY_HAND.replace("range(10)", "range(epochs)"), OK, "Training runs for 10 epochs"),
    ("hp.02", BY_HAND.replace("epoch in range(10)", "epoch in mine()"), NEEDS_YOU, "Training runs in a loop"),
    ("hp.03", WHOLE, OK, "The training data come in batches of 32"),
    ("hp.03", WHOLE.replace("batch(32)", "batch(1024)"), PROBLEM, "The training data come in batches of 1024"),
    ("hp.03", WHOLE.replace("batch(32)", "batch(ask())"), NEEDS_YOU, "The size of the training batches"),
    ("hp.03", WHOLE.replace(".batch(32)", ""), NEEDS_YOU, "No batch() was found"),
    ("api.01", NOTHING, NOT_APPLICABLE, "Nothing in what was read calls"),
    ("api.01", HEAD + "norm = nn.BatchNorm2d(8)\n", OK, "nn.BatchNorm2d: 1 calls, momentum not given"),
    (
        "api.01",
        HEAD + "norm = nn.BatchNorm2d(8, momentum=own())\n",
        NEEDS_YOU,
        "nn.BatchNorm2d: 1 calls with momentum=own()",
    ),
    ("api.01", HEAD + "norm = nn.BatchNorm2d(8, momentum=0.1)\n", PROBLEM, "nn.Flatten: 1 calls"),
    ("api.02", WHOLE, OK, "Model.train switches the network"),
    ("api.02", BY_HAND, OK, "nn.Momentum makes training steps, and the program calls set_train()"),
    ("api.02", BY_HAND + "\n\ndef evaluate(x):\n    return net(x)\n\n\nevaluate(x)\n", NEEDS_YOU, ""),
    (
        "api.02",
        BY_HAND + "\n\ndef evaluate(x):\n    net.set_train(False)\n    return net(x)\n\n\nevaluate(x)\n",
        OK,
        "",
    ),
    ("api.02", NOTHING, NOT_APPLICABLE, "No network is trained or evaluated"),
    ("cg.04", WHOLE, OK, "The loss is nn.CrossEntropyLoss"),
    ("cg.04", WHOLE.replace("nn.CrossEntropyLoss()", "mine()"), NEEDS_YOU, "Which loss is trained with"),
    ("cg.04", BY_HAND, OK, "The loss is nn.CrossEntropyLoss"),
    (
        "cg.04",
        FORWARD.format("def forward(x, y):\n    return loss(net(x), y)\n"),
        OK,
        "The loss is nn.CrossEntropyLoss",
    ),
    ("cg.04", FORWARD.format("def forward(x, y):\n    return -loss(net(x), y)\n"), NEEDS_YOU, "Which loss"),
    (
        "cg.04",
        FORWARD.format("def forward(x, y):\n    return 0.0 * loss(net(x), y) + own(x)\n"),
        NEEDS_YOU,
        "Which loss",
    ),
    ("cg.04", OWN_STEP, NEEDS_YOU, "Which loss is trained with"),
    ("hp.01", OWN_STEP, NEEDS_YOU, "Training starts here, and the optimizer"),
    ("cg.04", NOTHING, NOT_APPLICABLE, "Nothing is trained"),
    ("wi.01", WHOLE, OK, "nn.Dense: 1 calls with the default initial weights"),
    (
        "wi.01",
        WHOLE.replace("784, 10", "784, 10, weight_init='normal'"),
        OK,
        "nn.Dense: 1 calls with weight_init='norm",
    ),
    (
        "wi.01",
        WHOLE.replace("784, 10", "784, 10, weight_init=own()"),
        NEEDS_YOU,
        "nn.Dense: 1 calls with weight_init=own",
    ),
    ("wi.01", WHOLE + "ms.Parameter(ms.Tensor(1.0)).set_data(ms.Tensor(0.0))\n", NEEDS_YOU, ""),
    ("wi.01", NOTHING, NOT_APPLICABLE, "No layer with weights"),
    ("wi.02", WHOLE, NOT_APPLICABLE, "No weights are loaded"),
    (
        "wi.02",
        WHOLE + "left, _ = ms.load_param_into_net(net, ms.load_checkpoint('a.ckpt'))\nassert not left\n",
        OK,
        "load_param_into_net loads weights, and what it says",
    ),
    (
        "wi.02",
        WHOLE + "left = ms.load_param_into_net(net, ms.load_checkpoint('a.ckpt'))\n",
        NEEDS_YOU,
        "load_param_into_net load",
    ),
    (
        "wi.02",
        WHOLE.replace("nn.Dense(784, 10)", "create(pretrained=True)"),
        NEEDS_YOU,
        "The program speaks of weights",
    ),
    ("wi.02", WHOLE + "ms.load_checkpoint('a.ckpt', net)\n", NEEDS_YOU, "load_checkpoint loads weights; compare"),
    ("mp.01", WHOLE, NEEDS_YOU, "Nothing asks for float16, and which device"),
    ("mp.01", CPU + WHOLE, NOT_APPLICABLE, "Nothing asks for float16, and the device that is named"),
    ("mp.01", CPU + WHOLE.replace("optimizer)", "optimizer, amp_level=ask())"), NEEDS_YOU, "The program speaks of fl"),
    (
        "mp.01",
        "device = ask()\n" + CPU.replace("'CPU'", "device") + WHOLE,
        NEEDS_YOU,
        "Nothing asks for float16, and which",
    ),
    ("mp.01", CPU + WHOLE + "net.to_half(ms.float16)\n", NEEDS_YOU, "The program speaks of float16"),
    ("mp.01", NOTHING, NOT_APPLICABLE, "Nothing is trained"),
    ("mp.01", WHOLE.replace("optimizer)", "optimizer, amp_level='O2')"), NEEDS_YOU, "Float16 is asked for here"),
    ("mp.01", "import mindspore\nmindspore.set_device('Ascend')\n" + WHOLE, NEEDS_YOU, "The program trains on Ascend"),
    ("mp.02", WHOLE, NEEDS_YOU, "Nothing asks for float16, and which device"),
    ("mp.02", CPU + WHOLE, NOT_APPLICABLE, "Nothing asks for float16, the device"),
    ("mp.02", CPU + WHOLE + "manager = amp.FixedLossScaleManager(1024)\n", NOT_APPLICABLE, "Not"),
    ("mp.02", WHOLE.replace("optimizer)", "optimizer, amp_level='O2')"), OK, "train.Model with O2 brings"),
    (
        "mp.02",
        WHOLE.replace("optimizer)", "optimizer, amp_level='O3', loss_scale_manager=amp.DynamicLossScaleManager())"),
        OK,
        "amp.DynamicLossScaleManager scales the loss",
    ),
    ("mp.02", WHOLE.replace("optimizer)", "optimizer, amp_level='O3')"), PROBLEM, "Float16 is asked for here"),
    ("mp.03", WHOLE, NOT_APPLICABLE, "No gradients are clipped"),
    ("mp.03", WHOLE + "clip_everything(net)\n", NEEDS_YOU, "The program speaks of clipping"),
    (
        "mp.03",
        BY_HAND.replace("optimizer(grads)", "optimizer(ops.clip_by_global_norm(grads, 1.0))"),
        NOT_APPLICABLE,
        "Gradients are clipped, and no loss is scaled",
    ),
    ("mp.04", WHOLE, NOT_APPLICABLE, "No gradient penalty"),
    ("pt.05", WHOLE, OK, "set_seed sets the seed"),
    ("pt.05", WHOLE.replace("ms.set_seed(1)\n", ""), NEEDS_YOU, "The program trains and sets no seed"),
    ("faq.01", WHOLE, NOT_APPLICABLE, "Nothing in what was read is known to run as a graph"),
    ("faq.02", WHOLE.replace("nn.Momentum", "nn.RMSProp"), OK, "9 calls of MindSpore's API"),
)
CLASSES = """\
class Net(nn.Cell):
    def __init__(self):
        super().__init__()
        self.flatten = nn.Flatten()
        self.first = nn.Dense(784, 784)
        self.second = {second}
        self.last = nn.Dense(784, 10)

    def construct(self, x):
        return self.last(self.second(self.first(self.flatten(x))))


net = Net()
"""


def why(conclusion: str, remarks: Tuple[Remark, ...], beginning: str) -> bool:
    """Whether some remark begins so; it speaks for the conclusion unless a finding decides that."""
    wanted = (conclusion,) if conclusion != PROBLEM else (NEEDS_YOU, OK)
    return any(remark.text.startswith(beginning) and remark.speaks_for in wanted for remark in remarks)


@pytest.mark.parametrize(("item", "text", "conclusion", "beginning"), CASES)
def test_what_is_seen_decides_the_item(item: str, text: str, conclusion: str, beginning: str, tmp_path: Path) -> None:
    script(tmp_path, text)
    found = filled(tmp_path)[item]
    assert found.conclusion == conclusion, found.remarks
    assert why(conclusion, found.remarks, beginning), found.remarks


def with_class(second: str) -> str:
    return WHOLE.replace("net = nn.SequentialCell(nn.Flatten(), nn.Dense(784, 10))\n", CLASSES.format(second=second))


@pytest.mark.parametrize(
    ("second", "conclusion", "beginning"),
    [
        ("nn.Dense(784, 784)", OK, "Of the layers with weights that Net holds, 3"),
        ("self.first", NEEDS_YOU, "This nn.Dense stands in Net under"),
    ],
)
def test_a_layer_under_two_names_shares_its_weights(
    second: str, conclusion: str, beginning: str, tmp_path: Path
) -> None:
    script(tmp_path, with_class(second))
    found = filled(tmp_path)["cg.01"]
    assert found.conclusion == conclusion
    assert why(conclusion, found.remarks, beginning), found.remarks


@pytest.mark.parametrize(
    ("more", "conclusion", "beginning"),
    [
        ("", OK, "Nothing freezes weights of Net"),
        ("net.first.weight.requires_grad = False\n", NEEDS_YOU, "The program speaks of requires_grad"),
    ],
)
def test_words_for_freezing_are_asked_about(more: str, conclusion: str, beginning: str, tmp_path: Path) -> None:
    script(tmp_path, with_class("nn.Dense(784, 784)") + more)
    found = filled(tmp_path)["cg.02"]
    assert found.conclusion == conclusion
    assert why(conclusion, found.remarks, beginning), found.remarks


def test_data_of_unknown_purpose_are_asked_about(tmp_path: Path) -> None:
    script(tmp_path, "import mindspore.dataset as ds\n\ndata = ds.MnistDataset('a')\nprint(data)\n", "run.py")
    found = filled(tmp_path)["dp.02"]
    assert found.conclusion == NEEDS_YOU
    assert why(NEEDS_YOU, found.remarks, "Whether the data of dataset.MnistDataset are for training")


def test_a_layer_twice_in_a_chain_shares_its_weights(tmp_path: Path) -> None:
    twice = "layer = nn.Dense(784, 784)\nnet = nn.SequentialCell(layer, nn.ReLU(), layer)\n"
    script(tmp_path, WHOLE.replace("net = nn.SequentialCell(nn.Flatten(), nn.Dense(784, 10))\n", twice))
    assert filled(tmp_path)["cg.01"].conclusion != OK


def test_a_layer_that_is_called_twice_shares_its_weights(tmp_path: Path) -> None:
    script(
        tmp_path,
        with_class("nn.Dense(784, 784)")
        .replace("self.first(self.flatten", "self.first(self.first(self.flatten")
        .replace("(x))))", "(x)))))"),
    )
    found = filled(tmp_path)["cg.01"]
    assert found.conclusion == NEEDS_YOU
    assert why(NEEDS_YOU, found.remarks, "The construct of Net calls first more than once")


def test_an_optimizer_of_chosen_parameters_is_asked_about(tmp_path: Path) -> None:
    chosen = "[p for p in net.trainable_params() if 'last' in p.name]"
    script(tmp_path, with_class("nn.Dense(784, 784)").replace("net.trainable_params()", chosen))
    assert filled(tmp_path)["cg.02"].conclusion == NEEDS_YOU


def test_somebody_elses_mode_says_nothing(tmp_path: Path) -> None:
    more = (
        "teacher = nn.Dense(1, 1)\nteacher.set_train(False)\n\n\ndef evaluate(x):\n    return net(x)\n\n\nevaluate(x)\n"
    )
    script(tmp_path, BY_HAND + more)
    assert filled(tmp_path)["api.02"].conclusion == NEEDS_YOU


def test_an_optimizer_of_a_part_is_asked_about(tmp_path: Path) -> None:
    script(tmp_path, with_class("nn.Dense(784, 784)").replace("net.trainable_params()", "net.last.trainable_params()"))
    found = filled(tmp_path)["cg.02"]
    assert found.conclusion == NEEDS_YOU
    assert why(NEEDS_YOU, found.remarks, "nn.Momentum is not given the parameters"), found.remarks


def test_data_answer_only_for_the_function_that_builds_them(tmp_path: Path) -> None:
    text = (
        "import mindspore.dataset as ds\n\n\ndef first():\n    return ds.MnistDataset('a', usage='train')\n\n\n"
        "def second():\n    return ds.MnistDataset('b', usage='train')\n\n\nfirst()\n{}"
    )
    data = {"ds.01": ((Remark(OK, "No value is missing.", source="data"),), ())}
    for more, conclusion in (("", OK), ("second()\n", NEEDS_YOU)):
        script(tmp_path, text.format(more))
        built = frozenset([(str((tmp_path / "train.py").resolve()), 5)])
        assert filled(tmp_path, data=data, built=built)["ds.01"].conclusion == conclusion


def test_a_layer_that_is_not_used_is_a_problem(tmp_path: Path) -> None:
    used = with_class("nn.Dense(784, 784)")
    script(tmp_path, used)
    assert filled(tmp_path)["cg.03"].conclusion == OK
    script(tmp_path, used.replace("self.last(self.second(", "self.last(("))
    assert filled(tmp_path)["cg.03"].conclusion == PROBLEM


def test_a_function_that_runs_as_a_graph_is_looked_at(tmp_path: Path) -> None:
    script(tmp_path, WHOLE + "\n\n@ms.jit\ndef double(x):\n    return x * 2\n\n\nprint(double(ms.Tensor(1)))\n")
    found = filled(tmp_path)["faq.01"]
    assert found.conclusion == OK
    assert found.remarks[0].text.startswith("1 functions that run as a graph")
