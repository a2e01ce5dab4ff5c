"""What counts as looking first: for MindSpore's version, for a name, for a type, also behind names and functions."""

# ruff: noqa: E501  (tables of cases)

from __future__ import annotations

import pytest
from reading import facts_of

HEAD = "import sys\nimport importlib\nimport mindspore as ms\nimport torch\nfrom packaging.version import parse\nfrom mindspore import nn\n"
USE = "nn.Dense(3, 4)"

GUARDS = {
    # version
    "the version": ("if ms.__version__ < '2.0':\n    USE", "version"),
    "a name": ("old = ms.__version__ < '2.0'\nif old:\n    USE", "version"),
    "a function": ("def is_old():\n    return ms.__version__ < '2.0'\nif is_old():\n    USE", "version"),
    "a function of a name": ("V = tuple(map(int, ms.__version__.split('.')))\ndef is_old():\n    return V < (2, 0)\nif not is_old():\n    USE", "version"),
    "an attribute of the class": ("class C:\n    old = ms.__version__ < '2.0'\n    def f(self):\n        if self.old:\n            USE", "version"),
    "an attribute of the object": ("class C:\n    def __init__(self):\n        self.old = ms.__version__ < '2.0'\n    def f(self):\n        if self.old:\n            USE", "version"),
    "an attribute of a base": ("class B:\n    old = ms.__version__ < '2.0'\nclass C(B):\n    def f(self):\n        if self.old:\n            USE", "version"),
    "a method": ("class C:\n    def is_old(self):\n        return ms.__version__ < '2.0'\n    def f(self):\n        if self.is_old():\n            USE", "version"),
    "around the definition": ("if ms.__version__ < '2.0':\n    class C:\n        def f(self):\n            USE", "version"),
    "a part of the version": ("major, minor = ms.__version__.split('.')[:2]\nif int(major) < 2:\n    USE", "version"),
    "a function with an argument": ("def ms_ge(v):\n    return parse(ms.__version__) >= parse(v)\nif not ms_ge('2.0'):\n    USE", "version"),
    "and": ("old = ms.__version__ < '2.0'\nf = old and USE", "version"),
    "or": ("new = ms.__version__ >= '2.0'\nf = new or USE", "version"),
    "match": ("match parse(ms.__version__).major:\n    case 1:\n        USE", "version"),
    "a flag from elsewhere": ("from utils import IS_MS2\nif not IS_MS2:\n    USE", "version"),
    "raises for the target": ("if parse(ms.__version__) >= parse('2.0'):\n    raise RuntimeError\nUSE", "version"),
    "raises for others": ("if parse(ms.__version__) < parse('2.0'):\n    raise RuntimeError\nUSE", ""),
    "asserts another version": ("assert ms.__version__ < '2.0'\nUSE", "version"),
    "asserts this version": ("assert ms.__version__ >= '2.0'\nUSE", ""),
    # presence
    "type checking": ("from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    USE", "presence"),
    "__all__": ("if 'X' in nn.__all__:\n    USE", "presence"),
    "vars": ("if 'X' in vars(nn):\n    USE", "presence"),
    "__dict__.get": ("if nn.__dict__.get('X'):\n    USE", "presence"),
    "hasattr": ("if hasattr(nn, 'X'):\n    USE", "presence"),
    "hasattr behind a name": ("HAS = hasattr(nn, 'X')\nif HAS:\n    USE", "presence"),
    "hasattr behind a function": ("def has():\n    return hasattr(nn, 'X')\nif has():\n    USE", "presence"),
    "hasattr around a definition": ("if hasattr(nn, 'X'):\n    def f():\n        USE", "presence"),
    "getattr of a module behind a name": ("x = getattr(nn, 'X', None)\nif x:\n    USE", "presence"),
    "sys.modules": ("if 'mindspore.dataset.vision.c_transforms' in sys.modules:\n    USE", "presence"),
    "dir": ("if 'X' in dir(nn):\n    USE", "presence"),
    "__dict__": ("if 'X' not in nn.__dict__.keys():\n    USE", "presence"),
    "find_spec": ("if importlib.util.find_spec('mindspore.dataset.vision.c_transforms'):\n    USE", "presence"),
    # type
    "isinstance": ("if isinstance(x, int):\n    USE", "type"),
    "a function of torch": ("if torch.is_tensor(x):\n    USE", "type"),
    "a function of mindspore": ("if ms.is_tensor(x):\n    USE", "type"),
    "behind a name": ("single = isinstance(x, int)\nif single:\n    USE", "type"),
    # none
    "another condition": ("if x > 3:\n    USE", ""),
    "an option behind a name": ("flag = getattr(args, 'flag', False)\nif flag:\n    USE", ""),
    "another function": ("def old():\n    return 3\nif old():\n    USE", ""),
    "a function of two answers": ("def old():\n    if a:\n        return ms.__version__ < '2.0'\n    return x\nif old():\n    USE", ""),
    "another in": ("if 'X' in names:\n    USE", ""),
    "another class": ("class B:\n    old = ms.__version__ < '2.0'\nclass C:\n    old = 3\n    def f(self):\n        if self.old:\n            USE", ""),
}  # fmt: skip


@pytest.mark.parametrize(("code", "kind"), GUARDS.values(), ids=GUARDS.keys())
def test_guards(code: str, kind: str) -> None:
    facts = facts_of(HEAD + code.replace("USE", USE))
    (call,) = [call for call in facts.calls if call.name == "mindspore.nn.Dense"]
    guards = facts.guards
    asked = {"version": guards.on_version, "presence": guards.on_presence, "type": guards.on_type}
    assert [name for name, ask in asked.items() if ask(call.place)] == ([kind] if kind else [])
