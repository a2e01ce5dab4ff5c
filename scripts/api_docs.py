"""What docstrings of MindSpore say of an API: overloads, deprecation, announced changes; keeps none of their text.

Used by make_api_tables.py. A sentence that no pattern knows is passed over, so what is written down was really said.
"""

from __future__ import annotations

import ast
import re
from typing import Any, Dict, Iterator, List, Mapping, Optional, Tuple

Names = Tuple[str, ...]
TICKED = r"`+(?:[\w.]*\.)?(\w+)`+"
LISTED = r"((?:`+[\w.]+`+(?: ?, (?:and )?| and | / )?)+)"
NUMBER = re.compile(r"\d+\.\d+")
SUBJECT = r"(?:[Tt]his (?:interface|API|api|function|class|operator)|[Tt]he (?:interface|API|api))"
# How a docstring says that the API as a whole is deprecated; {name} stands for the API's own name in backticks.
DEPRECATED = (
    r"(?:" + SUBJECT + r"|`+(?:[\w.]+\.)?{name}`+),? (?:is|will be|has been|was) deprecated"
    r"|" + SUBJECT + r" (?:is|will be) (?:deprecated and )?removed"
)
# Parameters whose new default has another meaning under the new name: what it will be is not said in today's terms.
OTHER_MEANING = ("pad_mode", "padding", "process_groups")


def parsed(text: str) -> Optional[ast.arguments]:
    """The arguments of `(a, b=1)`; None where the documentation writes what is no Python."""
    try:
        node = ast.parse(f"def f{text}: pass").body[0]
    except SyntaxError:
        return None
    return node.args if isinstance(node, ast.FunctionDef) else None


def defaults_of(text: Optional[str]) -> Dict[str, Optional[str]]:
    """Parameter -> default (None: required) of a signature."""
    found = parsed(text) if text is not None else None
    if found is None:
        return {}
    positional = [*found.posonlyargs, *found.args]
    given: List[Optional[ast.expr]] = [*[None] * (len(positional) - len(found.defaults)), *found.defaults]
    pairs = [*zip(positional, given), *zip(found.kwonlyargs, found.kw_defaults)]
    return {a.arg: None if d is None else ast.unparse(d) for a, d in pairs}


def overloads(document: str, name: str) -> List[str]:
    """The documented signatures: the first line `name(...) -> ...`, and every `.. function:: name(...)` after it."""
    heads = re.findall(rf"^{re.escape(name)}(\(.*\))(?:\s*->.*)?$", document.strip().split("\n")[0].strip())
    heads += re.findall(
        rf"^ *\.\. (?:function|method)::\s*[\w.]*?\b{re.escape(name)}(\(.*?\))\s*(?:->.*)?$", document, re.M
    )
    found: List[str] = []
    for head in heads:
        arguments = parsed(head)
        if arguments is not None:
            text = f"({ast.unparse(arguments)})"
            if text not in found:
                found.append(text)
    return found


def _warnings(document: str) -> Iterator[str]:
    """What is said of a version or of deprecation: a paragraph or list item, with the list that a colon opens."""
    items: List[str] = []
    continued = False
    for block in re.split(r"\n\s*\n", document):
        lines = block.strip().split("\n")
        if continued and items and re.match(r"- |The (?:updated|new) signature", lines[0].strip()):
            items[-1] += " " + " ".join(block.split())
            continue
        continued = False
        for line in lines:
            if items and not line.strip().startswith("- ") and line is not lines[0]:
                items[-1] += " " + line.strip()
            elif not (items and continued and line is not lines[0]):
                items.append(line.strip())
            else:
                items[-1] += " " + line.strip()
            continued = continued or bool(
                re.search(r"after version [\d.]+,[^.]*change:$|after version [\d.]+:$", items[-1])
            )
    for item in items:
        text = re.sub(r"^(?:\.\. warning:: ?|- )+", "", " ".join(item.split()))
        text = re.sub(r"^(?:\.\. warning:: ?|- )+", "", text)
        if not text.startswith("Args:") and re.search(
            r"(?:[Aa]fter|[Ff]rom|[Ss]ince|in) version \d+\.\d+|\bdeprecated\b", text
        ):
            yield text


def deprecation(node: Optional[ast.AST], document: str, name: str) -> Optional[Dict[str, Any]]:
    """{"since": "2.9", "removed_after": "2.9", "use": [...], "future": true}, as far as decorator and docstring say."""
    found: Dict[str, Any] = {}
    for decorated in _decorated(node):
        for decorator in decorated.decorator_list:
            if isinstance(decorator, ast.Call) and ast.unparse(decorator.func).endswith("deprecated"):
                values = [a.value for a in decorator.args if isinstance(a, ast.Constant)]
                number = NUMBER.match(str(values[0])) if values else None
                if number is not None:
                    found["since"] = number.group()
                    if len(values) > 1 and isinstance(values[1], str) and re.fullmatch(r"[\w.]+", values[1]):
                        found["use"] = [_full(values[1])]
    for text in _warnings(document):
        match = re.search(DEPRECATED.format(name=re.escape(name)), text)
        if match is None:
            continue
        if "will be" in match.group() and "since" not in found:
            found["future"] = True  # it is not deprecated yet
        found.setdefault("since", "")
        tail = text[match.start() :]
        number = re.search(r"(?:from|since) (?:MindSpore )?(?:version )?(\d+\.\d+)", tail.split(". ")[0])
        if number is not None and not found["since"]:
            found["since"] = number.group(1)
        removed = re.search(r"removed (?:after|from|in) (?:MindSpore )?version (\d+\.\d+)", tail)
        if removed is not None:
            found["removed_after"] = removed.group(1)
        advice = re.search(r"[Uu]se (?:the )?(?:API )?(.{0,160}?)(?:instead|to realize|\.$|\. |$)", tail)
        names = re.findall(
            r"`+~?(mindspore[\w.]*|ops\.\w+|nn\.\w+|mint\.[\w.]+|Tensor\.\w+)`+", advice.group(1) if advice else ""
        )
        if names and "use" not in found:
            found["use"] = [_full(name) for name in names]
        break
    return found or None


def _decorated(node: Optional[ast.AST]) -> Iterator[ast.FunctionDef]:
    if isinstance(node, ast.FunctionDef):
        yield node
    elif isinstance(node, ast.ClassDef):
        yield from (item for item in node.body if isinstance(item, ast.FunctionDef) and item.name == "__init__")


def _full(name: str) -> str:
    if name.startswith(("ops.", "nn.", "mint.", "Tensor.")):
        return "mindspore." + name
    return name


def deprecated_arguments(document: str) -> Dict[str, List[str]]:
    """Parameters that the docstring calls deprecated, each with what to use instead (often nothing)."""
    found: Dict[str, List[str]] = {}
    for match in re.finditer(
        r"^ {4,12}\*{0,2}(\w+) \([^\n]*?\):(.*?)(?=^ {4,12}\w+ \(|^\s*\n {0,4}\w|\Z)", document, re.M | re.S
    ):
        text = " ".join(match.group(2).split())
        said = re.search(r"[Tt]his (?:parameter|argument) (?:is|will be|has been) deprecated(.{0,200})", text)
        if said is not None:
            names = re.findall(r"`+~?(mindspore[\w.]*)`+", said.group(1).split(" See ")[0])
            found[match.group(1)] = names[:2]
    for match in re.finditer(
        r"Parameter `(\w+)` will be removed after version[^.]*[\d.]+(?:, please use parameter `(\w+)`)?", document
    ):
        found.setdefault(match.group(1), [match.group(2)] if match.group(2) else [])
    return found


def announcement(document: str, name: str, signature: Optional[str]) -> Optional[Dict[str, Any]]:
    """What 2.10's docstring says will change: defaults, renamed, removed, and words for the API as a whole."""
    current = defaults_of(signature)
    result = _Announced(current)
    for text in _warnings(document):
        if not re.search(r"[Aa]fter version 2\.9|[Ww]ill be renamed|compatible change", text):
            continue
        result.read(text, name)
    return result.data()


class _Announced:
    """Collects what the sentences of one docstring announce; only parameters that the signature has."""

    def __init__(self, current: Mapping[str, Optional[str]]) -> None:
        self.current = current
        self.defaults: Dict[str, List[Optional[str]]] = {}
        self.renamed: Dict[str, str] = {}
        self.removed: List[str] = []
        self.kinds: List[str] = []

    def data(self) -> Optional[Dict[str, Any]]:
        parts = {
            "defaults": dict(sorted(self.defaults.items())),
            "renamed": dict(sorted(self.renamed.items())),
            "removed": sorted(set(self.removed)),
            "kinds": sorted(set(self.kinds)),
        }
        return {key: value for key, value in parts.items() if value} or None

    def read(self, text: str, name: str) -> None:
        if re.search(
            SUBJECT + r" (?:is|will be) (?:deprecated|removed)[^.]*removed after|will be deprecated and removed|"
            r"this interface will be (?:deprecated and )?removed",
            text,
        ):
            self.kinds.append("removed")
            return
        moved = re.search(
            r"(?:API|interface) name will be changed to `+(\w+)`+|interface will be renamed to `+(\w+)`+", text
        )
        if moved:
            self.kinds.append("renamed " + (moved.group(1) or moved.group(2)))
        self._renames(text)
        for listed in re.findall(
            r"(?:[Pp]arameters?|arguments?|overload|^|[,:;] |and |the )\s*"
            + LISTED
            + r"(?: arguments?| parameters?)? will be (?:removed|dropped)",
            text,
        ):
            self.removed += [n for n in re.findall(r"`+(\w+)`+", listed) if n in self.current]
        for listed in re.findall(r"(?:Parameters?|keyword arguments?) " + LISTED + r" will be removed", text):
            self.removed += [n for n in re.findall(r"`+(\w+)`+", listed) if n in self.current]
        self._defaults(text)
        words = {
            "order": r"reordered|parameter order",
            "return": r"return type|return value|default return|only `output` is returned",
            "semantics": r"semantics|call pattern|(?:distribution|scheduler) object form|full-permutation|"
            r"`\w+\(\w*(?:=\w+)?\)` method form|will switch to",
            "keyword-only": r"keyword-only|become a keyword",
            "overload": r"overloads? ",
            "input": r"forward (?:input|parameter)",
            "required": r"become a required",
        }
        self.kinds += [kind for kind, pattern in words.items() if re.search(pattern, text)]
        signature = re.search(
            r"signature will (?:be adjusted|be changed|change|be) to ``(?:[\w.]*\.)?\w+(\(.*?\))``|"
            r"(?:new|updated) signature will be ``(?:[\w.]*\.)?\w+(\(.*?\))``",
            text,
        )
        if signature is not None:
            self._compare(signature.group(1) or signature.group(2))

    def _renames(self, text: str) -> None:
        """`a` and `b` will be renamed to `c` and `d`: as many new names as old ones, and not the inputs of a Cell."""
        for match in re.finditer(r" will be renamed to ", text):
            before = re.search(LISTED + r"$", text[: match.start()])
            if before is None:
                continue
            head = text[: before.start()].rstrip()
            old = re.findall(r"`+(\w+)`+", before.group(1))
            if head.endswith("renamed to"):
                old = old[1:]  # `a` will be renamed to `b`, `c` will be renamed to `d`: b is new, not old
            if re.search(r"forward (?:input|parameter)[\w ]*$", head):
                continue
            new = re.findall(r"`+(\w+)`+", text[match.end() :])[: len(old)]
            for one, other in zip(old, new):
                if one in self.current and other not in self.current:
                    self.renamed[one] = other
        merged = re.search(r"`(\w+)` and `(\w+)` will be merged into `(\w+)`", text)
        for one in merged.groups()[:2] if merged else ():
            if one in self.current:
                self.renamed[one] = merged.group(3) if merged else ""
        for listed in re.findall(LISTED + r" will (?:be replaced by|no longer be supported)", text):
            self.removed += [n for n in re.findall(r"`+(\w+)`+", listed) if n in self.current]

    def _parameter(self, name: str) -> Optional[str]:
        """The parameter as it is called today: what is said of `lr` is said of learning_rate."""
        if name in self.current:
            return name
        return next((old for old, new in self.renamed.items() if new == name), None)

    def _set(self, name: Optional[str], old: Optional[str], new: Optional[str]) -> None:
        parameter = self._parameter(name) if name else None
        if parameter is None:
            return
        now = self.current[parameter]
        if now is None or (old is not None and _plain(old) != _plain(now)):
            return  # the docstring speaks of another default than the code has: nothing is known
        if parameter == "dtype":
            return  # None stands for float32: nothing flips
        if new is not None and parameter in OTHER_MEANING and _plain(new) != _plain(now):
            new = None
        if new is not None and now.startswith(("'", '"')) and not new.startswith(("'", '"')) and new != "None":
            new = repr(new)
        if new is None or _plain(new) != _plain(now):
            self.defaults.setdefault(parameter, [now, new])

    def _defaults(self, text: str) -> None:
        value = r"`+([^`]+)`+"
        for name, old, new in re.findall(
            rf"default value of (?:keyword argument )?{TICKED} (?:will change|will be changed|changes) "
            rf"from {value} to {value}",
            text,
        ):
            self._set(name, old, new)
        for name, old, new in re.findall(rf"default {TICKED} will change from {value} to {value}", text):
            self._set(name, old, new)
        for name, old, new in re.findall(
            rf"`+(\w+)`+ will be renamed to [^,.]*?,? "
            rf"(?:with its default value changed|and the default value will change) from {value} to {value}",
            text,
        ):
            self._set(name, old, new)
        for name, new in re.findall(
            rf"{TICKED} will (?:be renamed to `\w+`, with default value changing to|default to) {value}", text
        ):
            self._set(name, None, new)
        for old, new in re.findall(rf"default learning rate will change from {value} to {value}", text):
            self._set("learning_rate", old, new)
        for name in re.findall(rf"(?:default value of {TICKED}|default {TICKED}) will follow", text):
            self._set(name[0] or name[1], None, "kernel_size")
        if re.search(
            r"`ddof=0` behavior will be changed to `correction=1`|"
            r"default (?:value of )?``ddof`` changes from ``0`` to ``1``",
            text,
        ):
            self._set("ddof", "0", "1")
            if "ddof" in self.current:
                self.renamed["ddof"] = "correction"
        unsaid = re.search(
            rf"{TICKED} will be renamed to `\w+`,? and (?:its|the) default value will change(?! from)", text
        )
        unsaid = unsaid or re.search(
            rf"{TICKED} will change from a boolean to a string value, and its default value will change", text
        )
        if unsaid:
            self._set(unsaid.group(1), None, None)
        for listed in re.findall(rf"default values? of {LISTED} will change(?! from)", text):
            for name in re.findall(r"`+(\w+)`+", listed):
                self._set(name, None, None)
        if "related default values will be adjusted" in text:
            self.kinds.append("defaults")

    def _compare(self, signature: str) -> None:
        """A new signature that is written out: what it has otherwise than today's is announced too."""
        arguments = parsed(signature)
        if arguments is None:
            return
        new = defaults_of(signature)
        for name, default in new.items():
            parameter = self._parameter(name)
            if parameter is None or default is None or self.current[parameter] is None:
                continue
            if self.defaults.get(parameter, [None, None])[1] is None:
                self.defaults.pop(parameter, None)
                self._set(parameter, None, default)
        missing = [n for n in self.current if n not in new and n not in self.renamed]
        self.removed += missing
        order = [self._parameter(n) for n in new]
        kept = [n for n in order if n is not None]
        if kept != [n for n in self.current if n in kept]:
            self.kinds.append("order")
        elif any(a is None or a != b for a, b in zip(order, self.current)) and (missing or None in order[: len(kept)]):
            self.kinds.append("positions")


def _plain(value: str) -> str:
    """`mstype.float32` and float32, 1e-5 and 1e-05 are one default."""
    value = re.sub(r"^(?:\w+\.)+(?=[a-z])", "", value.strip()).strip("'\"")
    try:
        return repr(float(value))
    except ValueError:
        return value
