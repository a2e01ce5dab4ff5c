"""Loads a checkpoint of which one name does not fit, and looks for a way in which the program could hear of that."""


def probe(case, lab):
    net = lab.nn.Dense(4, 4)
    names = ("weight", "offset")  # the net has a bias instead
    ones = {name: lab.ms.Parameter(lab.ms.Tensor(lab.np.ones((4, 4), lab.np.float32)), name=name) for name in names}
    before = net.bias.asnumpy().copy()
    try:
        result = lab.make(case.call, net=net, parameter_dict=ones)
    except RuntimeError as error:
        return lab.refuted(result=lab.line(error))
    silent = bool((net.bias.asnumpy() == before).all()) and case.param("result") == "ignored"
    return lab.shows(silent, result=str(result))
