"""Keeps two layers, or two Parameters, as it is written, and counts which of them the network knows."""

CONTAINERS = ("CellList", "CellDict", "ParameterTuple")


def probe(case, lab):
    nn, np = lab.nn, lab.np
    kind, what = case.param("container"), case.param("what")
    if case.variant == "trailing_comma":
        kind = "tuple"
    wrapper = next((name for name in case.words if name in CONTAINERS), "") if kind is None else ""
    of_parameters = case.variant == "parameters" or wrapper == "ParameterTuple"
    if of_parameters:
        kept = [lab.ms.Parameter(lab.tensor(4), name=name) for name in "ab"]
    elif what is not None and what.endswith("Dropout"):
        kept = [nn.Dropout(p=0.5) for _ in range(2)]
    else:
        kept = [nn.Dense(4, 4) for _ in range(2)]

    class Net(nn.Cell):
        def __init__(self):
            super().__init__()
            self.head = nn.Dense(4, 4)
            if kind == "list":
                self.kept = kept
            elif kind == "tuple":
                self.kept = tuple(kept)
            elif kind == "dict":
                self.kept = dict(zip("ab", kept))
            elif wrapper == "CellDict":
                self.kept = nn.CellDict(dict(zip("ab", kept)))
            elif wrapper:
                self.kept = (lab.ms.ParameterTuple if of_parameters else nn.CellList)(kept)
            else:
                self.first, self.second = kept

        def construct(self, x):
            x = self.head(x)
            for each in kept:
                x = x + each if of_parameters else each(x)
            return x

    net = Net().set_train()
    every = kept if of_parameters else [each for cell in kept for each in cell.get_parameters()]
    known = {id(each) for each in net.trainable_params()}
    of_them = sum(id(each) in known for each in every)
    x, container = lab.tensor(32, 4), kind or wrapper or "attribute"
    if not every:
        zeros = float((net(x).asnumpy() == 0).mean())
        give = lab.refuted if zeros else lab.confirmed
        return give("mode", container=container, reached=sum(cell.training for cell in kept), zeros=zeros)
    before = [each.asnumpy().copy() for each in every]
    nn.TrainOneStepCell(nn.WithLossCell(net, nn.MSELoss()), nn.SGD(net.trainable_params(), 0.1))(x, x * 2)
    moved = sum(bool(np.any(each.asnumpy() != old)) for each, old in zip(every, before))
    return lab.shows(of_them == 0 == moved, container=container, known=of_them, all=len(every), moved=moved)
