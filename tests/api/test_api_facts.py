"""What the tables know beyond signatures: existence, deprecation, announcements, replacements, members."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Optional

import pytest

from mslint.api.tables import Api, ApiTables
from mslint.api.versions import NEWEST, Version
from mslint.rulekit.catalog import rules_folder

TABLES = ApiTables(rules_folder() / "_api")


def api(name: str) -> Api:
    found = TABLES.get(name)
    assert found is not None, name
    return found


@pytest.mark.parametrize(
    ("name", "version", "there"),
    [
        ("mindspore.nn.Conv2d", (1, 0), True),
        ("mindspore.nn.Conv2d", NEWEST, True),
        ("mindspore.ms_function", (1, 10), True),
        ("mindspore.ms_function", (2, 7), False),
        ("mindspore.nn.Linear", (2, 7), True),
        ("mindspore.nn.Linear", (2, 0), None),
        ("mindspore.nn.Cell.to", (2, 9), False),
        ("mindspore.nn.Cell.to", (2, 10), True),
        ("mindspore.nn.Cell.parameters", (2, 10), False),
        ("mindspore.Tensor.cuda", (2, 7), False),
        ("mindspore.Tensor.asnumpy", (2, 7), True),
        ("mindspore.Tensor.shape", (2, 7), True),
        ("mindspore.float32", (2, 10), True),
        ("mindspore.GRAPH_MODE", (2, 7), True),
        ("mindspore.nn.NoSuchLayer", (2, 10), False),
        ("mindspore.nn.NoSuchLayer", (1, 5), None),
        ("mindspore.nn.layer", (2, 10), True),
        ("mindspore.dataset.vision.c_transforms", (2, 7), True),
        ("mindspore.dataset.vision.c_transforms", (2, 8), False),
        ("mindspore.nowhere.name", (2, 10), None),
        ("mindspore.nn._private", (2, 10), None),
        ("mindspore", (2, 10), True),
    ],
)
def test_exists(name: str, version: Version, there: Optional[bool]) -> None:
    assert TABLES.exists(name, version) is there


def test_overloads_bind_no_call() -> None:
    tensor_max = api("mindspore.Tensor.max")
    assert tensor_max.open and tensor_max.signature(NEWEST) is None
    assert any("keepdim" in signature.names() for signature in tensor_max.overloads(NEWEST))


def test_one_signature_is_the_only_overload() -> None:
    dense = api("mindspore.nn.Dense")
    assert not dense.open and dense.overloads(NEWEST) == (dense.signature(NEWEST),)


def test_an_api_that_takes_keywords_is_open() -> None:
    assert api("mindspore.nn.Adam").open and api("mindspore.set_auto_parallel_context").open


def test_deprecated() -> None:
    lazy = api("mindspore.nn.LazyAdam").deprecated
    assert lazy is not None and lazy.use == ("mindspore.nn.Adam",) and lazy.removed_after == (2, 9)
    rand = api("mindspore.ops.rand_like").deprecated
    assert rand is not None and (rand.since, rand.use) == ((2, 10), ("mindspore.mint.rand_like",))
    for name in ("mindspore.nn.Conv2d", "mindspore.Tensor.amax", "mindspore.nn.BatchNorm2d", "mindspore.ops.conv2d"):
        assert api(name).deprecated is None, name


def test_a_deprecation_without_a_date_has_none() -> None:
    """The oldest wheel only shows that it was deprecated by then."""
    for name in ("mindspore.ops.top_k", "mindspore.Tensor.top_k", "mindspore.Tensor.fill", "mindspore.ops.fills"):
        undated = api(name).deprecated
        assert undated is not None and undated.since is None and undated.use, name


def test_successors_are_named_in_full_and_are_others() -> None:
    for name, use in (("Pack", "Stack"), ("Gelu", "GeLU"), ("TensorAdd", "Add"), ("Expand", "BroadcastTo")):
        old = api(f"mindspore.ops.{name}").deprecated
        assert old is not None and old.use == (f"mindspore.ops.{use}",)
    itself = api("mindspore.Parameter.set_param_fl").deprecated
    assert itself is not None and itself.use == ()
    for module in ("mindspore", "mindspore.nn", "mindspore.ops", "mindspore.Tensor", "mindspore.Parameter"):
        for short in TABLES._table(module):
            row = api(f"{module}.{short}").deprecated
            assert row is None or row.since is None or not row.use or all("." in use for use in row.use), short


def test_what_only_will_be_deprecated() -> None:
    context, event = api("mindspore.set_context").deprecated, api("mindspore.hal.Event").deprecated
    assert context is not None and context.future
    assert event is not None and event.use == ("mindspore.runtime.Event",)
    assert api("mindspore.ops.floor_divide").deprecated is None  # its docstring speaks of floor_div


def test_deprecated_arguments() -> None:
    assert api("mindspore.set_context").deprecated_arguments["device_target"] == ("mindspore.set_device",)


def test_announced() -> None:
    norm = api("mindspore.nn.LayerNorm").announced
    assert norm is not None and norm.defaults["epsilon"] == ("1e-07", "1e-5") and norm.renamed["epsilon"] == "eps"
    conv = api("mindspore.nn.Conv2d").announced
    assert conv is not None and conv.defaults["has_bias"] == ("False", "True")
    gelu = api("mindspore.nn.GELU").announced
    assert gelu is not None and gelu.defaults["approximate"] == ("True", None)
    momentum = api("mindspore.nn.Momentum").announced
    assert momentum is not None and momentum.kinds == ("removed",)
    assert api("mindspore.mint.nn.LayerNorm").announced is None


def test_announced_defaults_are_those_of_the_signature() -> None:
    for module in ("mindspore.nn", "mindspore.ops", "mindspore.Tensor"):
        for short in TABLES._table(module):
            row = api(f"{module}.{short}")
            for name, (today, then) in (row.announced.defaults if row.announced else {}).items():
                held = [signature.default(name) for signature in row.overloads(NEWEST)]
                assert today in held and then != today, row.name


def test_replacements() -> None:
    gone = TABLES.replacement("mindspore.ms_function")
    assert gone is not None and gone.use == ("mindspore.jit",)
    module = TABLES.replacement("mindspore.dataset.vision.c_transforms")
    assert module is not None and set(module.text) == {"en", "zh"}
    assert TABLES.replacement("mindspore.nn.Dense") is None


def test_removed_arguments() -> None:
    order = api("mindspore.dataset.Dataset.map").removed_arguments["column_order"]
    assert order.until == (2, 8) and order.text["en"]
    axis = api("mindspore.ops.tile").removed_arguments["multiples"]
    assert axis.use == ("dims",) and axis.until == (2, 3)


def test_members_are_inherited() -> None:
    assert TABLES.member(api("mindspore.nn.Conv2d"), "set_train") is api("mindspore.nn.Cell.set_train")
    assert TABLES.member(api("mindspore.dataset.GeneratorDataset"), "map") is api("mindspore.dataset.Dataset.map")
    assert TABLES.member(api("mindspore.nn.Conv2d"), "no_such_method") is None
    assert TABLES.member(None, "map") is None


def test_only_what_is_asked_for_is_read(tmp_path: Path) -> None:
    for name in ("modules.json", "mindspore.nn.json"):
        shutil.copy(rules_folder() / "_api" / name, tmp_path)
    (tmp_path / "torch.json").write_text("never read", encoding="utf-8")
    (tmp_path / "mindspore.ops.json").write_text("never read", encoding="utf-8")
    tables = ApiTables(tmp_path)
    assert tables.exists("mindspore.nn.Dense", NEWEST)
    with pytest.raises(ValueError):
        tables.exists("mindspore.ops.add", NEWEST)


def test_the_tables_are_small() -> None:
    assert sum(path.stat().st_size for path in (rules_folder() / "_api").iterdir()) < 1_500_000
