"""Which sequences are lists of files in the file system's order."""

from __future__ import annotations

import pytest
from trees import program

from mslint.program.listings import listing_of

HEAD = """
import glob
import os
import random
from glob import glob as find
from pathlib import Path
from mindspore import set_seed as see
"""


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("see(os.listdir('a'))", "os.listdir"),
        ("see(glob.glob('a/*'))", "glob.glob"),
        ("see(find('a/*'))", "glob.glob"),
        ("see(list(Path('a').glob('*')))", "pathlib.Path.glob"),
        ("root = Path('a')\nsee([p for p in root.iterdir() if p.suffix == '.png'])", "pathlib.Path.iterdir"),
        ("see([os.path.join('a', name) for name in os.listdir('a')])", "os.listdir"),
        ("x = [n for n in os.listdir('a')]\ny = [n + 'b' for n in x]\nsee(tuple(y))", "os.listdir"),
        ("see([entry.name for entry in os.scandir('a')])", "os.scandir"),
        ("see(sorted(os.listdir('a')))", "os.listdir in order"),
        ("see([n for n in sorted(os.listdir('a'))])", "os.listdir in order"),
        ("x = os.listdir('a')\nx.sort()\nsee(x)", "os.listdir in order"),
        ("x = [n for n in os.listdir('a')]\nx.sort(key=len)\nsee(x)", "os.listdir in order"),
        ("x = os.listdir('a')\nrandom.shuffle(x)\nsee([n for n in x])", "os.listdir in order"),
        ("def files(path):\n    return [n for n in os.listdir(path)]\nsee(files('a'))", "os.listdir"),
        ("def files(path):\n    return sorted(n for n in os.listdir(path))\nsee(files('a'))", "os.listdir in order"),
        ("see(list((Path('a') / name).iterdir()))", "pathlib.Path.iterdir"),
        ("see(natsorted(os.listdir('a')))", None),
        ("see(unknown)", None),
        ("x = list(glob.glob('a'))\nx += glob.glob('b')\nsee(x)", None),
        ("x = list(glob.glob('a'))\nx.append('b')\nsee(x)", None),
        ("see(['a', 'b'])", None),
        ("see(os.listdir('a') if unknown else other)", None),
        ("see([a + b for a in os.listdir('a') for b in 'xy'])", None),
        ("see(set(os.listdir('a')))", None),
        ("see({n for n in os.listdir('a')})", None),
    ],
)
def test_listings(code: str, expected: object) -> None:
    met = program({"train.py": HEAD + code})
    [event] = met.calls("mindspore.set_seed")
    found = listing_of(met, event.given[0].value)
    assert (found and found.event.name + (" in order" if found.ordered else "")) == expected


def test_zip_is_kept_with_what_it_gives() -> None:
    [event] = program({"train.py": HEAD + "see([a for a, b in zip([1], [2])])"}).calls("builtins.zip")
    assert len(event.given) == 2 and event.result.known
