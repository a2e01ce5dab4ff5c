"""A tensor that initializer() made holds no values before something initializes it; computing with it is a mistake."""

from mslint.rulekit import CallSite, Facts, Use, at_call

# What takes such a tensor as it is and gives it values, or gives them out; all of this was measured.
HOLDERS = frozenset("Parameter set_data asnumpy numpy".split())
METHODS = frozenset("asnumpy numpy set_dtype dim ndimension".split())
VALUED = frozenset("init_data set_data value".split())
WITHOUT_VALUES = frozenset(
    "ones_like zeros_like full_like empty_like rand_like randn_like shape rank dtype size Shape Rank DType Size".split()
)
COPIES = frozenset(("mindspore.Tensor", "mindspore.tensor"))
# What takes the memory as it is without a word, in every version.
SILENT = COPIES | {"mindspore.ops.assign", "mindspore.ops.Assign"}
RAISES_SINCE = (2, 8)


def check_call(call: CallSite, facts: Facts):
    if facts.uses.receiver_of(call) in HOLDERS or call.expects_error or call.may_fail or call.version_guarded:
        return
    if not _lazy(call, facts):
        return
    uses = facts.uses.of(call)
    computed = [use for use in uses or () if _computes(use, facts)]
    if not computed or any(_unknown(use, facts) for use in uses or ()):
        return
    if _zeros(call, facts) and all(use.name in COPIES for use in computed):
        return  # zeros are what it takes, and what it is to get
    silent = facts.version < RAISES_SINCE or all(use.name in SILENT for use in computed)
    yield at_call(call, "zeros" if silent else "", use=computed[0].text, kind=computed[0].kind, by=computed[0].name)


def _lazy(call: CallSite, facts: Facts) -> bool:
    """Whether it is told how to initialize: what is given a Tensor has values."""
    init = call.get("init")
    if init is None or not call.sure:
        return False
    if init.value.known:
        return all(isinstance(each, (str, int, float)) for each in init.value.options)
    ref = facts.names.resolve(init.node, init.place, init.order)
    return ref is not None and ref.instance and (ref.name or "").startswith("mindspore.common.initializer.")


def _zeros(call: CallSite, facts: Facts) -> bool:
    """Whether it is told to give zeros."""
    init = call.get("init")
    if init is None:
        return False
    made = facts.call_of(init.node)
    if made is not None:
        return made.name == "mindspore.common.initializer.Zero"
    return init.value.known and all(each in ("zeros", "zero", 0) for each in init.value.options)


def _computes(use: Use, facts: Facts) -> bool:
    """Whether the values are asked for."""
    if use.kind in ("operand", "subscript"):
        return True
    if use.kind == "method":
        return use.name not in METHODS | VALUED and facts.tables.returns_tensor(f"mindspore.Tensor.{use.name}")
    if use.kind != "argument" or use.name.rpartition(".")[2] in WITHOUT_VALUES:
        return False
    if use.name in COPIES:
        return use.parameter in ("0", "input_data")
    # A primitive is given its attributes first, and its operands when the instance is called.
    function = use.name.rpartition(".")[2][:1].islower()
    return use.name.startswith("mindspore.ops.") and (use.made or function) or use.made and _layer(use.name)


def _layer(name: str) -> bool:
    return name.startswith("mindspore.nn.")


def _unknown(use: Use, facts: Facts) -> bool:
    """Whether it may be what gives the tensor its values."""
    if _computes(use, facts) or use.kind == "attribute" or use.name.rpartition(".")[2] in WITHOUT_VALUES:
        return False
    return use.kind != "method" or use.name not in METHODS
