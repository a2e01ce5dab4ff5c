"""Makes the call with the keyword in question, if the API of the installed MindSpore does not have it."""


def probe(case, lab):
    recipe = case.call
    asked = case.param("name")
    keywords = [asked] if asked else [passed.name for passed in recipe.passed if not passed.positional]
    for keyword in keywords:
        error = lab.refusal(recipe, keyword)
        if error is not None:
            return lab.confirmed(name=keyword, error=error)
    return lab.refuted(names=", ".join(keywords))
