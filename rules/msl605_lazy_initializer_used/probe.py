"""Computes with what initializer() gives, as the program does, and compares with the values that it was to have."""


def probe(case, lab):
    lazy = lab.make(lab.settled(case.call, init="normal"), shape=(2, 3), dtype=lab.ms.float32)
    filled = "init_data" in case.words and case.param("kind") is None
    if filled:
        lazy.init_data()
    by = (case.param("by") or "").rpartition(".")[2].lower()
    zeros = lab.ms.Tensor(lab.np.zeros((2, 3), lab.np.float32))

    def take():
        if by == "tensor":
            return lab.ms.Tensor(lazy)
        if by == "assign":
            weight = lab.ms.Parameter(zeros + 7, name="weight")
            lab.ops.assign(weight, lazy)
            return weight
        return lazy + zeros

    try:
        taken = take().asnumpy()
    except RuntimeError as error:
        told = "RuntimeError: " + " ".join(str(error).split())[:90]
        return lab.confirmed(seen=told, error=told, meant=float(lab.np.abs(lazy.asnumpy()).mean()))
    meant = lazy.asnumpy()  # this fills it
    seen = f"{lab.np.abs(taken).mean():.3g}"
    return lab.shows(not lab.np.allclose(taken, meant), seen=seen, meant=float(lab.np.abs(meant).mean()))
