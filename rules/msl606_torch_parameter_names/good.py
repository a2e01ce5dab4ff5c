# %%
import mindspore as ms
import torch

NAMES = {"running_mean": "moving_mean", "running_var": "moving_variance", "weight": "gamma", "bias": "beta"}


def convert(source, target):
    parameters = []
    state = torch.load(source, map_location="cpu")
    for name, value in state.items():
        layer, _, last = name.rpartition(".")
        if f"{layer}.running_mean" in state:
            name = f"{layer}.{NAMES.get(last, last)}"
        parameters.append({"name": name, "data": ms.Tensor(value.numpy())})
    ms.save_checkpoint(parameters, target)

# %%
import mindspore as ms
import torch
from mindspore import Parameter, Tensor, nn

net = nn.SequentialCell(nn.Embedding(100, 8), nn.LayerNorm((8,)), nn.Dense(8, 2))
state = torch.load("text.pth")["state_dict"]
names = {"0.weight": "0.embedding_table", "1.weight": "1.gamma", "1.bias": "1.beta"}
ms.load_param_into_net(net, {names.get(key, key): Parameter(Tensor(value.numpy())) for key, value in state.items()})

# %%
import mindspore as ms
import torchvision

from names import translated


def main():
    state = torchvision.models.resnet50(weights="DEFAULT").state_dict()
    weights = []
    for key in state:
        entry = {}
        entry["name"] = translated(key)
        entry["data"] = ms.Tensor(state[key].numpy())
        weights.append(entry)
    ms.save_checkpoint(weights, "resnet50.ckpt")
