"""Pictures of built-in datasets that reach training or evaluation with the values 0 to 255 that they begin with."""

import re

from mslint.rulekit import Program, at_event, holds_images, note, numbers_in, on_first_column, pipelines

TAKERS = ("mindspore.train.Model.train", "mindspore.train.Model.fit", "mindspore.train.Model.eval")
# They leave values between 0 and 255; the others may do anything.
KEEPS = frozenset(
    "Decode RandomCropDecodeResize HWC2CHW TypeCast Resize RandomResize RandomResizedCrop CenterCrop Crop RandomCrop "
    "Pad PadToSize HorizontalFlip VerticalFlip RandomHorizontalFlip RandomVerticalFlip Rotate RandomRotation "
    "RandomAffine RandomPerspective GaussianBlur CutOut RandomErasing RandomColor RandomColorAdjust RandomSharpness "
    "RandomGrayscale RandomPosterize RandomSolarize RandomInvert RandomEqualize RandomAutoContrast "
    "RandomAdjustSharpness AutoContrast Equalize Invert AutoAugment RandAugment TrivialAugmentWide".split()
)
# Whoever brings pictures to another scale somewhere else uses one of these words or numbers.
SCALING = (
    *"normalize normalise normalized normalised normalization normalisation normalizer rescale rescaled".split(),
    *"standardize standardise standardization standardisation preprocess preprocessing preprocessor totensor".split(),
    *("pixel mean", "to tensor", "img mean", "image mean"),
)
NUMBERS = frozenset((255.0, 127.5, round(1 / 255, 4), round(1 / 256, 4), round(1 / 127.5, 4)))
OPERANDS = frozenset((256.0, 128.0))  # widths of layers otherwise
TESTS = re.compile(r"(^|/)(tests?|ut|st)/|(^|/)test_[^/]*\.py$|_test\.py$")


def check_program(program: Program):
    told, elsewhere = set(), None
    for pipeline in pipelines(program):
        source = pipeline.source
        takers = [event for event in pipeline.takers if event.name in TAKERS]
        if not takers or pipeline.escaped or (source.path, source.span) in told or holds_images(source) is None:
            continue
        done = on_first_column(pipeline)
        if holds_images(source) is False and not any("Decode" in each.name for each in done or ()):
            continue
        if done is None or any(each.name not in KEEPS for each in done) or TESTS.search(source.path):
            continue
        if elsewhere is None:
            elsewhere = _scaled_elsewhere(program)
        if elsewhere:
            return
        told.add((source.path, source.span))
        there = note(takers[0], "and goes into the network here", "并在此处送入网络")
        yield at_event(source, related=[there])


def _scaled_elsewhere(program):
    """Whether a word or a number of the program says that pictures are scaled somewhere, such as in the network."""
    if program.speaks_of(*SCALING):
        return True
    numbers = {round(number, 4) for number in numbers_in(program)}
    return bool(numbers & NUMBERS) or not OPERANDS.isdisjoint(numbers_in(program, operands=True))
