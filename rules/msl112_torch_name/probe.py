"""Looks up a name, or calls a method of a tensor, a layer or an optimizer, in the installed MindSpore."""


def probe(case, lab):
    kind, name = case.param("kind"), case.param("name")
    if kind is None:
        error = lab.missing(name)
        return lab.refuted(name=name) if error is None else lab.confirmed(name=name, error=error)
    owner = _owner(kind, lab)
    error = lab.error_of(lambda: getattr(owner, name))
    if error is None and not callable(getattr(owner, name)):
        error = lab.error_of(lambda: getattr(owner, name)())
    if error is None:
        return lab.refuted(name=name)
    return lab.confirmed("method", name=name, of=kind.rpartition(".")[2], error=error)


def _owner(kind, lab):
    if kind == "torch.Tensor":
        return lab.tensor(2, 2)
    net = lab.network()
    return net if kind == "torch.nn.Module" else lab.nn.SGD(net.trainable_params(), 0.1)
