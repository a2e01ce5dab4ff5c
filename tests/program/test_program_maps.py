"""A dictionary knows how each of its values was written."""

from __future__ import annotations

from mslint.program.nodes import Call, Constant, Name, Table
from mslint.program.values import Map


def test_the_expression_behind_a_key() -> None:
    table = Map({})
    table.table = Table(
        (Constant("params"), None, Name("lr")), (Name("rest"), Name("more"), Call(Name("f"), (), (1, 1, 1, 2)))
    )
    assert table.written("params") == Name("rest")
    assert table.written("lr") is None


def test_a_dictionary_that_is_not_written_out_has_none() -> None:
    assert Map({"params": None}).written("params") is None  # type: ignore[dict-item]
