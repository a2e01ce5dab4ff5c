# %%
from mindspore import ops


def train_step(data, label, scaler, grad_fn, optimizer):
    loss, grads = grad_fn(data, label)
    grads = scaler.unscale(grads)
    grads = ops.clip_by_global_norm(grads, 1.0)
    optimizer(grads)
    return scaler.unscale(loss)

# %%
from mindspore import nn, ops

grad_scale = ops.MultitypeFuncGraph("grad_scale")
clip_grad = ops.MultitypeFuncGraph("clip_grad")


@grad_scale.register("Tensor", "Tensor")
def _grad_scale(scale, grad):
    return grad / scale


@clip_grad.register("Number", "Tensor")
def _clip_grad(limit, grad):
    return ops.clip_by_value(grad, -limit, limit)


class Step(nn.TrainOneStepWithLossScaleCell):
    def construct(self, *inputs):
        loss = self.network(*inputs)
        status, sens = self.start_overflow_check(loss, self.scale_sense)
        grads = self.grad(self.network, self.weights)(*inputs, ops.fill_like(loss, sens))
        grads = self.hyper_map(ops.partial(grad_scale, sens), grads)
        grads = self.hyper_map(ops.partial(clip_grad, 1.0), grads)
        grads = self.grad_reducer(grads)
        return ops.depend(loss, self.optimizer(grads))

# %%
from mindspore import ops


def train_step(data, label, scaler, grad_fn, optimizer, limit):
    loss, grads = grad_fn(data, label)
    optimizer(ops.clip_by_global_norm(scaler.unscale(grads), limit))
    return loss
