"""padding is only accepted with pad_mode='pad'; what is in the place of pad_mode must be one of its words."""

from mslint.rulekit import CallSite, Facts, Severity, at_call

ANY_CASE = ("Pool", "Conv3d", "conv3d")
SIDES = {"Conv2d": 4, "Conv3d": 6}
MODES = ("same", "valid", "pad")


def check_call(call: CallSite, facts: Facts):
    mode = call.get("pad_mode")
    if mode is not None and (mode.preset or not mode.value.known):
        return
    if mode is None and not call.missing("pad_mode"):
        return
    value = call.value("pad_mode")
    if mode is not None and not isinstance(value.single, str):
        if (
            mode.positional
            and value.sure
            and isinstance(value.single, (int, tuple))
            and not isinstance(value.single, bool)
        ):
            yield at_call(call, "pad_mode_position", text=mode.text)
        return
    word = value.single
    if not isinstance(word, str):
        return
    if word not in MODES and not (word.lower() in MODES and any(part in call.name for part in ANY_CASE)):
        if mode is not None and value.sure:
            yield at_call(call, "pad_mode_case", text=mode.text)
        return
    padding = call.get("padding")
    if padding is not None and not padding.preset and ".nn.Conv" in call.name:
        yield from _form(call, padding, word)
        if isinstance(padding.value.single, str):
            return
    if word.lower() == "pad" or padding is None or padding.preset:
        return
    if padding.value.known and not any(_not_zero(option) for option in padding.value.options):
        return
    if not padding.value.known or not padding.value.sure:
        yield at_call(call, "non_literal", Severity.INFO, padding=padding.text, pad_mode=repr(word))
    elif all(_not_zero(option) for option in padding.value.options):
        yield at_call(call, "padding_without_pad", padding=padding.text, pad_mode=repr(word))


def _form(call: CallSite, padding, word: str):
    """nn.Conv* wants one number for all sides, or, in two and three dimensions, one for each of four or six sides."""
    value = padding.value.single
    if not padding.value.sure:
        return
    if isinstance(value, str):
        yield at_call(call, "padding_word", padding=padding.text)
    elif isinstance(value, tuple) and word == "pad":
        wanted = next((count for part, count in SIDES.items() if part in call.name), 1)
        if wanted == 1 or len(value) != wanted:
            yield at_call(
                call, "padding_count" if wanted > 1 else "padding_number", padding=padding.text, wanted=wanted
            )


def _not_zero(padding) -> bool:
    return any(padding) if isinstance(padding, (tuple, list)) else bool(padding)
