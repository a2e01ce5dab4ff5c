"""Feeds mslint with programs that were mutated and with odd ones that it makes up: none may upset it.

python scripts/fuzz.py [--seed 1] [--inputs 1000] [--seconds 60] [--jobs 2] [--only 17]

A failure is an exception, a rule that fails (MSL003), an end of the process, or more than --bound seconds for one input.
It is made smaller, written into a file and told with what makes it again: --seed and --only.
"""

# ruff: noqa: E501  (tables of pieces)

from __future__ import annotations

import argparse
import ast
import json
import os
import random
import re
import signal
import subprocess
import sys
import tempfile
import threading
import time
import traceback
import warnings
from collections import Counter
from contextlib import suppress
from pathlib import Path
from typing import Any, Callable, Dict, List, Optional, Sequence, Tuple

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

# What one input may take before somebody should look at it, and what a child process may hold.
BOUND = 20.0
MEMORY = 2 << 30
# How often a failing input is tried again to make it smaller.
TRIES = 400

_TOKENS = re.compile(
    r"""\#[^\n]*|(?:[rbfuRBFU]{0,2})(?:'''.*?'''|\"\"\".*?\"\"\"|'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*")"""
    r"""|[^\W\d]\w*|\d[\w.]*|\n[ \t]*|[ \t]+|\*\*|//|->|:=|[-+*/%@&|^<>=!]=|.""",
    re.DOTALL,
)
_NAME, _NUMBER = re.compile(r"[^\W\d]\w*"), re.compile(r"\d")
_ODD = (
    "()", "[]", "{}", "...", "None", "*", "**", "lambda: 0", "yield", "await x", "not", "self", "super()", "nn", "x[()]",
    "b'a'", "'\\u'", "f'{x!r:>{y}}'", "1j", "0x" + "f" * 300, "1" + "0" * 400, "1e400", "-1", "0.1", "\ufeff", "\\", "\f",
    "\t", "\r", "\x00", "é", "𝔵", "# noqa", "# mslint: off\n", "# mslint: on\n", "# mslint: ignore[MSL1]", "# noqa: MSL101,",
    "match x:\n    case 1: pass\n", "type A = int\n", "class A(A): pass\n", "del x", "global x", "import mindspore as nn\n",
    "from mindspore import *\n", "x = x\n", "x += x\n", "x.extend(x)\n", "for x in x: x\n", "with x as x: pass\n",
    "@x\n", "async ", "return", "raise", "assert x", "%matplotlib inline\n", "!pip install x\n",
)  # fmt: skip


def corpus() -> List[str]:
    """The project's own fixtures and the examples of its rules."""
    from mslint.rulekit.casefiles import examples_in, silent_in

    texts = [path.read_text(encoding="utf-8", errors="replace") for path in sorted((ROOT / "fixtures").rglob("*.py"))]
    for unit in sorted((ROOT / "rules").glob("msl*")):
        examples = (*examples_in(unit), *silent_in(unit))
        texts += [text for each in examples for text in (each.bad, each.good) if "\n" in text]
    return [text for text in texts if "mindspore" in text]


# -- inputs


def made(number: int, seed: int, texts: Sequence[str]) -> str:
    """The input of a number: the same for the same seed and the same texts."""
    chance = random.Random(f"{seed}:{number}")
    if chance.random() < 0.1:
        text = chance.choice(PROGRAMS)(chance)
        return text if chance.random() < 0.6 else mutated(text, chance, texts)
    # Most of them are short: several together have to do with each other in ways that nobody thought of.
    text = "\n".join(chance.choices(texts, k=chance.choice((1, 1, 2, 4, 8, 16))))
    return mutated(text, chance, texts)


def mutated(text: str, chance: random.Random, texts: Sequence[str]) -> str:
    """A text after some mutations; what is no Python any more, which most are not, is mostly tried again."""
    made = text
    for _ in range(4):
        made = text
        for _ in range(chance.choice((1, 1, 1, 2, 3, 5, 8))):
            made = chance.choice(MUTATIONS)(made, chance, texts)
        made = made[:60_000]
        if chance.random() < 0.2 or is_python(made):
            break
    return made


def is_python(text: str) -> bool:
    try:
        ast.parse(text)
        return True
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return False


def _delete_token(text: str, chance: random.Random, texts: Sequence[str]) -> str:
    tokens = _TOKENS.findall(text)
    if tokens:
        del tokens[chance.randrange(len(tokens))]
    return "".join(tokens)


def _double_token(text: str, chance: random.Random, texts: Sequence[str]) -> str:
    tokens = _TOKENS.findall(text)
    if tokens:
        at = chance.randrange(len(tokens))
        tokens[at:at] = tokens[at : at + chance.choice((1, 1, 2, 5, 12))] * chance.choice((1, 1, 1, 3, 40))
    return "".join(tokens)


def _swap_tokens(text: str, chance: random.Random, texts: Sequence[str]) -> str:
    tokens = _TOKENS.findall(text)
    if len(tokens) > 1:
        one, other = chance.randrange(len(tokens)), chance.randrange(len(tokens))
        tokens[one], tokens[other] = tokens[other], tokens[one]
    return "".join(tokens)


def _replace_token(text: str, chance: random.Random, texts: Sequence[str]) -> str:
    tokens = _TOKENS.findall(text)
    if tokens:
        at = chance.randrange(len(tokens))
        others = tokens if chance.random() < 0.5 else _TOKENS.findall(chance.choice(texts))
        if chance.random() < 0.8:  # by one of its kind
            others = [each for each in others if _kind(each) == _kind(tokens[at])]
        tokens[at] = chance.choice(others or tokens)
    return "".join(tokens)


def _kind(token: str) -> str:
    known = "name" if _NAME.fullmatch(token) else "number" if _NUMBER.match(token) else ""
    return known or ("text" if token[-1] in "'\"" else "gap" if token.isspace() else "sign")


def _swap_names(text: str, chance: random.Random, texts: Sequence[str]) -> str:
    """One name takes the place of another, here or everywhere."""
    tokens = _TOKENS.findall(text)
    places = [at for at, token in enumerate(tokens) if _NAME.fullmatch(token)]
    if places:
        at = chance.choice(places)
        old, new = tokens[at], tokens[chance.choice(places)]
        for place in places if chance.random() < 0.4 else (at,):
            if tokens[place] == old:
                tokens[place] = new
    return "".join(tokens)


def _huge_number(text: str, chance: random.Random, texts: Sequence[str]) -> str:
    tokens = _TOKENS.findall(text)
    places = [at for at, token in enumerate(tokens) if _NUMBER.match(token)]
    if places:
        huge = (
            "1" + "0" * 400,
            "0x" + "f" * 4000,
            "1e308",
            "1e999",
            "0",
            "-1",
            "9" * 5000,
            "1" + "0" * 290,
            "True",
            "1_0",
        )
        tokens[chance.choice(places)] = chance.choice(huge)
    return "".join(tokens)


def _odd_piece(text: str, chance: random.Random, texts: Sequence[str]) -> str:
    tokens = _TOKENS.findall(text)
    at = chance.randrange(len(tokens) + 1)
    tokens[at : at + chance.choice((0, 0, 1))] = [chance.choice(_ODD)]
    return "".join(tokens)


def _move_lines(text: str, chance: random.Random, texts: Sequence[str]) -> str:
    lines = text.splitlines(True)
    if lines:
        at = chance.randrange(len(lines))
        taken = lines[at : at + chance.choice((1, 1, 2, 5))]
        if chance.random() < 0.6:
            del lines[at : at + len(taken)]
        there = chance.randrange(len(lines) + 1)
        if chance.random() < 0.3:
            taken = [("    " + line if chance.random() < 0.5 else line.lstrip(" ")) for line in taken]
        lines[there:there] = taken
    return "".join(lines)


def _edit_character(text: str, chance: random.Random, texts: Sequence[str]) -> str:
    at = chance.randrange(len(text) + 1)
    new = chance.choice(("", chr(chance.randrange(32, 127)), "\\", "\n", "'", '"', "(", ")", ":", " ", "é", "\u2028"))
    return text[:at] + new + text[at + chance.choice((0, 1)) :]


def _splice(text: str, chance: random.Random, texts: Sequence[str]) -> str:
    """The beginning of one file and the end of another."""
    lines, others = text.splitlines(True), chance.choice(texts).splitlines(True)
    if len(others) > 300:
        others = others[:300]
    at, there = chance.randrange(len(lines) + 1), chance.randrange(len(others) + 1)
    return "".join((*lines[:at], *others[there:]))


Mutation = Callable[[str, random.Random, Sequence[str]], str]
MUTATIONS: Tuple[Mutation, ...] = (
    _delete_token, _double_token, _swap_tokens, _replace_token, _replace_token, _swap_names, _swap_names, _huge_number,
    _odd_piece, _move_lines, _edit_character, _splice,
)  # fmt: skip

# -- programs that are odd from the beginning

_HEAD = "import mindspore\nfrom mindspore import nn, ops, Tensor\nimport mindspore.dataset as ds\n"


def _few(chance: random.Random) -> int:
    return chance.choice((1, 2, 3, 5, 8, 20, 60))


def _diamonds(chance: random.Random) -> str:
    wide, lines = chance.choice((2, 3, 6)), [_HEAD]
    for level in range(_few(chance)):
        above = ", ".join(f"C{level - 1}_{each}" for each in range(wide)) if level else "nn.Cell"
        lines += [
            f"class C{level}_{each}({above}):\n    def construct(self, x):\n        return x\n" for each in range(wide)
        ]
    return "".join(lines)


def _doubling(chance: random.Random) -> str:
    start = chance.choice(
        ("[nn.Dropout(0.1)]", "'a'", "(nn.ReLU(), 1)", "[1]", "[[nn.ReLU()]]", "{1: nn.ReLU()}", "10")
    )
    step = chance.choice(
        ("x + x", "[*x, *x]", "x * 2", "(x, x)", "[x, x]", "x ** 2", "x * x", "{**x, 2: x}", "list(x) + x")
    )
    indent = chance.choice(("", "        "))
    inside = "class N(nn.Cell):\n    def __init__(self):\n        super().__init__()\n" if indent else ""
    steps = f"{indent}x = {step}\n" * _few(chance)
    use = (
        f"{indent}self.net = nn.SequentialCell(x)\n" if indent else "nn.SGD(nn.SequentialCell(x).trainable_params())\n"
    )
    return f"{_HEAD}{inside}{indent}x = {start}\n{steps}{use}"


def _itself(chance: random.Random) -> str:
    """Things that hold, extend, call or name themselves."""
    change = chance.choice(
        ("self.l.extend(self.l)", "self.l.append(self.l)", "self.l += self.l", "self.l.insert(0, self.l)", "self.l = [self.l]",
         "self.l.extend(self.l)\n        self.l.append(self.l)", "for x in self.l: self.l.append(x)", "self.l[:] = self.l * 2",
         "self.l.update(self.l)", "self.l = self", "setattr(self, 'l', self)", "self.l()", "self.construct(self.l)")
    )  # fmt: skip
    return (
        f"{_HEAD}class N(nn.Cell):\n    def __init__(self):\n        super().__init__()\n        self.l = [nn.Dense(1, 2)]\n"
        f"        {change}\n        nn.SequentialCell(self.l)\n    def construct(self, x):\n        for each in self.l:\n"
        "            x = each(x)\n        return self.construct(x)\nnet = N()\nnn.SGD(net.trainable_params(), 0.1)\n"
    )


def _deep(chance: random.Random) -> str:
    depth = chance.choice((5, 20, 90, 101, 400, 3000))
    left, right = chance.choice(
        (("(", ")"), ("[", "]"), ("f(", ")"), ("{1:", "}"), ("lambda: ", ""), ("-", ""), ("not ", ""))
    )
    newer = chance.choice(("", "", "type A = int\n", "f'{f'{1}'}'\n"))
    return f"{_HEAD}{newer}x = {left * depth}nn.Dropout(0.1){right * depth}\n"


def _many(chance: random.Random) -> str:
    line = chance.choice(
        ("d = d.map(f)\n", "d = d.batch(2)\n", "x = nn.Dropout(0.1)  # noqa: MSL101, MSL102\n", "if x: x = nn.ReLU()\n",
         "def f(x): return f(f(x))\n", "# mslint: off\n# mslint: on\n", "net = nn.SequentialCell(net, net)\n", "x = f(x)\n",
         "for i in range(3): nn.Dropout(i)\n", "net.set_train(); model.eval()\n", "from mindspore import nn\n")
    )  # fmt: skip
    return f"{_HEAD}d = ds.MnistDataset('a')\nnet = nn.Dense(1, 2)\n{line * _few(chance)}"


def _calls(chance: random.Random) -> str:
    """Functions that call each other, each more than once."""
    count = _few(chance)
    lines = [f"def f{each}(x):\n    return f{each + 1}(f{each + 1}(x))\n" for each in range(count)]
    return f"{_HEAD}{''.join(lines)}def f{count}(x):\n    return nn.Dropout(x)\nf0(0.1)\n"


def _cells(chance: random.Random) -> str:
    wide, lines = chance.choice((1, 2, 4)), [f"{_HEAD}class C0(nn.Cell):\n    pass\n"]
    for level in range(1, chance.choice((2, 3, 4, 5, 6))):
        held = "".join(f"        self.a{each} = C{level - 1}()\n" for each in range(wide))
        used = "".join(f"        x = self.a{each}(x)\n" for each in range(wide))
        lines.append(
            f"class C{level}(nn.Cell):\n    def __init__(self):\n        super().__init__()\n{held}"
            f"    def construct(self, x):\n{used}        return x\nC{level}()\n"
        )
    return "".join(lines)


PROGRAMS: Tuple[Callable[[random.Random], str], ...] = (_diamonds, _doubling, _itself, _deep, _many, _calls, _cells)

# -- looking at one


class TooLong(KeyboardInterrupt):
    """An input takes longer than it may: of a kind that no rule's failure is taken for."""


class Subject:
    """mslint, as it is asked of one text in this process."""

    def __init__(self, bound: float) -> None:
        from mslint.config import Settings
        from mslint.rulekit.catalog import load_catalog

        self._bound = bound
        self._settings, self._catalog = Settings(), load_catalog()
        self.codes: Counter[str] = Counter()

    def failure(self, text: str) -> Optional[str]:
        """What went wrong, in words that are the same for the same defect; None where nothing did."""
        from mslint.engine import check_source
        from mslint.source.text import Source

        try:
            with _alarm(self._bound):
                result = check_source(Source("fuzz.py", text), self._settings, self._catalog)
        except TooLong:
            return f"takes longer than {self._bound:g} seconds"
        except BaseException as error:
            frames = traceback.extract_tb(error.__traceback__)
            place = frames[-1] if frames else None
            where = f"{Path(place.filename).name}:{place.lineno}" if place is not None else ""
            return f"{type(error).__name__} in {where}: {str(error)[:100]}"
        self.codes.update({finding.code for finding in result.findings})
        failed = [finding.message for finding in result.findings if finding.code == "MSL003"]
        return re.sub(r"\s+", " ", failed[0])[:160] if failed else "a rule failed" if result.crashed else None


class _alarm:
    """Raises TooLong where the system can; elsewhere an endless input is for whoever started this to end."""

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        can = hasattr(signal, "setitimer") and threading.current_thread() is threading.main_thread()
        self._can = can

    def __enter__(self) -> None:
        if self._can:
            signal.signal(signal.SIGPROF, self._raise)
            signal.setitimer(signal.ITIMER_PROF, self._seconds)

    def __exit__(self, *_: object) -> None:
        if self._can:
            signal.setitimer(signal.ITIMER_PROF, 0)

    def _raise(self, *_: object) -> None:
        raise TooLong


def smaller(text: str, fails: Callable[[str], bool], tries: int = TRIES) -> str:
    """A part of a failing text that still fails: stretches of lines are left out, then of characters."""
    for parts in (text.splitlines(True), None):
        pieces = parts if parts is not None else _TOKENS.findall(text)
        size = max(1, len(pieces) // 2)
        while size and tries > 0:
            at = 0
            while at < len(pieces) and tries > 0:
                rest = pieces[:at] + pieces[at + size :]
                tries -= 1
                if rest and fails("".join(rest)):
                    pieces = rest
                else:
                    at += size
            size = size // 2
        text = "".join(pieces)
    return text


# -- the processes


def child(options: argparse.Namespace) -> int:
    """Look at every input whose turn it is, and tell of each in a line of JSON."""
    _limit_memory()
    warnings.simplefilter("ignore")
    subject, texts = Subject(options.bound), corpus()
    end = time.monotonic() + options.seconds
    number = options.child
    while number < options.inputs and time.monotonic() < end:
        text = made(number, options.seed, texts)
        begun = time.monotonic()
        told = subject.failure(text)
        line: Dict[str, Any] = {"number": number, "seconds": round(time.monotonic() - begun, 2)}
        if told is not None:
            line["failure"] = told
            line["text"] = smaller(text, lambda part, told=told: subject.failure(part) == told)
        print(json.dumps(line), flush=True)
        number += options.jobs
    print(json.dumps({"codes": subject.codes}), flush=True)
    return 0


def _limit_memory() -> None:
    with suppress(ImportError, ValueError, OSError):
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))


class Watch:
    """One child after the other: where one ends at an input, the next goes on behind it."""

    def __init__(self, options: argparse.Namespace, first: int) -> None:
        self._options = options
        self._next = first
        self.done = 0
        self.slowest: Tuple[float, int] = (0.0, -1)
        self.failures: List[Dict[str, Any]] = []
        self.codes: Counter[str] = Counter()
        self._end = time.monotonic() + options.seconds

    def go(self) -> None:
        while self._next < self._options.inputs and time.monotonic() < self._end:
            if self._one():
                return

    def _one(self) -> bool:
        """Follow one child; whether it has come to its end."""
        options = self._options
        words = ["--seed", options.seed, "--inputs", options.inputs, "--jobs", options.jobs, "--bound", options.bound]
        words += ["--seconds", max(0.0, self._end - time.monotonic()), "--child", self._next]
        process = subprocess.Popen(
            [sys.executable, str(Path(__file__).resolve()), *map(str, words)], stdout=subprocess.PIPE, text=True
        )
        assert process.stdout is not None
        ended = False
        for line in process.stdout:
            told = json.loads(line)
            if "codes" in told:
                self.codes.update(told["codes"])
                ended = True
                continue
            self.done += 1
            if self.done % 5000 == 0:
                print(f"{told['number']} ...", file=sys.stderr, flush=True)
            self._next = told["number"] + options.jobs
            self.slowest = max(self.slowest, (told["seconds"], told["number"]))
            if "failure" in told:
                self.failures.append(told)
                print(f"--seed {options.seed} --only {told['number']}: {told['failure']}", file=sys.stderr, flush=True)
        status = process.wait()
        if not ended:
            # Of what it did not get to tell, the first may have been fine: --only tells.
            text = made(self._next, options.seed, corpus())
            told = {"number": self._next, "failure": f"the process ended with status {status}", "text": text}
            self.failures.append(told)
            self._next += options.jobs
        return ended


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--inputs", type=int, default=1000)
    parser.add_argument("--seconds", type=float, default=float("inf"), help="end after this time, whatever is left")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--bound", type=float, default=BOUND, help="seconds that one input may take")
    parser.add_argument("--only", type=int, help="print the input of this number, and look at it alone")
    parser.add_argument("--output", help="the folder for failing inputs; by default one of the temporary folder")
    parser.add_argument("--child", type=int, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.child is not None:
        return child(options)
    if options.only is not None:
        text = made(options.only, options.seed, corpus())
        print(text)
        told = Subject(options.bound).failure(text)
        print(told or "no failure", file=sys.stderr)
        return 1 if told else 0
    warnings.simplefilter("ignore")
    begun = time.monotonic()
    watches = [Watch(options, first) for first in range(options.jobs)]
    threads = [threading.Thread(target=watch.go) for watch in watches]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return report(options, watches, time.monotonic() - begun)


def report(options: argparse.Namespace, watches: Sequence[Watch], seconds: float) -> int:
    failures = sorted((each for watch in watches for each in watch.failures), key=lambda each: int(each["number"]))
    folder = ""
    if failures:
        folder = options.output or tempfile.mkdtemp(prefix="fuzz-")
        os.makedirs(folder, exist_ok=True)
    kinds = Counter(str(each["failure"]) for each in failures)
    shown = set()
    for each in failures:
        path = Path(folder, f"seed{options.seed}-{each['number']}.py")
        path.write_text(str(each["text"]), encoding="utf-8", errors="surrogatepass", newline="")
        if each["failure"] not in shown:
            shown.add(each["failure"])
            print(
                f"--seed {options.seed} --only {each['number']}: {each['failure']} ({kinds[each['failure']]} times): {path}"
            )
            print("    " + str(each["text"])[:1500].replace("\n", "\n    "))
    codes: Counter[str] = Counter()
    for watch in watches:
        codes.update(watch.codes)
    done, (slow, number) = sum(watch.done for watch in watches), max(watch.slowest for watch in watches)
    unread = codes.get("MSL001", 0)
    print(
        f"{done} inputs of seed {options.seed} in {seconds:.0f} s, {done - unread} of them Python; {len(codes)} rules spoke; "
        f"the slowest took {slow:.1f} s (--only {number}); {len(failures)} failures"
    )
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
