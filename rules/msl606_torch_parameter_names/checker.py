"""Norm layers, Embedding and PReLU have names of their own in MindSpore: what keeps PyTorch's is not loaded."""

from typing import Optional

from mslint.rulekit import Conversion, Program, Severity, at_event, conversions, note

# What a renaming cannot do without.
RENAMED = ("gamma", "beta", "moving", "embedding_table")
LAYERS = frozenset(
    f"mindspore.nn.{name}"
    for name in "BatchNorm1d BatchNorm2d BatchNorm3d SyncBatchNorm LayerNorm GroupNorm Embedding PReLU".split()
)
# Strings and models that show that the checkpoint holds such layers.
STATISTICS = ("num_batches_tracked", "running_mean", "running_var")
MODELS = tuple(f"torchvision.models.{name}" for name in "resnet resnext wide_resnet densenet mobilenet vit_".split())


def check_program(program: Program):
    for conversion in conversions(program):
        if any(part in text for text in conversion.texts for part in RENAMED):
            continue
        certain = _certain(program, conversion)
        if certain is None:
            continue
        read = note(conversion.source, "the names come from here", "参数名来自这里")
        if certain:
            yield at_event(conversion.sink, related=[read])
        else:
            yield at_event(conversion.sink, "perhaps", Severity.INFO, sure=False, related=[read])


def _certain(program: Program, conversion: Conversion) -> Optional[bool]:
    """Whether there are layers with other names; None where the network certainly or probably has none."""
    if conversion.network is not None and conversion.network.known:
        parts = list(program.parts(conversion.network))
        if any(obj.api in LAYERS for obj in parts):
            return True
        if parts and not any(obj.escaped for obj in parts):
            return None
    if program.mentions("mint"):  # its layers have PyTorch's names
        return None
    if any(part in text for text in conversion.texts for part in STATISTICS):
        return True
    return conversion.source.name.startswith(MODELS)
