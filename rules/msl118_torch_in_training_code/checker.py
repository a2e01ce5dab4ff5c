"""PyTorch's tensor operations in files that build or train a MindSpore network; one finding per file."""

import re

from mslint.rulekit import CallSite, Facts, Severity, at_call, inside

TRAINS = frozenset(
    "mindspore.train.Model mindspore.nn.TrainOneStepCell mindspore.nn.TrainOneStepWithLossScaleCell "
    "mindspore.amp.build_train_network mindspore.value_and_grad mindspore.ops.value_and_grad mindspore.grad "
    "mindspore.ops.grad mindspore.ops.GradOperation mindspore.nn.ForwardValueAndGrad".split()
)
# Functions of torch that compute nothing: files, devices, seeds, settings, questions about types.
OTHER = re.compile(
    r"torch\.(load|save|device|dtype|Size|Generator|manual_seed|seed|initial_seed|compile|no_grad|enable_grad"
    r"|inference_mode|autocast|finfo|iinfo|(is|get|set|use|are)_\w+|(cuda|backends|distributed|utils|hub|jit|onnx"
    r"|version|multiprocessing|profiler|autograd|amp|serialization|npu|mps|random|__\w+__)(\.\w+)*)$"
)
LAYER = re.compile(r"torch\.nn\.[A-Z]\w*$")
# Files that compare or convert, by their path, and the functions in others that do.
APART = re.compile(
    r"(^|[/_.])(ut|st|pth|pt2ms|torch2\w*)(?=[/_.]|$)|test|conver|transform_ckpt|ckpt_transform|compar|align|valid_acc"
    r"|verif|benchmark|(^|[/_])(py)?torch|pth",
    re.IGNORECASE,
)


def check_file(facts: Facts):
    if APART.search(facts.source.path) or not _at_the_top(facts):
        return
    found = [call for call in facts.calls if _computes(call, facts)]
    if not found or not _of_a_network(facts):
        return
    both = any(name.startswith("torch.") for cls in facts.classes for name in facts.base_apis(cls))
    training = {_outermost(call) for call in facts.calls if call.name in TRAINS}
    certain = [call for call in found if not both and _within(call, training, facts)]
    for call in certain or found:
        severity = None if certain else Severity.INFO
        yield at_call(call, "" if certain else "beside", severity, group="torch", api=call.name)


def _at_the_top(facts: Facts):
    """Whether the module itself imports torch, and nothing that is tried or decided comes before."""
    return any(
        path.split(".")[0] == "torch" and place.scope.parent is None and not place.guards
        for path, place, _ in facts.imports
    )


def _computes(call: CallSite, facts: Facts):
    if not call.name.startswith("torch.") or OTHER.match(call.name):
        return False
    return not any(APART.search(name) for name in _functions(call))


def _of_a_network(facts: Facts):
    """Whether the file defines a cell, builds layers of MindSpore, or trains."""
    if any(facts.is_cell(cls) for cls in facts.classes):
        return True
    cell = "mindspore.nn.Cell"
    return any(call.name in TRAINS or facts.tables.is_a(call.api, cell) for call in facts.calls)


def _within(call: CallSite, training, facts: Facts):
    """Whether an operation is done by a cell, or in the function that trains; what fills weights at first is not."""
    here, outer = inside(call, facts), _outermost(call)
    if here is not None:
        return here.runs or LAYER.match(call.name) is not None
    return outer is not None and outer in training


def _functions(call: CallSite):
    scope = call.place.scope
    while scope is not None:
        if scope.function is not None:
            yield scope.function.name
        scope = scope.parent


def _outermost(call: CallSite):
    scope, found = call.place.scope, None
    while scope is not None:
        found = scope.function or found
        scope = scope.parent
    return found
