"""Claims about operations on images: random ones, scales and layouts (MSL304, 308)."""

from __future__ import annotations

from typing import Any, Callable, Dict, List, Sequence

import mindspore.dataset as ds
import numpy as np
from mindspore.dataset import transforms, vision

from program_claims.claim import Measured, Seen, claim, is_error, near, outcome

IMAGE = np.random.RandomState(0).randint(0, 256, (8, 10, 3)).astype(np.uint8)
MEAN, STD = [0.485, 0.456, 0.406], [0.229, 0.224, 0.225]
BIG_MEAN, BIG_STD = [123.675, 116.28, 103.53], [58.395, 57.12, 57.375]


def through(operations: Sequence[Any], image: Any = IMAGE) -> np.ndarray:
    """One image through a pipeline, as map runs it."""
    data = ds.NumpySlicesDataset([image], ["image"], shuffle=False).map(list(operations), ["image"])
    return next(iter(data.create_tuple_iterator(num_epochs=1, output_numpy=True)))[0]


def describe(array: np.ndarray) -> Seen:
    return {
        "shape": list(array.shape),
        "type": str(array.dtype),
        "range": [float(array.min()), float(array.max())],
        "mean": float(array.mean()),
    }


def attempt(*makers: Callable[[], Any], image: Any = IMAGE) -> Any:
    return outcome(lambda: describe(through([make() for make in makers], image)))


@claim("304.random-operations-vary", "random operations go on in every pipeline; there is no mode that stops them")
def vary() -> Measured:
    makers: Dict[str, Callable[[], Any]] = {
        "RandomHorizontalFlip": vision.RandomHorizontalFlip,
        "RandomVerticalFlip": vision.RandomVerticalFlip,
        "RandomCrop(4)": lambda: vision.RandomCrop(4),
        "RandomResizedCrop(4)": lambda: vision.RandomResizedCrop(4),
        "RandomRotation(90)": lambda: vision.RandomRotation(90),
        "RandomColorAdjust(0.5, 0.5)": lambda: vision.RandomColorAdjust((0.5, 1.5), (0.5, 1.5)),
        "RandomColorAdjust()": vision.RandomColorAdjust,
        "RandomAffine(30)": lambda: vision.RandomAffine(30),
        "RandomPosterize()": vision.RandomPosterize,
        "RandomSolarize()": vision.RandomSolarize,
        "RandomSharpness()": vision.RandomSharpness,
        "RandomAdjustSharpness(2)": lambda: vision.RandomAdjustSharpness(2),
        "RandomAutoContrast()": vision.RandomAutoContrast,
        "RandomEqualize()": vision.RandomEqualize,
        "RandomInvert()": vision.RandomInvert,
        "RandomResize(4)": lambda: vision.RandomResize(4),
        "RandomErasing after ToTensor": lambda: transforms.Compose([vision.ToTensor(), vision.RandomErasing(1.0)]),
        "AutoAugment": vision.AutoAugment,
        "RandAugment": vision.RandAugment,
        "TrivialAugmentWide": vision.TrivialAugmentWide,
        "UniformAugment": lambda: vision.UniformAugment([vision.HorizontalFlip(), vision.VerticalFlip()]),
        "CutOut(3)": lambda: vision.CutOut(3),
        "RandomApply([...])": lambda: transforms.RandomApply([vision.HorizontalFlip()]),
        "RandomChoice([...])": lambda: transforms.RandomChoice([vision.HorizontalFlip(), vision.VerticalFlip()]),
        "RandomOrder([...])": lambda: transforms.RandomOrder([vision.CenterCrop(6), vision.Resize((3, 5))]),
        "CenterCrop(4)": lambda: vision.CenterCrop(4),
        "HorizontalFlip": vision.HorizontalFlip,
    }

    def results(make: Callable[[], Any]) -> int:
        data = ds.NumpySlicesDataset([IMAGE] * 24, ["image"], shuffle=False).map([make()], ["image"])
        rows = data.create_tuple_iterator(num_epochs=1, output_numpy=True)
        return len({row[0].tobytes() + str(row[0].shape).encode() for row in rows})

    seen = {name: outcome(lambda make=make: results(make)) for name, make in makers.items()}
    fixed = ("CenterCrop(4)", "HorizontalFlip")
    usual = ("RandomHorizontalFlip", "RandomCrop(4)", "RandomResizedCrop(4)", "AutoAugment", "RandAugment", "CutOut(3)")
    return seen, all(seen[name] == 1 for name in fixed) and all(seen[name] > 1 for name in usual)


@claim("304.names", "the random operations that vision and transforms offer")
def names() -> Measured:
    seen = {
        "vision, Random*": sorted(name for name in dir(vision) if name.startswith("Random")),
        "transforms, Random*": sorted(name for name in dir(transforms) if name.startswith("Random")),
        "vision, random without saying so": sorted(
            {"AutoAugment", "RandAugment", "TrivialAugmentWide", "UniformAugment", "CutOut", "CutMixBatch", "MixUp",
             "MixUpBatch", "RandomLighting"} & set(dir(vision))
        ),
    }  # fmt: skip
    return seen, "RandomHorizontalFlip" in seen["vision, Random*"] and "RandomChoice" in seen["transforms, Random*"]


def normalize(mean: List[float] = MEAN, std: List[float] = STD, **options: Any) -> Callable[[], Any]:
    return lambda: vision.Normalize(mean, std, **options)


@claim("308.small-statistics", "0-1 statistics on 0-255 data pass silently and give values up to a thousand")
def small_on_big() -> Measured:
    seen = {
        "Normalize(0-1 statistics)": attempt(normalize()),
        "Normalize(0-255 statistics)": attempt(normalize(BIG_MEAN, BIG_STD)),
        "Rescale(1/255, 0), Normalize(0-1)": attempt(lambda: vision.Rescale(1 / 255, 0), normalize()),
        "ToTensor, Normalize(0-1, is_hwc=False)": attempt(vision.ToTensor, normalize(is_hwc=False)),
    }
    high = [each["range"][1] for each in seen.values()]
    return seen, high[0] > 1000 and all(each < 3 for each in high[1:])


@claim("308.big-statistics", "0-255 statistics on data that is already 0-1 pass silently and give nearly one value")
def big_on_small() -> Measured:
    seen = {
        "ToTensor, Normalize(0-255, is_hwc=False)": attempt(
            vision.ToTensor, normalize(BIG_MEAN, BIG_STD, is_hwc=False)
        ),
        "Rescale, Normalize(0-255)": attempt(lambda: vision.Rescale(1 / 255, 0), normalize(BIG_MEAN, BIG_STD)),
    }
    return seen, all(each["range"][0] > -2.2 and each["range"][1] < -1.7 for each in seen.values())


@claim("308.scaled-twice", "ToTensor divides by 255 whatever it gets: floats, too")
def twice() -> Measured:
    floats = (IMAGE / 255).astype(np.float32)
    seen = {
        "ToTensor on uint8": attempt(vision.ToTensor),
        "ToTensor on float32 of 0-1": attempt(vision.ToTensor, image=floats),
        "ToTensor on float32 of 0-255": attempt(vision.ToTensor, image=IMAGE.astype(np.float32)),
        "Rescale(1/255, 0), ToTensor": attempt(lambda: vision.Rescale(1 / 255, 0), vision.ToTensor),
        "Normalize(0-255 statistics), ToTensor": attempt(normalize(BIG_MEAN, BIG_STD), vision.ToTensor),
        "ToTensor, ToTensor": attempt(vision.ToTensor, vision.ToTensor),
        "ToTensor, Rescale(1/255, 0)": attempt(vision.ToTensor, lambda: vision.Rescale(1 / 255, 0)),
        "HWC2CHW on uint8": attempt(vision.HWC2CHW),
        "ToPIL, ToTensor": attempt(vision.ToPIL, vision.ToTensor),
    }
    again = seen["ToTensor on float32 of 0-1"]["range"][1]
    return seen, near(seen["ToTensor on uint8"]["range"][1], 1, 0.02) and near(again, 1 / 255, 0.02)


@claim("308.normalize-after-layout", "Normalize of several means after ToTensor or HWC2CHW raises without is_hwc=False")
def layout() -> Measured:
    seen: Seen = {}
    for name, change in (("ToTensor", vision.ToTensor), ("HWC2CHW", vision.HWC2CHW)):
        for text, options in (("", {}), (", is_hwc=True", {"is_hwc": True}), (", is_hwc=False", {"is_hwc": False})):
            seen[f"{name}, Normalize({text.strip(', ') or 'default'})"] = attempt(change, normalize(**options))
        seen[f"{name}, Normalize of one mean"] = attempt(change, normalize([0.5], [0.5]))
        seen[f"{name}, Normalize, image 3 wide"] = attempt(change, normalize(), image=IMAGE[:, :3])
        seen[f"{name}, Normalize, image 3 x 3"] = attempt(change, normalize(), image=IMAGE[:3, :3])
    seen["Normalize(is_hwc=False) on HWC"] = attempt(normalize(is_hwc=False))
    raises = [name for name, each in seen.items() if is_error(each)]
    wanted = [f"{name}, Normalize({text})" for name in ("ToTensor", "HWC2CHW") for text in ("default", "is_hwc=True")]
    return seen, raises == [*wanted, "Normalize(is_hwc=False) on HWC"]


def effect(array: np.ndarray, flips: Dict[str, np.ndarray]) -> str:
    flipped = [f", flipped along {axis}" for axis, wanted in flips.items() if np.array_equal(array, wanted)]
    return f"{array.dtype} {' x '.join(map(str, array.shape))}{''.join(flipped)}"


@claim("308.after-layout", "what operations on height and width do to an image that is already CHW")
def geometry() -> Measured:
    operations: Dict[str, Callable[[], Any]] = {
        "Resize((4, 5))": lambda: vision.Resize((4, 5)),
        "Resize(4)": lambda: vision.Resize(4),
        "RandomResize(4)": lambda: vision.RandomResize(4),
        "CenterCrop(4)": lambda: vision.CenterCrop(4),
        "CenterCrop(2)": lambda: vision.CenterCrop(2),
        "RandomCrop(4)": lambda: vision.RandomCrop(4),
        "RandomCrop(2)": lambda: vision.RandomCrop(2),
        "RandomCrop(4, padding=2)": lambda: vision.RandomCrop(4, padding=2),
        "Crop((0, 0), 4)": lambda: vision.Crop((0, 0), 4),
        "RandomResizedCrop(4)": lambda: vision.RandomResizedCrop(4),
        "Pad(2)": lambda: vision.Pad(2),
        "PadToSize(12)": lambda: vision.PadToSize(12),
        "HorizontalFlip()": vision.HorizontalFlip,
        "VerticalFlip()": vision.VerticalFlip,
        "RandomHorizontalFlip(1.0)": lambda: vision.RandomHorizontalFlip(1.0),
        "RandomVerticalFlip(1.0)": lambda: vision.RandomVerticalFlip(1.0),
        "Rotate(90)": lambda: vision.Rotate(90),
        "RandomRotation(90)": lambda: vision.RandomRotation(90),
        "RandomColorAdjust(0.5)": lambda: vision.RandomColorAdjust((0.5, 0.6)),
        "RandomErasing(1.0)": lambda: vision.RandomErasing(1.0),
        "CutOut(2)": lambda: vision.CutOut(2),
        "CutOut(2, is_hwc=False)": lambda: vision.CutOut(2, is_hwc=False),
        "HWC2CHW()": vision.HWC2CHW,
        "ToTensor()": vision.ToTensor,
        "GaussianBlur(3)": lambda: vision.GaussianBlur(3),
    }
    seen: Seen = {}
    for name, change in (("ToTensor", vision.ToTensor), ("HWC2CHW", vision.HWC2CHW)):
        chw = through([change()])
        flips = {"width": chw[:, :, ::-1], "height": chw[:, ::-1], "channels": chw[::-1]}
        for text, make in operations.items():
            seen[f"{name}, {text}"] = outcome(
                lambda change=change, make=make, flips=flips: effect(through([change(), make()]), flips)
            )
    return seen, all(is_error(seen[f"{name}, RandomCrop(4)"]) for name in ("ToTensor", "HWC2CHW"))
