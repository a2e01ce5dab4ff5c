"""Two runs give identical bytes, whatever the hash seed, the order of paths, or the folder they are started in."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Dict

import pytest
from running import PORT, ROOT, environment, mslint


def document(*args: Any, cwd: Any = ROOT, seed: str = "0") -> Dict[str, Any]:
    done = mslint(*args, "--output-format", "json", "--level", "info", cwd=cwd, env=environment(PYTHONHASHSEED=seed))
    assert done.returncode == 1, done.stderr
    found: Dict[str, Any] = json.loads(done.stdout)
    del found["summary"]["seconds"]
    return found


def test_hash_seeds_do_not_matter() -> None:
    first = document("fixtures/projects")
    assert first["findings"]
    assert all(document("fixtures/projects", seed=seed) == first for seed in ("1", "4711"))


def test_full_output_is_the_same_bytes_twice() -> None:
    first, second = (mslint(PORT, cwd=ROOT, env=environment(PYTHONHASHSEED=seed)).stdout for seed in "12")
    assert first == second
    assert first


def test_findings_are_sorted() -> None:
    found = document("fixtures/projects")["findings"]
    keys = [(each["path"], each["line"], each["column"], each["code"]) for each in found]
    assert keys == sorted(keys)


def test_order_and_repetition_of_paths_do_not_matter() -> None:
    model, train = "fixtures/projects/resnet_port/src/model.py", "fixtures/projects/resnet_port/train.py"
    assert document(model, train)["findings"] == document(train, model, train)["findings"]


@pytest.mark.parametrize("below", ["fixtures", "fixtures/projects/resnet_port"])
def test_the_current_directory_only_shortens_paths(below: str) -> None:
    from_root = document("fixtures/projects/resnet_port")["findings"]
    from_below = document(PORT, cwd=ROOT / below)["findings"]
    prefix = below + "/"
    shortened = json.loads(json.dumps(from_root).replace(prefix, ""))
    assert from_below == shortened


def test_what_several_scripts_say_of_one_place_refers_to_the_same_of_them_each_time(tmp_path: Path) -> None:
    data = (
        "import mindspore.dataset as ds\n\n\ndef make(usage):\n"
        "    return ds.Cifar10Dataset('x', usage=usage, shuffle=True).batch(8, drop_remainder=True)\n"
    )
    script = (
        "import mindspore as ms\nfrom mindspore import nn\nfrom data import make\n\n"
        "model = ms.Model(nn.Dense(2, 2), nn.MSELoss(), metrics={'acc'})\nmodel.eval(make('test'))\n"
    )
    (tmp_path / "data.py").write_text(data, encoding="utf-8")
    for name in ("one", "two", "three", "four"):
        (tmp_path / f"{name}.py").write_text(script, encoding="utf-8")
    words = ("--isolated", "--no-cache", "--level", "info", "--select", "MSL303", "--output-format", "json", ".")
    related = []
    for seed in range(6):
        done = mslint(*words, cwd=tmp_path, env=environment(PYTHONHASHSEED=str(seed)))
        (finding,) = json.loads(done.stdout)["findings"]
        related.append([each["path"] for each in finding["related"]])
    assert related[0] and related == [related[0]] * 6
