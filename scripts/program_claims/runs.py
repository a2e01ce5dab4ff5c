"""Claims about a whole run: seeds, and gradients of several devices (MSL704, 705)."""

from __future__ import annotations

import inspect
import json
import os
import socket
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any, Dict, List

import mindspore as ms
from mindspore import nn

from program_claims.claim import Measured, Seen, claim, is_error, outcome, plain

HERE = Path(__file__).resolve().parent


def draw(*seeds: str) -> Dict[str, Any]:
    """What a fresh process draws, with the seeds set that draws.py knows."""
    command = [sys.executable, str(HERE / "draws.py"), *seeds]
    done = subprocess.run(command, capture_output=True, text=True, timeout=100, check=True)
    found: Dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return found


@claim(
    "704.seed", "without a seed no draw is the same in two runs; with set_seed(1) before the net all of MindSpore's are"
)
def seed() -> Measured:
    seeds = ("no seed", "set_seed", "set_seed after the net", "np.random.seed", "ds.config.set_seed")
    seen: Seen = {}
    for name in seeds:
        one, other = draw(name), draw(name)
        seen[name] = {"same in two runs": [part for part in one if one[part] == other[part]]}
    same = {name: set(each["same in two runs"]) for name, each in seen.items()}
    fixed = {"weights", "dropout", "ops.standard_normal", "dataset order", "numpy"}
    return seen, not same["no seed"] and fixed <= same["set_seed"] and "weights" not in same["set_seed after the net"]


@claim("704.no-seed", "get_seed() is None as long as nobody sets one")
def no_seed() -> Measured:
    code = "import mindspore as ms, mindspore.dataset as ds; print(ms.get_seed(), ds.config.get_seed())"
    runs = [
        subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=100).stdout.split()
        for _ in range(2)
    ]
    seen = {"ms.get_seed()": runs[0][0], "ds.config.get_seed(), two runs": [run[1] for run in runs]}
    return seen, seen["ms.get_seed()"] == "None"


@claim("704.initial-weights", "two nets built after one set_seed differ; set_seed again and they are alike")
def again() -> Measured:
    def weights() -> List[float]:
        return plain(nn.Dense(2, 1).weight.asnumpy().ravel())

    ms.set_seed(1)
    first, second = weights(), weights()
    ms.set_seed(1)
    third = weights()
    seen = {"one after the other": [first, second], "set_seed again": third}
    return seen, first != second and first == third


@claim("705.defaults", "gradients_mean and parameter_broadcast are False by default, parallel_mode is stand_alone")
def defaults() -> Measured:
    ms.reset_auto_parallel_context()
    names = ("gradients_mean", "parameter_broadcast", "parallel_mode", "device_num", "global_rank")
    seen = {name: outcome(lambda name=name: ms.get_auto_parallel_context(name)) for name in names}
    ms.set_auto_parallel_context(parallel_mode="data_parallel")
    for name in ("gradients_mean", "parameter_broadcast"):
        seen[f"data_parallel, {name}"] = outcome(lambda name=name: ms.get_auto_parallel_context(name))
    ms.reset_auto_parallel_context()
    wrong = [each for name, each in seen.items() if "gradients_mean" in name or "broadcast" in name]
    return seen, not any(wrong) and seen["parallel_mode"] == "stand_alone"


@claim("705.mirror-mean", "mirror_mean is refused")
def mirror_mean() -> Measured:
    seen = {
        "set_auto_parallel_context(mirror_mean=True)": outcome(lambda: ms.set_auto_parallel_context(mirror_mean=True)),
        "set_auto_parallel_context(gradients_mean=True)": outcome(
            lambda: ms.set_auto_parallel_context(gradients_mean=True)
        ),
        "set_auto_parallel_context(gradients_mean=1)": outcome(lambda: ms.set_auto_parallel_context(gradients_mean=1)),
    }
    ms.reset_auto_parallel_context()
    return seen, [is_error(each) for each in seen.values()] == [True, False, True]


@claim("705.reducers", "TrainOneStepCell brings a gradient reducer in data parallel mode; value_and_grad does not")
def reducers() -> Measured:
    def built(mode: str, mean: bool) -> Any:
        ms.reset_auto_parallel_context()
        ms.set_auto_parallel_context(parallel_mode=mode, gradients_mean=mean)
        net = nn.Dense(2, 1)
        cell = nn.TrainOneStepCell(nn.WithLossCell(net, nn.MSELoss()), nn.SGD(net.trainable_params()))
        return {"reducer": type(cell.grad_reducer).__name__, "mean": getattr(cell, "mean", None)}

    seen: Seen = {}
    for mode in ("stand_alone", "data_parallel"):
        for mean in (False, True):
            seen[f"{mode}, gradients_mean={mean}"] = outcome(lambda mode=mode, mean=mean: built(mode, mean))
    ms.reset_auto_parallel_context()
    parameters = inspect.signature(nn.DistributedGradReducer.__init__).parameters
    seen["DistributedGradReducer, mean not given"] = plain(parameters["mean"].default)
    seen["value_and_grad mentions a reducer"] = "reducer" in inspect.getsource(ms.value_and_grad).lower()
    return seen, seen["DistributedGradReducer, mean not given"] is None


def two_workers(*ways: str) -> Seen:
    """What two processes say; sometimes, in 2.7, they do not find each other, so they get three chances."""
    seen: Seen = {}
    for _ in range(3):
        seen = ask_two_workers(*ways)
        if set(seen) == set(ways) and not any(None in pair for pair in seen.values()):
            return seen
    raise RuntimeError(f"no answer from two processes: {seen}")


def ask_two_workers(*ways: str) -> Seen:
    """What two processes, one scheduler beside them, say about each way that two_devices.py knows."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = str(free.getsockname()[1])
    common = {**os.environ, "MS_WORKER_NUM": "2", "MS_SCHED_HOST": "127.0.0.1", "MS_SCHED_PORT": port, "GLOG_v": "3"}
    common.pop("PYTHONPATH", None)
    with tempfile.TemporaryDirectory() as folder:
        started = []
        for role, rank in (("MS_SCHED", 0), ("MS_WORKER", 0), ("MS_WORKER", 1)):
            environment = {**common, "MS_ROLE": role, "MS_NODE_ID": f"{role}{rank}"}
            command = [sys.executable, str(HERE / "two_devices.py"), *ways]
            with open(os.path.join(folder, f"{role}{rank}"), "wb") as file:
                started.append(subprocess.Popen(command, env=environment, stdout=file, stderr=file))
        lines: List[str] = []
        said: List[str] = []
        deadline = time.monotonic() + 45
        # Once all is said nobody waits for the end: taking leave of each other takes these processes long, or for ever.
        while len(said) < 2 * len(ways) and time.monotonic() < deadline:
            time.sleep(0.5)
            lines = [
                line for file in Path(folder).iterdir() for line in file.read_text("utf-8", "replace").splitlines()
            ]
            said = [line[5:] for line in lines if line.startswith("SEEN ") and line.endswith("]")]
        for process in started:
            process.kill()
            process.wait()
    errors = [line[-200:] for line in lines if "rror" in line][:5]
    seen: Seen = {}
    for rank, way, value in map(json.loads, said):
        seen.setdefault(way, [None, None])[rank] = value
    return seen or {"said": [None, errors]}


STEP, BY_HAND = "data_parallel, TrainOneStepCell", "data_parallel, value_and_grad"


@claim("705.two-processes", "gradients 1 and 3 on two CPU processes: summed without gradients_mean, averaged with it")
def two_processes() -> Measured:
    ways = (STEP, BY_HAND, f"{BY_HAND}, reducer", "stand_alone, TrainOneStepCell")
    seen = two_workers(*(f"{way}, gradients_mean={mean}" for way in ways for mean in (None, False, True)))
    wanted = {STEP: 3 * [4.0], f"{BY_HAND}, reducer": 3 * [4.0], BY_HAND: 3 * [None], ways[3]: 3 * [None]}
    wanted[STEP][2] = wanted[f"{BY_HAND}, reducer"][2] = 2.0
    for way, updates in wanted.items():
        for mean, update in zip((None, False, True), updates):
            if seen.get(f"{way}, gradients_mean={mean}") != ([1.0, 3.0] if update is None else [update, update]):
                return seen, False
    return seen, True


@claim(
    "704.two-processes",
    "without a seed two CPU processes start and stay with different weights; a seed or broadcast helps",
)
def different_weights() -> Measured:
    seen = two_workers(*(f"weights, {way}" for way in ("no seed", "parameter_broadcast", "set_seed", "rank as seed")))
    alike = {way: pair[0] == pair[1] for way, pair in seen.items()}
    return {**seen, "alike": alike}, list(alike.values()) == [False, True, True, False]
