# %% the loss is differentiated as it is, and only the sum is scaled | 对未缩放的损失求梯度，只缩放总和
import mindspore as ms
from mindspore import nn, ops

SCALE = 1024.0


def critic_loss(critic, real, fake, mixed):
    gradient = ms.grad(lambda inputs: critic(inputs).sum())(mixed)
    penalty = ((ops.norm(gradient, dim=1) - 1) ** 2).mean()
    loss = critic(fake).mean() - critic(real).mean()
    return (loss + 10 * penalty) * SCALE


print(critic_loss(nn.Dense(3, 1), ops.ones((2, 3)), ops.zeros((2, 3)), ops.ones((2, 3))))

# %% the norm of scaled gradients is only printed, or decides about clipping | 缩放后梯度的范数只用于打印，或用于决定是否裁剪
import mindspore as ms
from mindspore import nn, ops


def step(net, loss_fn, scale, x, y):
    def forward(x, y):
        return loss_fn(net(x), y) * scale

    grads = ms.grad(forward)(x, y)
    norm = ops.sqrt((grads**2).sum())
    print("norm of the scaled gradients", norm)
    return grads / scale


step(nn.Dense(3, 2), nn.MSELoss(), 1024.0, ops.ones((2, 3)), ops.ones((2, 2)))

# %% a factor that is called scale and multiplies the inputs | 名为 scale 的系数，乘在输入上
import mindspore as ms
from mindspore import nn, ops


def critic_loss(critic, real, mixed, scale):
    def forward(inputs):
        return critic(inputs * scale).sum()

    gradient = ms.grad(forward)(mixed)
    penalty = ((ops.norm(gradient, dim=1) - 1) ** 2).mean()
    loss = critic(real).mean()
    return loss + 10 * penalty


print(critic_loss(nn.Dense(3, 1), ops.ones((2, 3)), ops.ones((2, 3)), 2.0))

# %% a network for physics whose output has a scale, and whose derivatives are a part of the loss | 物理问题的网络，输出带有 scale，其导数是损失的一部分
import mindspore as ms
from mindspore import nn, ops


def residual_loss(net, points, scale, data_loss):
    def solution(points):
        return net(points).sum() * scale

    slope = ms.grad(solution)(points)
    residual = (slope**2 - points).mean()
    return data_loss + residual


print(residual_loss(nn.Dense(3, 1), ops.ones((2, 3)), 5.0, 0.1))

# %% a loss of which nobody knows whether it is scaled | 不知道是否缩放过的损失
import mindspore as ms
from mindspore import ops
from somewhere import forward


def critic_loss(critic, real, mixed):
    gradient = ms.grad(forward)(mixed)
    penalty = ((ops.norm(gradient, dim=1) - 1) ** 2).mean()
    loss = critic(real).mean()
    return loss + 10 * penalty
