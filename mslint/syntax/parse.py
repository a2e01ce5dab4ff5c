"""Turns a Source into our tree, or into one clear reason why not; must never let libcst see what crashes it."""

from __future__ import annotations

import ast
import re
import sys
import threading
import warnings
from contextlib import suppress
from typing import Callable, List, Optional, Tuple, TypeVar, Union

from mslint.source.prose import no_python
from mslint.source.text import Source, Unreadable, require_size
from mslint.syntax import nodes
from mslint.syntax.depth import MAX_DEPTH, TooDeep, depth_of
from mslint.syntax.lower import lower

# Of the thread on which deeper trees are made than calls may usually nest.
STACK_BYTES = 64 * 1024 * 1024
CALLS = 20 * MAX_DEPTH
# For text that only libcst can read (grammar newer than the running Python), estimated on tokens.
MAX_NEWER = 300_000  # which takes libcst ten seconds
MAX_BRACKETS = 100
MAX_CHAIN = 500
MAX_ELIFS = 500

_TOKENS = re.compile(
    r"""
    (?P<skip>\#[^\r\n]*|\\(?:\r\n|\r|\n))
    |(?P<string>(?:\b[A-Za-z]{1,3})?(?:\'\'\'(?s:.*?)\'\'\'|\"\"\"(?s:.*?)\"\"\"|\'(?:\\.|[^\'\\\r\n])*\'|"(?:\\.|[^"\\\r\n])*"))
    |(?P<open>[(\[{])
    |(?P<close>[)\]}])
    |(?P<comma>,)
    |(?P<top>[\r\n](?:def\ |class\ |import\ |@))
    |(?P<line>[\r\n;])
    |(?P<lambda>\blambda\b)
    |(?P<colon>:)
    |(?P<elif>\belif\b)
    |(?P<op>[-+*/%@&|^<>=~.]+|\b(?:not|and|or|in|is|if|else|await|yield|for)\b)
    """,
    re.VERBOSE,
)
_FIELD = re.compile(r"\{[^{}]*")
_OPERATOR = re.compile(r"[-+*/%@&|^<>=~.(\[]")


Made = TypeVar("Made")


class ParsedModule:
    """A source with our tree of it, and with the `ast` tree where the running Python knows the grammar."""

    def __init__(self, source: Source, tree: nodes.Module, module: Optional[ast.Module] = None) -> None:
        self.source = source
        self.tree = tree
        self.module = module


def parse(source: Source) -> ParsedModule:
    """Parse, or raise Unreadable. What `ast` cannot read is left to libcst: it knows the grammar of every Python."""
    module: Optional[ast.Module] = None
    text = source.text
    require_size(len(text))
    nul = text.find("\0")
    if nul >= 0:  # `ast` refuses it in ways that differ with the version, libcst does not
        raise Unreadable(_line_at(text, nul), nul - max(text.rfind(end, 0, nul) for end in "\r\n"), "source-nul")
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            module = ast.parse(text)
        tree = _lowered(module)
    except (RecursionError, MemoryError, TooDeep):
        raise Unreadable(1, 1, "parse-too-deep") from None
    except SyntaxError as error:
        if "too many nested" in (error.msg or "") or "too complex" in (error.msg or ""):
            raise Unreadable(error.lineno or 1, error.offset or 1, "parse-too-deep") from None
        return ParsedModule(source, _newer(text, error))
    except ValueError as error:
        raise Unreadable(1, 1, "parse-syntax", reason=str(error)) from None
    return ParsedModule(source, tree, module)


def _lowered(module: ast.Module) -> nodes.Module:
    """Every level takes a call: what needs no more of them than Python usually allows is not too deep."""
    if sys.getrecursionlimit() <= MAX_DEPTH:
        with suppress(RecursionError):
            return lower(module)
    depth_of(module, MAX_DEPTH)
    return roomy(lambda: lower(module))


# What no version of Python makes good.
_NEVER = (
    "unindent does not match",
    "expected an indented block",
    "cannot mix bytes and nonbytes literals",
    "(unicode error)",
    "(value error)",
    "bytes can only contain ASCII",
)


def _newer(text: str, refused: SyntaxError) -> nodes.Module:
    """What libcst makes of a text that the running Python refuses."""
    reason = (refused.msg or "invalid syntax").rstrip(".")
    unread = Unreadable(refused.lineno or 1, max(refused.offset or 1, 1), "parse-syntax", reason=reason)
    unread.kind = no_python(text, unread.line)
    if reason.startswith(_NEVER):
        raise unread
    if len(text) > MAX_NEWER:
        raise Unreadable(unread.line, unread.column, "parse-newer-too-large", reason=reason, limit=MAX_NEWER // 1000)
    deep = too_deep(text)
    if deep is not None:
        raise Unreadable(deep, 1, "parse-too-deep")
    import libcst as cst

    from mslint.syntax.newer import read

    try:
        return roomy(lambda: read(text))
    # Besides its own kind, what it says of nodes that cannot stand where they do, and Python of texts that are none.
    except (cst.ParserSyntaxError, SyntaxError, ValueError):
        raise unread from None
    except (RecursionError, MemoryError):
        raise Unreadable(1, 1, "parse-too-deep") from None


def refusal(source: Source) -> Optional[Unreadable]:
    """Why a text cannot be parsed; None where it can. Costs little where `ast` understands it."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            depth_of(ast.parse(source.text), MAX_DEPTH)
        return None
    except (SyntaxError, ValueError, RecursionError, MemoryError, TooDeep):
        pass
    try:
        parse(source)
    except Unreadable as error:
        return error
    return None


def tree_of(text: str) -> Optional[ast.Module]:
    """What the running Python makes of a text, without a word of warning; None where it refuses it."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return ast.parse(text)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None


def shallow_tree_of(text: str) -> Optional[ast.Module]:
    """The same; None also where it is deeper than what every later step can bear."""
    tree = tree_of(text)
    try:
        if tree is not None and len(text) > MAX_DEPTH:
            depth_of(tree, MAX_DEPTH)
    except (RecursionError, TooDeep):
        return None
    return tree


def roomy(make: Callable[[], Made]) -> Made:
    """Carry it out on a thread whose stack is large enough for any tree that the limits above let through."""
    result: List[Union[Made, BaseException]] = []
    limit = sys.getrecursionlimit()

    def work() -> None:
        try:
            result.append(make())
        except BaseException as error:  # handed over to the caller's thread, whatever it is
            result.append(error)

    before = threading.stack_size(STACK_BYTES)
    try:
        sys.setrecursionlimit(max(limit, CALLS))
        thread = threading.Thread(target=work)
        thread.start()
        thread.join()
    finally:
        threading.stack_size(before)
        with suppress(RecursionError):  # Python 3.9 wants some room between the limit and where we are
            sys.setrecursionlimit(limit)
    if isinstance(result[0], BaseException):
        raise result[0]
    return result[0]


def too_deep(text: str, chained: int = MAX_CHAIN, nested: int = MAX_BRACKETS) -> Optional[int]:
    """The line where brackets nest or operators chain so far that libcst might overflow the C stack.

    Takes no account of what the tokens mean: too early a refusal costs one file, too late a one the process."""
    chain = lambdas = elifs = 0
    brackets: List[Tuple[int, int]] = []  # what the chain and the open lambdas had come to before each open bracket
    for token in _TOKENS.finditer(text):
        kind = token.lastgroup
        if kind == "open":
            chain += 1
            brackets.append((chain, lambdas))
            lambdas = 0
        elif kind == "close":
            chain, lambdas = brackets.pop() if brackets else (chain, 0)
        elif kind == "comma" and not lambdas:
            chain = brackets[-1][0] if brackets else 0
        elif kind == "top":
            brackets.clear()  # no bracket reaches into the next definition; a quote in an f-string may look like one
            chain = lambdas = 0
        elif kind == "line" and not brackets:
            chain = lambdas = 0
        elif kind == "lambda":
            chain += 1
            lambdas += 1
        elif kind == "colon":
            chain += 1
            lambdas = max(lambdas - 1, 0)
        elif kind == "elif":
            elifs += 1
        elif kind == "op":
            chain += len(token.group()) if not token.group().isalpha() else 1
        elif kind == "string" and token.group().lstrip("rRbBuU")[:1] in "fFtT":
            inside = max((len(_OPERATOR.findall(field)) for field in _FIELD.findall(token.group())), default=0)
            if inside > chained:
                return _line_at(text, token.start())
        if chain > chained or len(brackets) > nested or elifs > MAX_ELIFS:
            return _line_at(text, token.start())
    return None


def _line_at(text: str, offset: int) -> int:
    before = text[:offset]
    return before.count("\n") + before.count("\r") - before.count("\r\n") + 1
