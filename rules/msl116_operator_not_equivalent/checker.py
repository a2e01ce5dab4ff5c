"""norm, diag and svd differ from PyTorch's only for what has two dimensions, or by the order of what they return."""

from mslint.rulekit import CallSite, Facts, at_call

MATRIX = frozenset(f"mindspore.ops.{name}" for name in "matmul mm outer cov corrcoef eye cdist inverse".split())
STACKS = ("mindspore.ops.stack", "mindspore.mint.stack")


def check_call(call: CallSite, facts: Facts):
    if call.version_guarded:
        return
    kind = call.name.rpartition(".")[2]
    if kind == "norm":
        # 2.0 of a matrix gives the Frobenius norm, which is what PyTorch means.
        order = call.get("ord")
        taken = order is not None and any(order.value.is_just(number) for number in (1, 1.0, 2))
        if taken and call.missing("dim") and _made(call) not in STACKS:  # a stack of norms has one dimension
            yield at_call(call, "norm", about="dim", group=call.name, text=order.text)
    elif kind == "diag":
        if _made(call) in MATRIX:
            yield at_call(call, "diag", group=call.name)
    elif kind == "svd" and (call.missing("compute_uv") or call.value("compute_uv").is_just(True)):
        assigned = facts.results.assigned(call)
        names = assigned.names if assigned is not None else []
        if not names or not names[0].lower().startswith("s"):  # s, sigma, singular: it is known to come first
            yield at_call(call, "svd", about="compute_uv", group=call.name)


def _made(call: CallSite) -> str:
    """The API that made what the call takes, where that stands right there."""
    given = call.operand
    return given.made.name if given is not None and given.made is not None else ""
