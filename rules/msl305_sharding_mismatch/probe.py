"""Makes the dataset with its own shards, over an empty folder or a source like the one of the program."""

import tempfile

from mslint.rulekit import Recipe, Unknown

FOLDER = "dataset_dir"
GENERATOR = "mindspore.dataset.GeneratorDataset"


def probe(case, lab):
    recipe = case.call
    with tempfile.TemporaryDirectory() as folder:
        fill = {FOLDER: folder} if recipe.gives(FOLDER) else {}
        if recipe.name == GENERATOR:
            like = recipe.get("source")
            if not isinstance(like, Recipe):
                lab.fail("probe-unknown-argument", name="source")
            fill = {"source": lab.source(like), "column_names": ["x"]}
            if recipe.get("sampler") is Unknown.VALUE:
                fill["sampler"] = lab.ms.dataset.SequentialSampler()
        error = lab.error_of(lambda: lab.make(recipe, **fill))
    return lab.refuted() if error is None else lab.confirmed(error=lab.caused(error))
