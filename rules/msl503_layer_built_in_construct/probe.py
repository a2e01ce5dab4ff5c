"""Builds the layer in construct, calls the network twice, and looks at what it knows of the layer."""

import inspect
from dataclasses import replace

SIZES = {
    "in_channels": 4,
    "in1_channels": 4,
    "in2_channels": 4,
    "in_features": 4,
    "out_channels": 4,
    "out_features": 4,
    "kernel_size": 1,
    "stride": 1,
    "padding": 0,
    "dilation": 1,
    "group": 1,
    "groups": 1,
    "num_features": 4,
    "normalized_shape": (4,),
    "num_groups": 2,
    "num_channels": 4,
    "vocab_size": 8,
    "num_embeddings": 8,
    "embedding_size": 4,
    "embedding_dim": 4,
    "field_size": 2,
    "input_size": 4,
    "hidden_size": 4,
    "embed_dim": 4,
    "num_heads": 2,
    "d_model": 4,
    "nhead": 2,
    "dim_feedforward": 4,
}
ALWAYS = ("d_model", "nhead", "dim_feedforward", "input_size", "hidden_size")
CALLS = 2
RECURRENT = (".LSTM", ".GRU", ".RNN")
POSITIONS = ("input_size", "hidden_size", "num_layers", "has_bias", "batch_first", "dropout", "bidirectional")


def probe(case, lab):
    nn = lab.nn
    recipe = lab.settled(_named(case.call), p=0.5)
    within = case.param("method") is not None
    fill = _sizes(lab.find(recipe.name), recipe)
    drops = "Dropout" in recipe.name
    built = []

    def build():
        built.append(lab.make(recipe, **fill))
        return built[-1]

    class Net(nn.Cell):
        def __init__(self):
            super().__init__()
            self.layer = None if within else build()

        def construct(self, x):
            layer = build() if within else self.layer
            return layer(x) if drops else x

    net = Net().set_train()
    dims = next((dims for dims in (1, 2, 3) if f"{dims}d" in recipe.name), 0)
    ones = lab.ms.Tensor(lab.np.ones((8, 64, *[3] * dims), lab.np.float32))
    for _ in range(CALLS):
        zeros = float((net(ones).asnumpy() == 0).mean())
    if drops:
        seen = {"zeros": zeros, "training": sum(layer.training for layer in built), "built": len(built)}
        return lab.confirmed("drops", **seen) if zeros == 0 else lab.refuted("drops", **seen)
    own = built[-1].trainable_params()
    known = {id(each) for each in net.trainable_params()}
    of_them = sum(id(each) in known for each in own)
    return lab.shows(of_them == 0 < len(own), built=len(built), all=len(own), known=of_them)


def _named(recipe):
    """The call of a recurrent layer with names for the arguments that its *args take."""
    if not recipe.name.endswith(RECURRENT):
        return recipe
    left = list(POSITIONS)
    passed = [each if each.name else replace(each, name=left.pop(0), positional=False) for each in recipe.passed]
    return replace(recipe, passed=tuple(passed))


def _sizes(api, recipe):
    """Small sizes for what the call gives and for what it needs."""
    needed = {"input_size", "hidden_size"} if recipe.name.endswith(RECURRENT) else set()
    for name, parameter in inspect.signature(api.__init__).parameters.items():
        if parameter.default is parameter.empty or name in ALWAYS:
            needed.add(name)
    return {name: size for name, size in SIZES.items() if name in needed or recipe.gives(name)}
