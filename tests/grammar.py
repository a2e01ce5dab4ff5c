"""Writes Python from a grammar, at random and always the same for one seed: odd code, most of it about MindSpore."""

from __future__ import annotations

import random
from typing import Dict, List, Sequence

# A name in angle brackets stands for one of its alternatives; `>` at the end of a line opens a block.
GRAMMAR: Dict[str, Sequence[str]] = {
    "name": "net x y z loss opt data model cell self.net self.drop i cfg 变量 _ nn args".split(),
    "number": "0 1 3 0.1 0.9 1e-5 -1 1.0 0x10 10_000 1j 1e400".split(),
    "text": ["'a'", '"valid"', "'''b\n c'''", "b'x'", "r'\\d'", "f'{<name>.a(1)}'", "f'{<name>!r:>{i}}'", "'a' 'b'"],
    "api": (
        "nn.Dropout nn.Conv2d nn.BatchNorm2d nn.Dense nn.LayerNorm nn.MaxPool2d nn.SequentialCell nn.CellList nn.LSTM "
        "nn.SoftmaxCrossEntropyWithLogits nn.Adam nn.SGD nn.Momentum nn.TrainOneStepCell nn.WithLossCell ops.mean "
        "ops.dropout ops.std ops.grad ms.value_and_grad ms.Tensor ms.Parameter ms.Model ms.set_context ms.set_seed "
        "ms.load_checkpoint ms.amp.auto_mixed_precision ds.GeneratorDataset ds.MnistDataset mint.nn.Dropout ms.jit "
        "ds.vision.Resize mindspore.nn.Gone nn.WithGradCell ms.context.set_context initializer ops.stop_gradient"
    ).split(),
    "method": (
        "set_train batch shuffle map repeat trainable_params construct train eval fit asnumpy append set_grad "
        "create_dict_iterator get_dataset_size to_float cells_and_names clip_by_norm max item"
    ).split(),
    "keyword": "p keep_prob has_bias momentum pad_mode padding shuffle sparse reduction num_samples is_train".split(),
    "key": ["<keyword>=<e>", "**<name>"],
    "args": ["", "<e>, <e>", "<e>, <key>", "*<name>, <key>,", "<e>,\n    <key>  # why\n", "(<e>) for i in <api>"],
    "call": ["<api>(<args>)", "<api>(<args>)", "<name>(<args>)", "(<e>).<method>(<args>)", "<api>(<args>)(<args>)"],
    "e": (
        ["<call>"] * 6
        + ["<name>"] * 5
        + ["<number>", "<text>", "None", "True", "...", "<api>", "<name>.<method>", "<name>[<e>]"]
        + ["<name>[(<e>):, ..., ::2]"]
        + ["(<e>)", "(<e>,)", "[<e>, <e>]", "{(<e>): (<e>), **<name>}", "{<e>}", "[<e> for i, j in (<e>) if (<e>)]"]
        + ["(<e>) + (<e>)", "(<e>) @ (<e>)", "(not (<e>))", "-(<e>)", "((<e>) and (<e>))", "((<e>) < (<e>) in (<e>))"]
        + ["((<e>) if (<e>) else (<e>))", "(lambda i, *a, k=<number>, **o: (<e>))", "(z := (<e>))"]
        + ["{i: (<e>) for i in (<e>)}"]
    ),
    "simple": [
        "<name> = <e>", "<name> = <e>", "<call>", "<call>", "a, *_ = <e>", "i += <e>", "z: int = <e>",
        "<name>[<e>] = <name> = <e>", "del <name>", "assert <e>, <e>", "raise (<e>) from (<e>)", "pass", "global g",
        "import <module>", "from <module> import *", "from <module> import <method> as x", "return <e>",
        "<call>; <call>", "<call>  # noqa: MSL1", "<call>  # mslint: ignore[MSL101] why", "await <e>",
        "yield <e>", "break", "x = \\\n    <e>", "if <e>: <call>", "from . import y", "from ..z import (x,\n  y)",
    ],  # fmt: skip
    "module": "mindspore mindspore.nn mindspore.dataset torch numpy src.data mindspore.ops.operations os".split(),
    "head": [
        "for <name> in <e>:", "while <e>:", "if <e>:", "if <e>:", "with <e> as <name>:", "with <e>, <e>:", "try:",
        "def construct(self, x, *a, y=<e>, **k):", "def __init__(self, p=<number>):", "def forward(self, x):",
        "async def f(x, /, y=<e>):", "class Net(nn.Cell):", "class A(<e>, metaclass=<e>):", "@ms.jit\ndef f(x):",
        "@<e>\nclass B(Net):", "if __name__ == '__main__':", "def f(x: <e> = <e>) -> <e>:", "async for i in <e>:",
    ],  # fmt: skip
    "tail": ["", "", "else:"],
}  # fmt: skip
HEAD = "import mindspore as ms\nimport mindspore.dataset as ds\nfrom mindspore import nn, ops, mint\n"


def module(seed: int) -> str:
    """One file. Not all of it compiles: `return` outside of functions and the like stand where they like."""
    random_of = random.Random(seed)
    lines = [HEAD if random_of.random() < 0.9 else "from mindspore import *\n"]
    for _ in range(random_of.randint(1, 8)):
        lines += _statement(random_of, "", 0)
    return "\n".join(lines) + random_of.choice(["\n", "", "  # end", "\n\n\x0c\n"])


def _statement(random_of: random.Random, indent: str, depth: int) -> List[str]:
    if depth > 2 or random_of.random() < 0.5:
        return [indent + _filled(random_of, "simple", 0)]
    head = _filled(random_of, "head", 1).replace("\n", f"\n{indent}")
    deeper = indent + random_of.choice(["    ", "  ", "    "])
    lines = [indent + head, *_block(random_of, deeper, depth)]
    tail = _tail(random_of, head)
    return [*lines, indent + tail, *_block(random_of, deeper, depth)] if tail else lines


def _tail(random_of: random.Random, head: str) -> str:
    """A second block, where the first one needs it or may have it."""
    if head == "try:":
        return random_of.choice(["finally:", "except A:", "except (A, B) as y:"])
    return _filled(random_of, "tail", 1) if head.startswith(("if", "for", "while")) else ""


def _block(random_of: random.Random, indent: str, depth: int) -> List[str]:
    return [line for _ in range(random_of.randint(1, 3)) for line in _statement(random_of, indent, depth + 1)]


def _filled(random_of: random.Random, symbol: str, depth: int) -> str:
    """An alternative of a symbol, with all symbols in it filled in; deep down the shortest ones."""
    choices = GRAMMAR[symbol]
    if depth > 4:
        choices = GRAMMAR["name"] if symbol in ("e", "call") else ("",) if symbol == "args" else choices
    text, out = random_of.choice(choices), ""
    while "<" in text:
        before, _, rest = text.partition("<")
        word, end, after = rest.partition(">")
        known = bool(end) and word in GRAMMAR
        out += before + (_filled(random_of, word, depth + 1) if known else "<")
        text = after if known else rest
    return out + text
