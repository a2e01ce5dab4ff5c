# %% the limit is scaled as well | 裁剪上限也作了同样的缩放
from mindspore import ops


def train_step(data, label, scaler, grad_fn, optimizer):
    loss, grads = grad_fn(data, label)
    grads = ops.clip_by_global_norm(grads, 1.0 * scaler.scale_value)
    optimizer(scaler.unscale(grads))
    return loss

# %% only the loss is unscaled, for the log | 只还原损失，用于日志
from mindspore import ops


def train_step(data, label, scaler, grad_fn, optimizer):
    loss, grads = grad_fn(data, label)
    grads = ops.clip_by_global_norm(scaler.unscale(grads), 1.0)
    optimizer(grads)
    return scaler.unscale(loss)

# %% no loss scale, or a division by something else | 没有损失缩放，或除以的是别的值
from mindspore import ops

average = ops.MultitypeFuncGraph("average")


def train_step(data, label, grad_fn, optimizer, count):
    loss, grads = grad_fn(data, label)
    grads = ops.clip_by_global_norm(grads, 1.0)
    grads = ops.HyperMap()(ops.partial(average, count), grads)
    optimizer(grads)
    return loss

# %% what is clipped is not what is unscaled | 裁剪的与还原的不是同一个对象
import mindspore as ms
from mindspore import amp, nn, ops


net = nn.Dense(4, 4)
net.set_train()
scaler = amp.StaticLossScaler(1024)
optimizer = nn.SGD(net.trainable_params(), 0.1)
grad_fn = ms.grad(lambda x: scaler.scale(net(x)), None, optimizer.parameters)
for image in []:
    image = ops.clip_by_value(image, 0.0, 1.0)
    grads = grad_fn(image)
    optimizer(scaler.unscale(grads))

# %% unscaled, clipped, and divided by another scale | 先还原、再裁剪，然后除以另一个系数
from mindspore import ops

scale_by = ops.MultitypeFuncGraph("scale_by")


def train_step(data, label, scaler, grad_fn, optimizer, lr_scale):
    loss, grads = grad_fn(data, label)
    grads = scaler.unscale(grads)
    grads = ops.clip_by_global_norm(grads, 1.0)
    grads = ops.HyperMap()(ops.partial(scale_by, lr_scale), grads)
    optimizer(grads)
    return loss
