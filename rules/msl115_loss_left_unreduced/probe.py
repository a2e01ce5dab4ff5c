"""Makes one step of SGD with the loss as it is written, and compares it with the gradient of PyTorch's loss."""

BATCH, CLASSES = 8, 3
LOSSES = {"SoftmaxCrossEntropyWithLogits": "CrossEntropyLoss", "SmoothL1Loss": "SmoothL1Loss"}
RECORDED = {"CrossEntropyLoss": 0.31679586, "SmoothL1Loss": 0.14951268}  # how long the gradient is


def probe(case, lab):
    ms, np = lab.ms, lab.np
    other = LOSSES[case.call.name.rpartition(".")[2]]
    outputs, wanted = lab.array(BATCH, CLASSES), lab.array(BATCH, CLASSES)[::-1].copy()
    classes = (np.arange(BATCH) % CLASSES).astype(np.int32)
    fill = {}
    if other == "CrossEntropyLoss":
        sparse = lab.known(case.call, "sparse") if case.call.gives("sparse") else False
        wanted = classes if sparse else np.eye(CLASSES, dtype=np.float32)[classes]
    elif case.call.gives("beta"):
        fill["beta"] = 1.0
    loss = lab.make(case.call, **fill)

    class Outputs(lab.nn.Cell):
        """A network that is nothing but what it gives."""

        def __init__(self):
            super().__init__()
            self.outputs = ms.Parameter(ms.Tensor(outputs), name="outputs")

        def construct(self, x):
            return self.outputs + x

    net = Outputs()
    step = lab.nn.TrainOneStepCell(lab.nn.WithLossCell(net, loss), lab.nn.SGD(net.trainable_params(), 1.0))
    step(ms.Tensor([0.0], ms.float32), ms.Tensor(wanted))
    gradient = outputs - net.outputs.asnumpy()

    def in_torch(torch):
        given = torch.from_numpy(outputs).requires_grad_()
        labels = torch.from_numpy(classes.astype(np.int64) if other == "CrossEntropyLoss" else wanted)
        getattr(torch.nn, other)()(given, labels).backward()
        return float(given.grad.norm())

    torch = lab.beside(in_torch, RECORDED[other])
    times = float(np.linalg.norm(gradient)) / torch.value
    return lab.shows(times > 1.01, times=times, batch=BATCH, other=other, by=torch.source, norm=torch.value)
