"""The smoke test of networks: what is wrong with one is told, and what is right is left alone."""

from __future__ import annotations

import importlib.util
import json
import subprocess
import textwrap
from pathlib import Path
from typing import Any, Dict

import pytest
from running import mslint

if importlib.util.find_spec("mindspore") is None:
    pytest.skip("no MindSpore here", allow_module_level=True)

TORCH = importlib.util.find_spec("torch") is not None

NETS = """
    import mindspore as ms
    from mindspore import nn, ops

    class Net(nn.Cell):
        def __init__(self, bias=True, **norm):
            super().__init__()
            self.conv = nn.Conv2d(3, 8, 3, pad_mode="pad", padding=1, has_bias=bias)
            self.bn = nn.BatchNorm2d(8, **norm)
            self.drop = nn.Dropout(p=0.3)
            self.fc = nn.Dense(8, 4)

        def construct(self, x):
            x = ops.relu(self.bn(self.conv(x)))
            return self.fc(self.drop(x.mean((2, 3))))

    class Listed(Net):
        def __init__(self):
            super().__init__()
            self.more = [nn.Dense(4, 4)]

        def construct(self, x):
            return self.more[0](super().construct(x))

    class Unused(Net):
        def __init__(self):
            super().__init__()
            self.spare = nn.Dense(4, 4)

    class Cut(Net):
        def construct(self, x):
            x = self.drop(ops.relu(self.bn(self.conv(x))).mean((2, 3)))
            return self.fc(ms.Tensor(x.asnumpy()))

    class Noisy(Net):
        def construct(self, x):
            return ops.dropout(super().construct(x), p=0.5)

    class Divides(Net):
        def construct(self, x):
            return super().construct(x) / (x - x).sum()

    def forced():
        return Net(use_batch_statistics=True)

    def no_bias():
        return Net(bias=False)

    class Raises(Net):
        def construct(self, x):
            if self.training:
                raise ValueError("not in training")
            return super().construct(x)

    class Zeros(Net):
        def __init__(self):
            super().__init__()
            self.last = nn.Dense(4, 4, weight_init="zeros")

        def construct(self, x):
            return self.last(super().construct(x))

    class Nothing(Net):
        def construct(self, x):
            super().construct(x)

    def fixed_statistics():
        return Net(use_batch_statistics=False)

    def frozen():
        net = Net()
        for param in net.get_parameters():
            param.requires_grad = False
        return net

    def three():
        return 3

    def fails():
        raise ValueError("no weights here")

    def ends():
        import os
        os._exit(5)

    NET = Net()
"""
REFERENCE = """
    import torch
    from torch import nn

    class Net(nn.Module):
        def __init__(self, padding=1):
            super().__init__()
            self.conv = nn.Conv2d(3, 8, 3, padding=padding)
            self.bn = nn.BatchNorm2d(8)
            self.drop = nn.Dropout(0.3)
            self.fc = nn.Linear(8, 4)

        def forward(self, x):
            return self.fc(self.drop(torch.relu(self.bn(self.conv(x))).mean((2, 3))))

    class Twice(Net):
        def forward(self, x):
            return 2 * super().forward(x)
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "nets.py").write_text(textwrap.dedent(NETS), encoding="utf-8")
    (tmp_path / "theirs.py").write_text(textwrap.dedent(REFERENCE), encoding="utf-8")
    return tmp_path


def run(folder: Path, factory: str, *more: str) -> subprocess.CompletedProcess[str]:
    return mslint("smoke", factory, "--input", "2x3x8x8", "--allow-import", *more, cwd=folder)


def seen(folder: Path, factory: str, *more: str) -> Dict[str, Dict[str, Any]]:
    """The checks by their names, each with its verdict among what was measured."""
    done = run(folder, factory, "--output-format", "json", *more)
    assert done.returncode in (0, 1), done.stderr
    document = json.loads(done.stdout)
    checks = {check["id"]: {"verdict": check["verdict"], **check["measured"]} for check in document["checks"]}
    problems = [name for name, check in checks.items() if check["verdict"] == "problem"]
    assert (document["problems"], done.returncode) == (len(problems), 1 if problems else 0)
    return checks


def problems(checks: Dict[str, Dict[str, Any]]) -> Dict[str, Any]:
    return {name: check.get("names") for name, check in checks.items() if check["verdict"] == "problem"}


@pytest.mark.parametrize("factory", ["nets:Net", "nets:NET"])
def test_a_network_that_is_as_it_should_be(folder: Path, factory: str) -> None:
    checks = seen(folder, factory)
    assert problems(checks) == {}
    assert (checks["parameters"]["total"], checks["parameters"]["trainable"]) == (292, 276)
    assert checks["forward"]["shapes"] == [[2, 4]]
    assert checks["modes"]["layers"] == 2


@pytest.mark.parametrize(
    ("factory", "expected"),
    [
        ("Listed", {"registered": ["more[0]"]}),
        ("Unused", {"gradients": ["spare.weight", "spare.bias"]}),
        ("Cut", {"gradients": ["conv.weight", "conv.bias", "bn.gamma", "bn.beta"]}),
        ("Noisy", {"repeatable": None}),
        ("forced", {"modes": ["bn"]}),
        ("frozen", {"parameters": None}),
    ],
)
def test_what_is_wrong_is_told_and_nothing_else(folder: Path, factory: str, expected: Dict[str, Any]) -> None:
    assert problems(seen(folder, f"nets:{factory}")) == expected


def test_weights_behind_zeros_get_their_gradient_later(folder: Path) -> None:
    assert problems(seen(folder, "nets:Zeros")) == {}


def test_a_forgotten_return_is_a_problem(folder: Path) -> None:
    assert seen(folder, "nets:Nothing")["forward"]["verdict"] == "problem"
    assert "construct returns no tensor" in run(folder, "nets:Nothing").stdout


def test_statistics_that_are_meant_to_stay_are_no_problem(folder: Path) -> None:
    assert problems(seen(folder, "nets:fixed_statistics")) == {}


def test_a_network_that_fails_in_training_keeps_its_other_checks(folder: Path) -> None:
    checks = seen(folder, "nets:Raises")
    assert checks["forward"]["verdict"] == "ok"
    assert "ValueError: not in training (nets.py:" in checks["modes"]["error"]


def test_a_module_may_read_arguments_and_files_of_its_folder(folder: Path) -> None:
    (folder / "width.txt").write_text("8", encoding="utf-8")
    (folder / "reads.py").write_text(
        "import argparse\nfrom nets import Net\nargparse.ArgumentParser().parse_args()\n"
        "assert open('width.txt').read() == '8'\n",
        encoding="utf-8",
    )
    assert problems(seen(folder, "reads:Net")) == {}


def test_output_that_is_not_finite_is_a_problem(folder: Path) -> None:
    checks = seen(folder, "nets:Divides")
    assert checks["forward"]["verdict"] == "problem" and checks["forward"]["finite"] is False
    assert "NaN" not in run(folder, "nets:Divides", "--output-format", "json").stdout


@pytest.mark.skipif(not TORCH, reason="no PyTorch here")
def test_a_network_like_its_reference(folder: Path) -> None:
    checks = seen(folder, "nets:Net", "--reference", "theirs:Net")
    assert problems(checks) == {}
    assert checks["reference"]["ours"] == checks["reference"]["theirs"] == 276
    assert checks["first-output"]["difference"] < 1e-5


@pytest.mark.skipif(not TORCH, reason="no PyTorch here")
def test_how_a_network_differs_from_its_reference(folder: Path) -> None:
    lacking = seen(folder, "nets:no_bias", "--reference", "theirs:Net")
    assert lacking["reference"]["missing_bias"] == ["conv.bias"]
    assert lacking["first-output"]["verdict"] == "not-applicable"
    twice = seen(folder, "nets:Net", "--reference", "theirs:Twice")
    assert twice["reference"]["verdict"] == "ok"
    assert twice["first-output"]["difference"] == pytest.approx(0.5)


@pytest.mark.parametrize(
    ("factory", "sentence"),
    [
        ("nets:three", "nets:three gives int, not a mindspore.nn.Cell"),
        ("nets:nothing", "cannot import nets:nothing: AttributeError"),
        ("no_such_module:net", "cannot import no_such_module:net: ModuleNotFoundError"),
        ("nets:fails", "nets:fails cannot be built: ValueError: no weights here (nets.py:"),
        ("nets:ends", "nets:ends ended the process that it ran in"),
    ],
)
def test_what_cannot_be_used_is_one_sentence(folder: Path, factory: str, sentence: str) -> None:
    done = run(folder, factory)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith(f"mslint: {sentence}") and done.stderr.count("\n") == 1


def test_nothing_is_imported_unless_it_may_be(folder: Path) -> None:
    (folder / "nets.py").write_text("open('imported', 'w').close()\n", encoding="utf-8")
    done = mslint("smoke", "nets:Net", "--input", "2x3", cwd=folder)
    assert done.returncode == 2 and "--allow-import" in done.stderr
    assert not (folder / "imported").exists()


def test_tables_stand_in_columns_in_both_languages(folder: Path) -> None:
    english, chinese = (run(folder, "nets:Net", "--lang", lang).stdout for lang in ("en", "zh"))
    assert "conv.weight         8x3x3x3  yes" in english
    assert "conv.weight         8x3x3x3  是" in chinese
    assert "No problem found in 7 checks." in english and "7 项检查都没有发现问题。" in chinese
