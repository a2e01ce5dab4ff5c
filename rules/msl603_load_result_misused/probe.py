"""Loads two weights and uses what the program takes for the network afterwards."""


def probe(case, lab):
    net = lab.nn.Dense(4, 4)
    ones = {each.name: lab.ms.Parameter(lab.ops.ones_like(each), name=each.name) for each in net.get_parameters()}
    x, count = lab.tensor(2, 4), case.param("count")
    result = lab.make(case.call, net=net, parameter_dict=ones)
    if count is not None:
        seen = {"length": len(result), "count": count}
        return lab.confirmed("unpack", **seen) if len(result) != count else lab.refuted("unpack", **seen)
    taken = result if case.param("name") is not None else net
    error = lab.error_of(lambda: taken(x))
    if error is None and (net.weight.asnumpy() == 1).all():
        return lab.refuted(kind=type(taken).__name__)
    return lab.confirmed(result=str(result), error=error)
