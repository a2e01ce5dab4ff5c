"""Looks up a name or a method, or makes the call with the keyword in question, in the installed MindSpore."""


def probe(case, lab):
    name, method = case.param("name"), case.param("method")
    if case.call is not None:
        error = lab.refusal(case.call, name)
        return lab.refuted(name=name) if error is None else lab.confirmed("argument", name=name, error=error)
    if method is not None:
        name = f"{'Tensor' if case.param('kind') == 'torch.Tensor' else 'nn.Cell'}.{method}"
    error = lab.missing(name)
    return lab.refuted(name=name) if error is None else lab.confirmed(name=name, error=error)
