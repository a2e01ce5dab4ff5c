"""Small programs that are meant to upset the linter: none makes it fail, and none makes it work without end."""

# ruff: noqa: E501  (tables of cases: one case, one line)

from __future__ import annotations

import pytest
from reading import check, codes

HEAD = "import mindspore\nfrom mindspore import nn, mint\nimport mindspore.dataset as ds\n"
HUGE = "1" + "0" * 400

# What Python itself refuses, so that libcst is asked: it fails on these in ways of its own.
NO_PYTHON = {
    "text beside bytes": 'x = "a" b"b"\n',
    "text beside bytes behind grammar that may be newer": 'type A = int\nx = "a" b"b"\n',
    "an escape that is cut off": 'x = """a\\u"""\n',
    "an escape that is cut off, behind grammar that may be newer": "type A = int\nx = '\\x1'\n",
    "an escape that names nothing": 'def f():\n    """C:\\N{no such}"""\n',
    "bytes beyond ASCII": "x = b'é'\n",
    "a keyword beside a number behind a second BOM": "\ufeffclass D(not.1j): pass\n",
}


@pytest.mark.parametrize("text", NO_PYTHON.values(), ids=NO_PYTHON.keys())
def test_what_neither_python_nor_libcst_can_read_is_one_finding(text: str) -> None:
    result = check(HEAD + text)
    assert [code for _, code in codes(result)] == ["MSL001"]
    assert not result.crashed


DROPOUT = "y = nn.Dropout(0.1)\n"
ODD = {
    "an empty index": "x[()] = 1\nf(1)\n",
    "an empty index, read": "f(x[()])\n",
    "an empty index behind newer grammar": "match x:\n    case 1: x[()] = 1\n",
    "a class whose base is an attribute of itself": "class R(R.Cell):\n    def construct(self, x):\n        return mint.a(x)\n",
    "a class that takes the place of its module": "class nn(nn.Cell):\n    def construct(self, x):\n        return nn.a(x)\n",
    "two classes that are each other's bases": "class A(B.X):\n    x = 1\nclass B(A.Y):\n    def construct(self, x): return self.z(x)\n",
    "a rate that no float holds": f"nn.SGD(p, learning_rate={HUGE})\n",
    "a decay that no float holds": f"nn.SGD(net.trainable_params(), 0.1, weight_decay={HUGE})\n",
    "shards that cannot be written": f"ds.Cifar10Dataset('a', num_shards=0x{'1' * 4000}, shard_id=0x{'1' * 4000})\n",
    "a product that no float holds": f"nn.SGD(p, learning_rate=1{'0' * 290} * 1{'0' * 290} * 10)\n",
    "a power that no float holds": "x = 10 ** 30\nnn.SGD(p, learning_rate=x ** 60)\n",
}


@pytest.mark.parametrize("text", ODD.values(), ids=ODD.keys())
def test_odd_python_fails_no_rule(text: str) -> None:
    result = check(HEAD + DROPOUT + text)
    told = [code for _, code in codes(result)]
    assert "MSL101" in told  # the file has been looked at
    assert not result.crashed
    assert not {"MSL001", "MSL003"} & set(told)
