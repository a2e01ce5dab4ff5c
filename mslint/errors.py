"""Failures that are the user's to mend: one clear sentence each, in the user's language, never a traceback."""

from __future__ import annotations

from mslint.words import say


class UserError(Exception):
    """Something the user can mend. `key` names a sentence in `mslint.words`."""

    def __init__(self, key: str, /, **params: object) -> None:
        super().__init__(key)
        self.key = key
        self.params = params

    def text(self, lang: str) -> str:
        return say(lang, self.key, **self.params)

    def __str__(self) -> str:
        return self.text("en")


class ConfigError(UserError):
    """The configuration says something that mslint cannot follow."""


class RuleError(UserError):
    """A rule unit is not what a rule unit must be."""


class NodeError(Exception):
    """A rule asks about a libcst node that mslint has not given it: its author is to hear of it."""

    def __init__(self, kind: str) -> None:
        super().__init__(kind)
        self.kind = kind

    def text(self, lang: str) -> str:
        return say(lang, "node-of-another-tree", kind=self.kind)

    def __str__(self) -> str:
        return self.text("en")


class NoNode(Exception):
    """Code that cannot be shown as a libcst node: it is too deep, or newer than libcst. Nothing is said of it."""
