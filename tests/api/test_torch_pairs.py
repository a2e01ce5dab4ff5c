"""PyTorch's counterparts: what is paired exists, rows say what the tables say, and the reader reads them."""

from __future__ import annotations

import ast
import importlib.util
import json
import re
from typing import Iterator, Tuple

import pytest
from reading import catalog, check

from mslint.api.tables import ApiTables
from mslint.api.torch_pairs import Difference, Pair, TorchPairs
from mslint.api.versions import KNOWN, NEWEST, Version
from mslint.rulekit.catalog import rules_folder

FOLDER = rules_folder() / "_api"
PAIRS = TorchPairs(FOLDER)
TABLES = ApiTables(FOLDER)
DATA = json.loads((FOLDER / "torch.json").read_text(encoding="utf-8"))


def every() -> Iterator[Pair]:
    for name in DATA["pairs"]:
        pair = PAIRS.pair(name)
        assert pair is not None
        yield pair


def rows() -> Iterator[Tuple[Pair, Difference]]:
    for pair in every():
        for row in pair.differences:
            yield pair, row


def pair_of(name: str) -> Pair:
    pair = PAIRS.pair(name)
    assert pair is not None
    return pair


def test_linear() -> None:
    pair = pair_of("torch.nn.Linear")
    assert (pair.mindspore, pair.mint) == ("mindspore.nn.Dense", "mindspore.mint.nn.Linear")
    assert pair.arguments is not None
    assert (pair.arguments["in_features"], pair.arguments["bias"]) == ("in_channels", "has_bias")
    assert pair.positions[2] == ("bias", "weight_init")


def test_layer_norm() -> None:
    (row,) = PAIRS.differences("mindspore.nn.LayerNorm")
    assert (row.argument, row.mindspore, row.torch, row.silent) == ("epsilon", "1e-07", "1e-05", True)
    assert row.verified and "1.29099 against 0.447214" in row.measured
    assert row.write == "epsilon=1e-5" and not row.lasts  # epsilon is announced to be called eps


def test_a_row_is_found_from_any_api_it_is_about() -> None:
    (row,) = PAIRS.differences("mindspore.ops.gather")
    assert row.owner == "none" and pair_of("torch.gather").mindspore == "mindspore.ops.gather_elements"


def test_versions_of_a_row() -> None:
    (loss,) = PAIRS.differences("mindspore.nn.BCELoss")
    assert loss.holds((1, 10)) and not loss.holds((2, 0)) and not loss.verified
    (norm,) = [row for row in PAIRS.differences("mindspore.ops.std") if row.argument == "ddof"]
    assert norm.holds((2, 0)) and norm.holds(NEWEST) and not norm.holds((1, 10))


def test_what_is_not_paired() -> None:
    assert PAIRS.pair("torch.nn.NoSuchLayer") is None
    assert PAIRS.counterparts("mindspore.nn.NoSuchLayer") == () and PAIRS.differences("mindspore.nn.ReLU") == ()


@pytest.mark.parametrize(
    ("owner", "name", "there"),
    [
        ("torch", "zeros_like", True),
        ("torch.nn", "ModuleList", True),
        ("torch.nn.functional", "relu", True),
        ("torch.Tensor", "cuda", True),
        ("torch.optim.Optimizer", "zero_grad", True),
        ("torch.nn", "CellList", False),
        ("torch.nowhere", "relu", False),
    ],
)
def test_names_of_torch(owner: str, name: str, there: bool) -> None:
    assert PAIRS.has(owner, name) is there


def test_counterparts_exist_in_the_newest_version() -> None:
    for pair in every():
        for name in filter(None, (pair.mindspore, pair.mint, *pair.also)):
            assert TABLES.exists(name, NEWEST), (pair.torch, name)


def test_arguments_are_parameters_of_the_counterpart() -> None:
    for pair in every():
        api = TABLES.get(pair.mindspore)
        if pair.arguments is None or api is None:
            continue
        known = {name for signature in api.overloads(NEWEST) for name in signature.names()}
        for new in pair.arguments.values():
            assert new is None or set(new.split(", ")) <= known, (pair.torch, new)


def test_defaults_in_rows_are_those_of_the_tables() -> None:
    for pair, row in rows():
        api = TABLES.get(row.api)
        assert api is not None, row.api
        if row.argument and row.holds(NEWEST):
            held = {signature.default(row.argument) for signature in api.overloads(NEWEST)}
            values = [ast.literal_eval(text) if text[:1] in "-0123456789'" else text for text in held if text]
            wanted = ast.literal_eval(row.mindspore) if row.mindspore[:1] in "-0123456789'" else row.mindspore
            assert wanted in values, (pair.torch, row.argument, held)


def test_rows_that_rules_use_are_complete() -> None:
    silent = [(pair, row) for pair, row in rows() if row.silent is not None]
    assert len([1 for _, row in silent if row.silent]) >= 80
    for pair, row in silent:
        where = (pair.torch, row.argument)
        assert set(row.effect) == {"en", "zh"} and row.measured, where
        assert row.effect["en"].endswith(".") and row.effect["zh"].endswith("。"), where
        assert re.fullmatch(r"(?:>=|<)\d\.\d+", row.versions), where
        if row.verified:
            assert re.search(r"torch 2\.\d+\.\d+, CPU, \d{4}-\d\d-\d\d", row.measured), where


COMPARED = re.compile(r"\b(?:more strongly|shorter|longer|larger|smaller|half|times as|(?:bigger|weighs more))\b")


def test_what_a_text_compares_was_measured() -> None:
    """A text that says which of the two is the bigger one has a run that shows it, in every version that was run."""
    source = (FOLDER.parent.parent / "scripts" / "torch_differences.toml").read_text(encoding="utf-8")
    seen = json.loads((FOLDER.parent.parent / "scripts" / "torch_measured.json").read_text(encoding="utf-8"))
    claiming = 0
    for block in source.split("[[row]]")[1:]:
        claims, effect = re.search(r'^claims = "(\w+)"', block, re.M), re.search(r'^effect = "(.*)"', block, re.M)
        assert effect is not None
        if claims is None:
            assert not COMPARED.search(effect[1]) or effect[1].startswith("Older gradients"), effect[1]
            continue
        name = " ".join(re.findall(r'^(?:torch|mindspore) = "(.*)"', block, re.M))
        argument = re.search(r'^argument = "(.*)"', block, re.M)
        runs = seen[f"{name} {argument[1] if argument else effect[1]}"].values()
        assert {run["is"] for run in runs if run["outcome"] != "not run"} == {claims[1]}, name
        claiming += 1
    assert claiming > 30


STILL_TO_COME = {"MSL115"}


def test_what_a_row_leaves_to_another_rule_that_rule_looks_at() -> None:
    """Else nobody would report it."""
    for _, row in rows():
        if row.owner in ("", "none"):
            continue
        rule = catalog().rules.get(row.owner)
        if rule is None:
            assert row.owner in STILL_TO_COME, (row.owner, row.api)
            continue
        api = TABLES.get(row.api)
        assert api is not None
        named = {*rule.calls, *(name for each in rule.rows for name in each.names)}
        # of rules that look at whole programs, the words that make a module worth looking at
        assert row.api in named or api.role in rule.roles or api.short in rule.program, (row.owner, row.api)


def test_what_a_rule_has_rows_for_the_table_leaves_to_it() -> None:
    """Else one call gets two findings."""
    for code in ("MSL114", "MSL116"):
        rule = catalog().rules[code]
        for name in {name for each in rule.rows for name in each.names}:
            for difference in PAIRS.differences(name):
                ours = difference.silent and difference.argument and not difference.owner
                assert not ours or (name, difference.argument) in APART, (code, name, difference.argument)


# What MSL114 says of these optimizers is not about the argument that MSL110 speaks of.
APART = {
    ("mindspore.nn.RMSProp", "learning_rate"),
    ("mindspore.nn.RMSProp", "decay"),
    ("mindspore.nn.Adagrad", "learning_rate"),
}


def test_few_rows_are_not_verified() -> None:
    assert sorted(row.api for _, row in rows() if row.silent is not None and not row.verified) == [
        "mindspore.nn.BCELoss",
        "mindspore.nn.SyncBatchNorm",
    ]


def test_rows_hold_in_known_versions_only_where_the_default_does() -> None:
    for _, row in rows():
        api = TABLES.get(row.api)
        for version in KNOWN:
            if api is not None and row.silent and row.argument and row.holds(version):
                assert api.exists(version), (row.api, version)


def test_what_torch_has() -> None:
    if importlib.util.find_spec("torch") is None:
        pytest.skip("no torch is installed")
    import torch

    if not torch.__version__.startswith(DATA["source"].split()[1].rstrip(",")):
        pytest.skip(f"the table is of another version than torch {torch.__version__}")
    for name in ("add", "cat", "no_grad"):
        assert hasattr(torch, name) and PAIRS.has("torch", name)
    for pair in every():
        thing = torch
        for part in pair.torch.split(".")[1:]:
            thing = getattr(thing, part, None)  # type: ignore[assignment]
        owner, _, short = pair.torch.rpartition(".")
        assert thing is not None or PAIRS.has(owner, short), pair.torch


@pytest.mark.parametrize(
    ("call", "target", "words"),
    [
        ("nn.LayerNorm((4,))", (2, 10), "On Ascend, mint.nn.LayerNorm has PyTorch's default."),
        ("nn.LayerNorm((4,))", (2, 6), ""),
        ("nn.SmoothL1Loss()", (2, 7), "mint.nn.SmoothL1Loss has PyTorch's default."),
        ("nn.MaxPool2d(2)", (2, 10), "On Ascend, mint.nn.MaxPool2d has PyTorch's default."),
    ],
)
def test_messages_name_mint_where_it_has_the_default(call: str, target: Version, words: str) -> None:
    (finding,) = check(f"from mindspore import nn\n\nmade = {call}\n", target_version=target).findings
    assert ("mint." in finding.message) == bool(words)
    assert finding.message.endswith(words)
