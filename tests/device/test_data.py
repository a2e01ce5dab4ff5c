"""The look at real data: what is wrong with a dataset is told, and what is right is left alone."""

from __future__ import annotations

import contextlib
import functools
import importlib.util
import os
import re
import struct
import subprocess
import textwrap
import time
import zlib
from pathlib import Path
from typing import Any, Dict, List, Set, Tuple

import pytest

from mslint.checklist.data import Count, remarks_of
from mslint.checklist.model import Chart, Samples, Table
from mslint.device import data as look
from mslint.device.data import DataResult, data_order, run_data
from mslint.device.files import File, difference, parsed, written
from mslint.errors import UserError

MINDSPORE = importlib.util.find_spec("mindspore") is not None
needs_mindspore = pytest.mark.skipif(not MINDSPORE, reason="no MindSpore here")

SETS = """
    import glob, os, random, time
    import numpy as np
    import mindspore.dataset as ds
    from mindspore.dataset import transforms, vision

    def arrays(count=200, classes=10):
        images = np.random.RandomState(0).normal(size=(count, 3, 8, 8)).astype(np.float32)
        return images, np.arange(count, dtype=np.int32) % classes

    def of(images, labels, shuffle=True, batch=16, name="label", **more):
        data = ds.NumpySlicesDataset({"image": images, name: labels}, shuffle=shuffle, **more)
        return data.batch(batch)

    def healthy(num_shards=None, shard_id=None):
        return of(*arrays(1000), num_shards=num_shards, shard_id=shard_id)

    def missing():
        images, labels = arrays()
        images[3, 0, 0, 0], images[7, 1], images[9, 0, 0, 1] = np.nan, np.inf, -np.inf
        return of(images, labels, shuffle=False)

    def raw():
        images, labels = arrays()
        images = (np.random.RandomState(0).rand(200, 8, 8, 3) * 255).astype(np.uint8)
        labels = np.where(np.arange(200) < 190, 0, 3).astype(np.int32)
        labels[199] = 1
        return of(images, labels, shuffle=False)

    def hot(width=10):
        images, labels = arrays(1000)
        return of(images, np.eye(width, dtype=np.float32)[labels], name="target")

    def regression():
        images, labels = arrays()
        return of(images, np.random.RandomState(0).rand(200).astype(np.float32))

    def nameless():
        return of(*arrays(), name="number")

    def unlabelled():
        return ds.NumpySlicesDataset({"image": arrays()[0]}, shuffle=True)

    def augmented(num_shards=None, shard_id=None, shuffle=False):
        images = (np.random.RandomState(1).rand(200, 32, 32, 3) * 255).astype(np.uint8)
        data = ds.NumpySlicesDataset(
            {"image": images, "label": arrays()[1]}, shuffle=shuffle, num_shards=num_shards, shard_id=shard_id
        )
        return data.map([vision.RandomCrop(28), vision.Normalize([127] * 3, [70] * 3)], "image").batch(16)

    def augmented_shuffled():
        return augmented(shuffle=True)

    def near():
        images, labels = arrays(1000)
        return ds.NumpySlicesDataset({"image": images, "label": labels}, shuffle=False).shuffle(8)

    class Text:
        def __len__(self):
            return 100

        def __getitem__(self, index):
            tokens = np.zeros(32, np.int32)
            length = 5 + index % 20
            tokens[:length] = np.random.RandomState(index).randint(1, 5000, length)
            return tokens, np.str_(["a film", "NaN", "", "good"][index % 4]), np.int32(index % 2)

    def text():
        return ds.GeneratorDataset(Text(), ["tokens", "text", "label"], shuffle=True).batch(10)

    def padded():
        class Rows:
            def __len__(self):
                return 40

            def __getitem__(self, index):
                return np.arange(1, 4 + index % 9, dtype=np.int32) * 7 + index, np.int32(1)

        data = ds.GeneratorDataset(Rows(), ["tokens", "label"], shuffle=True)
        return data.padded_batch(8, pad_info={"tokens": ([None], 0)})

    def rows(after, what):
        images, labels = arrays()

        def generate():
            for index in range(200):
                if index == after:
                    what()
                yield images[index], labels[index]

        return ds.GeneratorDataset(generate, ["image", "label"])

    def fails():
        raise ValueError("no such picture")

    def hangs():
        return rows(40, lambda: time.sleep(10 ** 6))

    def raises():
        return rows(160, fails).batch(4)

    def raises_first():
        return rows(0, fails)

    def ends():
        return rows(0, lambda: os._exit(5))

    def fails_later():
        epochs = []

        def generate():
            epochs.append(1)
            for index in range(30):
                if len(epochs) == 2 and index == 20:
                    raise ValueError("not twice")
                yield np.float32(index), np.int32(index % 3)

        return ds.GeneratorDataset(generate, ["x", "label"])

    def ends_later():
        epochs = []

        def generate():
            epochs.append(1)
            for index in range(30):
                if len(epochs) == 2 and index == 20:
                    os._exit(9)
                yield np.float32(index), np.int32(index % 3)

        return ds.GeneratorDataset(generate, ["x", "label"])

    def once():
        images, labels = arrays()
        return ds.GeneratorDataset(iter(list(zip(images, labels))), ["image", "label"])

    def nothing_left():
        return ds.NumpySlicesDataset({"x": np.zeros(20)}).filter(lambda x: False, "x")

    class Wrapped:
        def create_dict_iterator(self, num_epochs=-1, output_numpy=False):
            return healthy().create_dict_iterator(num_epochs=num_epochs, output_numpy=output_numpy)

    def objects():
        def generate():
            for index in range(30):
                yield {"number": index}, np.int32(index % 3)

        return ds.GeneratorDataset(generate, ["boxes", "label"])

    def endless():
        return of(*arrays(), shuffle=True).repeat()

    def infinite():
        def generate():
            while True:
                yield np.zeros(2, np.float32), np.int32(1)

        return ds.GeneratorDataset(generate, ["x", "label"])

    def workers():
        data = ds.NumpySlicesDataset({"image": arrays()[0], "label": arrays()[1]}, shuffle=True)
        return data.map(lambda image: image + 0, "image", python_multiprocessing=True, num_parallel_workers=2).batch(8)

    def workers_hang():
        def slow(image):
            if image[0, 0, 0] == arrays()[0][150, 0, 0, 0]:
                time.sleep(10 ** 6)
            return image

        data = ds.NumpySlicesDataset({"image": arrays()[0], "label": arrays()[1]}, shuffle=False)
        return data.map(slow, "image", python_multiprocessing=True, num_parallel_workers=2).batch(8)

    def workers_end():
        data = ds.NumpySlicesDataset({"image": arrays()[0], "label": arrays()[1]}, shuffle=False)
        data = data.map(lambda image: image + 0, "image", python_multiprocessing=True, num_parallel_workers=2)
        return data.map(lambda image: os._exit(5), "image")  # in the process itself, once its workers have worked

    def large():
        class Source:
            images = np.random.RandomState(0).rand(64, 3, 8, 8).astype(np.float32)

            def __len__(self):
                return 100_000

            def __getitem__(self, index):
                return self.images[index % 64] * np.float32(index / 100_000), np.int32(index % 10)

        return ds.GeneratorDataset(Source(), ["image", "label"], shuffle=True).batch(64)

    class Files:
        def __init__(self, names):
            self.names = names

        def __len__(self):
            return len(self.names)

        def __getitem__(self, index):
            values = np.load(self.names[index])
            return values, np.int32(values[0] % 3)

    def read(folder="parts"):
        return ds.GeneratorDataset(Files(sorted(glob.glob(folder + "/*.npy"))), ["x", "label"], shuffle=True)

    def listed(rank, rank_size):
        names = [os.path.join("parts", name) for name in os.listdir("parts")]
        return ds.GeneratorDataset(Files(names[rank::rank_size]), ["x", "label"], shuffle=False)

    def drawn(rank=0, rank_size=1):
        names = sorted(glob.glob("parts/*.npy"))
        random.shuffle(names)
        return ds.GeneratorDataset(Files(names[rank::rank_size]), ["x", "label"], shuffle=False)

    def overlapping(num_shards=1, shard_id=0):
        return of(*arrays(), shuffle=False)

    def lossy(num_shards=1, shard_id=0):
        images, labels = arrays()
        size = 150 // num_shards if num_shards > 1 else 200
        return of(images[shard_id * size:][:size], labels[shard_id * size:][:size], shuffle=False, batch=4)

    def folders():
        return ds.ImageFolderDataset("pictures", shuffle=True, decode=True).batch(2)

    def arguments(size, name="x", flag=True):
        assert (size, name, flag) == (12, "a b", None), (size, name, flag)
        return of(*arrays(size), shuffle=True)

    def broken_early():
        return rows(5, fails)

    def repeated(count=3, inside=False, classes=2):
        data = ds.NumpySlicesDataset(dict(zip(("image", "label"), arrays(200, classes))), shuffle=True)
        return data.repeat(count).batch(16) if inside else data.batch(16).repeat(count)

    def few_of_one():
        images, labels = arrays(350, 2)
        return of(images, (np.arange(350) >= 230).astype(np.int32) + (np.arange(350) >= 330))

    def boxes():
        values = np.random.RandomState(0).rand(60, 6, 4).astype(np.float32)
        for index in range(60):
            values[index, 1 + index % 5:] = -1
        return of(values, np.arange(60, dtype=np.int32) % 2)

    def wide():
        tokens = np.random.RandomState(0).randint(1, 99, (60, 3, 20)).astype(np.int32)
        for index in range(60):
            tokens[index, :, 5 + index % 10:] = 0
        return of(tokens, np.arange(60, dtype=np.int32) % 2)

    def batches(augment=False, plain=False):
        images, labels = arrays(400, 4)
        images = images + np.float32(0)
        data = ds.NumpySlicesDataset({"image": images, "label": np.sort(labels)}, shuffle=plain)
        if augment:
            data = data.map(lambda image: image + np.random.rand(), "image", num_parallel_workers=1)
        return data.batch(16).shuffle(25)

    def nobody():
        class Empty:
            def __len__(self):
                return 0

            def __getitem__(self, index):
                raise IndexError(index)

        return ds.GeneratorDataset(Empty(), ["image", "label"]).batch(16)

    def lonely():
        images, labels = arrays()
        images[17, 0, 0, 0] = np.nan
        names = np.array([f"{index:04}.png" for index in range(200)])
        return ds.NumpySlicesDataset({"image": images, "file": names, "label": labels}, shuffle=True)

    def single():
        images, labels = arrays(1)
        return of(images, labels, shuffle=False)

    def needs(path):
        return of(*arrays())

    def three():
        return 3

    def sleeps():
        time.sleep(10 ** 6)

    def hungry():
        held = b"x" * (700 * 1024**2)
        time.sleep(10 ** 6)
"""


def png_of(width: int, height: int) -> bytes:
    from mslint.device.pictures import png

    return png(width, height, 3, bytes(range(256))[: width * 3] * height)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "sets.py").write_text(textwrap.dedent(SETS), encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def parts(folder: Path) -> Path:
    """Files that are read one by one."""
    np = pytest.importorskip("numpy")
    (folder / "parts").mkdir()
    for number in range(30):
        np.save(folder / "parts" / f"{number:02}.npy", np.full(4, number, np.float32))
    return folder / "parts"


def seen(function: str, **options: Any) -> DataResult:
    return run_data(data_order(f"sets:{function}", **options))


@functools.cache
def known(function: str) -> DataResult:
    """What several tests look at: a process for each of them would take long."""
    return seen(function)


def verdicts(result: DataResult) -> Dict[str, str]:
    return {item.id: item.verdict for item in result.items}


def keys(result: DataResult, item: str) -> List[str]:
    return [remark.key for each in result.items if each.id == item for remark in each.remarks]


def params(result: DataResult, key: str) -> Dict[str, Any]:
    return next(dict(remark.params) for each in result.items for remark in each.remarks if remark.key == key)


def exhibits(result: DataResult, item: str) -> Tuple[Any, ...]:
    return remarks_of(result, "en")[item][1]


# -- what is right


@needs_mindspore
def test_a_healthy_dataset(folder: Path) -> None:
    before = sorted(folder.rglob("*"))
    result = seen("healthy")
    assert verdicts(result) == {
        "ds.01": "ok",
        "ds.02": "needs-you",
        "ds.03": "ok",
        "ds.04": "needs-you",
        "dp.01": "ok",
        "dp.03": "ok",
        "dp.04": "not-applicable",
        "dp.05": "ok",
    }
    assert (result.samples, result.whole) == (1000, True)
    assert params(result, "data-shards")["given"] == 1000
    assert sorted(folder.rglob("*")) == before  # nothing is written where the user works


@needs_mindspore
def test_words_in_both_languages(folder: Path) -> None:
    result = known("missing")
    english, chinese = (remarks_of(result, lang) for lang in ("en", "zh"))
    assert list(english) == list(chinese)
    for number in english:
        ours, theirs = english[number][0], chinese[number][0]
        assert [remark.speaks_for for remark in ours] == [remark.speaks_for for remark in theirs]
        assert all(remark.source == "data" for remark in ours)
        assert not any("\u4e00" <= char <= "\u9fff" for remark in ours for char in remark.text)
        assert all(any("\u4e00" <= char <= "\u9fff" for char in remark.text) for remark in theirs)


@needs_mindspore
def test_samples_are_drawn_of_every_label(folder: Path) -> None:
    (shown,) = exhibits(known("healthy"), "ds.02")
    assert isinstance(shown, Samples)
    assert {sample.label for sample in shown.samples} == {str(label) for label in range(10)}
    assert len(shown.samples) == 50
    for sample in shown.samples:
        assert size_of(sample.png) == (8, 8)


def size_of(png: bytes) -> Tuple[int, int]:
    """Read a PNG as strictly as a browser would: every chunk with its checksum, every row with its filter."""
    assert png.startswith(b"\x89PNG\r\n\x1a\n")
    at, chunks = 8, []
    while at < len(png):
        (length,) = struct.unpack(">I", png[at : at + 4])
        kind, body = png[at + 4 : at + 8], png[at + 8 : at + 8 + length]
        assert struct.unpack(">I", png[at + 8 + length : at + 12 + length]) == (zlib.crc32(kind + body),)
        chunks.append((kind, body))
        at += 12 + length
    assert [kind for kind, _ in chunks] == [b"IHDR", b"IDAT", b"IEND"]
    width, height, depth, colour, *rest = struct.unpack(">IIBBBBB", chunks[0][1])
    assert (depth, rest) == (8, [0, 0, 0]) and colour in (0, 2)
    rows = zlib.decompress(chunks[1][1])
    stride = 1 + width * (3 if colour == 2 else 1)
    assert len(rows) == height * stride and set(rows[::stride]) == {0}
    return width, height


@pytest.mark.parametrize(
    ("shape", "size"),
    [
        ((8, 8, 3), (8, 8)),
        ((3, 8, 9), (9, 8)),
        ((1, 20, 10), (10, 20)),
        ((20, 10, 1), (10, 20)),
        ((28, 28), (28, 28)),
        ((3, 3, 3), (3, 3)),
        ((3, 300, 400), (80, 60)),
        ((2000, 3, 3), (1, 95)),
        ((1, 1, 1000), (90, 1)),
        ((5, 8, 8), None),
        ((4,), None),
    ],
)
def test_pictures_of_all_layouts(shape: Tuple[int, ...], size: Any) -> None:
    np = pytest.importorskip("numpy")
    from mslint.device.pictures import SIDE, picture

    for array in (np.zeros(shape, np.uint8), np.full(shape, np.nan, np.float32), np.random.normal(size=shape)):
        png = picture(np, array)
        assert (size_of(png) if png else None) == size
        assert size is None or max(size) <= SIDE


# -- what is wrong


@needs_mindspore
def test_missing_values_are_counted_with_their_samples(folder: Path) -> None:
    result = known("missing")
    assert verdicts(result)["ds.01"] == "problem"
    found = params(result, "data-missing")
    assert (found["nan"], found["inf"], found["affected"], found["first"]) == (
        1,
        65,
        3,
        ("3 [label: 3]", "7 [label: 7]", "9 [label: 9]"),
    )
    assert verdicts(result)["dp.03"] == "problem"  # it is not shuffled either


@needs_mindspore
def test_pixels_as_they_are_and_classes_out_of_balance(folder: Path) -> None:
    result = seen("raw")
    assert (verdicts(result)["dp.01"], verdicts(result)["ds.03"]) == ("problem", "problem")
    assert keys(result, "dp.05") == ["data-shards-none"]
    assert keys(result, "dp.01") == ["data-scale-raw"]
    found = params(result, "data-classes")
    assert (found["most"], found["least"], found["ratio"]) == (190, 1, "190")
    assert params(result, "data-classes-missing")["names"].names == ("2",)
    (chart,) = exhibits(result, "ds.03")
    assert isinstance(chart, Chart) and (chart.labels, chart.values) == (("0", "1", "3"), (190, 1, 9))


@needs_mindspore
def test_one_hot_labels_count_as_classes(folder: Path) -> None:
    assert verdicts(seen("hot"))["ds.03"] == "ok"
    wider = seen("hot", args=["width=12"])
    assert verdicts(wider)["ds.03"] == "problem"
    assert params(wider, "data-classes-missing")["names"].names == ("10", "11")


@needs_mindspore
def test_which_column_holds_the_label(folder: Path) -> None:
    for lang, note in (("en", "the column number was taken for the label"), ("zh", "把 number 列当作标签")):
        remarks, (chart,) = remarks_of(known("nameless"), lang)["ds.03"]
        assert note in chart.title and not any(note in remark.text for remark in remarks)
    assert keys(seen("nameless", label="none"), "ds.03") == ["data-unlabelled"]
    assert keys(seen("unlabelled"), "ds.03") == ["data-no-label"]
    assert keys(seen("regression"), "ds.03") == ["data-no-classes"]
    with pytest.raises(UserError, match="no column nothing; its columns are image, number"):
        seen("nameless", label="nothing")


@needs_mindspore
def test_order_behind_random_changes(folder: Path) -> None:
    same = seen("augmented")
    assert (verdicts(same)["dp.03"], keys(same, "dp.03")) == ("problem", ["data-order-same-by"])
    # The samples of the shards can be compared where they are read.
    assert keys(same, "dp.05") == ["data-shards", "data-shards-source"]
    assert verdicts(seen("augmented_shuffled"))["dp.03"] == "ok"


@needs_mindspore
def test_a_small_buffer_is_told(folder: Path) -> None:
    assert keys(seen("near"), "dp.03") == ["data-order-near"]


@needs_mindspore
def test_padding_and_masked_texts(folder: Path) -> None:
    result = seen("text")
    assert verdicts(result)["dp.04"] == verdicts(result)["ds.01"] == "needs-you"
    found = params(result, "data-padded-end")
    assert (found["column"], found["value"], found["shortest"], found["longest"]) == ("tokens", "0", 8, 27)
    assert params(result, "data-masked")["texts"].names == ('""', '"nan"')
    assert verdicts(result)["dp.01"] == "not-applicable"
    (shown,) = exhibits(result, "ds.02")
    assert any("text: a film" in sample.text and not sample.png for sample in shown.samples)


@needs_mindspore
def test_a_padded_batch_is_told_and_does_not_hide_the_order(folder: Path) -> None:
    result = seen("padded")
    assert params(result, "data-pads")["nodes"] == ("PaddedBatchDataset",)
    assert verdicts(result)["dp.03"] == "ok"


@needs_mindspore
def test_order_says_nothing_of_data_for_evaluation(folder: Path) -> None:
    result = seen("missing", purpose="eval")
    assert "dp.03" in verdicts(known("missing")) and "dp.03" not in verdicts(result)
    assert verdicts(result)["ds.01"] == "problem"


@needs_mindspore
def test_nothing_is_concluded_from_a_few_samples_before_an_error(folder: Path) -> None:
    result = seen("broken_early")
    assert 0 < result.samples < 6
    said = verdicts(result)
    assert (said.pop("ds.01"), said.pop("dp.05")) == ("problem", "not-applicable")  # it has no parameters for shards
    assert set(said.values()) == {"needs-you"}
    assert "data-too-few" in keys(result, "dp.01")
    assert "data-padding-own" in keys(result, "dp.04")


@needs_mindspore
def test_balance_of_a_part_is_not_right(folder: Path) -> None:
    whole, part = seen("healthy"), seen("healthy", samples=900)
    assert (verdicts(whole)["ds.03"], verdicts(part)["ds.03"]) == ("ok", "needs-you")
    assert all(remark.speaks_for == "needs-you" for remark in remarks_of(part, "en")["ds.03"][0])


@needs_mindspore
@pytest.mark.parametrize("inside", [False, True])
@pytest.mark.parametrize("count", [3, -1])
def test_what_is_repeated_counts_once(folder: Path, inside: bool, count: int) -> None:
    result = seen("repeated", args=[f"inside={inside}", f"count={count}"])
    (chart,) = exhibits(result, "ds.03")
    assert chart.values == (100, 100)
    assert (result.whole, verdicts(result)["ds.03"], verdicts(result)["dp.03"]) == (True, "ok", "ok")
    assert ("data-repeats" if count > 0 else "data-endless") in keys(result, "ds.01")


@needs_mindspore
def test_what_is_repeated_and_not_seen_to_its_end_is_seen_once_around(folder: Path) -> None:
    result = seen("repeated", args=["inside=True", "count=200"], samples=500)
    (chart,) = exhibits(result, "ds.03")
    assert (result.samples, result.whole, chart.values) == (200, True, (100, 100))


@needs_mindspore
def test_small_classes_are_told_even_where_they_are_alike(folder: Path) -> None:
    even = known("repeated")
    assert verdicts(even)["ds.03"] == "ok"
    small = seen("repeated", args=["classes=4"])
    assert verdicts(small)["ds.03"] == "needs-you"
    found = params(small, "data-classes-few")
    assert (found["count"], found["least"], found["limit"], found["rule"]) == (4, 50, 100, 5000)
    found = params(seen("few_of_one"), "data-classes-few")
    assert (found["names"].names, found["least"]) == (("2",), 20)
    for lang, limit in (("en", "fewer than 100 samples"), ("zh", "不足 100 个样本")):
        assert any(limit in remark.text and "5,000" in remark.text for remark in remarks_of(small, lang)["ds.03"][0])


@needs_mindspore
@pytest.mark.parametrize(
    ("function", "what", "runs"),
    [("boxes", "1 to 5 of 6 rows", (1, 5, 6)), ("wide", "6 to 15 of 20 columns", (6, 15, 20))],
)
def test_tables_are_padded_by_rows_or_columns(folder: Path, function: str, what: str, runs: Tuple[int, ...]) -> None:
    result = seen(function)
    assert keys(result, "dp.04") == ["data-padded-end"]
    found = params(result, "data-padded-end")
    assert (found["shortest"], found["longest"], found["of"]) == runs
    assert what in remarks_of(result, "en")["dp.04"][0][0].text


@needs_mindspore
def test_batches_that_move_as_a_whole_are_told(folder: Path) -> None:
    result = seen("batches")
    assert (verdicts(result)["dp.03"], keys(result, "dp.03")) == ("needs-you", ["data-order-groups"])
    assert keys(seen("batches", args=["augment=True"]), "dp.03") == ["data-order-together"]
    assert keys(seen("batches", args=["plain=True"]), "dp.03") == ["data-order-other"]


@needs_mindspore
def test_an_empty_dataset_is_a_conclusion(folder: Path) -> None:
    result = seen("nobody")
    assert (result.samples, verdicts(result)["ds.01"], keys(result, "ds.01")) == (0, "problem", ["data-empty"])
    assert verdicts(result)["ds.03"] == "needs-you"


@needs_mindspore
def test_a_sample_of_a_shuffled_pass_can_be_found_again(folder: Path) -> None:
    result = seen("lonely")
    (first,) = params(result, "data-missing")["first"]
    assert first.endswith(" [label: 7, file: 0017.png]")
    english, chinese = (remarks_of(result, lang)["ds.01"][0][0].text for lang in ("en", "zh"))
    assert "1 NaN and 0 infinite values (< 0.01% of 38,400 values), in 1 of 200 samples" in english
    assert "in the order of this pass, counted from 0" in english and "按本次读取的顺序" in chinese


@needs_mindspore
def test_one_is_not_several(folder: Path) -> None:
    result = seen("single")
    for found, _ in remarks_of(result, "en").values():
        assert not [
            remark.text for remark in found if re.search(r"\b1 (samples|values|classes|labels|bytes)\b", remark.text)
        ]
    assert keys(result, "ds.03") == ["data-classes-one", "data-classes-few"]


def test_numbers_say_what_they_count() -> None:
    assert f"{Count(1):sample|samples} {Count(1234):sample|samples} {Count(5000)}" == ("1 sample 1,234 samples 5,000")


# -- shards


@needs_mindspore
@pytest.mark.parametrize(
    ("function", "verdict", "expected"),
    [
        ("overlapping", "problem", ["data-shards-overlap"]),
        ("lossy", "problem", ["data-shards-lost"]),
        ("listed", "problem", ["data-shards-listing"]),
        ("drawn", "needs-you", ["data-shards", "data-shards-seed"]),
    ],
)
def test_shards(parts: Path, function: str, verdict: str, expected: List[str]) -> None:
    result = seen(function)
    assert (verdicts(result)["dp.05"], keys(result, "dp.05")) == (verdict, expected)


@needs_mindspore
def test_as_many_shards_as_asked_for(folder: Path) -> None:
    result = seen("healthy", shards=3)
    (table,) = exhibits(result, "dp.05")
    assert isinstance(table, Table) and [row[1] for row in table.rows] == ["334", "334", "334"]
    assert keys(result, "dp.05") == ["data-shards", "data-shards-filled"]


# -- files


@needs_mindspore
def test_files_are_listed_and_compared(parts: Path) -> None:
    first = seen("read", write_files="list.txt")
    assert (verdicts(first)["ds.04"], params(first, "data-files")["count"]) == ("needs-you", 30)
    lines = Path("list.txt").read_text(encoding="utf-8").splitlines()
    assert [line.split("  ")[2] for line in lines] == sorted(path.name for path in parts.iterdir())
    assert verdicts(seen("read", files_against="list.txt"))["ds.04"] == "ok"
    (parts / "03.npy").rename(parts / "30.npy")
    (parts / "04.npy").write_bytes((parts / "05.npy").read_bytes())
    other = seen("read", files_against="list.txt")
    assert verdicts(other)["ds.04"] == "problem"
    named = {kind: params(other, f"data-files-{kind}")["names"].names for kind in ("missing", "extra", "changed")}
    assert named == {"missing": ("03.npy",), "extra": ("30.npy",), "changed": ("04.npy",)}


@needs_mindspore
def test_files_that_python_does_not_open(folder: Path) -> None:
    for name in ("cat/1.png", "cat/2.png", "dog/3.png", "dog/4.png"):
        (folder / "pictures" / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / "pictures" / name).write_bytes(png_of(16, 16))
    result = seen("folders", write_files="list.txt")
    assert [line.split("  ")[2] for line in Path("list.txt").read_text(encoding="utf-8").splitlines()] == [
        "cat/1.png",
        "cat/2.png",
        "dog/3.png",
        "dog/4.png",
    ]
    assert verdicts(result)["dp.01"] == "problem"


def test_a_list_reads_back_as_it_was_written() -> None:
    files = [File("b/ü  x.bin", 3, "0" * 64), File("a", 0, "-")]
    assert parsed(written(files)) == (sorted(files), None)
    assert parsed("# made by hand\n\n" + written(files) + "no list\n")[1] == 5
    changed = difference(files, [File("a", 1, "-"), File("c", 1, "1" * 64)])
    assert (changed.missing, changed.extra, changed.changed) == (("c",), ("b/ü  x.bin",), ("a",))


# -- bounds


@needs_mindspore
def test_a_pipeline_that_hangs(folder: Path) -> None:
    start = time.monotonic()
    result = seen("hangs", seconds=1)
    assert time.monotonic() - start < 30
    assert keys(result, "ds.01")[0] == "data-hangs" and verdicts(result)["ds.01"] == "problem"
    assert 1 <= result.samples <= 40 and params(result, "data-partly")["samples"] == result.samples
    assert verdicts(result)["dp.03"] == "needs-you"
    with pytest.raises(UserError, match="did not give a dataset within 1 s"):
        seen("sleeps", seconds=1)


@needs_mindspore
def test_a_pipeline_that_raises(folder: Path) -> None:
    result = seen("raises")
    found = params(result, "data-fails")
    assert dict(found["error"].params)["error"] == "ValueError: no such picture"
    line = textwrap.dedent(SETS).splitlines().index('    raise ValueError("no such picture")') + 1
    assert dict(found["error"].params)["place"] == f"sets.py:{line}"
    assert 1 <= result.samples <= 160 and verdicts(result)["dp.01"] == "ok"
    first = seen("raises_first")
    assert (first.samples, keys(first, "ds.01")) == (0, ["data-fails-first"])
    assert verdicts(first)["ds.03"] == "needs-you"


@needs_mindspore
def test_what_goes_wrong_later(folder: Path) -> None:
    later = seen("fails_later")
    assert dict(params(later, "data-order-error")["error"].params)["error"] == "ValueError: not twice"
    assert verdicts(later)["ds.01"] == "ok"
    assert (verdicts(known("once"))["dp.03"], keys(known("once"), "dp.03")[0]) == ("problem", "data-order-empty")
    assert keys(seen("nothing_left"), "ds.01")[0] == "data-empty"
    ended = seen("ends_later")
    assert (ended.samples, keys(ended, "ds.01")[0], params(ended, "data-cut-off")["status"]) == (30, "data-cut-off", 9)
    assert (verdicts(ended)["dp.01"], verdicts(ended)["dp.03"]) == ("needs-you", "needs-you")


@needs_mindspore
def test_what_only_looks_like_a_dataset(folder: Path) -> None:
    wrapped = seen("Wrapped")
    assert (wrapped.samples, verdicts(wrapped)["ds.03"], "data-guessed" in keys(wrapped, "ds.01")) == (1000, "ok", True)
    assert params(seen("objects"), "data-classes-even")["most"] == 10


@needs_mindspore
def test_pipelines_without_an_end(folder: Path) -> None:
    repeated = seen("endless", samples=500)
    assert (repeated.samples, repeated.whole) == (200, True)  # once around
    assert "data-endless" in keys(repeated, "ds.01") and verdicts(repeated)["dp.03"] == "ok"
    infinite = seen("infinite", samples=500)
    assert (infinite.samples, infinite.whole) == (500, False)
    assert "data-partly" in keys(infinite, "ds.01")
    slow = seen("infinite", seconds=0.5, samples=10**9)
    assert "data-slow" in keys(slow, "ds.01") and slow.samples > 500


@needs_mindspore
def test_a_part_of_the_data_is_no_proof(folder: Path) -> None:
    result = seen("raw", samples=192)
    assert not result.whole
    assert verdicts(result)["ds.03"] == "needs-you"  # other classes may come later
    assert params(result, "data-partly-of") == {"samples": 192, "size": 200}
    exactly = seen("unlabelled", samples=200)
    assert (exactly.samples, exactly.whole, verdicts(exactly)["dp.03"]) == (200, True, "ok")


@needs_mindspore
@pytest.mark.skipif(not os.path.isdir("/proc"), reason="no /proc here")
def test_many_samples_in_little_memory_and_with_progress(folder: Path) -> None:
    steps: List[Tuple[int, int]] = []
    start = time.monotonic()
    result = run_data(data_order("sets:large"), step=lambda *step: steps.append(step), memory=1024**3)
    assert (result.samples, verdicts(result)["dp.03"], verdicts(result)["ds.03"]) == (100_000, "ok", "ok")
    assert steps and all(0 <= done <= total for done, total in steps)
    assert time.monotonic() - start < 60
    with pytest.raises(UserError, match="took more memory than it may"):
        run_data(data_order("sets:hungry"), memory=600 * 1024**2)


@needs_mindspore
@pytest.mark.skipif(not os.path.isdir("/proc"), reason="no /proc here")
def test_no_process_is_left(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pids: Set[str] = set()
    start = subprocess.Popen

    def started(*args: Any, **options: Any) -> Any:
        process = start(*args, **options)
        pids.add(str(process.pid))
        return process

    monkeypatch.setattr("mslint.device.process.subprocess.Popen", started)
    assert verdicts(seen("workers"))["ds.01"] == "ok"
    assert keys(seen("workers_hang", seconds=3), "ds.01")[0] == "data-hangs"
    with pytest.raises(UserError, match="ended the process"):
        seen("workers_end")
    assert len(pids) == 3
    end = time.monotonic() + 5
    # What is killed takes a moment to go, and with it the memory that it shares.
    while (running_for(pids) or held_for(pids)) and time.monotonic() < end:
        time.sleep(0.05)
    assert not running_for(pids)
    assert not held_for(pids)


def held_for(pids: Set[str]) -> List[str]:
    """The shared memory that these processes have made, and the message queues that they have used."""
    held = []
    for kind, columns in (("shm", ("cpid",)), ("msg", ("lspid", "lrpid"))):
        path = Path("/proc/sysvipc", kind)
        lines = path.read_text(encoding="ascii").splitlines() if path.exists() else [""]
        head, *rows = (line.split() for line in lines)
        held += [f"{kind} {row[0]}" for row in rows if pids & {row[head.index(column)] for column in columns}]
    return held


def running_for(pids: Set[str]) -> List[str]:
    """The processes in the groups of these."""
    found = []
    for entry in os.listdir("/proc"):
        if entry.isdigit():
            with contextlib.suppress(OSError):
                if str(os.getpgid(int(entry))) in pids and Path("/proc", entry, "cmdline").read_bytes():
                    found.append(entry)
    return found


# -- what cannot be used


@needs_mindspore
def test_arguments_are_literals_or_texts(folder: Path) -> None:
    assert seen("arguments", args=["size=12", "name=a b", "flag=None"]).samples == 12


@needs_mindspore
@pytest.mark.parametrize(
    ("function", "sentence"),
    [
        ("sets:three", "sets:three gives int, not a dataset of mindspore.dataset"),
        ("sets:nothing", "cannot import sets:nothing: AttributeError"),
        ("no_such_module:data", "cannot import no_such_module:data: ModuleNotFoundError"),
        ("sets:needs", "sets:needs cannot be built: TypeError"),
        ("sets:fails", "sets:fails cannot be built: ValueError: no such picture (sets.py:"),
        ("sets:ends", "sets:ends ended the process that it ran in (exit status 5)"),
    ],
)
def test_what_cannot_be_used_is_one_sentence(folder: Path, function: str, sentence: str) -> None:
    with pytest.raises(UserError) as raised:
        run_data(data_order(function))
    assert str(raised.value).startswith(sentence) and "\n" not in str(raised.value)
    assert "?" not in str(raised.value) + raised.value.text("zh")
    assert ("modules are looked for in the current folder" in str(raised.value)) == ("no_such" in function)


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"function": "sets"}, "--data takes MODULE:FUNCTION"),
        ({"args": ["size"]}, "--arg takes NAME=VALUE"),
        ({"args": ["a=1", "a=2"]}, "--arg gives a twice"),
        ({"purpose": "test"}, "--data-for takes train or eval"),
        ({"samples": 0}, "--samples takes a number from 1 on, not 0"),
        ({"seconds": -1.0}, "--data-seconds takes a number"),
        ({"seconds": float("nan")}, "--data-seconds takes a number"),
        ({"shards": 1}, "--shards takes a number from 2 on, not 1"),
        ({"shards": 1000}, "--shards takes at most 64, not 1000"),
        ({"files_against": "no such list"}, "cannot read the list of files no such list"),
        ({"files_against": "sets.py"}, "sets.py, line 2: expected a SHA-256"),
        ({"write_files": "no/such/folder"}, "cannot write the list of files to no/such/folder"),
    ],
)
def test_bad_orders_are_one_sentence(folder: Path, options: Dict[str, Any], sentence: str) -> None:
    with pytest.raises(UserError) as raised:
        data_order(**{"function": "sets:healthy", **options})
    assert str(raised.value).startswith(sentence)
    assert raised.value.text("zh") != str(raised.value)


@needs_mindspore
def test_a_child_that_says_nothing_is_not_waited_for(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (folder / "mute.py").write_text("import os, signal\nos.kill(os.getpid(), signal.SIGSTOP)\n", encoding="utf-8")
    monkeypatch.setattr(look, "PATIENCE", 1.0)
    with pytest.raises(UserError, match="mute:data gave no sign of life for 2 s"):
        run_data(data_order("mute:data", seconds=1))
