"""padding is only accepted with pad_mode='pad'; what is in the place of pad_mode must be one of its words."""

from typing import Optional

from mslint.rulekit import (
    Argument,
    CallSite,
    Facts,
    Proposal,
    Severity,
    add_argument,
    at_call,
    insert_argument,
    instead,
    rename_argument,
    set_value,
    unsafe,
    words,
    writing,
)

ANY_CASE = ("Pool", "Conv3d", "conv3d")
SIDES = {"Conv2d": 4, "Conv3d": 6}
MODES = ("same", "valid", "pad")
SPELLED = ("SAME", "VALID")  # as TensorFlow writes them
PADDING_WORDS = frozenset("pad pads padding paddings autopad p".split())
MODE_WORDS = frozenset("mode type method".split())


def check_call(call: CallSite, facts: Facts):
    mode = call.get("pad_mode")
    if mode is None:
        word = _default(call, facts)
    elif mode.preset:
        return
    elif not any(isinstance(option, str) for option in mode.value.options):
        yield from _no_word(call, mode)
        return
    else:
        word = mode.value.single
    if not isinstance(word, str):
        return
    if word not in MODES and not (word.lower() in MODES and any(part in call.name for part in ANY_CASE)):
        if mode is not None and mode.value.sure:
            variant = "pad_mode_spelling" if word in SPELLED else "pad_mode_case"
            fix = _lower(call, mode, word) if mode.literal else None
            yield at_call(call, variant, about="pad_mode", text=mode.text, fix=fix)
        return
    padding = call.get("padding")
    if padding is None or padding.preset:
        return
    if ".nn.Conv" in call.name:
        yield from _form(call, padding, word)
        if isinstance(padding.value.single, str):
            return
    if isinstance(padding.value.single, str):
        if padding.value.sure:
            yield at_call(call, "padding_text", about="padding", padding=padding.text)
    elif word.lower() != "pad":
        yield from _amount(call, padding, word)


def _default(call: CallSite, facts: Facts):
    """The default of pad_mode, if a call goes without it: this one, or one of what functools.partial makes here."""
    sites = [call]
    padding = call.get("padding")
    if call.partial and padding is not None:
        sites = [site for site in facts.calls if not site.partial and _takes_over(site, padding)]
    return next((site.value("pad_mode").single for site in sites if site.missing("pad_mode")), None)


def _takes_over(site: CallSite, padding: Argument) -> bool:
    theirs = site.get("padding")
    return theirs is not None and theirs.preset and theirs.node is padding.node


def _no_word(call: CallSite, mode: Argument):
    """PyTorch's fifth argument in the place of pad_mode; by keyword nobody means a padding with pad_mode."""
    if not mode.positional:
        return
    value = mode.value
    if value.known and value.sure:
        yield at_call(call, "pad_mode_position", about="pad_mode", text=mode.text, fix=_padding(call, mode))
    elif None not in value.options if value.known else _reads_like_padding(mode):
        fix = _padding(call, mode)
        yield at_call(call, "pad_mode_likely", Severity.INFO, sure=False, about="pad_mode", text=mode.text, fix=fix)


def _padding(call: CallSite, mode: Argument) -> Optional[Proposal]:
    """The word that MindSpore has in between: what follows stands in PyTorch's order and fits again."""
    text = _by_sides(call, mode)
    if text is None:
        return None
    if text == mode.text:
        return unsafe(writing(f"'pad', {text}"), insert_argument(call, "pad_mode", "'pad'"))
    return unsafe(
        writing(f"'pad', {text}"), set_value(call, "pad_mode", text), insert_argument(call, "pad_mode", "'pad'")
    )


def _sides(call: CallSite) -> int:
    """How many numbers a convolution layer takes, beside one for all sides; 1 for what takes no tuple."""
    return next((count for part, count in SIDES.items() if part in call.name), 1)


def _by_sides(call: CallSite, padding: Argument) -> Optional[str]:
    """A padding as the API takes it: of PyTorch's (h, w), the layers want (h, h, w, w); None where nobody knows."""
    wanted, items = _sides(call), padding.items
    if ".nn.Conv" not in call.name:
        return padding.text
    if items is None:
        given = [option for option in padding.value.options if isinstance(option, (tuple, list))]
        return padding.text if all(len(option) == wanted > 1 for option in given) else None
    if len(items) == wanted > 1:
        return padding.text if padding.text.startswith("(") else f"({', '.join(items)})"
    if len(items) not in (1, max(wanted // 2, 1)):
        return None
    if len(set(items)) == 1:
        return items[0]
    return f"({', '.join(item for item in items for _ in range(2))})"


def _lower(call: CallSite, mode: Argument, word: str) -> Optional[Proposal]:
    lowered = mode.text.lower()
    return unsafe(instead(mode.text, lowered), set_value(call, "pad_mode", lowered)) if word.lower() in MODES else None


def _pad(call: CallSite, padding: Argument) -> Optional[Proposal]:
    text, mode = _by_sides(call, padding), add_argument(call, "pad_mode", "'pad'")
    if text is None:
        return None
    if text == padding.text:
        return unsafe(writing("pad_mode='pad'"), mode)
    return unsafe(writing(f"pad_mode='pad', padding={text}"), mode, set_value(call, "padding", text))


def _reads_like_padding(mode: Argument) -> bool:
    """`padding`, `self.pad`, `autopad(k, p)`, and whatever is divided: a number, for certain no word."""
    text = mode.name or mode.text
    if any(quote in text for quote in "\"'") or words(text) & MODE_WORDS:
        return False
    return "//" in text or bool(words(text) & PADDING_WORDS)


def _amount(call: CallSite, padding: Argument, word: str):
    value = padding.value
    params = {"padding": padding.text, "pad_mode": repr(word)}
    if value.known and not any(_not_zero(option) for option in value.options):
        return
    if value.known and value.sure and all(_not_zero(option) for option in value.options):
        yield at_call(call, about="pad_mode", fix=_pad(call, padding), **params)
    else:
        yield at_call(call, "non_literal", Severity.INFO, about="pad_mode", fix=_pad(call, padding), **params)


def _form(call: CallSite, padding: Argument, word: str):
    """nn.Conv* wants one number for all sides, or, in two and three dimensions, one for each of four or six sides."""
    value = padding.value.single
    if not padding.value.sure:
        return
    if isinstance(value, str):
        # PyTorch's or TensorFlow's word for it, where MindSpore's is free
        mode = (
            rename_argument(call, "padding", "pad_mode")
            if call.missing("pad_mode") and not padding.positional
            else None
        )
        meant = padding.text.lower() if value in SPELLED else padding.text
        if value in SPELLED and mode is not None:
            mode = rename_argument(call, "padding", "pad_mode", meant) if padding.literal else None
        fix = unsafe(writing(f"pad_mode={meant}"), mode) if value.lower() in MODES else None
        variant = "padding_spelling" if value in SPELLED else "padding_word"
        yield at_call(call, variant, about="pad_mode", padding=padding.text, meant=repr(value.lower()), fix=fix)
    elif isinstance(value, tuple) and word == "pad":
        wanted = _sides(call)
        if wanted == 1 or len(value) != wanted:
            variant = "padding_count" if wanted > 1 else "padding_number"
            text = _by_sides(call, padding)
            fix = unsafe(instead(padding.text, text), set_value(call, "padding", text)) if text is not None else None
            yield at_call(call, variant, about="padding", padding=padding.text, wanted=wanted, fix=fix)


def _not_zero(padding) -> bool:
    return any(padding) if isinstance(padding, (tuple, list)) else bool(padding)
