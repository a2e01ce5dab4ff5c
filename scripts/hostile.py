"""Runs mslint over code that was written to bring it down; each input must end within bounds and hide nothing.

    python scripts/hostile.py [--only NAME] [--seconds 5] [--mebibytes 500] [--list]

Each input is a small project in a folder of its own, with a planted `nn.Dropout(0.1)` in a file beside the hostile
one. Told are the CPU seconds and the peak memory of the process with all its children, and whether the planted call
was found. Exit status 1 if an input took more, died, or hid the finding.
"""

from __future__ import annotations

import argparse
import os
import resource
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Callable, Dict, List, NamedTuple

ROOT = Path(__file__).resolve().parent.parent
PLANTED = "import mindspore.nn as nn\n\nnet = nn.Dropout(0.1)\n"
HEAD = "import mindspore as ms\nfrom mindspore import nn, ops\nimport mindspore.dataset as ds\n"
Project = Dict[str, str]
LIMIT = 60  # seconds after which a process is ended, whatever it is at


def one(code: str) -> Project:
    return {"hostile.py": HEAD + code}


def doubled_lists() -> Project:
    """Each line makes a list twice as long as the one before."""
    lines = [f"x{i + 1} = x{i} + x{i}" for i in range(60)]
    return one("\n".join(["x0 = [nn.Dense(1, 1)]", *lines, "net = nn.SequentialCell(x60)", "nn.SGD(net.x(), 0.1)"]))


def list_of_itself() -> Project:
    """A list is extended by itself."""
    return one(
        "class N(nn.Cell):\n    def __init__(self):\n        super().__init__()\n        self.l = [nn.Dense(1, 2)]\n"
        "        self.l.extend(self.l)\n        self.l.append(self.l)\n        self.l.extend(self.l)\nN()\n"
    )


def diamonds() -> Project:
    """Classes with six bases each, eleven levels of them."""
    lines = [f"class C0_{i}(nn.Cell): pass" for i in range(6)]
    for level in range(1, 12):
        bases = ", ".join(f"C{level - 1}_{i}" for i in range(6))
        lines += [f"class C{level}_{i}({bases}): pass" for i in range(6)]
    return one("\n".join([*lines, "net = C11_0()", "nn.SGD(net.trainable_params(), 0.1)"]))


def chain_of_classes() -> Project:
    """Two thousand cells, each derived from the one before."""
    lines = ["class C0(nn.Cell): pass", *(f"class C{i}(C{i - 1}): pass" for i in range(1, 2000))]
    return one("\n".join([*lines, "net = C1999()"]))


def chain_of_maps() -> Project:
    """Twenty thousand lines that each put a stage behind a pipeline."""
    return one("d = ds.Cifar10Dataset('x')\n" + "d = d.map(f)\n" * 20_000 + "ms.Model(nn.Dense(1, 1)).train(1, d)\n")


def layers_in_a_loop() -> Project:
    """Eight thousand layers whose rate changes each time."""
    return one("for i in range(3):\n" + "    p = i\n    nn.Dropout(p)\n" * 8_000)


def many_parameters() -> Project:
    """A function with five thousand parameters and three thousand calls of it."""
    names = ", ".join(f"a{i}=0" for i in range(5000))
    return one(f"def f({names}): pass\n" + "f(1, a4999=2)\n" * 3000)


def long_list() -> Project:
    """A list of nine hundred thousand numbers."""
    return one("x = [" + "1," * 900_000 + "]\n")


def long_number() -> Project:
    """A number of 1.8 million digits that is computed with."""
    return one("x = 0x" + "f" * 1_800_000 + "\ny = x * x\nz = x % 7\n")


def deep_calls() -> Project:
    """Functions that call the next one twice, sixty levels of them."""
    lines = [f"def f{i}(x):\n    return f{i + 1}(x) + f{i + 1}(x)" for i in range(60)]
    return one("\n".join([*lines, "def f60(x): return nn.Dense(1, 1)", "f0(1)"]))


def recursion() -> Project:
    """Functions that call each other for ever with something new each time."""
    return one("def f(x):\n    return g([x, x])\ndef g(x):\n    return f((x, 1)) or f([x])\nf(1)\n")


def branches() -> Project:
    """Two thousand conditions one after the other that nobody can decide."""
    return one("x = 0\n" + "".join(f"if unknown{i}:\n    x = x + {i}\nelse:\n    y = [x, {i}]\n" for i in range(2000)))


def nested_branches() -> Project:
    """Conditions in conditions in loops."""
    lines = ["x = []"]
    for depth in range(0, 40, 2):
        lines += [" " * depth + f"for i{depth} in unknown():", " " * (depth + 1) + "if unknown(): x.append([x])"]
        lines += [" " * (depth + 1) + "if unknown():"] if depth < 38 else []
    return one("\n".join(line for line in lines) + "\n")


def many_suppressions() -> Project:
    """A comment with ten thousand codes, and fifteen thousand pairs of off and on."""
    codes = ", ".join(["MSL101"] * 10_000)
    return one(f"nn.Dropout(0.2)  # noqa: {codes}\n" + "# mslint: off\nnn.Dropout(0.3)\n# mslint: on\n" * 15_000)


def cells_in_cells() -> Project:
    """Cells that hold ten of the next kind each, sixty levels of them."""
    lines: List[str] = []
    for level in range(59, -1, -1):
        inner = f"C{level + 1}()" if level < 59 else "nn.Dense(1, 1)"
        lines += [f"class C{level}(nn.Cell):", "    def __init__(self):", "        super().__init__()"]
        lines += [f"        self.a{i} = {inner}" for i in range(10)]
    return one("\n".join([*lines, "net = C0()", "ms.Model(net).train(1, ds.Cifar10Dataset('x'))"]))


def deep_brackets() -> Project:
    """Brackets, operators, attributes and calls far deeper than a person writes."""
    texts = ("(" * 5000 + "1" + ")" * 5000, "-" * 20_000 + "1", "+".join(["1"] * 20_000), "a" + ".b" * 20_000)
    return {f"hostile{i}.py": f"{HEAD}x = {text}\n" for i, text in enumerate(texts)}


def star_imports() -> Project:
    """A thousand modules that each import everything of the next, and a script behind them."""
    files = {f"m{i}.py": f"from m{i + 1} import *\nx{i} = {i}\n" for i in range(1000)}
    return {**files, "m1000.py": "y = 1\n", "hostile.py": HEAD + "from m0 import *\nnn.Dropout(p=y)\n"}


def circle_of_modules() -> Project:
    """A thousand modules that import each other in a circle, of which each does something to the next."""
    files = {f"m{i}.py": f"{HEAD}import m{(i + 1) % 1000} as n\nx = nn.Dense(1, 1)\nn.x.y = x\n" for i in range(1000)}
    return {**files, "hostile.py": HEAD + "import m0\nprint(m0.x)\n"}


def scripts_and_registries() -> Project:
    """Two hundred modules that register, and two hundred scripts that import them all."""
    files = {f"m{i}.py": f"from reg import register\n@register\nclass C{i}: pass\n" for i in range(200)}
    files["reg.py"] = (
        "TABLE = {}\nLIST = []\ndef register(c):\n    TABLE[c.__name__] = c\n    LIST.append(c)\n    return c\n"
    )
    every = "".join(f"import m{i}\n" for i in range(200))
    scripts = {
        f"s{i}.py": f"{HEAD}{every}from reg import TABLE\nnet = TABLE['C{i}']()\nms.Model(net)\n" for i in range(200)
    }
    return {**files, **scripts}


def long_configuration() -> Project:
    """A configuration whose few lines stand for more than a memory holds."""
    lines = ["a0: &a0 [x, x, x, x, x, x, x, x, x]"]
    lines += [f"a{i}: &a{i} [{', '.join([f'*a{i - 1}'] * 9)}]" for i in range(1, 12)]
    return {"default_config.yaml": "\n".join(lines), **one("from elsewhere import config\nnn.Dropout(p=config.a11)\n")}


def long_lines() -> Project:
    """Strings, comments and names of a million characters."""
    name = "n" * 500_000
    return one(f"x = '{'a' * 500_000}'\n# {'b' * 500_000}\n{name} = nn.Dense(1, 1)\n")


def comprehensions() -> Project:
    """Comprehensions in comprehensions."""
    text = "nn.Dense(1, 1)"
    for i in range(40):
        text = f"[{text} for a{i} in range(9)]"
    return one(f"x = {text}\nnet = nn.SequentialCell(x)\n")


def doubled_paths() -> Project:
    """Each line makes a path of twice as many parts, and one of eight times as many."""
    lines = [line for _ in range(26) for line in ("p = p / p", "q = os.path.join(q, q, q, q, q, q, q, q)")]
    start = ["import os", "from pathlib import Path", "p = Path('part')", "q = os.path.join('a', 'b')"]
    return one("\n".join([*start, *lines, "nn.Dense(1, 1, weight_init=q)", "open(p)"]))


def nested_lists() -> Project:
    """Lists of sixteen times the same list, seven deep, as an argument; and one that holds itself."""
    return one(
        "x = [1, 2]\n" + "x = [x] * 16\n" * 7 + "nn.Dense(1, 1, weight_init=x)\n"
        "y = [1]\ny.append(y)\nnn.Dense(1, 1, weight_init=y)\n"
    )


def configuration_in_a_loop() -> Project:
    """A long configuration is read sixty times."""
    values = "".join(f"key{i}: [{i}, {i}.5, text]\n" for i in range(6000))
    names = ", ".join(f"'{i}'" for i in range(60))
    code = f"import yaml\nfor name in [{names}]:\n    c = yaml.safe_load(open('c.yaml'))\nnn.Dense(1, c['key1'][0])\n"
    return {**one(code), "c.yaml": values}


def odd_imports() -> Project:
    """Lines that look like imports and do not end."""
    text = 'x = """from' + " " * 50_000 + "y\n" + "from a import (\n" * 10_000 + "from " + "." * 50_000 + '"""\n'
    return one(text)


INPUTS: List[Callable[[], Project]] = [
    *(doubled_lists, list_of_itself, diamonds, chain_of_classes, chain_of_maps, layers_in_a_loop, many_parameters),
    *(long_list, long_number, deep_calls, recursion, branches, nested_branches, many_suppressions, cells_in_cells),
    *(deep_brackets, star_imports, circle_of_modules, scripts_and_registries, long_configuration, long_lines),
    *(comprehensions, doubled_paths, nested_lists, configuration_in_a_loop, odd_imports),
]


class Cost(NamedTuple):
    seconds: float  # of CPU, all processes
    peak: float  # MiB, of the largest
    status: int
    found: bool


def cost_of(project: Project, home: Path) -> Cost:
    """What a check of a project takes."""
    for path, text in {**project, "planted.py": PLANTED}.items():
        (home / path).parent.mkdir(parents=True, exist_ok=True)
        (home / path).write_text(text)
    command = [
        sys.executable,
        "-m",
        "mslint",
        "--isolated",
        "--no-cache",
        "--no-progress",
        "--output-format",
        "concise",
    ]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}

    def bound() -> None:
        resource.setrlimit(resource.RLIMIT_CPU, (LIMIT, LIMIT))
        resource.setrlimit(resource.RLIMIT_AS, (4 << 30, 4 << 30))

    process = subprocess.Popen(
        [*command, "."], cwd=home, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, preexec_fn=bound
    )
    assert process.stdout is not None
    said = process.stdout.read().decode("utf-8", "replace")
    process.stdout.close()
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    found = "planted.py:3:" in said and "MSL101" in said
    return Cost(usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024, process.returncode, found)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", help="the input of this name")
    parser.add_argument("--seconds", type=float, default=5.0, help="of CPU that an input may take")
    parser.add_argument("--mebibytes", type=float, default=500.0, help="of memory that a process may take")
    parser.add_argument("--list", action="store_true", help="tell the inputs and what is in them")
    options = parser.parse_args()
    bad = 0
    for make in INPUTS:
        if options.only not in (None, make.__name__):
            continue
        if options.list:
            print(f"{make.__name__:24}{make.__doc__}")
            continue
        with tempfile.TemporaryDirectory() as home:
            cost = cost_of(make(), Path(home))
        good = cost.seconds <= options.seconds and cost.peak <= options.mebibytes and cost.status == 1 and cost.found
        bad += not good
        told = f"{cost.seconds:7.2f} s{cost.peak:7.0f} MiB  status {cost.status}  {'' if cost.found else 'HIDDEN '}"
        print(f"{make.__name__:24}{told}{'' if good else '  <-- more than it may'}", flush=True)
    return 1 if bad else 0


if __name__ == "__main__":
    raise SystemExit(main())
