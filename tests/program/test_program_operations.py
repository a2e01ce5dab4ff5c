"""Which operations run on which column of a pipeline, in what order, and where that is not known."""

# ruff: noqa: E501  (tables of cases: one case, one line)

from __future__ import annotations

from typing import List, Optional

import pytest
from trees import program

from mslint.program.operations import Way, composed, first_column, holds_images, on_first_column, operations
from mslint.program.pipelines import pipelines

HEAD = """
import mindspore.dataset as ds
from mindspore.dataset import transforms, vision
from mindspore.dataset.vision import Decode, Resize, ToTensor, HWC2CHW, Inter
import mindspore.dataset.vision.c_transforms as C
import mindspore.dataset.vision.py_transforms as P
import mindspore.dataset.transforms.c_transforms as C2

data = ds.ImageFolderDataset("data")
"""


def told(way: Way) -> str:
    return " ".join(each.name if each is not None else "?" for each in way)


def chains(code: str) -> List[str]:
    """Each operation behind what ran before it on its column, the ways to it parted by `|`."""
    found = [worked for pipeline in pipelines(program({"train.py": HEAD + code})) for worked in operations(pipeline)]
    return ["|".join(f"{told(before)} > {each.operation.name}".strip() for before in each.before) for each in found]


@pytest.mark.parametrize(
    ("code", "last"),
    [
        ("data = data.map([Decode(), Resize(4)], 'image')", "Decode > Resize"),
        ("data = data.map(operations=Decode(), input_columns=['image']).map(Resize(4), 'image')", "Decode > Resize"),
        ("data = data.map(transforms.Compose([Decode(), Resize(4)]), 'image')", "Decode > Resize"),
        ("data = data.map([C.Decode(), C2.TypeCast(1)], 'image')", "Decode > TypeCast"),
        ("data = data.map(P.Decode(), 'image').map(C2.TypeCast(1), 'label')", "> TypeCast"),
        ("data = data.map(Decode(), 'image').shuffle(9).repeat(2).map(Resize(4), 'image')", "Decode > Resize"),
        ("data = data.map(Decode(), 'image').batch(2).map(Resize(4), 'image')", "Decode ? > Resize"),
        ("data = data.map(Decode(), 'image').map(lambda x: x, 'image').map(Resize(4), 'image')", "Decode ? > Resize"),
        ("data = data.map(Decode(), 'image').map(lambda x: x, 'label').map(Resize(4), 'image')", "Decode > Resize"),
        ("data = data.map(Decode()).map(Resize(4), 'image')", "Decode > Resize"),
        ("data = data.map(Decode(), name).map(Resize(4), 'image')", "? > Resize"),
        ("data = data.map(Decode(), 'image').map(Resize(4), ['image', 'mask'])", "? > Resize"),
        ("data = data.map(Decode(), 'image', output_columns='pixels').map(Resize(4), 'pixels')", "? > Resize"),
        ("data = data.map([unknown, Resize(4)], 'image')", "? > Resize"),
        ("data = data.map(unknown, 'image').map(Resize(4), 'image')", "? > Resize"),
        ("data = data.map(unknown, 'label').map(Resize(4), 'image')", "> Resize"),
        ("if a:\n    data = data.map(Decode(), 'image')\ndata = data.map(Resize(4), 'image')", "Decode > Resize|> Resize"),
        ("ops = [Decode()]\nif a:\n    ops += [ToTensor()]\nops += [Resize(4)]\ndata = data.map(ops, 'image')",
         "Decode ToTensor > Resize|Decode > Resize"),
        ("if a:\n    data = unknown(data)\ndata = data.map(Resize(4), 'image')", "? > Resize|> Resize"),
        ("for op in ops:\n    data = data.map(op, 'image')\ndata = data.map(Resize(4), 'image')", "? > Resize|? ? > Resize|> Resize"),
        ("def add(data, op):\n    return data.map(op, 'image')\nadd(add(data, Decode()), Resize(4))", "Decode > Resize"),
        ("test = data.map(Decode(), 'image')\ntrain = data.map(Resize(4), 'image')", "> Resize"),
        ("other = ds.GeneratorDataset(source, ['x', 'y']).map(Decode(), 'x').map(Resize(4))", "Decode > Resize"),
        ("other = ds.GeneratorDataset(source, names).map(Decode(), 'x').map(Resize(4))", "? > Resize"),
    ],
)  # fmt: skip
def test_what_runs_before(code: str, last: str) -> None:
    found = chains(code)
    assert sorted(set(found[-1].split("|"))) == sorted(last.split("|"))


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("data = data.map(Decode(), 'image')", True),
        ("if a:\n    data = data.map(Decode(), 'image')", False),
        ("if a:\n    data = ds.MnistDataset('x')\n    data = data.map(Decode(), 'image')", True),
        ("data = data.map([Decode()] if a else [], 'image')", False),
        ("data = data.map([Decode(), Resize(2)] if a else [Resize(2)], 'image')", False),
        ("ops = [Decode()]\nif a:\n    ops.append(Resize(4))\ndata = data.map(ops, 'image')", True),
    ],
)
def test_whether_all_data_goes_through_an_operation(code: str, expected: bool) -> None:
    found = [each for pipeline in pipelines(program({"train.py": HEAD + code})) for each in operations(pipeline)]
    assert [each.always for each in found if each.operation.name == "Decode"] == [expected]


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("x = transforms.Compose([Decode(), Resize(4), ToTensor()])", ["> Decode", "Decode > Resize", "Decode Resize > ToTensor"]),
        ("x = transforms.Compose([Decode(), lambda x: x, Resize(4)])", ["> Decode", "Decode ? > Resize"]),
        ("x = transforms.Compose([Decode()] + ([ToTensor()] if a else []) + [Resize(4)])",
         ["> Decode|> Decode", "Decode > ToTensor", "Decode ToTensor > Resize|Decode > Resize"]),
        ("x = transforms.Compose(unknown)", []),
        ("x = [Decode(), Resize(4)]", []),
    ],
)  # fmt: skip
def test_a_compose_by_itself(code: str, expected: List[str]) -> None:
    found = composed(program({"train.py": HEAD + code}))
    told_so = ["|".join(f"{told(way)} > {each.operation.name}".strip() for way in each.before) for each in found]
    assert told_so == expected


def test_arguments_of_operations_that_stood_elsewhere() -> None:
    [pipeline] = pipelines(program({"train.py": HEAD + "data = data.map(C.Normalize([1], [2]), 'image')"}))
    [worked] = operations(pipeline)
    std = worked.operation.event.get("std")
    assert std is not None and std.items() is not None and not worked.operation.python


@pytest.mark.parametrize(
    ("source", "images", "column"),
    [
        ("ds.Cifar10Dataset('a')", True, "image"),
        ("ds.ImageFolderDataset('a')", False, "image"),
        ("ds.ImageFolderDataset('a', decode=True)", True, "image"),
        ("ds.ImageFolderDataset('a', decode=x)", None, ""),
        ("ds.NumpySlicesDataset([1], 'x')", None, "x"),
        ("ds.TFRecordDataset('a')", None, ""),
    ],
)
def test_sources(source: str, images: Optional[bool], column: str) -> None:
    event = pipelines(program({"train.py": HEAD + f"other = {source}"}))[-1].source
    assert holds_images(event) is images and first_column(event) == column


@pytest.mark.parametrize(
    ("stages", "expected"),
    [
        ("map(vision.HWC2CHW(), 'image').batch(4)", ["HWC2CHW"]),
        ("map(lambda x: x, 'label').map(vision.HWC2CHW(), 'image').shuffle(3).repeat(2)", ["HWC2CHW"]),
        ("map([vision.Resize(8), vision.HWC2CHW()])", ["Resize", "HWC2CHW"]),
        ("map(lambda x: x, 'image')", None),
        ("map(vision.HWC2CHW(), some_columns)", None),
        ("batch(4, per_batch_map=scaled)", None),
        ("rename('image', 'x')", None),
    ],
)
def test_what_may_run_on_the_first_column(stages: str, expected: Optional[List[str]]) -> None:
    code = "import mindspore.dataset as ds\nfrom mindspore.dataset import vision\nfrom x import scaled, some_columns\n"
    one = program({"train.py": f"{code}data = ds.Cifar10Dataset('c').{stages}\n"})
    (pipeline,) = pipelines(one)
    found = on_first_column(pipeline)
    assert (None if found is None else [each.name for each in found]) == expected
