"""How the arguments of a call are bound to the signature of the target version, and what stands around a call."""

# ruff: noqa: E501, ISC004  (tables of snippets: one case, one line)

from __future__ import annotations

import sys
from typing import Dict, List, Optional, Tuple

import pytest
from reading import facts_of, marked_raws, site

from mslint.api.versions import Version

HEAD = "from functools import partial\nfrom mindspore import nn\n"

BOUND: Dict[str, Tuple[str, Dict[str, str]]] = {
    "by position": ("nn.Conv2d(3, 4, 5)  # ?", {"in_channels": "3", "out_channels": "4", "kernel_size": "5"}),
    "by keyword, in any order": ("nn.Conv2d(3, kernel_size=5, out_channels=4)  # ?", {"in_channels": "3", "out_channels": "4", "kernel_size": "5"}),
    "a dictionary that is written out": ("nn.Dropout(**{'p': 0.1})  # ?", {"p": "0.1"}),
    "dict()": ("nn.Dropout(**dict(p=0.1))  # ?", {"p": "0.1"}),
    "partial": ("D = partial(nn.Dropout, p=0.1)\nD()  # ?", {"p": "0.1"}),
    "partial by position, then by position": ("C = partial(nn.Conv2d, 3)\nC(4, 5)  # ?", {"in_channels": "3", "out_channels": "4", "kernel_size": "5"}),
    "the call wins over the partial": ("D = partial(nn.Dropout, p=0.1)\nD(p=0.2)  # ?", {"p": "0.2"}),
    "partial of a partial": ("A = partial(nn.Conv2d, 3, stride=2)\nB = partial(A, 4, stride=3)\nB(5)  # ?", {"in_channels": "3", "out_channels": "4", "kernel_size": "5", "stride": "3"}),
    "the partial itself": ("D = partial(nn.Conv2d, 3, stride=2)  # ?", {"in_channels": "3", "stride": "2"}),
    "a partial of a partial itself": ("A = partial(nn.Conv2d, 3)\nB = partial(A, 4)  # ?", {"in_channels": "3", "out_channels": "4"}),
    "before a star": ("nn.Conv2d(3, *sizes)  # ?", {"in_channels": "3"}),
    "after a star": ("nn.Conv2d(*sizes, 3)  # ?", {}),
    "a keyword besides a star": ("nn.Conv2d(*sizes, stride=2)  # ?", {"stride": "2"}),
}  # fmt: skip


@pytest.mark.parametrize(("code", "expected"), BOUND.values(), ids=BOUND.keys())
def test_arguments_are_bound(code: str, expected: Dict[str, str]) -> None:
    call, _ = site(HEAD + code)
    assert {name: argument.text for name, argument in call.arguments.items()} == expected


@pytest.mark.parametrize(
    ("code", "given", "missing"),
    [
        ("nn.Conv2d(3, 4, 5)  # ?", False, True),
        ("nn.Conv2d(3, 4, 5, has_bias=True)  # ?", True, False),
        ("nn.Conv2d(3, 4, 5, **{'has_bias': True})  # ?", True, False),
        ("nn.Conv2d(3, 4, 5, **{'stride': 1})  # ?", False, True),
        ("nn.Conv2d(3, 4, 5, **{key: True})  # ?", False, False),
        ("nn.Conv2d(3, 4, 5, **{**more})  # ?", False, False),
        ("nn.Conv2d(3, 4, 5, **dict(more))  # ?", False, False),
        ("dict = make\nnn.Conv2d(3, 4, 5, **dict(stride=1))  # ?", False, False),
        ("nn.Conv2d(3, 4, 5, **kwargs)  # ?", False, False),
        ("nn.Conv2d(*sizes)  # ?", False, False),
        ("partial(nn.Conv2d, 3)  # ?", False, False),
        ("C = partial(nn.Conv2d, 3, **kwargs)\nC(4, 5)  # ?", False, False),
        ("C = partial(nn.Conv2d, 3)\nC(4, 5)  # ?", False, True),
    ],
)
def test_an_argument_is_given_or_missing_or_neither(code: str, given: bool, missing: bool) -> None:
    call, _ = site(HEAD + code)
    assert call.missing("has_bias") is missing  # asked first: the arguments are bound on demand
    assert (call.get("has_bias") is not None) is given


def test_what_the_signature_does_not_have() -> None:
    call, _ = site(HEAD + "nn.Dropout(0.1, 0.2, 0.3, 0.4, 0.5, rate=0.6, **{'inplace': True})  # ?")
    assert list(call.arguments) == ["keep_prob", "p", "dtype"]
    assert [argument.text for argument in call.extra] == ["0.4", "0.5"]
    assert sorted(call.unknown) == ["inplace", "rate"]


@pytest.mark.parametrize(
    ("version", "expected"),
    [
        ((1, 0), {"keep_prob": "0.1", "dtype": "0.2"}),
        ((1, 9), {"keep_prob": "0.1", "dtype": "0.2"}),
        ((2, 0), {"keep_prob": "0.1", "p": "0.2"}),
    ],
)
def test_the_target_version_decides_on_the_signature(version: Version, expected: Dict[str, str]) -> None:
    call, _ = site(HEAD + "nn.Dropout(0.1, 0.2)  # ?", version)
    assert {name: argument.text for name, argument in call.arguments.items()} == expected


def test_a_keyword_of_a_later_version_is_unknown_before() -> None:
    assert list(site(HEAD + "nn.Dropout(p=0.1)  # ?", (1, 9))[0].unknown) == ["p"]
    assert list(site(HEAD + "nn.Dropout(p=0.1)  # ?", (2, 0))[0].unknown) == []


def test_positions_and_presets_are_remembered() -> None:
    call, _ = site(HEAD + "C = partial(nn.Conv2d, 3, stride=2, **{'has_bias': True})\nC(4, kernel_size=5)  # ?")
    assert {name: (argument.position, argument.preset) for name, argument in call.arguments.items()} == {
        "in_channels": (0, True),
        "out_channels": (1, False),
        "kernel_size": (None, False),
        "stride": (None, True),
        "has_bias": (None, True),
    }


def test_a_preset_is_evaluated_where_it_was_given() -> None:
    call, _ = site(HEAD + "r = 0.1\nD = partial(nn.Dropout, p=r)\nr = 0.9\nD()  # ?")
    assert call.arguments["p"].value.options == (0.1,)


@pytest.mark.parametrize(
    ("code", "name", "expected"),
    [
        ("nn.Conv2d(3, 4, 5)  # ?", "stride", (1,)),
        ("nn.Conv2d(3, 4, 5)  # ?", "pad_mode", ("same",)),
        ("nn.Conv2d(3, 4, 5, 2)  # ?", "stride", (2,)),
        ("nn.Conv2d(3, 4, 5)  # ?", "in_channels", (3,)),
        ("nn.Conv2d(3, 4, 5, **kwargs)  # ?", "stride", ()),
        ("nn.Conv2d(3, 4, 5)  # ?", "no_such", ()),
        ("nn.Conv2d(3, 4, 5)  # ?", "dtype", ()),  # float32 is a name, not a constant
        ("nn.Softmax()  # ?", "axis", (-1,)),
    ],
)
def test_the_value_of_an_argument_or_of_its_default(code: str, name: str, expected: Tuple[object, ...]) -> None:
    call, _ = site(HEAD + code)
    assert call.value(name).options == expected


@pytest.mark.parametrize(
    ("expression", "name", "complement"),
    [
        ("drop_rate", "drop_rate", None),
        ("self.cfg.drop_rate", "drop_rate", None),
        ("cfg['drop_rate']", "drop_rate", None),
        ("rates[i]", "rates", None),
        ("float(drop_rate)", "drop_rate", None),
        ("1 - drop_rate", "", "drop_rate"),
        ("1.0 - self.drop_rate", "", "self.drop_rate"),
        ("float(1 - drop_rate)", "", "drop_rate"),
        ("2 - drop_rate", "", None),
        ("drop_rate - 1", "", None),
        ("make(drop_rate)", "", None),
    ],
)
def test_the_spelling_of_an_argument(expression: str, name: str, complement: Optional[str]) -> None:
    call, _ = site(f"{HEAD}nn.Dropout({expression})  # ?")
    argument = call.arguments["keep_prob"]
    rest = argument.complement_of
    assert (argument.name, rest.text if rest is not None else None) == (name, complement)


@pytest.mark.parametrize(
    ("expression", "literal"),
    [
        ("0.1", True),
        ("-0.1", True),
        ("(1, 2)", True),
        ("[1, 2]", True),
        ("True", True),
        ("'a'", True),
        ("RATE", False),
        ("(1, n)", False),
        ("1 - 0.1", False),
    ],
)
def test_literals(expression: str, literal: bool) -> None:
    call, _ = site(f"{HEAD}nn.Dropout({expression})  # ?")
    assert call.arguments["keep_prob"].literal is literal


def test_a_text_of_several_lines_becomes_one() -> None:
    call, _ = site(HEAD + "nn.Dropout(  # ?\n    (1\n     - rate)\n)")
    assert call.arguments["keep_prob"].text == "(1 - rate)"


VERSIONS = {
    "if": ("if mindspore.__version__ >= '2':\n    nn.Dropout(0.1)  # ?", True),
    "else": ("if mindspore.__version__ >= '2':\n    pass\nelse:\n    nn.Dropout(0.1)  # ?", True),
    "elif": ("if a:\n    pass\nelif mindspore.__version__ >= '2':\n    nn.Dropout(0.1)  # ?", True),
    "nested": ("if ms_version() >= (2, 0):\n    if a:\n        nn.Dropout(0.1)  # ?", True),
    "conditional expression": ("d = nn.Dropout(0.1) if mindspore.__version__ < '2' else None  # ?", True),
    "early return": ("def f():\n    if mindspore.__version__ >= '2':\n        return 1\n    return nn.Dropout(0.1)  # ?", True),
    "helper variable": ("V2 = mindspore.__version__ >= '2'\nif V2:\n    nn.Dropout(0.1)  # ?", True),
    "helper variable, not": ("V2 = mindspore.__version__ >= '2'\nif not V2:\n    nn.Dropout(0.1)  # ?", True),
    "helper function": ("if is_version_2():\n    nn.Dropout(0.1)  # ?", True),
    "function defined under it": ("if mindspore.__version__ >= '2':\n    def f():\n        return nn.Dropout(0.1)  # ?", True),
    "class defined under it": ("if mindspore.__version__ >= '2':\n    class N(nn.Cell):\n        def f(self):\n            return nn.Dropout(0.1)  # ?", True),
    "while": ("while mindspore.__version__ >= '2':\n    nn.Dropout(0.1)  # ?", True),
    "another condition": ("if args.drop:\n    nn.Dropout(0.1)  # ?", False),
    "after it": ("if mindspore.__version__ >= '2':\n    x = 1\nnn.Dropout(0.1)  # ?", False),
    "before an early return": ("def f():\n    d = nn.Dropout(0.1)  # ?\n    if mindspore.__version__ >= '2':\n        return 1\n    return d", False),
    "another function returns early": ("def g():\n    if mindspore.__version__ >= '2':\n        return 1\ndef f():\n    return nn.Dropout(0.1)  # ?", False),
}  # fmt: skip


@pytest.mark.parametrize(("code", "expected"), VERSIONS.values(), ids=VERSIONS.keys())
def test_version_guards(code: str, expected: bool) -> None:
    call, _ = site(f"import mindspore\n{HEAD}{code}")
    assert call.version_guarded is expected


ERRORS = {
    "pytest.raises": ("with pytest.raises(ValueError):\n    nn.Dropout(0)  # ?", True),
    "pytest.raises among others": ("with open(f) as g, pytest.raises(ValueError) as e:\n    nn.Dropout(0)  # ?", True),
    "raises": ("with raises(ValueError):\n    nn.Dropout(0)  # ?", True),
    "assertRaises": ("class T:\n    def test(self):\n        with self.assertRaisesRegex(ValueError, 'x'):\n            nn.Dropout(0)  # ?", True),
    "another with": ("with open(f):\n    nn.Dropout(0)  # ?", False),
    "after it": ("with pytest.raises(ValueError):\n    f()\nnn.Dropout(0)  # ?", False),
}  # fmt: skip


@pytest.mark.parametrize(("code", "expected"), ERRORS.values(), ids=ERRORS.keys())
def test_expected_errors(code: str, expected: bool) -> None:
    call, _ = site(HEAD + code)
    assert call.expects_error is expected


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("nn.Dropout(0.1)  # ?", True),
        ("d = nn.Dropout(0.1)  # ?", False),
        ("return_ = [nn.Dropout(0.1)]  # ?", False),
        ("nn.Dropout(0.1)(x)  # ?", None),
    ],
)
def test_a_result_that_is_thrown_away(code: str, expected: Optional[bool]) -> None:
    facts = facts_of(HEAD + code)
    (raw,) = marked_raws(facts)
    assert raw.statement is (expected is not False)
    if expected is None:  # the call that builds the layer is not the statement, the call of the layer is
        assert [call.result_discarded for call in facts.calls] == [False]


def test_a_name_that_is_only_likely_makes_the_call_only_likely() -> None:
    assert site("from mindspore.nn import Dropout\nDropout(0.1)  # ?")[0].sure
    assert not site("from mindspore.nn import *\nDropout(0.1)  # ?")[0].sure


@pytest.mark.parametrize(
    "decorator",
    ["pytest.mark.skipif(mindspore.__version__ < '2', reason='x')", "requires(mindspore.__version__ >= '2')"],
)
def test_version_guards_in_decorators(decorator: str) -> None:
    call, _ = site(f"import mindspore, pytest\n{HEAD}@{decorator}\ndef f():\n    nn.Dropout(0.1)  # ?\n")
    assert call.version_guarded


def test_the_text_of_an_argument_holds_no_comment() -> None:
    call, _ = site(
        """
        from mindspore import nn
        net = nn.Dropout(  # ?
            1 -  # what PyTorch keeps
            rate["#"]  # by number
        )
        """
    )
    assert call.arguments["keep_prob"].text == '1 - rate["#"]'


@pytest.mark.parametrize(
    ("text", "places"),
    [
        ('print(f"{nn.ReLU()} and {nn.GELU()!r}")', [(2, 10), (2, 26)]),
        ('x = f"{1:>{nn.ReLU()}}"', [(2, 12)]),
        ('x = f"{nn.SequentialCell(nn.ReLU())}"', [(2, 8), (2, 26)]),
        pytest.param(
            'x = f"""a\n  {nn.ReLU()}"""',
            [(3, 4)],
            marks=pytest.mark.skipif(sys.version_info < (3, 11), reason="Python tells wrong places there"),
        ),
    ],
)
def test_calls_in_formatted_strings(text: str, places: List[Tuple[int, int]]) -> None:
    found = facts_of("from mindspore import nn\n" + text + "\n")
    assert [
        (call.span.line, call.span.column) for call in found.calls if call.name.startswith("mindspore.nn")
    ] == places
