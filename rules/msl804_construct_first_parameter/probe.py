"""Calls cells whose construct takes what is written, in PyNative mode and in graph mode."""

# ruff: noqa: N805

from mindspore import Tensor, nn


class Named(nn.Cell):
    def construct(this, x):
        return x + 1


class Starred(nn.Cell):
    def construct(*inputs):
        return inputs[1] + 1


class Static(nn.Cell):
    @staticmethod
    def construct(x):
        return x + 1


class OfClass(nn.Cell):
    @classmethod
    def construct(cls, x):
        return x + 1


class Missing(nn.Cell):
    def construct(x):
        return x + 1


class Usual(nn.Cell):
    def construct(self, x):
        return x + 1


def probe(case, lab):
    name = case.param("name")
    if case.variant == "none":
        cell, form = Missing(), "construct(x)"
    elif case.variant == "static":
        cell, form = (OfClass(), "@classmethod") if name == "classmethod" else (Static(), "@staticmethod")
    elif name is None:
        cell, form = Usual(), "construct(self, x)"
    elif name.startswith("*"):
        cell, form = Starred(), "construct(*inputs)"
    else:
        cell, form = Named(), "construct(this, x)"
    x = Tensor([1.0, 2.0])
    eager = lab.error_of(lambda: cell(x))
    lab.ms.set_context(mode=lab.ms.GRAPH_MODE)
    wrong = lab.error_of(lambda: Usual()(x))
    if wrong is not None:  # then an error of the other says nothing of its parameters
        lab.fail("probe-failed", reason=wrong)
    graph = lab.error_of(lambda: cell(x))
    if graph is None:
        return lab.refuted(form=form)
    if eager is not None:
        return lab.confirmed("none", form=form, error=eager)
    return lab.refuted(form=form) if case.variant == "none" else lab.confirmed(form=form, error=graph)
