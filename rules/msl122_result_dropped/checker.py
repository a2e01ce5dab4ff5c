"""Statements that drop the result of something that changes nothing in place."""

from mslint.rulekit import CallSite, Facts, assign_result, at_call, unsafe, writing

TENSOR, DATASET = "mindspore.Tensor.", "mindspore.dataset.Dataset."
STAGES = frozenset(
    "apply batch bucket_batch_by_length concat filter flat_map map padded_batch project rename repeat shuffle skip "
    "take zip".split()
)
# What gives back as many tensors as it was given; the tables list what gives tensors in any case.
MORE = frozenset(
    f"mindspore.ops.{name}" for name in ("clip_by_global_norm", "clip_by_norm", "clip_by_value", "stop_gradient")
)


def check_discarded(call: CallSite, facts: Facts):
    variant = _variant(call, facts)
    operand = call.beginning
    if variant is None or operand is None or facts.is_test or call.expects_error or call.version_guarded:
        return
    results = facts.results
    if results.shown(call) or results.tried(call) or results.for_nobody(call) or not results.only_computes(call):
        return
    target = operand.text if operand.whole_name and not call.place.loops else ""
    fix = unsafe(writing(f"{target} = ..."), assign_result(call.span, target)) if target else None
    name = call.name.rpartition(".")[2]
    likely = "" if call.sure else name
    yield at_call(call, variant, fix=fix, unless_defined=likely, name=name, operand=operand.text)


def _variant(call: CallSite, facts: Facts):
    """Which kind of thing gives a result that is dropped; None where it may do something besides."""
    if call.name.startswith(DATASET):
        return "dataset" if call.name[len(DATASET) :] in STAGES else None
    if not facts.tables.changes_nothing(call.name) and call.name not in MORE:
        return None
    if not call.name.startswith(TENSOR):
        return "function"
    return "" if call.sure else "named"
