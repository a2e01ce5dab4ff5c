"""Builds a container of layers in the way that is written, and counts the layers and weights that are its own."""

MOST = 8  # layers


def probe(case, lab):
    nn = lab.nn
    what, count = case.param("what"), case.param("count")
    number = int(count) if count is not None and count.isdecimal() else 3
    number = max(2, min(number, MOST))
    build = {"nn.Dropout": lambda: nn.Dropout(p=0.5)}.get(what, lambda: nn.Dense(4, 4))
    cells = nn.CellList([build() for _ in range(number)] if what is None else [build()] * number)
    layers = len({id(cell) for cell in cells})
    weights = len(cells.trainable_params())
    return lab.shows(layers == 1, positions=len(cells), layers=layers, weights=weights)
