"""Writes a folder of code as large as is wanted, out of the fixtures: always the same for one number of files."""

from __future__ import annotations

import random
import re
from pathlib import Path
from typing import List, Tuple

ROOT = Path(__file__).resolve().parent.parent
PROJECTS = ROOT / "fixtures" / "projects"

# Of the repositories that the goals were measured on: 54 of 100 files name mindspore, and a file has 5 KB.
NAMING = 0.54
MEDIAN, SPREAD, LARGEST = 3_000, 0.9, 60_000
FILLER = '''

def {name}(values, width={width}):
    """Nothing but what code does all day."""
    total = []
    for index, value in enumerate(values):
        if index % {step} == 0 and value is not None:
            total.append((value * {factor} + width) / ({step} + index))
        elif isinstance(value, (list, tuple)):
            total.extend(item for item in value if item > {factor})
    return {{"sum": sum(total), "count": len(total), "{name}": total[: width]}}
'''


def write(folder: Path, files: int) -> int:
    """Write at least that many files, project by project, and return how many there are."""
    random_of = random.Random(files)
    projects = [sorted(project.rglob("*.py")) for project in sorted(PROJECTS.iterdir()) if project.is_dir()]
    written = copy = 0
    while written < files:
        members = projects[copy % len(projects)]
        project = PROJECTS / members[0].relative_to(PROJECTS).parts[0]
        target = folder / f"part{copy // 50:03}" / f"{project.name}_{copy}"
        for path, text in _texts(members, project, copy, random_of):
            place = target / path
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_text(text, encoding="utf-8")
            written += 1
        copy += 1
    return written


def _texts(members: List[Path], project: Path, copy: int, random_of: random.Random) -> List[Tuple[str, str]]:
    """The files of one project, of a size that real ones have, and beside them some that know nothing of MindSpore."""
    found: List[Tuple[str, str]] = []
    for number, path in enumerate(members):
        text = path.read_text(encoding="utf-8")
        found.append((path.relative_to(project).as_posix(), _filled(text, f"{copy}_{number}", random_of)))
        if random_of.random() > NAMING:
            plain = re.sub(r"mindspore", "toolbox", text, flags=re.IGNORECASE)
            found.append((f"tools/plain_{number}.py", _filled(plain, f"plain_{copy}_{number}", random_of)))
    return found


def _filled(text: str, name: str, random_of: random.Random) -> str:
    wanted = min(LARGEST, int(MEDIAN * random_of.lognormvariate(0, SPREAD)))
    parts = [text]
    size, count = len(text), 0
    while size < wanted:
        part = FILLER.format(
            name=f"measure_{name}_{count}",
            width=random_of.randint(1, 9),
            step=random_of.randint(2, 9),
            factor=random_of.randint(2, 99),
        )
        parts.append(part)
        size, count = size + len(part), count + 1
    return "".join(parts)


PACKAGE = """import mindspore.nn as nn
from mindspore import ops


class Net{i}(nn.Cell):
    def __init__(self, width=16, rate=0.1):
        super().__init__()
        self.conv = nn.Conv2d(3, width, 3, has_bias=True)
        self.norm = nn.BatchNorm2d(width)
        self.drop = nn.Dropout(p=rate)
        self.head = nn.Dense(width, 10)

    def construct(self, x):
        x = self.drop(self.norm(self.conv(x)))
        return self.head(ops.mean(x, (2, 3)))


def make{i}(width=16):
    return Net{i}(width)
"""
SCRIPT = """import mindspore as ms
import mindspore.dataset as ds
from mindspore import nn
import lib


def main():
    ms.set_seed(1)
    net = lib.Net{i}(32)
    optimizer = nn.Momentum(net.trainable_params(), 0.01, 0.9)
    model = ms.Model(net, nn.CrossEntropyLoss(), optimizer)
    model.train(10, ds.Cifar10Dataset("x", shuffle=True).batch(32))


if __name__ == "__main__":
    main()
"""


def write_packages(folder: Path, packages: int, scripts: int) -> None:
    """A project in which every script imports every package, through one `__init__`."""
    for i in range(packages):
        home = folder / "lib" / f"p{i}"
        home.mkdir(parents=True)
        (home / "__init__.py").write_text(f"from lib.p{i}.net import Net{i}\n")
        (home / "net.py").write_text(PACKAGE.format(i=i))
    (folder / "lib" / "__init__.py").write_text("".join(f"from lib.p{i} import Net{i}\n" for i in range(packages)))
    for i in range(scripts):
        (folder / f"train{i}.py").write_text(SCRIPT.format(i=i % packages))
