"""Claims about epochs, batches, columns and scales of datasets (MSL307, 311, 702, 703)."""

from __future__ import annotations

from typing import Any, Dict, List

import mindspore as ms
import mindspore.dataset as ds
import numpy as np
from mindspore import Model, nn
from mindspore.dataset import vision

from program_claims.claim import Measured, claim, outcome

ROWS = np.arange(16, dtype=np.float32).reshape(16, 1)


class Count(ms.Callback):
    def __init__(self) -> None:
        super().__init__()
        self.steps = 0

    def on_train_step_end(self, run_context: Any) -> None:
        self.steps += 1


def data(**options: Any) -> Any:
    return ds.NumpySlicesDataset((ROWS, ROWS), ["x", "y"], shuffle=False, **options)


def steps(epochs: int, dataset: Any, **options: Any) -> int:
    net, count = nn.Dense(1, 1), Count()
    model = Model(net, nn.MSELoss(), nn.SGD(net.trainable_params(), 0.001))
    model.train(epochs, dataset, callbacks=[count], dataset_sink_mode=False, **options)
    return count.steps


@claim("702.repeat", "an epoch is one pass over the dataset as it was built: repeat(n) makes n passes one epoch")
def repeat() -> Measured:
    seen = {
        "train(1)": outcome(lambda: steps(1, data().batch(4))),
        "train(3)": outcome(lambda: steps(3, data().batch(4))),
        "train(1), repeat(3)": outcome(lambda: steps(1, data().batch(4).repeat(3))),
    }
    return seen, seen == {"train(1)": 4, "train(3)": 12, "train(1), repeat(3)": 12}


@claim("703.shards", "batch(n) of a sharded dataset is n samples on each device")
def shards() -> Measured:
    sizes: List[int] = [len(each[0]) for each in data(num_shards=2, shard_id=0).batch(4).create_tuple_iterator()]
    return {"batch(4) of 16 samples, num_shards=2": sizes}, sizes == [4, 4]


def tens(values: Any) -> Any:
    return values + 10


@claim("311.first-column", "map without input_columns gives the operation the first column, whatever its name")
def first_column() -> Measured:
    def first(names: List[str], **options: Any) -> Dict[str, Any]:
        dataset = ds.NumpySlicesDataset((ROWS, -ROWS), names, shuffle=False).map(tens, **options)
        row = next(dataset.create_dict_iterator(num_epochs=1, output_numpy=True))
        return {name: float(row[name][0]) for name in names}

    seen: Dict[str, Any] = {
        "columns image, label": outcome(lambda: first(["image", "label"])),
        "columns label, image": outcome(lambda: first(["label", "image"])),
        "input_columns=['image', 'label'] and one argument": outcome(
            lambda: first(["image", "label"], input_columns=["image", "label"])
        ),
        "input_columns='label'": outcome(lambda: first(["image", "label"], input_columns="label")),
    }
    both = "input_columns=['image', 'label'] and one argument"
    return seen, (
        seen["columns image, label"] == {"image": 10.0, "label": 0.0}
        and seen["columns label, image"] == {"label": 10.0, "image": 0.0}
        and seen["input_columns='label'"] == {"image": 0.0, "label": 10.0}
        and str(seen[both]).split(":")[0].endswith(("Error", "Exception"))
    )


@claim("307.range", "images stay 0 to 255 through decoding, resizing, cropping, flipping and HWC2CHW; ToTensor scales")
def scales() -> Measured:
    image = np.random.RandomState(0).randint(0, 256, (8, 8, 3), dtype=np.uint8)
    image[0, 0], image[0, 1] = 0, 255

    def largest(*operations: Any) -> float:
        dataset = ds.NumpySlicesDataset([image], ["image"]).map(list(operations), "image")
        return float(next(dataset.create_tuple_iterator(num_epochs=1, output_numpy=True))[0].max())

    kept = {
        "Resize": [vision.Resize(8)],
        "CenterCrop": [vision.CenterCrop(8)],
        "RandomHorizontalFlip": [vision.RandomHorizontalFlip(1.0)],
        "RandomCrop": [vision.RandomCrop(8)],
        "HWC2CHW": [vision.HWC2CHW()],
    }
    scaled = {
        "ToTensor": [vision.ToTensor()],
        "Rescale": [vision.Rescale(1 / 255, 0)],
        "Normalize": [vision.Normalize([127.5] * 3, [127.5] * 3)],
    }
    seen = {name: outcome(lambda made=made: largest(*made)) for name, made in {**kept, **scaled}.items()}
    return seen, all(seen[name] == 255 for name in kept) and all(0.9 < seen[name] < 1.01 for name in scaled)
