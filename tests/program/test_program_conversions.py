"""Which names a checkpoint of PyTorch's keeps on its way; what goes through anything unknown is no answer."""

from __future__ import annotations

import textwrap

import pytest
from trees import program

from mslint.program.conversions import conversions

HEAD = """
import mindspore as ms
import torch
from names import rename
TABLE = {"a": "b"}

def convert(path, more):
    found = []
"""


def kept(body: str) -> int:
    code = HEAD + textwrap.indent(textwrap.dedent(body).strip(), "    ") + "\n\nconvert('a.pth', 1)\n"
    return len(conversions(program({"convert.py": code}, "convert.py")))


LOOP = """
state = {source}
for {target}:
    {change}
    found.append({{"name": {name}, "data": ms.Tensor(value)}})
{after}
ms.save_checkpoint(found, "a.ckpt")
"""


def loop(
    source: str = "torch.load(path)",
    target: str = "key, value in state.items()",
    change: str = "pass",
    name: str = "key",
    after: str = "",
) -> str:
    return LOOP.format(source=source, target=target, change=change, name=name, after=after)


@pytest.mark.parametrize(
    "body",
    [
        loop(),
        loop(source='torch.load(path)["state_dict"]'),
        loop(source='torch.load(path)\nstate = state.get("model", state)'),
        loop(source="torch.load(path).state_dict()"),
        loop(source="torch.nn.Linear(3, 3).state_dict()"),
        loop(target="key, value in list(state.items())"),
        loop(target="index, (key, value) in enumerate(state.items())"),
        loop(target="key in state"),
        loop(target="key in state.keys()"),
        loop(name='key.replace("module.", "")'),
        loop(name='"backbone." + key'),
        loop(name="key[7:]"),
        loop(change='key = key.removeprefix("module.")'),
        loop(change='if key.startswith("module."):\n        key = key[7:]'),
        loop(change="new = key", name="new"),
        loop(after="print(len(found))"),
        'ms.save_checkpoint([{"name": k, "data": v} for k, v in torch.load(path).items()], "a.ckpt")',
        "out = {k: v for k, v in torch.load(path).items()}\nms.load_param_into_net(more, out)",
        'out = {}\nfor k, v in torch.load(path).items():\n    out[k] = v\nms.save_checkpoint(out, "a.ckpt")',
        'for k in torch.load(path):\n    a = {}\n    a["name"] = k\n    found.append(a)\nms.save_checkpoint(found)',
    ],
)
def test_kept(body: str) -> None:
    assert kept(body) == 1


@pytest.mark.parametrize(
    "body",
    [
        loop(source="ms.load_checkpoint(path)"),
        loop(source="rename(torch.load(path))"),
        loop(source="{rename(k): v for k, v in torch.load(path).items()}"),
        loop(target="key, value in more.items()"),
        loop(target="value in state.values()"),
        loop(name="rename(key)"),
        loop(name="TABLE[key]"),
        loop(name="TABLE.get(key, key)"),
        loop(name='f"{key}.x"'),
        loop(change="key = rename(key)"),
        loop(change="for a, b in TABLE.items():\n        key = key.replace(a, b)"),
        loop(change="new = rename(key)", name="new"),
        loop(name='key.replace("weight", "w")'),
        loop(name='key[:-7] + ".g"'),
        loop(source="torch.load(path)\nstate = {rename(k): v for k, v in state.items()}"),
        loop(after="rename(found)"),
        loop(after="found = rename(found)"),
        loop(after="ms.save_checkpoint(rename(found), 'b.ckpt')"),
        "for k, v in torch.load(path).items():\n    more[k] = v\nms.save_checkpoint(found, 'a.ckpt')",
    ],
)
def test_not_known_to_be_kept(body: str) -> None:
    assert kept(body) == 0


def test_what_a_caller_has_loaded() -> None:
    code = HEAD.replace("path, more", "state") + '    for k in state:\n        found.append({"name": k})\n'
    code += '    ms.save_checkpoint(found, "a.ckpt")\n\nconvert(torch.load("a.pth"))\n'
    (found,) = conversions(program({"convert.py": code}, "convert.py"))
    assert found.source.name == "torch.load" and found.sink.name == "mindspore.save_checkpoint"
    assert {"a", "b", "name", "a.ckpt"} <= found.texts
