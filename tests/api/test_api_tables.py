"""The API tables: what is looked up under which name, in which version, and what is not known."""

# ruff: noqa: E501  (tables of cases)

from __future__ import annotations

import ast
import json
from typing import Iterator, Optional, Tuple

import pytest
from reading import catalog

from mslint.api.tables import Api, ApiTables, read_signature
from mslint.api.versions import KNOWN, NEWEST, OLDEST, Version, format_version, parse_version
from mslint.rulekit.catalog import rules_folder

FOLDER = rules_folder() / "_api"


def tables() -> ApiTables:
    return catalog().tables


def api(name: str) -> Api:
    found = tables().get(name)
    assert found is not None
    return found


def every_row() -> Iterator[Tuple[str, str, object]]:
    for path in sorted(FOLDER.glob("mindspore*.json")):
        for short, row in json.loads(path.read_text(encoding="utf-8"))["apis"].items():
            yield path.stem, short, row


@pytest.mark.parametrize(("text", "version"), [("2.7", (2, 7)), ("2.10", (2, 10)), ("2.7.1", (2, 7)), ("1.0", (1, 0))])
def test_versions_are_read(text: str, version: Version) -> None:
    assert parse_version(text) == version


@pytest.mark.parametrize(
    "text", ["", "2", "2.", "2.7.1.1", "v2.7", "2.7rc1", "2.x", " 2.7", "2.7\n", "２.７", "-1.0", "2,7"]
)
def test_what_is_no_version_is_refused(text: str) -> None:
    with pytest.raises(ValueError):
        parse_version(text)


def test_versions_compare_as_numbers() -> None:
    assert parse_version("2.9") < parse_version("2.10") == NEWEST
    assert KNOWN[0] > OLDEST and list(KNOWN) == sorted(KNOWN)
    assert [parse_version(format_version(version)) for version in KNOWN] == list(KNOWN)


def test_signatures() -> None:
    signature = read_signature("(a, /, b, c=1, *args, d, e=None, **kwargs)")
    assert [(p.name, p.default, p.positional, p.keyword) for p in signature.parameters] == [
        ("a", None, True, False),
        ("b", None, True, True),
        ("c", "1", True, True),
        ("d", None, False, True),
        ("e", "None", False, True),
    ]
    assert (signature.args, signature.kwargs) == (True, True)
    assert (signature.default("c"), signature.default("b"), signature.default("z")) == ("1", None, None)
    assert (read_signature("()").parameters, read_signature("(*a)").kwargs) == ((), False)


@pytest.mark.parametrize(
    ("version", "expected"),
    [
        ((1, 0), "keep_prob dtype"),
        ((1, 9), "keep_prob dtype"),
        ((2, 0), "keep_prob p dtype"),
        ((2, 7), "keep_prob p dtype"),
        ((2, 10), "keep_prob p dtype"),
    ],
)
def test_a_signature_holds_from_its_version_on(version: Version, expected: str) -> None:
    signature = api("mindspore.nn.Dropout").signature(version)
    assert signature is not None and " ".join(signature.names()) == expected


def test_before_its_first_version_an_api_has_no_signature() -> None:
    row = {"kind": "class", "signatures": {"2.10": "(a)", "2.9": "(b)"}}
    later = Api("mindspore.nn.Later", row)
    names = {version: later.signature(version) for version in ((2, 8), (2, 9), (2, 10))}
    assert names[2, 8] is None
    assert [names[version].names() for version in ((2, 9), (2, 10))] == [("b",), ("a",)]  # type: ignore[union-attr]


def test_a_version_without_signature_has_none() -> None:
    gone = Api("mindspore.nn.Gone", {"kind": "class", "signatures": {"1.0": "(a)", "2.8": None}})
    assert gone.signature((2, 7)) is not None and gone.signature((2, 8)) is None


@pytest.mark.parametrize(
    ("path", "name"),
    [
        ("mindspore.nn.Dense", "mindspore.nn.Dense"),
        ("mindspore.nn.layer.basic.Dense", "mindspore.nn.Dense"),
        ("mindspore.nn.layer.Dense", "mindspore.nn.Dense"),
        ("mindspore.train.serialization.load_checkpoint", "mindspore.load_checkpoint"),
        ("mindspore.mint.nn.Dropout", "mindspore.mint.nn.Dropout"),
        ("torch.nn.Dropout", "torch.nn.Dropout"),
        ("mindspore_lite.nn.Dense", "mindspore_lite.nn.Dense"),
        (".mindspore.nn.Dense", ".mindspore.nn.Dense"),
        ("mindspore", "mindspore"),
    ],
)
def test_paths_lead_to_documented_names(path: str, name: str) -> None:
    assert tables().canonical(path) == name


def test_a_documented_name_leads_to_a_documented_name() -> None:
    """Some are documented twice, such as mindspore.DynamicLossScaleManager; one of the two stands for both."""
    modules = {module for module, _, _ in every_row()}
    for module, short, _ in every_row():
        name = tables().canonical(f"{module}.{short}")
        if name in modules:  # ops.op_info_register is a function and the module that it stands in
            continue
        assert name.endswith(f".{short}") and tables().get(name) is not None
        assert tables().canonical(name) == name


@pytest.mark.parametrize(
    "name",
    [
        None,
        "",
        "torch.nn.Dropout",
        "mindspore.nn.NoSuchLayer",
        "mindspore.no_such.Dense",
        "mindsporex.nn.Dense",
        "builtins.len",
    ],
)
def test_what_is_not_in_the_tables(name: Optional[str]) -> None:
    assert tables().get(name) is None


@pytest.mark.parametrize("path", ["mindspore.mint.nn.Dropout", "mindspore.mint.nn.layer.basic.Dropout"])
def test_mint_is_never_nn(path: str) -> None:
    assert not tables().canonical(path).startswith("mindspore.nn.")


def test_descent() -> None:
    cell = "mindspore.nn.Cell"
    assert tables().is_a(api("mindspore.nn.Conv2d"), cell)
    assert tables().is_a(api(cell), cell)
    assert not tables().is_a(api("mindspore.ops.conv2d"), cell)
    assert not tables().is_a(None, cell)


def test_the_base_of_an_api_that_is_its_own_base_ends() -> None:
    loop = Api("mindspore.nn.Loop", {"kind": "class", "base": "mindspore.nn.Loop"})
    tables_ = ApiTables(FOLDER)
    tables_._apis["mindspore.nn.Loop"] = loop
    assert not tables_.is_a(loop, "mindspore.nn.Cell")


def test_every_row_can_be_read() -> None:
    count = 0
    for module, short, row in every_row():
        assert isinstance(row, dict), f"{module}.{short}"
        found = Api(f"{module}.{short}", row)
        for version in (OLDEST, *KNOWN):
            signature = found.signature(version)
            for parameter in signature.parameters if signature is not None else ():
                if parameter.default is not None:
                    ast.parse(parameter.default, mode="eval")
                count += 1
    assert count > 1000


def test_every_layer_is_known_to_be_a_cell() -> None:
    """Else a class derived from it would be no Cell."""
    layers = ("conv", "dense", "norm", "activation", "pool", "dropout", "container")
    for module, short, row in every_row():
        found = Api(f"{module}.{short}", row)  # type: ignore[arg-type]
        if module == "mindspore.nn" and found.kind == "class" and found.role in layers:
            assert tables().is_a(found, "mindspore.nn.Cell"), found.name
