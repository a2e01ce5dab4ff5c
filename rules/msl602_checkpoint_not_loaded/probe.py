"""Reads a checkpoint as the call does, and looks whether a network with these names has changed."""

import os
import tempfile


def probe(case, lab):
    ms, net = lab.ms, lab.nn.Dense(4, 4, weight_init="zeros", bias_init="zeros")
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "ones.ckpt")
        ms.save_checkpoint(lab.nn.Dense(4, 4, weight_init="ones", bias_init="ones"), path)
        given = {"net": net} if case.call.gives("net") else {}
        loaded = ms.load_checkpoint(path, **given)
    mean = float(net.weight.asnumpy().mean())
    return lab.shows(mean == 0.0, mean=mean, count=len(loaded))
