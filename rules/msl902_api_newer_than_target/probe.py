"""Looks up a name or a method, or makes the call with the keyword in question, in the installed MindSpore."""


def probe(case, lab):
    name, method = case.param("name"), case.param("method")
    if case.call is not None:
        error, key = lab.refusal(case.call, name), "argument"
    else:
        if method is not None:
            name = f"{'Tensor' if case.param('kind') == 'torch.Tensor' else 'nn.Cell'}.{method}"
        error, key = lab.missing(name), "confirmed"
    if error is None:
        lab.require(case.param("version"))
        return lab.refuted(name=name)
    return lab.confirmed(key, name=name, error=error)
