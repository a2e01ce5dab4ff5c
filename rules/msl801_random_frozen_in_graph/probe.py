"""Calls a cell that draws eight times, in both modes, and counts the different numbers."""

import contextlib
import random

import numpy as np
from mindspore import Tensor, nn, ops

CALLS = 8
# What a function is given so that it gives one number; others are asked without.
GIVEN = {
    "uniform": (0.0, 1.0),
    "randint": (0, 10**6),
    "random_integers": (0, 10**6),
    "randrange": (10**6,),
    "getrandbits": (30,),
    "choice": (tuple(range(1000)),),
    "binomial": (10**6, 0.5),
    "beta": (2.0, 3.0),
    "betavariate": (2.0, 3.0),
    "gammavariate": (2.0, 3.0),
    "gauss": (0.0, 1.0),
    "normalvariate": (0.0, 1.0),
    "lognormvariate": (0.0, 1.0),
    "vonmises": (0.0, 1.0),
    "gamma": (2.0,),
    "geometric": (0.0001,),
    "chisquare": (2.0,),
    "weibull": (2.0,),
    "poisson": (10**6,),
    "triangular": (0.0, 0.5, 1.0),
    "expovariate": (1.0,),
    "paretovariate": (2.0,),
    "weibullvariate": (1.0, 2.0),
}


class Draws(nn.Cell):
    def __init__(self, function, given):
        super().__init__()
        self.function = function
        self.given = given

    def construct(self, x):
        return x + self.function(*self.given)


class Takes(nn.Cell):
    def construct(self, x, drawn):
        return x + drawn


def probe(case, lab):
    name = case.param("call")
    x = Tensor(np.zeros(1, np.float32))
    if name is not None:
        function, given, name = _function(name)
        net, inputs = Draws(function, given), lambda: (x,)
    elif "randn_like" in case.words or "rand" in case.words:
        net, inputs, name = Draws(ops.rand, (1,)), lambda: (x,), "ops.rand"
    else:
        net, inputs, name = Takes(), lambda: (x, Tensor(random.random())), "random.random"
    seen = {}
    for mode in ("PyNative", "graph"):
        lab.ms.set_context(mode=lab.ms.GRAPH_MODE if mode == "graph" else lab.ms.PYNATIVE_MODE)
        seen[mode] = len({float(net(*inputs()).asnumpy()[0]) for _ in range(CALLS)})
    numbers = {"name": name, "calls": CALLS, "graph": seen["graph"], "eager": seen["PyNative"]}
    return lab.shows(seen["graph"] == 1 < seen["PyNative"], **numbers)


def _function(name):
    """The function, what it is given, and its name; where it gives no number, a plain one stands in."""
    module, _, short = name.rpartition(".")
    of_numpy = module == "np.random"
    function, given = getattr(np.random if of_numpy else random, short, None), GIVEN.get(short, ())
    with contextlib.suppress(TypeError):
        if isinstance(function(*given), (int, float, np.number)):
            return function, given, name
    return (np.random.rand, (), "np.random.rand") if of_numpy else (random.random, (), "random.random")
