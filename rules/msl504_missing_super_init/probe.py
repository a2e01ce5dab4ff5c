"""Sets what a Cell registers before super().__init__(), behind it, or without it; builds the Cell and calls it."""


def probe(case, lab):
    nn, late = lab.nn, case.param("cls") is not None
    never = case.variant == "never"
    makes = {
        "a Cell": lambda: nn.Dense(4, 4),
        "a Parameter": lambda: lab.ms.Parameter(lab.tensor(4), name="p"),
        "a primitive": lambda: lab.ops.ReLU(),
    }

    def run(make):
        class Net(nn.Cell):
            def __init__(self):
                if not late:
                    super().__init__()
                self.part = make()
                if late and not never:
                    super().__init__()

            def construct(self, x):
                return x + 1

        return Net()(lab.tensor(2, 4))

    errors = {name: lab.error_of(lambda make=make: run(make)) for name, make in makes.items()}
    failed = sum((error or "").startswith("AttributeError") for error in errors.values())
    if failed < len(errors):
        return lab.refuted(failed=failed, tried=len(errors))
    return lab.confirmed("never" if never else "confirmed", tried=failed, error=errors["a Cell"])
