# %%
import mindspore as ms
from mindspore import nn, ops

SCALE = 1024.0


def critic_loss(critic, real, fake, mixed):
    def scaled(inputs):
        return critic(inputs).sum() * SCALE

    gradient = ms.grad(scaled)(mixed)  # MSL405
    penalty = ((ops.norm(gradient, dim=1) - 1) ** 2).mean()
    loss = critic(fake).mean() - critic(real).mean()
    return (loss + 10 * penalty) * SCALE


print(critic_loss(nn.Dense(3, 1), ops.ones((2, 3)), ops.zeros((2, 3)), ops.ones((2, 3))))

# %%
import mindspore as ms
from mindspore import amp, nn, ops


def step(net, loss_fn, scaler, x, y):
    def forward(x, y):
        loss = loss_fn(net(x), y)
        return scaler.scale(loss), loss

    (scaled, loss), grads = ms.value_and_grad(forward, 0, has_aux=True)(x, y)  # MSL405
    norm = ops.sqrt((grads**2).sum())
    total_loss = loss + 0.1 * norm
    return scaled, total_loss


print(step(nn.Dense(3, 2), nn.MSELoss(), amp.StaticLossScaler(1024.0), ops.ones((2, 3)), ops.ones((2, 2))))
