"""Run what the rules claim, on the MindSpore (and PyTorch) installed here, and print what was seen; it judges nothing.

    python scripts/measure_rules.py            all rules
    python scripts/measure_rules.py 101 106    some of them

The numbers in the [[source]] tables of rules/*/rule.toml come from runs of this script with MindSpore 2.7.0 and
2.10.0 on CPU. PyTorch is compared where it is installed.
"""

from __future__ import annotations

import contextlib
import functools
import os
import sys
import tempfile
from typing import Any, Callable, Dict, List, Sequence

os.environ.setdefault("GLOG_v", "3")

import mindspore as ms
import mindspore.dataset as ds
import numpy as np
from mindspore import Parameter, Tensor, experimental, nn, ops
from packaging import version

try:
    import torch
except ImportError:
    torch = None  # type: ignore[assignment]

PLACES: Dict[str, Any] = {
    "ms": ms,
    "nn": nn,
    "ops": ops,
    "np": np,
    "Tensor": Tensor,
    "Parameter": Parameter,
    "ds": ds,
    "torch": torch,
}


def show(expression: str, look: Callable[[Any], Any] = lambda value: value, **names: Any) -> None:
    """Evaluate an expression and print what a look at its value gives, or the first line of the exception."""
    try:
        seen = look(eval(expression, {**PLACES, **names}))
    except Exception as error:  # whatever is raised is the measurement
        seen = "{}: {}".format(type(error).__name__, " ".join(str(error).split())[:150])
    print(f"  {expression:66} -> {seen}")


def shape(value: Any) -> Any:
    return tuple(value.shape)


def batch(*dims: int) -> Tensor:
    return Tensor(np.random.RandomState(0).randn(*dims).astype(np.float32))


def rule_101() -> None:
    """Share of zeros of 10,000 ones in training mode."""
    ones = Tensor(np.ones(10000, np.float32))

    def zeros(cell: Any) -> str:
        try:
            result = cell.set_train(True)(ones) if isinstance(cell, nn.Cell) else cell(ones)
        except Exception as error:
            return f"built; run: {type(error).__name__}: {str(error)[:90]}"
        result = result[0] if isinstance(result, tuple) else result
        return f"{float((result.asnumpy() == 0).mean()):.4f} zeros"

    for text in (
        "",
        "0.9",
        "0.1",
        "0.5",
        "0.0",
        "0",
        "1",
        "1.0",
        "True",
        "2",
        "2.0",
        "1.5",
        "-0.1",
        "-1",
        "False",
        "keep_prob=0.9",
        "keep_prob=0.1",
        "keep_prob=0.0",
        "keep_prob=0",
        "keep_prob=1",
        "keep_prob=1.0",
        "keep_prob=2",
        "keep_prob=1.5",
        "keep_prob=-0.1",
        "keep_prob=True",
        "p=0.1",
        "p=0.9",
        "p=0.0",
        "p=0",
        "p=1",
        "p=1.0",
        "p=1.2",
        "p=2",
        "p=-0.1",
        "p=-1",
        "p=True",
        "p=None",
        "p=1 - 0.1",
        "0.9, p=0.1",
        "2.0, p=0.1",
        "0.1, p=None",
        "0.5, True",
    ):
        show(f"nn.Dropout({text})", zeros)
    for text in ("0.1", "0.9", "0.0", "0", "1", "1.0", "2", "1.5", "-0.1", "True", "keep_prob=0.1", "p=0.1"):
        show(f"ops.Dropout({text})", zeros)
    for text in ("nn.Dropout1d(0.9)", "nn.Dropout2d(0.9)", "nn.Dropout3d(0.9)"):
        show(
            text,
            lambda cell: "p={}".format(getattr(cell, "p", None)) + ", keep={}".format(getattr(cell, "keep_prob", None)),
        )
    show("ops.dropout(x, 0.9)", lambda out: f"{float((out.asnumpy() == 0).mean()):.4f} zeros", x=ones)
    if torch is not None:
        for text in ("0.1", "0.9", "1.0", "0.0"):
            show(
                f"torch.nn.Dropout({text})",
                lambda layer: f"{float((layer(torch.ones(10000)) == 0).float().mean()):.4f} zeros",
            )


def rule_102() -> None:
    """Bias of convolutions, and that a normalisation behind them removes a bias again."""
    for name in ("Conv1d", "Conv2d", "Conv3d", "Conv1dTranspose", "Conv2dTranspose", "Conv3dTranspose"):
        show(
            f"nn.{name}(3, 8, 3, pad_mode='valid')",
            lambda cell: f"has_bias={cell.has_bias}, parameters {[p.name for p in cell.get_parameters()]}",
        )
    if torch is not None:
        show("torch.nn.Conv2d(3, 8, 3)", lambda layer: [name for name, _ in layer.named_parameters()])
        show("torch.nn.ConvTranspose2d(3, 8, 3)", lambda layer: [name for name, _ in layer.named_parameters()])
    x = batch(4, 8, 6, 6)

    def change(difference: Any) -> str:
        return f"largest change by a bias 0..7 before it: {np.abs(difference).max():.6f}"

    shift = Tensor(np.arange(8, dtype=np.float32).reshape(1, 8, 1, 1))
    for text in ("nn.BatchNorm2d(8)", "nn.InstanceNorm2d(8)", "nn.GroupNorm(8, 8)", "nn.GroupNorm(2, 8)"):
        show(text, lambda cell: change(cell.set_train(True)(x + shift).asnumpy() - cell(x).asnumpy()))
    show("nn.LayerNorm((8, 6, 6), 1, 1)", lambda cell: change(cell(x + shift).asnumpy() - cell(x).asnumpy()))
    if torch is not None:
        left, right = torch.tensor((x + shift).asnumpy()), torch.tensor(x.asnumpy())
        for text in ("BatchNorm2d(8)", "InstanceNorm2d(8)", "GroupNorm(2, 8)"):
            show(f"torch.nn.{text}", lambda layer: change((layer(left) - layer(right)).detach().numpy()))


def rule_103() -> None:
    for text in (
        "nn.Conv2d(3, 8, 3, bias_init='ones')",
        "nn.Conv1d(3, 8, 3, bias_init='ones')",
        "nn.Conv3d(3, 8, 3, bias_init='ones')",
        "nn.Conv2dTranspose(3, 8, 3, bias_init='ones')",
        "nn.Conv1dTranspose(3, 8, 3, bias_init='ones')",
        "nn.Conv3dTranspose(3, 8, 3, bias_init='ones')",
        "nn.Conv2d(3, 8, 3, bias_init=None)",
        "nn.Conv2d(3, 8, 3, has_bias=True, bias_init='ones')",
    ):
        show(text, lambda cell: "bias %s" % (None if cell.bias is None else cell.bias.asnumpy()[:2]))


def rule_104() -> None:
    maps = {"1d": batch(1, 3, 12), "2d": batch(1, 3, 12, 12), "3d": batch(1, 3, 12, 12, 12)}

    def run(cell: Any) -> str:
        size = [key for key in maps if key in type(cell).__name__][0]
        return f"built, output {shape(cell(maps[size]))}"

    for name in ("Conv1d", "Conv2d", "Conv3d", "Conv1dTranspose", "Conv2dTranspose", "Conv3dTranspose"):
        for text in (
            "padding=1",
            "padding=1, pad_mode='valid'",
            "padding=1, pad_mode='same'",
            "padding=0",
            "padding=1, pad_mode='pad'",
            "pad_mode='SAME'",
            "pad_mode='VALID'",
            "pad_mode='PAD'",
            "1, 1",
            "1, 0",
            "1, (1, 1)",
            "1, [1, 1]",
            "1, None",
            "1, True",
        ):
            show(f"nn.{name}(3, 8, 3, {text})", run)
    show("functools.partial(nn.Conv2d, padding=1)(3, 8, 3)", run, functools=functools)
    for text in (
        "padding=(1, 1)",
        "padding=(0, 0)",
        "padding=(1, 1), pad_mode='pad'",
        "padding=(1, 1, 1, 1)",
        "padding=(1, 1, 1, 1), pad_mode='pad'",
        "1, 0",
        "1, (1, 1)",
        "1, 'pad', 1",
        "1, 1, 'pad'",
        "padding='same'",
    ):
        show(f"nn.Conv2d(3, 8, 3, {text})", run)
    for name in ("MaxPool1d", "MaxPool2d", "MaxPool3d", "AvgPool1d", "AvgPool2d", "AvgPool3d"):
        for text in (
            "padding=1",
            "padding=1, pad_mode='same'",
            "padding=1, pad_mode='pad'",
            "pad_mode='SAME'",
            "pad_mode='VALID'",
            "pad_mode='PAD'",
            "padding=0",
            "2, 1",
            "2, [1, 1]",
            "2, None",
        ):
            show(f"nn.{name}(3, {text})", run)
    for text in (
        "padding=1",
        "pad_mode='same', padding=1",
        "pad_mode='pad', padding=1",
        "pad_mode='SAME'",
        "padding=(1, 1)",
        "pad_mode='pad', padding=(1, 1)",
        "bias=None, stride=1, pad_mode=1",
    ):
        show(f"ops.conv2d(x, w, {text})", shape, x=maps["2d"], w=batch(8, 3, 3, 3))
    for text in (
        "nn.Conv2d(3, 8, 3, ",
        "nn.Conv3d(3, 8, 3, ",
        "nn.Conv1d(3, 8, 3, ",
        "nn.MaxPool2d(3, ",
        "nn.AvgPool2d(3, ",
    ):
        for padding in ("(1, 1)", "(1, 1, 1)", "(1, 1, 1, 1)", "(1,) * 6"):
            show(text + f"pad_mode='pad', padding={padding})", lambda cell: "built")
    for text in ("1", "[1, 1]", "None"):
        show(f"ops.conv2d(x, w, None, 1, {text})", shape, x=maps["2d"], w=batch(8, 3, 3, 3))
    for text in ("padding=1", "pad_mode='pad', padding=1", "pad_mode='SAME'"):
        show(f"ops.conv1d(x, w, {text})", shape, x=maps["1d"], w=batch(8, 3, 3))
        show(f"ops.conv3d(x, w, {text})", shape, x=maps["3d"], w=batch(8, 3, 3, 3, 3))


def rule_105() -> None:
    x = batch(1, 3, 20, 20)
    for text in (
        "3",
        "3, stride=2",
        "2, stride=2",
        "2",
        "4",
        "4, stride=4",
        "3, stride=3",
        "1",
        "1, stride=2",
        "7, stride=2",
        "3, padding=0",
        "3, dilation=2",
    ):
        show(f"nn.Conv2d(3, 8, {text})", lambda cell: f"pad_mode {cell.pad_mode}, output {shape(cell(x))}")
        if torch is not None:
            show(f"torch.nn.Conv2d(3, 8, {text})", lambda layer: shape(layer(torch.zeros(1, 3, 20, 20))))
    for side in (30, 32):
        for text in ("16, 16", "16, 16, padding=0", "3, 3"):
            image = batch(1, 3, side, side)
            show(f"nn.Conv2d(3, 8, {text})", lambda cell, image=image: f"{shape(image)} becomes {shape(cell(image))}")
            if torch is not None:
                same = torch.tensor(image.asnumpy())
                show(f"torch.nn.Conv2d(3, 8, {text})", lambda layer, same=same: shape(layer(same)))
    show("nn.Conv2dTranspose(3, 8, 3, stride=2)", lambda cell: shape(cell(x)))
    if torch is not None:
        show("torch.nn.ConvTranspose2d(3, 8, 3, stride=2)", lambda layer: shape(layer(torch.zeros(1, 3, 20, 20))))
    small = Tensor(np.arange(36, dtype=np.float32).reshape(1, 1, 6, 6))
    for text in (
        "2, pad_mode='same'",
        "3, stride=2, pad_mode='same'",
        "3, stride=2, pad_mode='pad', padding=1",
        "3, stride=1, pad_mode='same'",
        "3, stride=1, pad_mode='pad', padding=1",
    ):
        show(f"nn.Conv2d(1, 1, {text}, weight_init='ones')", lambda cell: cell(small).asnumpy().ravel()[:6])
    if torch is not None:
        layer = torch.nn.Conv2d(1, 1, 3, 2, padding=1, bias=False)
        torch.nn.init.ones_(layer.weight)
        print("  torch k3 s2 padding=1:", layer(torch.tensor(small.asnumpy())).detach().numpy().ravel()[:6])
        for size in (2, 4):
            layer = torch.nn.Conv2d(1, 1, size, padding="same", bias=False)
            torch.nn.init.ones_(layer.weight)
            whole = nn.Conv2d(1, 1, size, pad_mode="same", weight_init="ones")(small).asnumpy()
            equal = np.array_equal(whole, layer(torch.tensor(small.asnumpy())).detach().numpy())
            print(f"  torch k{size} padding='same' equals pad_mode='same': {equal}")


def rule_106() -> None:
    data = (np.random.RandomState(0).randn(16, 3, 4, 4) * 2 + 5).astype(np.float32)

    def moved(cell: Any) -> str:
        cell.set_train(True)(Tensor(data))
        return f"momentum held {float(cell.momentum):.4f}, moving mean {np.round(cell.moving_mean.asnumpy(), 4)}"

    for text in (
        "3",
        "3, momentum=0.9",
        "3, momentum=0.1",
        "3, 1e-5, 0.1",
        "3, momentum=0.0",
        "3, momentum=0.01",
        "3, momentum=0.99",
        "3, momentum=1.0",
        "3, momentum=1",
        "3, momentum=1.5",
        "3, momentum=2",
        "3, momentum=-0.1",
        "3, momentum=-1",
        "3, momentum=None",
    ):
        show(f"nn.BatchNorm2d({text})", moved)
    for name, dims in (("1d", (16, 3)), ("3d", (16, 3, 2, 4, 2))):
        same = data[:, :, 0, 0] if name == "1d" else data.reshape(dims)

        def step(cell: Any, same: Any = same) -> Any:
            cell.set_train(True)(Tensor(same))
            inner = getattr(cell, "bn2d", cell)
            return np.round(inner.moving_mean.asnumpy(), 4)

        show(f"nn.BatchNorm{name}(3, momentum=0.1)", step)
        show(f"nn.BatchNorm{name}(3)", step)
    for text in ("0.1", "1.5", "-0.1"):
        show(f"nn.SyncBatchNorm(3, momentum={text})", lambda cell: f"momentum held {float(cell.momentum):.4f}")
        show(f"nn.BatchNorm1d(3, momentum={text})", lambda cell: "built")
        show(f"nn.BatchNorm3d(3, momentum={text})", lambda cell: "built")
    moving = Parameter(Tensor(np.zeros(3, np.float32)))
    show(
        "ops.batch_norm(x, mean, var, gamma, beta, training=True, momentum=0.1)",
        lambda out: f"mean now {np.round(moving.asnumpy(), 4)}",
        x=Tensor(data),
        mean=moving,
        var=Parameter(Tensor(np.ones(3, np.float32))),
        gamma=Tensor(np.ones(3, np.float32)),
        beta=Tensor(np.zeros(3, np.float32)),
    )
    show("nn.InstanceNorm2d(3)", lambda cell: f"momentum held {cell.momentum}")
    if torch is not None:

        def torch_moved(layer: Any) -> Any:
            layer(torch.tensor(data))
            return np.round(layer.running_mean.numpy(), 4)

        for text in ("3", "3, momentum=0.9", "3, momentum=0.1", "3, momentum=0.0", "3, momentum=1.0"):
            show(f"torch.nn.BatchNorm2d({text})", torch_moved)


def rule_107() -> None:
    def weights(cell: Any) -> str:
        return f"weight {np.unique(np.round(cell.weight.asnumpy(), 3))[:3]}, has_bias {cell.has_bias}"

    for text in ("3, 4, False", "3, 4, True", "3, 4, has_bias=False", "3, 4, weight_init=False", "3, 4, bias=False"):
        show(f"nn.Dense({text})", weights)
    for text in ("3, 4, False", "3, 4, True", "3, 4, True, has_bias=False"):

        def outputs(cell: Any) -> str:
            out = cell(batch(2, 3))
            bias = 0 if cell.bias is None else cell.bias
            equal = bool(np.allclose(np.ptp((out - bias).asnumpy(), axis=1), 0, atol=1e-6))
            return f"outputs of a row {out.asnumpy()[0]}; equal without the bias: {equal}"

        show(f"nn.Dense({text})", outputs)
    show("nn.Linear(3, 4, False)", weights)
    show("nn.BiDense(3, 3, 4, False)", lambda cell: np.unique(cell.weight.asnumpy())[:3])


def stepped(optimizer: Any, gradients: Any = ((0.5, 1.2),)) -> str:
    """The weights after one update per gradient; the optimizer was given the one parameter of `weights()`."""
    for gradient in gradients:
        optimizer((Tensor(np.array(gradient, np.float32)),))
    return str(optimizer.parameters[0].asnumpy())


def torch_stepped(optimizer: Any, gradients: Any = ((0.5, 1.2),)) -> str:
    weight = optimizer.param_groups[0]["params"][0]
    for gradient in gradients:
        weight.grad = torch.tensor(gradient)
        optimizer.step()
    return str(weight.detach().numpy())


def weights() -> Any:
    return [Parameter(Tensor(np.array([1.0, 2.0], np.float32)), name="w")]


def torch_weights() -> Any:
    return [torch.nn.Parameter(torch.tensor([1.0, 2.0]))]


def optimizers(texts: Sequence[str], gradients: Any = ((0.5, 1.2),)) -> None:
    """Weights 1 and 2 after updates with the gradients."""
    for text in texts:
        if not text.startswith("torch."):
            show(text, lambda optimizer: stepped(optimizer, gradients), P=weights(), optim=experimental.optim)
        elif torch is not None:
            show(text, lambda optimizer: torch_stepped(optimizer, gradients), P=torch_weights())


def rule_108() -> None:
    optimizers(
        (
            "torch.optim.SGD(P, 0.1, 0.9, 0, 1e-4)",
            "nn.Momentum(P, 0.1, 0.9, 0, 1e-4)",
            "nn.Momentum(P, 0.1, 0.9, 0.0, 1e-4)",
            "nn.Momentum(P, 0.1, 0.9, 1e-4)",
            "nn.Momentum(P, 0.1, 0.9, 1e-4, 1.0)",
            "nn.Momentum(P, 0.1, 0.9, 1e-4, 1024.0)",
            "nn.Momentum(P, 0.1, 0.9, 1e-4, 1024)",
            "nn.Momentum(P, 0.1, 0.9, 0, 0)",
            "nn.Momentum(P, 0.1, 0.9, 0, 0.0)",
            "nn.Momentum(P, 0.1, 0.9, 0, -1.0)",
            "torch.optim.RMSprop(P, 0.01, 0.99, 1e-8)",
            "nn.RMSProp(P, 0.01, 0.99, 1e-8)",
            "nn.RMSProp(P, 0.01, 0.99, 0.0, 1e-8)",
            "nn.RMSProp(P, 0.01, 0.99, 1e-8, 1e-4)",
            "nn.RMSProp(P, 0.01, 0.99, 1e-8, 0)",
            "nn.RMSProp(P, 0.01, 0.99, 1e-8, 1e-4, 0.9)",
            "nn.RMSProp(P, 0.01, 0.99, 0.9, 1e-8, 0.9)",
            "torch.optim.Adagrad(P, 0.01)",
            "nn.Adagrad(P, 0.01)",
            "nn.Adagrad(P, 0.1, 0.01)",
            "nn.Adagrad(P, 1)",
            "nn.Adagrad(P, 0.0)",
            "nn.Adagrad(P, [0.1, 0.01])",
            "nn.Adagrad(P, learning_rate=0.01)",
            "torch.optim.Adadelta(P, 1.0, 0.9, 1e-6, 1e-4)",
            "nn.Adadelta(P, 1.0, 0.9, 1e-6, 1e-4)",
            "nn.Adadelta(P, 1.0, 0.9, 1e-6, 1.0, 1e-4)",
            "nn.Adadelta(P, 1.0, 0.9, 1e-6, 0.0)",
            "nn.Adadelta(P, 1.0, 0.9, 1e-6, 0)",
            "nn.Adadelta(P, 1.0, 0.9, 1e-6, -1.0)",
            *(
                f"nn.{name}(P, 1e-3, (0.9, 0.999))"
                for name in ("Adam", "AdamWeightDecay", "AdaMax", "LazyAdam", "AdamOffload", "Lamb")
            ),
            "nn.Adam(P, 1e-3, [0.9, 0.999])",
            *(
                f"nn.{name}(P, 1e-3, 0.9, 0.999, 1e-8, {value})"
                for name in ("Adam", "LazyAdam", "AdamOffload")
                for value in ("1e-4", "0", "0.0")
            ),
            "nn.Adam(P, 1e-3, 0.9, 0.999, 1e-8, False)",
            "nn.AdamWeightDecay(P, 1e-3, 0.9, 0.999, 1e-8, 1e-2)",
            "nn.AdaMax(P, 1e-3, 0.9, 0.999, 1e-8, 1e-2)",
        )
    )
    print("   two steps:")
    optimizers(
        (
            "torch.optim.SGD(P, 0.1, 0.9, 1e-4)",
            "nn.SGD(P, 0.1, 0.9, 1e-4)",
            "nn.SGD(P, 0.1, 0.9)",
            "nn.SGD(P, 0.1, 0.9, 0.0, 1e-4)",
            "nn.SGD(P, 0.1, 0.9, weight_decay=1e-4)",
            "torch.optim.SGD(P, 0.1, 0.9, weight_decay=1e-4)",
        ),
        ((0.5, 1.2), (0.5, 1.2)),
    )


def rule_109() -> None:
    for kind in ("Max", "Avg"):
        for size, dims in (("1d", (1, 3, 7)), ("2d", (1, 3, 7, 7)), ("3d", (1, 3, 7, 7, 7))):
            x = batch(*dims)
            show(f"nn.{kind}Pool{size}(2)", lambda cell, x=x: f"stride {cell.stride}, output {shape(cell(x))}")
            if torch is not None:
                show(f"torch.nn.{kind}Pool{size}(2)", lambda layer, x=x: shape(layer(torch.tensor(x.asnumpy()))))
    show("nn.MaxPool2d(3, pad_mode='same')", lambda cell: shape(cell(batch(1, 3, 7, 7))))
    show("nn.MaxPool2d(3, pad_mode='pad', padding=1)", lambda cell: shape(cell(batch(1, 3, 7, 7))))
    for text in ("2, pad_mode='pad'", "2, pad_mode='pad', padding=1", "3, pad_mode='pad'"):
        for kind in ("Max", "Avg"):
            show(f"nn.{kind}Pool2d({text})", lambda cell: shape(cell(batch(1, 3, 8, 8))))
    show("nn.MaxPool2d(kernel_size=2, stride=None)", lambda cell: shape(cell(batch(1, 3, 7, 7))))
    show("nn.MaxPool2d()", lambda cell: shape(cell(batch(1, 3, 7, 7))))
    show("ops.max_pool2d(x, 2)", shape, x=batch(1, 3, 8, 8))
    show("ops.avg_pool2d(x, 2)", shape, x=batch(1, 3, 8, 8))


class WithForward(nn.Cell):
    def __init__(self) -> None:
        super().__init__()
        self.fc = nn.Dense(3, 4)

    def forward(self, x: Any) -> Any:
        return self.fc(x)


class WithAlias(WithForward):
    def __init__(self) -> None:
        super().__init__()
        self.construct = self.forward


class WithConstruct(WithForward):
    construct = WithForward.forward


def rule_113() -> None:
    show("net(x)", net=WithAlias(), x=batch(2, 3))
    show("net(x)", net=WithConstruct(), x=batch(2, 3))
    for mode in (ms.PYNATIVE_MODE, ms.GRAPH_MODE):
        ms.set_context(mode=mode)
        show("net()", net=WithForward())
        show("net(x)", net=WithForward(), x=batch(2, 3))
    ms.set_context(mode=ms.PYNATIVE_MODE)


def rule_114() -> None:
    for gradients in (((0.5, 1.2),), ((0.5, 1.2),) * 10, ((5e-4, 1.2e-3),) * 10):
        print(f"   {len(gradients)} steps with {gradients[0]}:")
        optimizers(
            (
                "nn.AdamWeightDecay(P, 0.1)",
                "nn.AdamWeightDecay(P, 0.1, eps=1e-8, weight_decay=0.01)",
                "optim.AdamW(P, 0.1)",
                "torch.optim.AdamW(P, 0.1)",
                "nn.Lamb(P, 0.1)",
                "nn.RMSProp(P, 0.01, 0.99, epsilon=1e-8)",
                "nn.RMSProp(P, 0.01, 0.99, epsilon=1e-8, centered=True)",
                "optim.RMSprop(P, 0.01)",
                "torch.optim.RMSprop(P, 0.01)",
                "torch.optim.RMSprop(P, 0.01, centered=True)",
                "nn.Adagrad(P, learning_rate=0.01)",
                "nn.Adagrad(P, accum=0.0, learning_rate=0.01)",
                "nn.Adagrad(P, 0.0, 0.01)",
                "optim.Adagrad(P, 0.01)",
                "torch.optim.Adagrad(P, 0.01)",
                "torch.optim.Adagrad(P, 0.01, initial_accumulator_value=0.1)",
                *(f"nn.Adam(P, 0.1, eps={eps})" for eps in ("1e-3", "1e-4", "1e-5", "1e-6", "1e-7", "1e-8")),
                *(f"torch.optim.Adam(P, 0.1, eps={eps})" for eps in ("1e-3", "1e-4", "1e-5", "1e-6", "1e-7", "1e-8")),
                "optim.Adam(P, 0.1, eps=1e-3)",
                "optim.AdamW(P, 0.1, eps=1e-3, weight_decay=0.0)",
                "torch.optim.AdamW(P, 0.1, eps=1e-3, weight_decay=0.0)",
                "nn.Adam(P, 0.1, eps=1e-3, use_nesterov=True)",
                "nn.LazyAdam(P, 0.1, eps=1e-3)",
                "nn.AdamOffload(P, 0.1, eps=1e-3)",
                "nn.AdaMax(P, 0.002)",
                "torch.optim.Adamax(P, 0.002)",
                "nn.Adadelta(P, 1.0)",
                "torch.optim.Adadelta(P, 1.0)",
                "nn.ASGD(P, 0.01)",
                "torch.optim.ASGD(P, 0.01)",
                "nn.Rprop(P, 0.01)",
                "torch.optim.Rprop(P, 0.01)",
            ),
            gradients,
        )


def rule_116() -> None:
    matrix, cube, vector = np.arange(1, 7.0).reshape(2, 3), np.arange(24.0).reshape(2, 3, 4), np.array([3.0, 1.0, 3.0])
    arrays = {"m": matrix.astype(np.float32), "c": cube.astype(np.float32), "v": vector.astype(np.float32)}

    def look(value: Any) -> str:
        if value is None:
            return "None"
        if isinstance(value, tuple):
            kind = "tuple" if type(value) is tuple else "named tuple"
            return f"{kind}({', '.join(look(each) for each in value)})"
        data = value.asnumpy() if isinstance(value, Tensor) else value.detach().numpy()
        return f"{data.dtype} {data.shape} {np.round(data, 4).tolist() if data.size <= 16 else ''}"

    for text in (
        *(f"norm({each})" for each in ("m", "m, 1", "m, 2", "m, 1.0", "m, 2.0", "m, ord=1", "m, p=1", "m, 3")),
        *(f"norm({each})" for each in ("v, 1", "v, 2", "m, 2, 1", "m, 1, dim=1", "m, 1, dim=None")),
        *(f"norm({each})" for each in ("c, 1", "c, 1.0", "c, 2", "c, 2.0", "c", "c, 2, (0, 1)")),
        *("norm(c.reshape(-1), 1, dim=0)", "norm(m.reshape(-1), 2, dim=0)"),
        *(f"{name}({each})" for name in ("max", "min", "median") for each in ("m", "m, 1", "v", "c")),
        *("amax(m)", "amin(m)", "median(m.reshape(-1))", "unique(v)", "sort(ops.unique(v)[0])[0]"),
        *("diag(v)", "diag(m)", "diag(c)", "diagonal(m)"),
        *(f"svd({each})" for each in ("m", "m, compute_uv=False", "c")),
    ):
        show(f"ops.{text}", look, **{name: Tensor(array) for name, array in arrays.items()})
        if torch is not None:
            show(f"torch.{text}", look, **{name: torch.tensor(array) for name, array in arrays.items()})
    for text in ("bernoulli(zeros)", "bernoulli(ones)", "bernoulli(zeros, 0.5)", "bernoulli(zeros, ones)"):
        show(
            f"ops.{text}",
            lambda value: f"mean {value.asnumpy().mean():.3f}",
            zeros=Tensor(np.zeros(10000, np.float32)),
            ones=Tensor(np.ones(10000, np.float32)),
        )
        if torch is not None:
            show(
                f"torch.{text}",
                lambda value: f"mean {value.numpy().mean():.3f}",
                zeros=torch.zeros(10000),
                ones=torch.ones(10000),
            )


def rule_117() -> None:
    def normalised(cell: Any) -> str:
        try:
            return f"built; output {cell(batch(2, 4)).asnumpy()[0]}"
        except Exception as error:
            return f"built; run: {type(error).__name__}: {' '.join(str(error).split())[:130]}"

    for text in (
        *("4", "(4,)", "[4]", "(4,), 1e-5", "(4,), -1", "[4], 1e-5", "4, 1e-5", "4, eps=1e-5", "4, epsilon=1e-5"),
        *("4.0", "True", "normalized_shape=4", "(4,), 1e-5, False", "(4,), 1", "(2, 4)", "(2, 4), 0"),
    ):
        show(f"nn.LayerNorm({text})", normalised)
    show("ops.layer_norm(x, 4)", shape, x=batch(2, 4))
    show("ops.layer_norm(x, (4,), None, None, 1e-5)", shape, x=batch(2, 4))
    if torch is not None:
        show("torch.nn.LayerNorm(4)(torch.tensor(x))", lambda out: out.detach().numpy()[0], x=batch(2, 4).asnumpy())


def rule_205() -> None:
    data = Tensor((np.random.RandomState(0).randn(64, 3) * 2 + 5).astype(np.float32))
    for mode, word in ((ms.PYNATIVE_MODE, "pynative"), (ms.GRAPH_MODE, "graph")):
        ms.set_context(mode=mode)
        for flag in (None, True, False):
            for train in (False, True):

                def step(cell: Any, train: bool = train) -> str:
                    out = cell.set_train(train)(data).asnumpy()
                    return f"moving mean {np.round(cell.moving_mean.asnumpy(), 3)}, output mean {out.mean():.3f}"

                show(f"nn.BatchNorm1d(3, use_batch_statistics={flag})", step)
                print(f"     ({word}, set_train({train}))")
    ms.set_context(mode=ms.PYNATIVE_MODE)


def rule_301() -> None:
    with tempfile.TemporaryDirectory() as folder:
        from PIL import Image

        for label in ("a", "b"):
            os.makedirs(os.path.join(folder, label))
            for number in range(6):
                Image.fromarray(np.full((2, 2, 3), number, np.uint8)).save(os.path.join(folder, label, f"{number}.png"))

        def labels(data: Any) -> Any:
            return [int(row[1]) for row in data.create_tuple_iterator(num_epochs=1, output_numpy=True)]

        show("ds.ImageFolderDataset(folder)", labels, folder=folder)
        show("ds.ImageFolderDataset(folder, shuffle=False)", labels, folder=folder)
        show("ds.ImageFolderDataset(folder, shuffle=False).shuffle(12)", labels, folder=folder)
        show("ds.ImageFolderDataset(folder, shuffle=False, sampler=ds.RandomSampler())", labels, folder=folder)

    class Source:
        def __getitem__(self, index: int) -> Any:
            return (np.array(index, np.int32),)

        def __len__(self) -> int:
            return 10

    def order(data: Any) -> Any:
        return [int(row[0]) for row in data.create_tuple_iterator(num_epochs=1, output_numpy=True)]

    show("ds.GeneratorDataset(source, ['x'])", order, source=Source())
    show("ds.GeneratorDataset(source, ['x'], shuffle=False)", order, source=Source())
    show("ds.GeneratorDataset(source, ['x'], shuffle=False, sampler=ds.RandomSampler())", order, source=Source())
    show("ds.NumpySlicesDataset(list(range(8)), ['x'])", order)
    show("ds.NumpySlicesDataset(list(range(8)), ['x'], shuffle=False)", order)
    show("ds.GeneratorDataset(source, ['x'], shuffle=False, num_shards=2, shard_id=0)", order, source=Source())


class InList(nn.Cell):
    def __init__(self, make: Callable[[], Any]) -> None:
        super().__init__()
        self.head = nn.Dense(3, 3)
        self.kept = make()

    def construct(self, x: Any) -> Any:
        return self.head(x)


def rule_501() -> None:
    kinds: Dict[str, Callable[[], Any]] = {
        "[Dense, Dense]": lambda: [nn.Dense(3, 3), nn.Dense(3, 3)],
        "(Dense, Dense)": lambda: (nn.Dense(3, 3), nn.Dense(3, 3)),
        "{'a': Dense}": lambda: {"a": nn.Dense(3, 3)},
        "[Dropout]": lambda: [nn.Dropout(p=0.5)],
        "[Parameter]": lambda: [Parameter(Tensor(np.zeros(3, np.float32)), name="p")],
        "(Parameter,)": lambda: (Parameter(Tensor(np.zeros(3, np.float32)), name="p"),),
        "{'a': Parameter}": lambda: {"a": Parameter(Tensor(np.zeros(3, np.float32)), name="p")},
        "(Dense,)": lambda: (nn.Dense(3, 3),),
        "CellList([Dense])": lambda: nn.CellList([nn.Dense(3, 3)]),
        "ParameterTuple([Parameter])": lambda: ms.ParameterTuple(
            [Parameter(Tensor(np.zeros(3, np.float32)), name="p")]
        ),
        "Parameter": lambda: Parameter(Tensor(np.zeros(3, np.float32)), name="p"),
    }
    for text, make in kinds.items():

        def look(net: Any) -> str:
            net.set_train(True)
            kept = net.kept
            first = (
                list(kept.values())[0]
                if isinstance(kept, dict)
                else (kept[0] if isinstance(kept, (list, tuple, nn.CellList)) else kept)
            )
            return "trainable {}; inner training {}".format(
                sorted(p.name for p in net.trainable_params()), getattr(first, "training", "-")
            )

        show(
            f"InList(lambda: {text})",
            lambda _, make=make: look(InList(make)),
            InList=lambda f: f,
            Dense=None,
            Dropout=None,
            CellList=lambda x: x,
            ParameterTuple=lambda x: x,
        )

    class Registered(nn.Cell):
        def __init__(self, register: Callable[[Any, str, Any], Any]) -> None:
            super().__init__()
            self.blocks = [nn.Dense(3, 3) for _ in range(3)]
            for index, block in enumerate(self.blocks):
                register(self, f"block{index}", block)

    for way in ("setattr", "lambda cell, name, value: super(type(cell), cell).insert_child_to_cell(name, value)"):
        show(f"Registered({way})", lambda cell: f"{len(cell.trainable_params())} parameters", Registered=Registered)
    net = InList(kinds["[Dense, Dense]"])
    with tempfile.TemporaryDirectory() as folder:
        ms.save_checkpoint(net, os.path.join(folder, "a.ckpt"))
        print("  saved:", sorted(ms.load_checkpoint(os.path.join(folder, "a.ckpt"))))


def rule_502() -> None:
    for text in (
        "nn.CellList([nn.Dense(3, 3)] * 1)",
        "nn.CellList([nn.Dense(3, 3)] * 3)",
        "nn.SequentialCell([nn.Dense(3, 3)] * 3)",
        "nn.SequentialCell(*[nn.Dense(3, 3)] * 3)",
        "nn.CellList([nn.Dense(3, 3) for _ in range(3)])",
    ):
        show(
            text,
            lambda cell: (
                f"{len(cell)} layers, {len(cell.trainable_params())} parameters, one object {cell[0] is cell[-1]}"
            ),
        )
    if torch is not None:
        show(
            "torch.nn.ModuleList([torch.nn.Linear(3, 3)] * 3)",
            lambda layers: f"{len(list(layers.parameters()))} parameters",
        )


def rule_504() -> None:
    makers = {
        "Cell": lambda: nn.Dense(3, 3),
        "Parameter": lambda: Parameter(Tensor(np.zeros(3, np.float32)), name="p"),
        "Primitive": lambda: ops.ReLU(),
        "list": lambda: [1],
        "int": lambda: 3,
        "Tensor": lambda: batch(2),
        "list of Cells": lambda: [nn.Dense(3, 3)],
        "tuple of Cells": lambda: (nn.Dense(3, 3),),
        "dict of Cells": lambda: {"a": nn.Dense(3, 3)},
        "CellList": lambda: nn.CellList([nn.Dense(3, 3)]),
        "function": lambda: ops.relu,
        "str": lambda: "x",
        "bool": lambda: True,
        "tuple of Parameters": lambda: (Parameter(Tensor(np.zeros(3, np.float32)), name="p"),),
    }
    for kind, maker in makers.items():

        class Early(nn.Cell):
            make = staticmethod(maker)

            def __init__(self) -> None:
                self.thing = self.make()
                super().__init__()

        class Never(nn.Cell):
            make = staticmethod(maker)

            def __init__(self) -> None:
                self.thing = self.make()

            def construct(self, x: Any) -> Any:
                return x

        class Own(nn.Cell):
            make = staticmethod(maker)

            def __init__(self) -> None:
                nn.Cell.__init__(self)
                self.thing = self.make()

        show(
            "Early()",
            lambda cell: f"built, {type(cell.thing).__name__}, {len(list(cell.get_parameters()))} parameters",
            Early=Early,
        )
        show("Never()", lambda cell: f"built; called: {_call(cell)}", Never=Never)
        show("Own()", lambda cell: "built", Own=Own)
        print(f"     ({kind})")

    class Empty(nn.Cell):
        def __init__(self) -> None:
            pass

        def construct(self, x: Any) -> Any:
            return x

    class Mode(nn.Cell):
        def __init__(self) -> None:
            self.set_train(False)
            self.fc = nn.Dense(3, 3)

    show("Mode()", Mode=Mode)
    show("Empty()", lambda cell: f"built; called: {_call(cell)}", Empty=Empty)


def _call(cell: Any) -> str:
    try:
        cell(batch(2))
        return "ran"
    except Exception as error:
        return f"{type(error).__name__}: {str(error)[:80]}"


def rule_602() -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "a.ckpt")
        source, target = nn.Dense(3, 4), nn.Dense(3, 4)
        ms.save_checkpoint(source, path)
        before = target.weight.asnumpy().copy()
        ms.load_checkpoint(path)
        print("  after load_checkpoint(path) alone the net changed:", bool((target.weight.asnumpy() != before).any()))
        result = ms.load_checkpoint(path, target)
        changed = bool((target.weight.asnumpy() != before).any())
        print(f"  load_checkpoint(path, net): changed {changed}, returned {type(result).__name__}")


def rule_603() -> None:
    net = nn.Dense(3, 4)
    good = {"weight": Parameter(Tensor(np.zeros((4, 3), np.float32)), name="weight")}
    show("ms.load_param_into_net(net, good)", lambda r: f"{type(r).__name__} {r}", net=net, good=good)
    result = ms.load_param_into_net(net, good)
    show("result(x)", result=result, x=batch(2, 3))
    show("result.set_train(True)", result=result)
    show(
        "ms.load_param_into_net(net, {'wrong': p})", net=net, p=Parameter(Tensor(np.zeros(3, np.float32)), name="wrong")
    )


def rule_905() -> None:
    print(f"  {ms.__version__!r} is a {type(ms.__version__).__name__}")
    for bound in ("2.0", "2.1", "2.2", "2.7", "2.9", "2.10", "2.11", "3.0"):
        as_numbers = [tuple(map(int, text.split("."))) for text in (ms.__version__, bound)]
        print(f"  < {bound!r}: as text {ms.__version__ < bound}, as numbers {as_numbers[0] < as_numbers[1]}")
    show("version.parse(ms.__version__) < '2.10'", version=version)
    show("version.parse(ms.__version__) < version.parse('2.10')", version=version)


def main(arguments: List[str]) -> int:
    print(f"mindspore {ms.__version__}, numpy {np.__version__}, torch {getattr(torch, '__version__', None)}")
    ms.set_context(mode=ms.PYNATIVE_MODE, pynative_synchronize=True)
    with contextlib.suppress(SystemError):
        ops.relu(batch(2))  # MindSpore 2.10 with NumPy 2.4: the very first operator fails once, later ones work
    functions = {name[5:]: function for name, function in globals().items() if name.startswith("rule_")}
    for code in arguments or sorted(functions):
        print("MSL" + code)
        functions[code]()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
