"""Loads two weights and uses what the program takes for the network afterwards."""


def probe(case, lab):
    net = lab.nn.Dense(4, 4)
    ones = {each.name: lab.ms.Parameter(lab.ops.ones_like(each), name=each.name) for each in net.get_parameters()}
    x, count = lab.tensor(2, 4), case.param("count")
    result = lab.make(case.call, net=net, parameter_dict=ones)
    if count is not None:
        error = lab.error_of(lambda: _unpacked(result, count))
        seen = {"length": len(result), "count": count}
        return lab.refuted("unpack", **seen) if error is None else lab.confirmed("unpack", error=error, **seen)
    taken = result if case.param("name") is not None else net
    error = lab.error_of(lambda: taken(x))
    if error is None and (net.weight.asnumpy() == 1).all():
        return lab.refuted(kind=type(taken).__name__)
    return lab.confirmed(result=str(result), error=error)


def _unpacked(values, count):
    """Assign to so many names, as a statement does."""
    names = ", ".join(f"name{number}" for number in range(count))
    exec(f"{names}, = values", {"values": values})
