# %%
import mindspore as ms
import torch


def convert(source, target):
    parameters = []
    state = torch.load(source, map_location="cpu")
    for name, value in state.items():
        if "num_batches_tracked" not in name:
            parameters.append({"name": name, "data": ms.Tensor(value.numpy())})
    ms.save_checkpoint(parameters, target)  # MSL606

# %%
import mindspore as ms
import torch
from mindspore import Parameter, Tensor, nn

net = nn.SequentialCell(nn.Embedding(100, 8), nn.LayerNorm((8,)), nn.Dense(8, 2))
state = torch.load("text.pth")["state_dict"]
ms.load_param_into_net(net, {key.replace("module.", ""): Parameter(Tensor(value.numpy())) for key, value in state.items()})  # MSL606

# %%
import mindspore as ms
import torch
import torchvision


def main():
    state = torchvision.models.resnet50(weights="DEFAULT").state_dict()
    weights = []
    for key in state:
        entry = {}
        entry["name"] = key
        entry["data"] = ms.Tensor(state[key].numpy())
        weights.append(entry)
    ms.save_checkpoint(weights, "resnet50.ckpt")  # MSL606


def plain(path):
    weights = [{"name": key, "data": ms.Tensor(value.numpy())} for key, value in torch.load(path).items()]
    ms.save_checkpoint(weights, "vgg.ckpt")  # MSL606 info
