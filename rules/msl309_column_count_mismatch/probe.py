"""Reads a source that is built like the one of the program: as many columns, and a length only where it has one."""

COUNT = 3


def probe(case, lab):
    lab.known(case.call, "column_names")
    data = lab.generated(case.call, COUNT)  # what goes wrong here is not what the rule speaks of
    try:
        rows = list(data.create_tuple_iterator(num_epochs=1, output_numpy=True))
    except Exception as error:
        return lab.confirmed(error=lab.line(error).partition(", the size")[0])
    return lab.refuted(rows=len(rows), columns=len(rows[0]))
