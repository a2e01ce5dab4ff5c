"""The flake8 plug-in: the engine's findings in flake8's terms; flake8's own select, ignore and noqa are in charge."""

from __future__ import annotations

import ast
from argparse import Namespace
from typing import TYPE_CHECKING, ClassVar, Iterator, Optional, Sequence, Tuple, Type

import mslint
from mslint.errors import UserError
from mslint.model import Finding

if TYPE_CHECKING:
    from mslint.single import Texts

Result = Tuple[int, int, str, Type["Plugin"]]


class Plugin:
    """One per file; flake8 finds it under the entry point MSL and reads the names of the constructor's arguments."""

    name = "mslint"
    version = mslint.__version__
    # flake8 itself honours a noqa only on the first line of a call; the engine does so on the last line too.
    noqa = True
    texts: ClassVar[Optional[Texts]] = None  # of this process

    @classmethod
    def parse_options(cls, options: Namespace) -> None:
        """flake8 calls this once, in every process of its own."""
        cls.noqa = not options.disable_noqa

    def __init__(self, tree: ast.AST, filename: str, lines: Sequence[str]) -> None:
        # Asking for `tree` is what makes flake8 report a file that does not parse by itself, as E999. The work is done
        # here because an exception in the constructor is one sentence of flake8's, and one in `run` a traceback.
        text = "".join(lines)
        self._findings: Sequence[Finding] = ()
        if "mindspore" in text:
            # Most files do not come here, and what follows is imported only where it is needed.
            from mslint.single import Texts

            cls = type(self)
            if cls.texts is None:
                cls.texts = Texts()
            try:
                self._findings = cls.texts.findings(filename, text, self.noqa)
            except UserError as error:
                raise RuntimeError(f"mslint: {error}") from None

    def run(self) -> Iterator[Result]:
        for finding in self._findings:
            text = f"{finding.code} {finding.message}"
            yield finding.span.line, finding.span.column - 1, text, type(self)
