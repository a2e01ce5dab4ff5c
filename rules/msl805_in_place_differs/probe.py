"""Makes the change in PyNative mode and in a graph, and looks at what the other name holds afterwards."""

from mindspore import Parameter, Tensor, jit, nn


def alias(x, op):
    x = x * 1
    held = x
    if op == "+":
        x += 2
    elif op == "-":
        x -= 2
    elif op == "*":
        x *= 2
    elif op == "/":
        x /= 2
    elif op == "//":
        x //= 2
    else:
        x %= 2
    return x, held


def argument(x, op):
    if op == "+":
        x += 2
    elif op == "-":
        x -= 2
    elif op == "*":
        x *= 2
    elif op == "/":
        x /= 2
    elif op == "//":
        x //= 2
    else:
        x %= 2
    return x * 1


class Keeps(nn.Cell):
    def __init__(self, op):
        super().__init__()
        self.op = op
        self.weight = Parameter(begun(), name="weight")

    def construct(self, x):
        y = self.weight
        if self.op == "+":
            y += x
        elif self.op == "-":
            y -= x
        elif self.op == "*":
            y *= x
        elif self.op == "/":
            y /= x
        elif self.op == "//":
            y //= x
        else:
            y %= x
        return y * 1


def store(x, op):
    x[0] = 100
    return x * 1


def fresh(x, op):
    held = x
    x = x + 2
    return x, held


def begun():
    return Tensor([3.0, 4.0])


def probe(case, lab):
    op, variant = case.param("op"), case.variant
    held = [_held(lab, op, variant, graph) for graph in (False, True)]
    written = "x[0] = 100" if variant == "store" else f"x {op}= 2" if op is not None else "x = x + 2"
    return lab.shows(
        held[0] != held[1], written=written, begun=begun().asnumpy().tolist(), eager=held[0], graph=held[1]
    )


def _held(lab, op, variant, graph):
    """What the other name holds after the change."""
    if op is not None and variant == "attribute":
        lab.ms.set_context(mode=lab.ms.GRAPH_MODE if graph else lab.ms.PYNATIVE_MODE)
        cell = Keeps(op)
        cell(Tensor([2.0, 2.0]))
        return cell.weight.asnumpy().tolist()
    function = fresh if op is None else {"argument": argument, "store": store}.get(variant, alias)
    x = begun()
    given = (jit(function) if graph else function)(x, op or "")
    return (given[1] if isinstance(given, tuple) else x).asnumpy().tolist()
