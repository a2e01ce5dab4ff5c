"""Which names a program uses in code that it may run."""

from __future__ import annotations

import pytest
from trees import program

HELPERS = """
LOSS_SCALE = 2
def set_seed(seed):
    return seed
def scaled(loss, factor):
    return loss * factor.loss_scale
class Trainer:
    def warm_up(self):
        return self.base_lr
"""


@pytest.mark.parametrize(
    ("code", "wanted", "expected"),
    [
        ("import helpers\nhelpers.set_seed(1)", "seed", True),
        ("from helpers import set_seed", "seed", False),
        ("from helpers import set_seed\nset_seed(1)", "seed", True),
        ("f(seed=1)", "seed", True),
        ("parser.add_argument('--seed', default=1)", "seed", False),
        ("seed = 1", "seed", False),
        ("seed = 1\nprint(seed)", "seed", True),
        ("args.seed = 1", "seed", False),
        ("x = args.seed", "seed", True),
        ("x = config['seed']", "seed", True),
        ("x = config.get('seed')", "seed", True),
        ("config = {'seed': 1}", "seed", False),
        ("def fix():\n    np.random.seed(1)", "seed", False),
        ("def fix():\n    np.random.seed(1)\nrun(fix)", "seed", True),
        ("f = lambda: reset(seed)", "seed", True),
        ("print('loss_scale')", "loss scale", False),
        ("print(LossScaler)", "loss scaler", True),
        ("print(loss_scaling, rescale_loss)", "loss scale", False),
        ("from helpers import scaled", "loss scale", False),
        ("from helpers import scaled\nscaled(1, 2)", "loss scale", True),
        ("from helpers import Trainer", "base lr", False),
        ("from helpers import Trainer\nTrainer()", "base lr", True),
        ("sensor.read()", "sens", False),
    ],
)
def test_names_in_code_that_runs(code: str, wanted: str, expected: bool) -> None:
    assert program({"train.py": code, "helpers.py": HELPERS}).speaks_of(wanted) is expected
