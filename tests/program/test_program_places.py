"""Where findings about data say that something else stands: what makes it evaluation data, where a mean is written."""

from __future__ import annotations

from typing import List, Tuple

from mslint.config import Settings
from mslint.engine import check_source
from mslint.rulekit.catalog import load_catalog
from mslint.source.text import Source


def found(code: str, text: str) -> List[Tuple[int, str, List[int]]]:
    """(line, message, lines of the related places) of a rule's findings."""
    result = check_source(Source("example.py", text), Settings(), load_catalog())
    return [
        (each.span.line, each.message, [other.span.line for other in each.related])
        for each in result.findings
        if each.code == code
    ]


def test_a_finding_shows_the_call_that_makes_it_evaluation_data() -> None:
    text = """
import mindspore.dataset as ds


def load(path, flag):
    data = ds.ImageFolderDataset(path, shuffle=(flag == "train"))
    return data.batch(32, drop_remainder=True)


train_set = load("data", "train")
other = load("data", "val")
"""
    ((line, message, related),) = found("MSL303", text)
    assert (line, related) == (7, [11])
    assert "flag='val'" in message


def test_a_finding_shows_where_the_mean_is_written() -> None:
    text = """
import mindspore.dataset as ds
from mindspore.dataset import vision

MEAN = [0.485, 0.456, 0.406]
STD = [0.229, 0.224, 0.225]


def load(path, mean, std):
    data = ds.Cifar10Dataset(path, usage="train")
    return data.map([vision.Normalize(mean, std), vision.HWC2CHW()], "image").batch(32)


train_set = load("data", MEAN, STD)
"""
    ((line, message, related),) = found("MSL308", text)
    assert (line, related) == (11, [5])
    assert "0.485, 0.456, 0.406" in message and "0.229" in message
