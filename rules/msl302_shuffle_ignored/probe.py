"""Reads a source of the same kind for two epochs, and sees whether its samples come in their own order."""

COUNT, SHOWN = 12, 6


def probe(case, lab):
    data = lab.generated(case.call, COUNT)
    if case.param("api") is None:  # a finding is about a dataset that nothing shuffles later
        for _ in case.uses("mindspore.dataset.Dataset.shuffle"):
            data = data.shuffle(COUNT)
    rows = data.create_tuple_iterator(num_epochs=2, output_numpy=True)
    epochs = [[int(row[0]) for row in rows] for _ in range(2)]
    shown = next((epoch for epoch in epochs if epoch != sorted(epoch)), epochs[0])
    order = " ".join(map(str, shown[:SHOWN])) + " ..."
    return lab.shows(all(epoch == list(range(COUNT)) for epoch in epochs), count=COUNT, order=order)
