"""What fixes and tables of rules take for granted about MindSpore's classes is so in the installed one."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from typing import Any, List

import pytest
from running import ROOT

from mslint.facts.listuse import METHODS
from mslint.toml import parse_toml

if importlib.util.find_spec("mindspore") is None:
    pytest.skip("no MindSpore here", allow_module_level=True)


def cells(count: int = 3) -> Any:
    from mindspore import nn

    return nn.CellList([nn.Dense(3, 3) for _ in range(count)])


def test_a_cell_list_has_the_methods_that_a_fix_relies_on_and_no_other_of_a_list() -> None:
    held = cells()
    assert {name for name in dir(list) if name.isalpha() and hasattr(held, name)} == METHODS | {"extend"}
    held.extend(list(cells(1)))
    with pytest.raises(TypeError):
        held.extend(tuple(cells(1)))
    assert len([*held]) == len(list(reversed(held))) == 4
    for wrong in (lambda: held + [], lambda: held * 2):
        with pytest.raises(TypeError):
            wrong()


def test_a_slice_of_a_cell_list_gives_its_weights_other_names() -> None:
    from mindspore import nn

    net = nn.Cell()
    net.layers = cells()

    def names() -> List[str]:
        return [parameter.name for parameter in net.trainable_params()]

    before = names()
    assert before[2] == "layers.1.weight"
    assert net.layers[1:] is not None
    assert names() != before


def test_an_api_with_kwargs_refuses_what_its_row_does_not_list() -> None:
    import mindspore as ms
    from mindspore import nn

    path = Path("rules/msl111_unknown_argument/keywords.toml")
    rows = parse_toml((ROOT / path).read_text(encoding="utf-8"), str(path))["takes"]
    assert isinstance(rows, list)
    first = {"Adam": [cells().trainable_params()], "Model": [nn.Dense(3, 3)]}
    for row in rows:
        for name in row["names"]:
            short = name.rpartition(".")[2]
            api = getattr(nn, short, None) or getattr(ms, short)
            given = first.get(short, [3, 4])
            api(*given)
            with pytest.raises(Exception) as raised:
                api(*given, made_up=1)
            assert type(raised.value).__name__ == row["raises"], name
