"""Where a number that reaches a call is written."""

# ruff: noqa: ISC004  (one case, one entry)

from __future__ import annotations

from typing import Optional, Tuple

import pytest
from trees import program

from mslint.program.origins import origin

HEAD = "import argparse\nfrom mindspore import nn\nnet = nn.Dense(3, 2)\n"
LINES = HEAD.count("\n")


def found(code: str, **files: str) -> Optional[Tuple[str, int]]:
    one = program({"train.py": HEAD + code, **files})
    (event,) = one.calls("mindspore.nn.Adam")
    place = origin(one, event, "learning_rate")
    return None if place is None else (place.path.rpartition("/")[2], place.span.line - LINES)


@pytest.mark.parametrize(
    ("code", "line"),
    [
        ("nn.Adam(net.trainable_params(), 0.5)", 1),
        ("RATE = 0.5\nlr = RATE\nnn.Adam(net.trainable_params(), learning_rate=lr)", 1),
        ("def make(lr):\n    return nn.Adam(net.trainable_params(), lr)\n\nmake(0.5)", 4),
        ("def make(lr):\n    return nn.Adam(net.trainable_params(), lr)\n\nr = 0.5\nmake(lr=r)", 4),
        ("def make(lr=0.5):\n    return nn.Adam(net.trainable_params(), lr)\n\nmake()", 1),
        ("cfg = {'x': 1,\n       'lr': 0.5}\nnn.Adam(net.trainable_params(), cfg['lr'])", 1),
        ("from easydict import EasyDict\ncfg = EasyDict({'lr': 0.5})\nnn.Adam(net.trainable_params(), cfg.lr)", 2),
        ("p = argparse.ArgumentParser()\np.add_argument('--base-lr', default=0.5)\n"
         "nn.Adam(net.trainable_params(), float(p.parse_args().base_lr))", 2),
        ("lr = 0.25\nlr = lr * 2\nnn.Adam(net.trainable_params(), lr)", None),
        ("lr = 0.25\nnn.Adam(net.trainable_params(), lr * 2)", None),
        ("nn.Adam(net.trainable_params(), **{'learning_rate': 0.5})", None),
    ],
)  # fmt: skip
def test_a_number_is_found_where_it_is_written(code: str, line: Optional[int]) -> None:
    assert found(code) == (None if line is None else ("train.py", line))


def test_a_number_from_a_configuration_file() -> None:
    code = "from config import config\nnn.Adam(net.trainable_params(), config.lr)"
    files = {
        "default_config.yaml": "epochs: 3\nlr: 0.5  # for Adam\n",
        "config.py": "import yaml\n\nconfig = yaml.load(1)\n",
    }
    assert found(code, **files) == ("default_config.yaml", 2 - LINES)
